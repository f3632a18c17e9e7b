// Sizes that do not matter in some calls.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_FREE_VALUES_H
#define CURESTRUCT_ANALYSIS_DEPEND_FREE_VALUES_H

#include "analysis/facts.h"

// Finds them, once, for the nest as the user wrote it (Facts.free_values). Nests that are made from it inherit them.
void facts_find_free_values(Facts *facts);

#endif
