// What the warps of a block share, and what blocks pass on to later ones.
#ifndef CURESTRUCT_TRANSFORM_SCAN_LOOK_BACK_OTHERS_H
#define CURESTRUCT_TRANSFORM_SCAN_LOOK_BACK_OTHERS_H

#include "transform/scan/look_back_kernel.h"

// ---- warps (look_back_kernel.c)

// An array for each component.
void make_shared(LookBack *scan, const char *suffix, StmtList *out);
// Puts the variables of the first lane into the element of its warp; then all threads wait.
void share(const LookBack *scan, Symbol *const *own, StmtList *out);
void shared_values(const LookBack *scan, Expr *warp, Expr **values);
Loop over_warps(const LookBack *scan, const char *suffix, int64_t from);

// ---- blocks (look_back_others.c)

void make_states(LookBack *scan);
// Without a tile, the block's turn is the number of its tile.
void take_turn(LookBack *scan, StmtList *out);
// Whether only the last tiles may matter: those before one that sets all values do not.
bool may_be_set(const LookBack *scan);
// Of the first tile, before a barrier: other threads of its block wait for it, too.
void pass_first_on(const LookBack *scan, StmtList *out);
// From here on, the total of a tile, `all`, has the type of the running value.
void widen_counters(LookBack *scan, Symbol **all, StmtList *out);
// before: the values before the tile. The totals of the tile are passed on first; then there is time for `meanwhile`.
void look_at_others(LookBack *scan, Symbol *const *all, const StmtList *meanwhile, Symbol **before, StmtList *out);

#endif
