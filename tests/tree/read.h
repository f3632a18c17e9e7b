// Trees that were text, as the passes before a schedule leave them: for the tests that apply steps to trees.
#ifndef CURESTRUCT_TESTS_TREE_READ_H
#define CURESTRUCT_TESTS_TREE_READ_H

#include "transform/candidate.h"

// All nests of the text, with the clauses of their directives. NULL: there is an error, reported.
Unit *read_trees(Arena *arena, Diag *diag, const SourceFile *source);

// Renames scalars and analyzes the nest. *first: the candidate that `restructure` starts from. NULL: the nest is
// refused, reported. The caller releases the facts.
Facts *analyze_tree(Arena *arena, Diag *diag, Nest *nest, Candidate *first);

#endif
