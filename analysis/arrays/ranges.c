// Ranges of one array that are moved as one (contracts in ranges.h).
#include "analysis/arrays/ranges.h"

static Expr *nearer(Arena *arena, Expr *left, Expr *right, bool last)
{
    if (expr_equal(left, right))
        return left;
    return last ? index_max(arena, left, right) : index_min(arena, left, right);
}

// The ranges that touch something under one condition become one.
void ranges_add(Arena *arena, Ranges *ranges, const ArrayFact *more)
{
    FOR_EACH(i, ranges) {
        ArrayFact *range = &ranges->items[i];
        bool alike = range->touched ? more->touched && expr_equal(range->touched, more->touched) : !more->touched;
        if (!alike)
            continue;
        range->first = nearer(arena, range->first, more->first, false);
        range->last = nearer(arena, range->last, more->last, true);
        return;
    }
    VECTOR_PUSH(arena, ranges, *more);
}

// A limit that gives way to every other one where nothing is touched.
static Expr *limit_or(Arena *arena, Expr *limit, Expr *touched, int64_t farthest)
{
    return touched ? expr_select(arena, touched, limit, expr_int(arena, farthest, type_scalar(TY_I64))) : limit;
}

// NULL is always.
static Expr *either(Arena *arena, Expr *left, Expr *right)
{
    return left && right ? expr_binary(arena, OP_LOGICAL_OR, left, right, type_scalar(TY_I32)) : NULL;
}

void ranges_join(Arena *arena, const Ranges *ranges, ArrayFact *fact)
{
    const int64_t far = INT64_MAX / 2; // a difference of two fits
    FOR_EACH(i, ranges) {
        const ArrayFact *range = &ranges->items[i];
        Expr *needed = ranges->count == 1 ? NULL : range->touched;
        Expr *first = limit_or(arena, range->first, needed, far);
        Expr *last = limit_or(arena, range->last, needed, -far);
        fact->first = i ? index_min(arena, fact->first, first) : first;
        fact->last = i ? index_max(arena, fact->last, last) : last;
        fact->touched = i ? either(arena, fact->touched, range->touched) : range->touched;
    }
}
