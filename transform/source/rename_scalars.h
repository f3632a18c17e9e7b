// Scalars that are set anew become several.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_RENAME_SCALARS_H
#define CURESTRUCT_TRANSFORM_SOURCE_RENAME_SCALARS_H

#include "ir/ir.h"

// Before analysis: scalars of nest->body that are set anew behind a loop become several.
void separate_lifetimes(Arena *arena, Nest *nest);

#endif
