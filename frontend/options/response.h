// Response files: an argument @FILE stands for the arguments in FILE, as with GCC.
#ifndef CURESTRUCT_FRONTEND_RESPONSE_H
#define CURESTRUCT_FRONTEND_RESPONSE_H

#include "ir/base.h"

typedef VECTOR(const char *) Arguments;

// The words of a command with the contents of its response files in their places. Blanks separate the arguments of a
// file; '..' and ".." hold blanks, and a backslash takes the next character as it is. A file may name further files. As
// with GCC, an argument @FILE stays as it is where there is no such file. The result lives in the arena.
Arguments response_expand(Arena *arena, int count, char **words);

// The arguments that a line of text has, by the same rules.
Arguments response_split(Arena *arena, const char *text);

#endif
