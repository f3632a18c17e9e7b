// Subscripts that are not affine but have bounds: out[i*n + count] with 0 <= count < n stays in row i.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_ELEMENT_RANGE_H
#define CURESTRUCT_ANALYSIS_DEPEND_ELEMENT_RANGE_H

#include "analysis/analysis.h"

// Divides a flat subscript into AccessSite.known and AccessSite.rest, if some of its terms are affine and some are not,
// or move with loops whose bounds are not.
void element_range_split(Analysis *analysis, const Site *site, const Expr *subscript, AccessSite *where);

// Finds bounds of such accesses to an array that the nest writes (AccessSite.low and .high), and the dimensions that
// follow for all of its accesses. false: there are none, and nothing is assumed.
bool element_range_see(Analysis *analysis, const Array *array);

#endif
