// Pragmas of other compilers that belong to the following loop.
#ifndef CURESTRUCT_FRONTEND_FOREIGN_H
#define CURESTRUCT_FRONTEND_FOREIGN_H

#include "ir/base.h"

typedef struct Foreign {
    size_t begin;        // of the first of them, or of the #if around it; the loop's if there is none
    size_t shared;       // of one by which threads share the loop's iterations (omp for); the loop's if there is none
    bool is_worksharing; // that is `omp for`: all threads of a team come to the loop
    bool divided;        // one of them precedes an #if of which the loop is one alternative
} Foreign;

// Macros of a text that stand for a _Pragma operator alone.
typedef struct PragmaMacro {
    const char *name;
    size_t length;
    const char *quote; // where the pragma's string begins
} PragmaMacro;

typedef struct PragmaMacros {
    const char *text;
    int from; // bits of FromLanguage: directives that are read here and go, unless a macro makes them
    int count, capacity;
    PragmaMacro *items;
} PragmaMacros;

PragmaMacros *find_pragma_macros(Arena *arena, const char *text);

// The pragmas before the loop at `at`, from `from` on (the beginning of its function's body). Between the two
// there may be comments, directives of the preprocessor and _Pragma operators, written directly or by a macro of the
// file.
Foreign find_foreign(const PragmaMacros *macros, size_t from, size_t at);

// Past the _Pragma operator that begins at `at`, written directly or by a macro of the file; `at`: there is none.
size_t skip_pragma_operator(const PragmaMacros *macros, size_t at);

#endif
