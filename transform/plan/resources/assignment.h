// From a scheduled tree back to the terms of analysis/model/mapping.h: how the iterations of the source's loops around
// a statement are distributed to blocks, threads and loops of the thread.
#ifndef CURESTRUCT_TRANSFORM_PLAN_ASSIGNMENT_H
#define CURESTRUCT_TRANSFORM_PLAN_ASSIGNMENT_H

#include "analysis/model/mapping.h"

// Of the statement with that id in the tree after the last step of a schedule. false: the statement is not there, or
// its loops do not divide their origins evenly (parts of parts, more of them than MAX_PARTS).
bool assignment_of(Arena *arena, const Stmt *scheduled, int stmt_id, Assignment *assignment);

// The innermost loop around that statement: all statements with the same one have the same assignment. NULL: none.
const Stmt *assignment_loop(const Stmt *scheduled, int stmt_id);

// Which of the eight mappings distributes the last two (one) of the loops as the assignment does, ignoring sizes;
// false: none.
bool assignment_mapping(const Assignment *assignment, const LoopId *loops, int count, Mapping *mapping);

#endif
