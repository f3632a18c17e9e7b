// Clauses that fix a part of the arrangement.
#ifndef CURESTRUCT_TRANSFORM_PLAN_CLAUSES_H
#define CURESTRUCT_TRANSFORM_PLAN_CLAUSES_H

#include "transform/plan/planner.h"

typedef enum ClauseOutcome { CLAUSE_ABSENT, CLAUSE_HONOURED, CLAUSE_REFUSED } ClauseOutcome;

// Arranges the parallel loops (outermost first) as mapping(..) says: the last two are rows and columns
// (analysis/model/mapping.h).
ClauseOutcome arrange_by_mapping(Plan *plan, const Loop *const *loops, int count);

// Takes the steps of the schedule(..) of a loop inside of a region.
ClauseOutcome arrange_by_schedule(Plan *plan);

// The size that tile(..) gives for the loop, the position-th of its band from the outermost; 0: none.
int64_t clause_tile(Plan *plan, const Loop *loop, int position);
bool has_tile_clause(const Plan *plan);
bool has_mapping_clause(const Plan *plan);

// Whether block(..) allows a block of so many threads along x, y, z; true without a clause.
bool block_clause_allows(const Plan *plan, int64_t x, int64_t y, int64_t z);

// Refuses mapping, tile and block clauses that the arrangement of `nest` (in the tree before it) did not follow, with
// the reason.
void refuse_ignored_clauses(Plan *plan, const Stmt *nest);

// Whether a clause of the nest, or of a loop inside of it, fixes a part of the schedule.
bool clauses_decide(const Nest *nest);

#endif
