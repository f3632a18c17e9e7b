// Which places a reduction has, and whether each of them is reached.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_REDUCE_PLACES_H
#define CURESTRUCT_TRANSFORM_REDUCTION_REDUCE_PLACES_H

#include "transform/reduction/reduce.h"

// The condition that this thread's place exists, or the one of its first lane, for any iterations of the loops that
// carry the reduction. NULL: it always does.
Expr *reduce_place_exists(const Reduce *reduce);

bool reduce_places_are_alike(const Reduce *reduce); // whether all places that exist are reached where one is
// Whether the loops along which the place moves end elsewhere in other iterations that carry the reduction. The end
// that reduce_place_exists takes may lie beyond all of them then, and no place that is left alone exists for sure.
bool reduce_ends_by_carried(const Reduce *reduce);
// Whether some element of the place, or some iteration that shares the scalar, may have no updates: then the place must
// not be written.
bool reduce_may_leave_alone(const Reduce *reduce);

#endif
