// The variables in which a thread holds its partial result.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_PARTIALS_H
#define CURESTRUCT_TRANSFORM_REDUCTION_PARTIALS_H

#include "analysis/depend/argmin.h"
#include "transform/transform.h"

// A value, and whether a special case occurred (`seen`: exact_minmax.h). For an argmin: the key, its iteration, and the
// values that this iteration writes.
enum { MAX_PARTS = 2 + MAX_CHOSEN + MAX_DEPTH };

typedef struct Parts {
    const Reduction *reduction;
    Symbol *symbols[MAX_PARTS];
    Expr *identities[MAX_PARTS];
    int count;
    Symbol *seen;           // one of the symbols, or NULL
    int key, order, norder; // of a choice: indices; key < 0: there is none
    int chosen[MAX_CHOSEN]; // index of the symbol for each assignment of the choice
} Parts;

// Fresh variables like those of `like`, for another kernel.
Parts parts_again(Candidate *state, const Parts *like);
Stmt *parts_declare(Arena *arena, const Parts *parts); // with the values that change nothing

// left = left op right, for lists of parts->count places and values; `left` comes first in the order of the iterations.
Stmt *parts_accumulate(Arena *arena, const Parts *parts, Expr *const *left, Expr *const *right);
void parts_values(Arena *arena, const Parts *parts, Expr **values); // the variables themselves
Parts parts_of_value(Candidate *state, const Reduction *reduction, const char *name,
                     const char *seen); // seen NULL: none

#endif
