// The text form of a tree, read back: what print_tree has written, and what people write in tests of transformations.
//
//   nest crs_f_1 in f
//     array float A[n] host "A" live
//     param int n host "n"
//     iterator int i
//   {
//     for i in 0..n {
//       A[i] = A[i] * 2
//     }
//   }
//
// What is printed again is the same text. Types follow C's rules, so conversions that C makes by itself are not
// written. `//` begins a comment; a statement ends with its line.
#ifndef CURESTRUCT_IR_PARSE_H
#define CURESTRUCT_IR_PARSE_H

#include "ir/ir.h"

// What a `directive "..."` says, for those who know its grammar; NULL after an error that was reported.
typedef Directive *DirectiveReader(void *context, Loc at, const char *text);

// All nests of the text, in its order; each keeps the rules of check_nest. Locations are in the text. NULL: there is an
// error, reported at its column. `directive` NULL: the words of directives are kept and nothing else.
Unit *parse_trees(Arena *arena, Diag *diag, const SourceFile *source, DirectiveReader *directive, void *context);

#endif
