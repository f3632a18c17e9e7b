// What is known of floating-point expressions by their form.
#ifndef CURESTRUCT_ANALYSIS_SETS_FLOATS_H
#define CURESTRUCT_ANALYSIS_SETS_FLOATS_H

#include "ir/ir.h"

// The device may round it in another way than the host, and then take another path: a sum of products, or a quotient,
// which nvcc computes faster if it is asked to.
bool float_is_rounded(const Expr *expr);
// Of C's functions of floating-point numbers those that have one right answer.
bool float_call_is_exact(const Expr *call);
bool float_call_is_one_of(const Expr *call, const char *const *names); // the last one is NULL
bool float_is_number(const Expr *expr);                                // it is not NaN
const Expr *float_constant(const Expr *expr);                          // the EX_FLOAT that it is, or NULL

#endif
