// Divides loops that carry running values.
#ifndef CURESTRUCT_TRANSFORM_PLAN_PREPARE_SCAN_H
#define CURESTRUCT_TRANSFORM_PLAN_PREPARE_SCAN_H

#include "transform/plan/preparation.h"

// Divides the loop, if it is a scan, so that its parts run in parallel. false: nothing was changed.
bool prepare_scan(Preparation *preparation, const Stmt *loop);

// Running values that are computed from other running values of the loop, each in a loop of its own: then each of these
// is a scan. false: nothing was changed.
bool separate_scans(Preparation *preparation, const Stmt *loop);

// Divides a scan inside of this parallel loop, and of parallel loops alone, whose rows lie along memory, so that lanes
// take a row together. false: nothing was changed.
bool prepare_row_scan(Preparation *preparation, const Stmt *loop);

#endif
