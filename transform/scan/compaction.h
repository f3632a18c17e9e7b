// Finds the elements that a counter says: if (c) y[k++] = x.
#ifndef CURESTRUCT_TRANSFORM_SCAN_COMPACTION_H
#define CURESTRUCT_TRANSFORM_SCAN_COMPACTION_H

#include "analysis/facts.h"

// Adds to `found` (MAX_DISTINCT entries, the rest NULL) the arrays of which each statement of the loop's body writes
// another element whenever it runs: at y[k] or y[k + c], where k only grows, and grows in the same block. `counter`: a
// running value of the loop, which contains no jump.
void compaction_find(const Stmt *body, const ScanFact *counter, const Array **found);

#endif
