// The sectors of global memory that one load or store of a warp touches.
#ifndef CURESTRUCT_ANALYSIS_COUNT_SECTORS_H
#define CURESTRUCT_ANALYSIS_COUNT_SECTORS_H

#include "analysis/model/cost/counter.h"

enum { TAGS = 4 };                    // lines that L1 finds at a time
enum { BANK_BYTES = 4, WIDEST = 16 }; // of shared memory; that a lane loads or stores at once

// lane: the first byte of each lane of the warp, from the beginning of the array.
Touched count_sectors(const Counter *counter, const int64_t *lane, int64_t width, bool writes);
// Units of L2 that a store adds, of which others before it may have filled other parts of the same sectors.
double count_units_of_store(Counter *counter, const Array *array, const Form *form, int64_t width,
                            const Touched *touched);

#endif
