// Distributes a loop over groups of its statements.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_DISTRIBUTE_STATEMENTS_H
#define CURESTRUCT_TRANSFORM_SOURCE_DISTRIBUTE_STATEMENTS_H

#include "transform/transform.h"

// separate L 1+3 2   for i { S1; S2; S3 }                  ->  for i { S1; S3 } for i#2 { S2 }
//   The statements below the loop, numbered as they stand, in groups that run one after the other. Branches and loops
//   around them are had once for each group; scalars that pass from one to another become scratch arrays, or the
//   elements that they are stored in at last, unless they are as well computed again. Requires: no dependence from a
//   later group to an earlier one. Part of the source (source.h).
Stmt *distribute_statements(Candidate *state, Stmt *root, LoopId loop, const uint64_t *groups,
                            int count); // bit n - 1: statement n

#endif
