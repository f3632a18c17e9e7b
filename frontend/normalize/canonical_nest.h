// The form in which analysis takes a nest.
#ifndef CURESTRUCT_FRONTEND_CANONICAL_NEST_H
#define CURESTRUCT_FRONTEND_CANONICAL_NEST_H

#include "ir/ir.h"

// A nest that is no region is one loop: NULL where the normalizations have left something around it, or where a pointer
// moves by amounts that are not known before the nest; refused, reported.
Stmt *canonical_nest(Nest *nest, Stmt *body);

#endif
