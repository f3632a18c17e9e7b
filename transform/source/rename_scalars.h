// Renames scalars that are set anew, one name for each live range.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_RENAME_SCALARS_H
#define CURESTRUCT_TRANSFORM_SOURCE_RENAME_SCALARS_H

#include "ir/ir.h"

// Before analysis: scalars of nest->body that are set anew after a loop become several.
void separate_lifetimes(Arena *arena, Nest *nest);

#endif
