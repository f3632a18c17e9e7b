// The pieces of a loop's body (source.h) in groups, each of which may have a loop of its own: what depends on each
// other in a circle stays together (Allen and Kennedy).
#ifndef CURESTRUCT_TRANSFORM_PLAN_GROUPS_H
#define CURESTRUCT_TRANSFORM_PLAN_GROUPS_H

#include "transform/source/source.h"

typedef struct Groups {
    const Pieces *pieces;
    uint64_t circle[MAX_PIECES]; // of each piece: those that it is in a circle of dependences with, itself included
    uint64_t items[MAX_PIECES];
    bool parallel[MAX_PIECES];
    int count;
    bool apart; // what does not stand in the same loops has a group of its own
} Groups;

static inline uint64_t bit(int n)
{
    return UINT64_C(1) << n;
}

// Groups in the order of the loops, as few as parallel loops allow: `pieces` and `apart` are given, `copied` pieces are
// in none yet.
void groups_find(Groups *groups);
// Definitions that are computed again wherever they are needed count to the first group that needs them.
void groups_place_copied(Groups *groups);
// Worth it where some group's loop is parallel and computes something, while the whole is not. Where loops inside are
// parallel anyway (`deep`), that group must be where the work is: a first value for a sum is not.
bool groups_gain(const Groups *groups, bool deep);

#endif
