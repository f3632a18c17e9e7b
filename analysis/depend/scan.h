// Recognizes prefix sums.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_SCAN_H
#define CURESTRUCT_ANALYSIS_DEPEND_SCAN_H

#include "analysis/facts.h"

bool is_array_scan(const Dependence *dependence, int carrier); // b[i] = b[i-1] + a[i], the distance known

#endif
