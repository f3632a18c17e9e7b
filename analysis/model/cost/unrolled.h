// How many iterations of a loop the compiler of the kernel (nvcc) puts side by side, where the kernel does not say it.
#ifndef CURESTRUCT_ANALYSIS_UNROLLED_H
#define CURESTRUCT_ANALYSIS_UNROLLED_H

#include "ir/ir.h"

// `loop`: a serial loop of a thread. Whether nothing is left of it: its number of iterations is a constant, and they
// are short.
bool is_written_out(const Stmt *loop);

// And whether it is so with a branch before each iteration, so that their loads are apart.
bool is_written_apart(const Stmt *loop);

// Otherwise: how many iterations have their loads side by side.
double unrolled_iterations(const Stmt *loop);

// And how many of these are unrolled before the compiler leaves out loads of what is in a register.
int merged_iterations(const Stmt *loop);

// Whether addresses of the array move with its iterations by a distance that is not a constant. NULL: of any array.
bool moves_by_unknown(const Stmt *loop, const Array *array);

#endif
