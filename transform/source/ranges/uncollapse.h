// Makes two nested loops of a collapsed one.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_RANGES_UNCOLLAPSE_H
#define CURESTRUCT_TRANSFORM_SOURCE_RANGES_UNCOLLAPSE_H

#include "transform/transform.h"

// uncollapse L by E  for t in 0..n*m S
//               ->  for t_row in 0..n for t_column in 0..m S with t = t_row * m + t_column
//   E is m, a number or a product of parameters. If the bound is no product that contains its factors, the rows are
//   bound / m. t / m becomes t_row, and t % m becomes t_column. *assumed: what the launcher has to test: that the
//   bound is a whole number of rows. The order is unchanged. Scalars that only name places (`int i = t / m;`)
//   are replaced by their values, as after sink. Requires: the loop counts 0, 1, ... Part of the source (source.h).
Stmt *uncollapse(Candidate *state, Stmt *root, LoopId loop, const char *length, Loc loc, Assumption *assumed);

typedef enum RowsOf {
    NO_ROWS,       // the loop does not count 0, 1, ..
    ROWS_IN_BOUND, // its bound has the factors of the length
    ROWS_TESTED,   // whether the length divides its bound is known when the launcher runs
} RowsOf;

RowsOf uncollapse_rows(const Loop *loop, const Expr *length);

#endif
