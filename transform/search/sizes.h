// Sizes that candidates are compared at, if the program does not say its own.
//
// A parameter is a size if it is in a loop's bound or in an array's extent; every other one is 1. Sizes are powers of
// two. `large` and `small`: all sizes are N, the largest one with which the nest's arrays have at most LARGE_BYTES, or
// SMALL_BYTES. `long` and `short`: those of outermost loops are N as in `large`, all others SHORT; and the other way
// round. No size is larger than extents that are constants allow. Points that are equal to an earlier one are left out.
#ifndef CURESTRUCT_TRANSFORM_SEARCH_SIZES_H
#define CURESTRUCT_TRANSFORM_SEARCH_SIZES_H

#include "analysis/facts.h"
#include "analysis/model/mapping.h"
#include "transform/lower/program.h"

enum { LARGE_BYTES = 1 << 28, SMALL_BYTES = 1 << 20, SHORT_SIZE = 64, LEAST_SIZE = 16, MOST_SIZE = 1 << 26 };
enum { MOST_POINTS = 4 };

typedef struct SizePoint {
    const char *name; // "large"
    int64_t size;     // N
    MappingSizes sizes;
    double bytes; // of all arrays, each as often as it is read and written: what no schedule does not move
} SizePoint;

typedef struct SizePoints {
    SizePoint items[MOST_POINTS];
    int count; // the first one is `large`
} SizePoints;

// All parameters: sizes in bounds of outermost loops alone have the first value, all others the second one; what is no
// size is 1.
MappingSizes sizes_at(Arena *arena, const Facts *facts, int64_t outermost, int64_t inner);

SizePoints size_points(Arena *arena, const Facts *facts);
// Predicted, in ns, of a program of the candidate; 0: it is not known.
double time_at_large(const Candidate *candidate, const Program *program);
// One parameter has that value (`all`: also every other one in bounds of loops that are not outermost); other sizes are
// the largest ones with which the arrays have at most LARGE_BYTES.
MappingSizes sizes_with(Arena *arena, const Facts *facts, const Symbol *symbol, int64_t value, bool all);
// Parameters in bounds of loops that are not outermost: they may be small where there is much to do. How many.
int inner_sizes(Arena *arena, const Facts *facts, const Symbol **symbols, int most);

// SizePoint.bytes at other sizes. 0: how much of an array is touched is not known.
double least_bytes(Arena *arena, const Facts *facts, const MappingSizes *sizes);

#endif
