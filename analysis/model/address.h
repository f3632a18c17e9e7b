// The address of an access as a function of the iterations around it: mapping.c and traffic.c compute with it.
//
// Iterations are numbered 0, 1, 2 .. in each loop, for any first value and step. The address, in bytes from the array's
// first element, is
//
//   element * (start + sum of stride[l] * iteration[l]) + member_start + sum of member[l] * iteration[l]
//
// over the loops l around the access. It does not use isl.
#ifndef CURESTRUCT_ANALYSIS_ADDRESS_H
#define CURESTRUCT_ANALYSIS_ADDRESS_H

#include "analysis/model/mapping.h"

typedef struct Address {
    const char *reason;              // why it is not such a function, as a phrase; NULL: it is, and the rest is valid
    int nloops;                      // valid in any case
    const Loop *loops[MAX_DEPTH];    // around the access, outermost first
    Expr *start, *stride[MAX_DEPTH]; // in elements, over parameters
    Expr *member_start, *member[MAX_DEPTH]; // in bytes: the way into a struct element
    int64_t element, width;                 // bytes: of an element, and of what a lane moves
} Address;

Address address_of(const Facts *facts, const Access *access);

// The value of an expression over parameters; false: a value is missing, it contains something else, or it overflows.
bool address_evaluate(const Expr *expr, const MappingSizes *sizes, int64_t *value);

// Distinct sectors that the lanes touch; each lane moves `width` bytes, from `offset` bytes after `shift` on.
int address_sectors(const int64_t *offset, int lanes, int64_t shift, int64_t width);

// Bytes of a request of one thread if the access is a vector under the assignment, along the address's loop *loop; 0:
// it is not.
enum { VECTOR_BYTES = 16 };
int64_t vector_bytes(const Assignment *assignment, const Address *address, int *loop);

#endif
