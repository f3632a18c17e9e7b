// The tiles by which products can be computed.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_TILE_SHAPES_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_TILE_SHAPES_H

#include "transform/plan/planner.h"
#include "transform/plan/resources/resource_table.h"

enum { TILE_SHAPES = 5 };

// Shared memory for a step of the serial loop: bytes for each result along y and along x, and for the ends of rows; and
// the number of sums for each result.
typedef struct TileBytes {
    int64_t y, x, pads;
    int sums;
} TileBytes;

typedef struct RankedShape {
    const TileShape *shape;
    const ResourceRow *row;
} RankedShape;

const TileShape *largest_tile(void);
const TileShape *tile_of_views(void); // where an operand has subscripts with quotients
// For tensor cores, in order of size, the largest first; NULL: no more, or the device has none for doubles.
const TileShape *tensor_tile(const Device *device, int index);

// Whether both the results along one of the loops and the steps of their sums are known to be few: tiles and copies
// would be mostly empty.
bool tiles_are_empty(const Plan *plan, const Loop *y, const Loop *x, const Loop *serial);
// Whether a thread's results fit into its registers on the device, and the threads into a block.
bool shape_fits(const Plan *plan, const TileShape *shape, int sums);

// The shapes that fit and launch on the device for results of these loops, the best first; room for TILE_SHAPES.
const ResourceTable *shapes_by_rank(Plan *plan, const Loop *const *loops, int count, const TileBytes *bytes,
                                    RankedShape *order, int *ordered);

#endif
