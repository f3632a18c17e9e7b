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

// `expr` is the loop's iterator plus what the loop does not change.
bool grows_by_one(Arena *arena, const Stmt *loop, const Expr *expr);
// later - earlier is 1.
bool is_next_number(const Stmt *loop, const Expr *later, const Expr *earlier);

// ---- changes by the length of a row: an inner loop over row i of a sparse matrix counts row[i + 1] - row[i] elements,
// so before row i it has counted row[i] - row[0] of them

// factor * (later - earlier) + rest: neighbours of an array that the nest does not write. `later` of one iteration is
// `earlier` of the next one. Factor and rest are I64 and of symbols that the loop does not change.
typedef struct RowChange {
    Expr *earlier;
    Expr *factor, *rest;
    bool counts; // it is max(later - earlier, 0), the trip count of an inner loop, of which that is left out
} RowChange;

// false: the change has another form. Otherwise, with `counts`, row_change_test says that the array does not decrease.
bool row_change_of(Nest *nest, const Stmt *loop, const Expr *by, RowChange *change);
// Has the launcher test that (Nest.risings). false: it cannot.
bool row_change_test(Nest *nest, const Loop *loop, const RowChange *change);
// One more change in the same iteration; `earlier` is NULL where there is none. false: they go along two arrays.
bool row_change_add(Arena *arena, RowChange *all, const RowChange *change);
// factor * (earlier of iteration `end` - earlier of the first one)
Expr *row_change_sum(Arena *arena, const Loop *loop, const RowChange *change, Expr *end);
// The same of all iterations; 0 if there are none. `by_host`: of elements that the host reads before the nest, if it
// can.
Expr *row_change_after(Nest *nest, const Loop *loop, const RowChange *change, bool by_host);

// What nothing reads after the loops need not be computed of memory there: it keeps its value.
Stmt *row_change_keep_unread(Arena *arena, Stmt *body);

// n = m + 1; p += n;   ->   n = m + 1; p += m + 1;
//
// The amount is known before the loop around if m is. The same where it is the length of a row: n = row[i + 1] -
// row[i], or is computed from where a row begins: first = row[i]; p += row[i + 1] - first; Returns `block` itself if
// nothing changes.
Stmt *known_amounts(Nest *nest, Stmt *block);

// The loop does not change its bound, which may be row[i].
bool row_change_keeps_bound(const Nest *nest, const Stmt *loop, const Expr *bound);

#endif
