// Accesses with quotients of iterators.
#ifndef CURESTRUCT_TRANSFORM_MEMORY_STAGE_VIEW_H
#define CURESTRUCT_TRANSFORM_MEMORY_STAGE_VIEW_H

#include "transform/memory/stage.h"

// The elements of an access with quotients of iterators, as an array that has these iterators as subscripts.
typedef struct StageView {
    const Expr *access;
    const Symbol *symbols[MAX_DIMS];
    bool from_zero[MAX_DIMS];  // they count up from 0
    int64_t divisor[MAX_DIMS]; // all that divides them directly is this number; 0: nothing is
    int count;
    const Array *array;
} StageView;

// Whether all accesses below L are one.
bool stage_has_view(const Staging *staging, StageView *view);
// The tree in which the accesses below L are the view's; and the one in which those of the view are the array's again.
Stmt *stage_with_view(const Staging *staging, const StageView *view, Stmt *root);
Stmt *stage_without_view(const Staging *staging, const StageView *view, Stmt *root);

#endif
