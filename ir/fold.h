// Arithmetic on integer constants, exactly as the types of the IR do it.
#ifndef CURESTRUCT_IR_FOLD_H
#define CURESTRUCT_IR_FOLD_H

#include "ir/ir.h"

// `value` converted to the integer type: reduced modulo its width and sign-extended if it is signed; _Bool gives 0
// or 1. The result is how an EX_INT of that type stores it.
int64_t fold_convert(const Type *type, int64_t value);

// `left op right` where both are of `type` (a shift's count of any integer type, already read as a signed number).
// False, and `*result` untouched, where C leaves the value undefined (signed overflow, division by 0, a shift out of
// range) or where C does not compute in that type at all (arithmetic on types narrower than int).
bool fold_binary(Operator op, const Type *type, int64_t left, int64_t right, int64_t *result);

#endif
