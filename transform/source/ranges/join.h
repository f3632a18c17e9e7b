// Joins the parts of a loop.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_RANGES_JOIN_H
#define CURESTRUCT_TRANSFORM_SOURCE_RANGES_JOIN_H

#include "transform/transform.h"

// join L M           for i in a..b S  for j in b..c S with i = j   ->  for i in a..c S
//   The reverse of `cut`. The order is unchanged. Requires: M follows L in one body; together they have the iterations
//   of the new loop; they do the same. Part of the source (source.h).
Stmt *join(Candidate *state, Stmt *root, LoopId first, LoopId second);

// NULL, or why it is not legal.
const char *join_obstacle(const Candidate *state, const Stmt *first, const Stmt *second);

#endif
