// Recognizes prefix sums.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_SCAN_H
#define CURESTRUCT_ANALYSIS_DEPEND_SCAN_H

#include "analysis/analysis.h"

bool is_array_scan(const Dependence *dependence, int carrier); // b[i] = b[i-1] + a[i], the distance known

// Finds the running values (facts->scans): of the updates that are no reduction along a loop.
void scan_find(Analysis *analysis);

#endif
