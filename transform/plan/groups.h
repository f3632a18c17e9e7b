// The pieces of a loop's body (source.h) in groups, each of which may have a loop of its own: pieces in a dependence
// cycle stay together (Allen and Kennedy).
#ifndef CURESTRUCT_TRANSFORM_PLAN_GROUPS_H
#define CURESTRUCT_TRANSFORM_PLAN_GROUPS_H

#include "transform/source/source.h"

typedef struct Groups {
    const Pieces *pieces;
    uint64_t circle[MAX_PIECES]; // for each piece: the pieces in a dependence cycle with it, itself included
    uint64_t items[MAX_PIECES];
    bool parallel[MAX_PIECES];
    int count;
    bool apart;     // pieces that are not in the same loops have different groups
    uint64_t alone; // pieces that share no group with others
} Groups;

static inline uint64_t bit(int n)
{
    return UINT64_C(1) << n;
}

// Groups in the order of the loops, as few as parallel loops allow: `pieces` and `apart` are given, `copied` pieces are
// in none yet.
void groups_find(Groups *groups);
// Definitions that are computed again wherever they are needed count for the first group that needs them.
void groups_place_copied(Groups *groups);
// Useful if some group's loop is parallel and computes something, while the whole is not. If inner loops are parallel
// anyway (`deep`), that group must contain the main work, not just an initialization of a sum.
bool groups_gain(const Groups *groups, bool deep);

#endif
