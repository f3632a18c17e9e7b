// Loops whose steps are counted by a quotient.
#ifndef CURESTRUCT_FRONTEND_COUNT_STEPS_H
#define CURESTRUCT_FRONTEND_COUNT_STEPS_H

#include "ir/ir.h"

// A loop from 0 by a step that only the call knows, whose iterator is divided by the step:
//
//     for i in 0..n step s { out[i / s] = .. x[i + j] .. }
//     ->
//     for i_step in 0..ceildiv(n, s) { out[i_step] = .. x[i_step*s + j] .. }
Stmt *count_steps(Nest *nest, Stmt *body);

#endif
