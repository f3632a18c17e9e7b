// Proposals of single steps (candidates.h).
#ifndef CURESTRUCT_TRANSFORM_SEARCH_DECISIONS_H
#define CURESTRUCT_TRANSFORM_SEARCH_DECISIONS_H

#include "transform/search/candidates.h"

void propose_sources(const Candidate *candidate, Decisions *decisions);
void propose_orders(const Candidate *candidate, Decisions *decisions);
void propose_reductions(const Candidate *candidate, Decisions *decisions);
void propose_stages(const Candidate *candidate, Decisions *decisions);
void propose_work(const Candidate *candidate, Decisions *decisions);
void propose_persistence(const Candidate *candidate, Decisions *decisions);

#endif
