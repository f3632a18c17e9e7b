// Running values that are used beside elements of other rows.
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
// columns of it.
Stmt *copy_running(Nest *nest, Stmt *body);

#endif
