// Distributes a loop over groups of its statements.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_DISTRIBUTE_STATEMENTS_H
#define CURESTRUCT_TRANSFORM_SOURCE_DISTRIBUTE_STATEMENTS_H

#include "transform/transform.h"

// distribute L {1 3} {2}   for i { S1; S2; S3 }            ->  for i { S1; S3 } for i#2 { S2 }
//   Loop distribution over groups of statements. The statements below the loop are numbered in their order, and the
//   groups run one after the other. Enclosing branches and loops are duplicated for each group. A scalar that flows
//   between groups is expanded into a scratch array, forwarded to the element that it is finally stored in, or computed
//   again. Requires: no dependence from a later group to an earlier one. Part of the source (source.h).
Stmt *distribute_statements(Candidate *state, Stmt *root, LoopId loop, const uint64_t *groups,
                            int count); // bit n - 1: statement n

#endif
