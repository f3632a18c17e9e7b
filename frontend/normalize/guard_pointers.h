// Pointers in memory that the host follows before a nest.
#ifndef CURESTRUCT_FRONTEND_GUARD_POINTERS_H
#define CURESTRUCT_FRONTEND_GUARD_POINTERS_H

#include "ir/ir.h"

// Sets host_guard of arrays whose pointer the host finds in memory (Array.is_followed), such as net[l].weights: the
// loops and conditions around the accesses. Where none of them is passed, the memory need not be there. Refused if data
// decide whether an access runs. The same for members of structs whose pointer the nest tests against null.
Stmt *guard_pointers(Nest *nest, Stmt *body);

#endif
