// Running values that are used beside elements of other rows, or that another running value is computed from.
#ifndef CURESTRUCT_FRONTEND_COPY_RUNNING_H
#define CURESTRUCT_FRONTEND_COPY_RUNNING_H

#include "ir/ir.h"

// A summed-area table: a running value of each row, added to the row above.
//
//     run += in[y][x]; out[y][x] = run + out[y - 1][x];
//     ->
//     run += in[y][x]; double run_1 = run; out[y][x] = run_1 + out[y - 1][x];
//
// The copy can have an element for each iteration, so that loop distribution makes a scan of the rows and sums of the
// columns of it. In an outermost loop, it makes a scan and a reduction:
//
//     sum += x[i]; if (sum > most) most = sum;
//     ->
//     sum += x[i]; double sum_1 = sum; if (sum_1 > most) most = sum_1;
Stmt *copy_running(Nest *nest, Stmt *body);

#endif
