// Bounds of values as the host computes them before a nest: a number of the nest lies between the least of some
// expressions of parameters and the largest of others. Nothing is proved of the expressions themselves; the launcher
// evaluates them.
//
// The bounds of a floating-point number are integers, too. So a sum or a product rounds to a number within its bounds,
// in whatever order the device computes it, as long as its type holds the bounds exactly.
#ifndef CURESTRUCT_ANALYSIS_SETS_INTERVAL_H
#define CURESTRUCT_ANALYSIS_SETS_INTERVAL_H

#include "ir/ir.h"

enum { MOST_LIMITS = 6 };

typedef struct Limit {
    Expr *base;       // of type I64, over parameters; NULL: 0
    int64_t constant; // added to it
    bool implied;     // by a type or by `%` alone: the source need not mean that the array has such elements
    bool open;        // of a floating-point number: it is less than the limit, not equal to it
} Limit;

typedef struct Limits {
    int count; // 0: not known
    Limit items[MOST_LIMITS];
} Limits;

typedef struct Interval {
    Limits low, high; // the least of `low` <= value <= the largest of `high`
} Interval;

Interval interval_unknown(void);
Interval interval_constant(int64_t least, int64_t most);
Interval interval_between(double low, double high); // of the next integers
// What a function of the library never leaves; by its name, also with the f of a float's.
Interval interval_of_function(const char *name);
Interval interval_value(Expr *value); // exactly this one: over parameters, of type I64
bool interval_is_known(const Interval *interval);
bool interval_equal(const Interval *left, const Interval *right);
bool interval_single(const Interval *interval, int64_t *value); // one constant
// The limit as one expression; NULL: not known.
Expr *interval_low(Arena *arena, const Interval *interval);
Expr *interval_high(Arena *arena, const Interval *interval);

Interval interval_join(Arena *arena, const Interval *left, const Interval *right); // a value of either
// What `left` is known to be where it also lies within `right`: the limits of `right`, as far as they are known.
Interval interval_narrow(const Interval *left, const Interval *right);
// Without the limits in which they differ.
Interval interval_widen(const Interval *before, const Interval *after);

Interval interval_shift(const Interval *interval, int64_t distance); // + distance
Interval interval_negate(Arena *arena, const Interval *interval);
Interval interval_binary(Arena *arena, Operator op, const Interval *left, const Interval *right, const Type *type);
// Of a conversion from one type to another one.
Interval interval_convert(Arena *arena, const Interval *interval, const Type *from, const Type *to);

#endif
