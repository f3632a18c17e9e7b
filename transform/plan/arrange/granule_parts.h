// What the files of granule.h share: granule.c (the whole), granule_sides.c (the results of a block along one loop),
// granule_tensor.c (products by tensor cores).
#ifndef CURESTRUCT_TRANSFORM_PLAN_ARRANGE_GRANULE_PARTS_H
#define CURESTRUCT_TRANSFORM_PLAN_ARRANGE_GRANULE_PARTS_H

#include "transform/plan/arrange/arrange.h"
#include "transform/plan/arrange/tile_shapes.h"

enum { LANES = 4 }; // neighbouring results of a thread (usually 16 bytes)

typedef struct Reuse {
    bool along_x, along_y; // some operand stays the same along that loop while the serial loop moves it
    const Access *operands[MAX_DIMS];
    bool stays_along_x[MAX_DIMS];
    int count;
    bool packs;   // all are bytes: four steps of the serial loop are a word
    bool doubles; // the serial loop adds up doubles
    bool views;   // some has quotients of iterators as subscripts
    TileBytes bytes;
} Reuse;

// ---- granule_sides.c

// The results of a block along one loop.
typedef struct Side {
    const Loop *loop;
    int64_t size, threads, warps,
        groups; // results; threads along it, in so many parts of a block; groups of LANES results of a thread
    const char *tile, *elem, *warp, *thread;
    const char *parts[2]; // loops over the results of a thread, innermost first
    int count;
} Side;

Side side_of(const Loop *loop, int64_t size, int64_t results, int64_t threads_of_warp);
Side tensor_rows(const Loop *loop, const TileShape *shape); // those of tensor cores: as many apart as there are threads
// i.elem becomes i.warp (if there are several), i.thread, and for each thread i.group (likewise) of i.lane results.
bool split_results(Plan *plan, const Side *side);

// ---- granule_tensor.c: a warp has 4 threads along x and 8 along y

enum { TENSOR_ACROSS = 4 };

bool tensor_may_help(const Plan *plan, const Reuse *reuse, const TileShape *shape);

// The loops over the rows and the columns that a thread has of one product. `results`: the loops over all its results
// inside of the sum, innermost first, which are divided; all are unrolled.
typedef struct TensorLoops {
    const char *rows, *columns;
} TensorLoops;
bool tensor_halves(Plan *plan, const Side *y, const Side *x, const char *const *results, TensorLoops *halves);

// Tiles of the operands at the tiles of the serial loop, and products of four of its steps.
bool tensor_products(Plan *plan, const Reuse *reuse, const Loop *serial, const TensorLoops *halves, int stages);

#endif
