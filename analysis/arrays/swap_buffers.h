// Arrays whose pointers change places in the nest.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_SWAP_BUFFERS_H
#define CURESTRUCT_ANALYSIS_ARRAYS_SWAP_BUFFERS_H

#include "analysis/analysis.h"

void swap_buffers_share(Analysis *analysis); // arrays whose pointers change places are moved alike

#endif
