// Accesses of the source in a scheduled tree: registers or shared memory may hold their elements, and statements that
// the schedule made copy these from and to memory.
#ifndef CURESTRUCT_TRANSFORM_PLAN_STAGED_H
#define CURESTRUCT_TRANSFORM_PLAN_STAGED_H

#include "analysis/facts.h"

// Where the statement of the access finds its element: SPACE_SHARED, SPACE_REGISTER; SPACE_GLOBAL: in memory, as in the
// source. If only some of the copies of the statement find it in memory (outside of whole tiles), those do not count.
Space staged_space(const Stmt *scheduled, const Access *access);

// A statement that copies elements of an array of the source.
typedef struct StagedCopy {
    const Array *array, *held; // of the source; the copy, in shared memory or in registers; NULL: a scalar
    bool out;                  // from the copy to the array, otherwise to the copy
    // The behaviour of the first warp in the array, a first-order estimate as MappedAccess: block 0, first iterations
    // of all loops, long rows. 0: not known.
    int64_t stride; // from a lane to its neighbour, in elements
    int each;       // neighbouring elements of a lane, copied at once
    int run;        // at least so many lanes in a row are so far apart; 1: they are not
    int sectors;    // of 32 bytes
} StagedCopy;

typedef struct StagedCopies {
    VECTOR(StagedCopy) items;
} StagedCopies;

// In the order of the tree, each pair of arrays once for each direction.
StagedCopies staged_copies(Arena *arena, const Stmt *scheduled, const int64_t *block);

#endif
