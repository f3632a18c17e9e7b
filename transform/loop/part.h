// Loops that are made from another one and run through its iterations.
#ifndef CURESTRUCT_TRANSFORM_LOOP_PART_H
#define CURESTRUCT_TRANSFORM_LOOP_PART_H

#include "transform/transform.h"

// Whether another loop may replace this one: it is not bound or unrolled, its steps are equal, and no 'break' leaves
// it; otherwise the refusal is reported, after `word`, that of the step. Contracts in transform.h name only what else a
// step requires.
bool part_may_replace(Candidate *state, const Stmt *stmt, const char *word);
// Whether it is a loop of the source or a part of one, so that the source's dependences determine which orders are
// legal; otherwise that is reported.
bool part_is_readable(Candidate *state, const Stmt *stmt, const char *word);
bool part_name_is_free(Candidate *state, const Stmt *root, const Stmt *stmt, const char *word, const char *name);
// Whether two loops of these names may take its place, one of them with `size` iterations; otherwise that is reported.
bool part_may_split(Candidate *state, const Stmt *root, const Stmt *stmt, const char *word, int64_t size,
                    const char *outer, const char *inner);
Stmt *part_nest(Arena *arena, Loop *outer, Loop *inner, Stmt *body, Loc loc); // the two loops around the body
// A loop from 0 in steps of 1, of the same origin, without its end.
Loop part_of(Candidate *state, const Loop *loop, const char *name);
// `inner` defines the iterator of `split`, which a loop of the source keeps, as `value`. A made iterator is removed
// from the returned body instead, and the new parts define the iterators that it defined.
Stmt *part_define(Arena *arena, const Loop *split, Loop *inner, Expr *value, Stmt *body);
// The tree with `made`, whose parts define the iterator of `stmt` as `value`, in place of `stmt`. A loop around it that
// computes an iterator from a removed one computes it from the parts.
Stmt *part_replace(Candidate *state, Stmt *root, const Stmt *stmt, Stmt *made, Expr *value);
Expr *part_value(Arena *arena, const Loop *loop,
                 Expr *iteration); // of the loop's iterator, by the number of the iteration from 0
// The body of a loop of the tree once more, for another loop beside it: loops inside get new numbers (j#2).
Stmt *part_copy(Candidate *state, const Stmt *root, Stmt *body);

#endif
