// Data: every value is a function of the seed, the name of its array and its index. So an array that grows keeps its
// old values, and no two runs of a check share their data.
#ifndef CRS_HARNESS_DRAW_H
#define CRS_HARNESS_DRAW_H

#include "leaves.h"

#include <stdint.h>

typedef enum DataSet {
    DATA_EXACT,   // numbers of few bits: sums and products of them are exact in any order, so that a lost or
                  // repeated iteration shows however long the sum is; and none is 0
    DATA_UNIFORM, // [low, high) with all their bits: shows lost precision
    DATA_SPECIAL, // uniform, with NaN, infinities, zeros of both signs and denormals among them
} DataSet;

// Which numbers DATA_EXACT has: the more, the more mistakes show; the fewer bits they have, the longer the sums that
// are exact.
typedef enum Grain {
    GRAIN_EIGHTHS, // odd multiples of 1/8 between -1 and 1
    GRAIN_SQUARES, // 1 and 4 of both signs: square roots and quotients are exact, too
    GRAIN_ONES,    // 1 and -1
} Grain;

// What an array looks like as a whole.
typedef enum Shape {
    SHAPE_PLAIN,
    SHAPE_PEAKS, // one element in each 61 is much larger than the others and as large as the other peaks: extremes that
                 // are reached far from each other, and terms that a sum can not lose
    SHAPE_NEGATIVE, // no positive numbers: a maximum that starts from 0 is wrong; unsigned ones have bits in common,
                    // set and not
    SHAPE_POSITIVE, // and the same of a minimum
    SHAPE_SPARSE,   // one peak of each sign, sometimes a second one: one element decides about an extreme
    SHAPES
} Shape;

typedef struct Draw {
    DataSet set;
    Grain grain;
    Shape shape;
    double low, high;  // of DATA_UNIFORM and DATA_SPECIAL
    int place, places; // SHAPE_SPARSE: the first peak is in this one of so many parts of the array; 0: in any place
    bool flat;         // SHAPE_SPARSE: no peaks, otherwise the same
    bool positive;     // no negative numbers and no zeros: for square roots, logarithms, divisions
    uint64_t seed;
} Draw;

// The elements of an array that are larger than all others.
typedef struct Peaks {
    const Draw *draw;
    uint64_t name;
    unsigned roles;
    long at[3]; // SHAPE_SPARSE; the second one is negative, the others are positive
    int count;
} Peaks;
// Of an array with the hash `name`, of the elements [first, first + count).
Peaks draw_peaks(const Draw *draw, unsigned roles, uint64_t name, long first, long count);

const char *data_set_name(DataSet set);
const char *shape_name(Shape shape);

uint64_t draw_hash(const char *text);
// The value number `leaf` of element `element` of an array; its roles are as in spec.h.
void draw_leaf(const Peaks *array, CrsKind kind, long element, int leaf, void *place);

// Element `element` of `count` of an index array whose values lie in [low, limit).
typedef struct IndexRule {
    long low, limit;
    bool monotone, distinct;
} IndexRule;
long draw_index(const Draw *draw, const IndexRule *rule, uint64_t name, long element, long count);

// A number in [0, below) for other choices.
uint64_t draw_number(uint64_t seed, uint64_t which, uint64_t below);

#endif
