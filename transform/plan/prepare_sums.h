// Changes of the source for sums: loops of their own, and an element for each of their places.
#ifndef CURESTRUCT_TRANSFORM_PLAN_PREPARE_SUMS_H
#define CURESTRUCT_TRANSFORM_PLAN_PREPARE_SUMS_H

#include "transform/plan/preparation.h"

// Sums of columns in scalars, or next to other loops: rows can then be dealt out to blocks.
bool separate_columns(Preparation *preparation, const Stmt *stmt);
// Few sums of long loops: a thread may have a part of each (transform/plan/arrange/arrange_few.h).
bool separate_few(Preparation *preparation, const Stmt *stmt);

// Results that are sums of long loops, whatever their number is.
typedef struct LongSums {
    LoopId places[MAX_DEPTH]; // the loops over the results, outermost first
    int count;
    LoopId lines[MAX_DEPTH]; // the loops of the first sum, outermost first: each is all that the one before does
    int nlines;
} LongSums;

// false: not all of the nest are such results.
bool long_sums_find(const Candidate *source, LongSums *sums);
// With the sums in loops of their own, which contain nothing else; NULL: they cannot be.
const Candidate *long_sums_apart(const Candidate *source);

// Sums of planes: threads can then lie along both loops of one (transform/plan/arrange/arrange_planes.h).
bool separate_planes(Preparation *preparation, const Stmt *stmt);

// A product in place whose results have different numbers of terms, as in a triangle, is accumulated in a scalar. A
// result without terms may have no element, so the elements could not be held in registers around the sum.
bool accumulate_triangle(Preparation *preparation, const Stmt *outermost);

#endif
