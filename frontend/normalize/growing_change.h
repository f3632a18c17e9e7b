// Changes of an induction variable that grow with the loop's iterator: an inner loop over a row of a triangle counts
// j + 1 elements in iteration j.
#ifndef CURESTRUCT_FRONTEND_GROWING_CHANGE_H
#define CURESTRUCT_FRONTEND_GROWING_CHANGE_H

#include "ir/ir.h"

// slope * iterator + rest. `rest` is I64 and of symbols that the loop does not change.
typedef struct GrowingChange {
    int64_t slope; // not 0
    Expr *rest;
} GrowingChange;

// max(e, 0), the trip count of an inner loop, is e if e is not negative in any iteration of the loop. false: the change
// has another form, or the loop does not count up by one from a small number.
bool growing_change_of(Arena *arena, const Stmt *loop, const Expr *by, GrowingChange *change);
// The sum of slope * u + rest over u = lower, ..., end - 1, where `end` is at least the loop's lower bound.
Expr *growing_sum(Arena *arena, const Loop *loop, int64_t slope, Expr *rest, Expr *end);

#endif
