// Makes two nested loops of a collapsed one.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_UNCOLLAPSE_H
#define CURESTRUCT_TRANSFORM_SOURCE_UNCOLLAPSE_H

#include "transform/transform.h"

// uncollapse L by E  for t in 0..n*m S
//               ->  for t_row in 0..n for t_column in 0..m S with t = t_row * m + t_column
//   E is m, a number or a product of parameters. t / m becomes t_row, and t % m becomes t_column. *assumed: what
//   the launcher has to test. The order is unchanged. Scalars that only name places (`int i = t / m;`)
//   are replaced by their values, as after sink. Requires: the loop counts 0, 1, .. to a product that contains the
//   factors of E. Part of the source (source.h).
Stmt *uncollapse(Candidate *state, Stmt *root, LoopId loop, const char *length, Loc loc, Assumption *assumed);
bool uncollapse_divides(const Loop *loop, const Expr *divisor); // whether it counts so, to a multiple of this

#endif
