// Arithmetic on integer constants, exactly as the types of the IR do it.
#ifndef CURESTRUCT_IR_FOLD_H
#define CURESTRUCT_IR_FOLD_H

#include "ir/ir.h"

// `value` converted to the integer type: reduced modulo its width and sign-extended if it is signed; _Bool gives 0 or
// 1. An EX_INT of that type stores the result.
int64_t fold_convert(const Type *type, int64_t value);

// `left op right` for two operands of `type` (the count of a shift may have any integer type and is read as a signed
// number). False, with `*result` unchanged, if C leaves the value undefined (signed overflow, division by 0, a shift
// out of range) or does not compute in that type at all (arithmetic on types narrower than int).
bool fold_binary(Operator op, const Type *type, int64_t left, int64_t right, int64_t *result);

// left / right rounded down and up, and what is left when it is rounded down. Undefined where left / right is.
int64_t fold_floor_div(int64_t left, int64_t right);
int64_t fold_ceil_div(int64_t left, int64_t right);
int64_t fold_floor_mod(int64_t left, int64_t right);

bool is_power_of_two(int64_t value);                   // 1, 2, 4, ...
int64_t greatest_common_divisor(int64_t a, int64_t b); // not negative; of 0 and b, the size of b

#endif
