// What a thread, a warp or a tile knows of its iterations: a value for each component of the scan.
#ifndef CURESTRUCT_TRANSFORM_SCAN_LOOK_BACK_VALUES_H
#define CURESTRUCT_TRANSFORM_SCAN_LOOK_BACK_VALUES_H

#include "transform/scan/look_back_kernel.h"

// Inside of a tile, a steady factor has no variable: it is left out of all of these.
bool skips(const LookBack *scan, int component);

// left = left op right, where right comes later in the order of the iterations. `whole`: factors and what sets the
// value, too; otherwise the left one is a value before all of these.
void combine(const LookBack *scan, Symbol *const *left, Expr *const *right, bool whole, StmtList *out);
// The same of one value, where the right one has not been set.
void combine_added(const LookBack *scan, int value, Symbol *const *left, Expr *const *right, StmtList *out);
// Variables like the components, with the neutral values.
void declare_neutral(const LookBack *scan, const char *suffix, Symbol **made, StmtList *out);
void values_of(const LookBack *scan, Symbol *const *symbols, Expr **values);
void set_all(const LookBack *scan, Symbol *const *to, Expr *const *values, StmtList *out);
void shuffle(const LookBack *scan, Intrinsic intrinsic, Symbol *const *from, int64_t distance, Symbol *const *to,
             StmtList *out);

void shuffle_added(const LookBack *scan, Intrinsic intrinsic, Symbol *const *from, int64_t distance, Symbol *const *to,
                   StmtList *out); // all but whether values are set

Symbol *local(const LookBack *scan, const char *stem, const char *suffix, const Type *type);
Stmt *set_symbol(const LookBack *scan, const Symbol *symbol, Expr *value);
Expr *less(const LookBack *scan, Operator op, Expr *left, Expr *right);
Stmt *where(const LookBack *scan, Expr *condition, const StmtList *items);
Expr *element_at(const LookBack *scan, const Array *array, Expr *at);

// ---- of lanes

Symbol *declared(const LookBack *scan, const char *name, Expr *value, StmtList *out);
// The last lane up to this one where it is set, or less than 0.
Expr *last_set(const LookBack *scan, const Symbol *set, Expr *lane);
// own = what the lanes up to this one have, in their order
void scan_lanes(LookBack *scan, Symbol *const *own, Symbol *const *other, StmtList *out);
// The first lane gets what all have.
void sum_lanes(const LookBack *scan, Symbol *const *own, Symbol *const *other, StmtList *out);

// ---- steady factors

// Declares their products for the parts of a tile.
void declare_powers(LookBack *scan, StmtList *out);
// The product for `count` iterations: a lane's, or 2, 4, .. 32 times as many, a warp's, or a tile's.
Expr *power_of(const LookBack *scan, int value, int64_t count);
// What is combined next has so many iterations.
void span_iterations(LookBack *scan, int64_t count);
// Their values for so many iterations, at the places of their components.
void steady_values(const LookBack *scan, int64_t count, Expr **values);

#endif
