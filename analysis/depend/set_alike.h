// What equal_stores.c has found, for those who move and write stores.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_SET_ALIKE_H
#define CURESTRUCT_ANALYSIS_DEPEND_SET_ALIKE_H

#include "analysis/facts.h"

// Whether several iterations may set one element of the array to one value.
bool facts_set_alike(const Facts *facts, const Array *array);

#endif
