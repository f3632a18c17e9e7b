// Arithmetic on integer constants. Signed values are computed in int64_t with overflow checks, unsigned ones in
// uint64_t and reduced afterwards; both are exact for every width up to 64.
#include "ir/fold.h"

int64_t fold_convert(const Type *type, int64_t value)
{
    switch (type->kind) {
    case TY_BOOL: return value != 0;
    case TY_I8: return (int8_t)value;
    case TY_U8: return (uint8_t)value;
    case TY_I16: return (int16_t)value;
    case TY_U16: return (uint16_t)value;
    case TY_I32: return (int32_t)value;
    case TY_U32: return (uint32_t)value;
    case TY_I64:
    case TY_U64: return value;
    default: unreachable_bug("an integer constant of a type that is not an integer");
    }
}

static bool fold_shift(Operator op, const Type *type, int64_t left, int64_t count, int64_t *result)
{
    if (count < 0 || count >= type->size * 8)
        return false;
    if (op == OP_SHR) {
        // The right shift of a negative number is arithmetic in every compiler that sees our output.
        *result = type_is_signed(type) ? left >> count : (int64_t)((uint64_t)left >> count);
        return true;
    }
    int64_t shifted = fold_convert(type, (int64_t)((uint64_t)left << count));
    if (type_is_signed(type) && (left < 0 || shifted < 0 || shifted >> count != left))
        return false;
    *result = shifted;
    return true;
}

static bool fold_signed(Operator op, int64_t a, int64_t b, int64_t *result)
{
    bool divides = op == OP_DIV || op == OP_REM || op == OP_FLOOR_DIV || op == OP_CEIL_DIV || op == OP_FLOOR_MOD;
    if (divides && (b == 0 || (b == -1 && a == INT64_MIN)))
        return false;
    bool made = op == OP_FLOOR_DIV || op == OP_CEIL_DIV || op == OP_FLOOR_MOD;
    if (made && b < 0)
        return false;
    switch (op) {
    case OP_ADD: return !__builtin_add_overflow(a, b, result);
    case OP_SUB: return !__builtin_sub_overflow(a, b, result);
    case OP_MUL: return !__builtin_mul_overflow(a, b, result);
    case OP_DIV: *result = a / b; return true;
    case OP_REM: *result = a % b; return true;
    case OP_FLOOR_DIV: *result = a / b - (a % b < 0); return true;
    case OP_CEIL_DIV: *result = a / b + (a % b > 0); return true;
    case OP_FLOOR_MOD: *result = a % b + (a % b < 0 ? b : 0); return true;
    case OP_LT: *result = a < b; return true;
    case OP_LE: *result = a <= b; return true;
    case OP_GT: *result = a > b; return true;
    case OP_GE: *result = a >= b; return true;
    case OP_MIN: *result = a < b ? a : b; return true;
    case OP_MAX: *result = a > b ? a : b; return true;
    default: return false;
    }
}

static bool fold_unsigned(Operator op, uint64_t a, uint64_t b, int64_t *result)
{
    bool divides = op == OP_DIV || op == OP_REM || op == OP_FLOOR_DIV || op == OP_CEIL_DIV || op == OP_FLOOR_MOD;
    if (divides && b == 0)
        return false;
    switch (op) {
    case OP_ADD: *result = (int64_t)(a + b); return true;
    case OP_SUB: *result = (int64_t)(a - b); return true;
    case OP_MUL: *result = (int64_t)(a * b); return true;
    case OP_DIV:
    case OP_FLOOR_DIV: *result = (int64_t)(a / b); return true;
    case OP_REM:
    case OP_FLOOR_MOD: *result = (int64_t)(a % b); return true;
    case OP_CEIL_DIV: *result = (int64_t)(a / b + (a % b > 0)); return true;
    case OP_LT: *result = a < b; return true;
    case OP_LE: *result = a <= b; return true;
    case OP_GT: *result = a > b; return true;
    case OP_GE: *result = a >= b; return true;
    case OP_MIN: *result = (int64_t)(a < b ? a : b); return true;
    case OP_MAX: *result = (int64_t)(a > b ? a : b); return true;
    default: return false;
    }
}

// Operators whose result does not depend on how the operands' bits are read.
static bool fold_bits(Operator op, int64_t a, int64_t b, int64_t *result)
{
    switch (op) {
    case OP_AND: *result = a & b; return true;
    case OP_OR: *result = a | b; return true;
    case OP_XOR: *result = a ^ b; return true;
    case OP_EQ: *result = a == b; return true;
    case OP_NE: *result = a != b; return true;
    case OP_LOGICAL_AND: *result = a && b; return true;
    case OP_LOGICAL_OR: *result = a || b; return true;
    default: return false;
    }
}

// Whether -value exists; if not, dividing by -1 overflows, the remainder included.
static bool can_negate(const Type *type, int64_t value)
{
    return value != INT64_MIN && fold_convert(type, -value) == -value;
}

static bool is_comparison(Operator op)
{
    return op_is_logical(op) || (op >= OP_EQ && op <= OP_MAX);
}

bool fold_binary(Operator op, const Type *type, int64_t left, int64_t right, int64_t *result)
{
    if (!type_is_integer(type) || (type->size < 4 && !is_comparison(op)))
        return false;
    if (op_is_shift(op))
        return fold_shift(op, type, left, right, result);
    int64_t value;
    if ((op == OP_DIV || op == OP_REM) && right == -1 && type_is_signed(type) && !can_negate(type, left))
        return false;
    bool folded = fold_bits(op, left, right, &value) ||
                  (type_is_signed(type) ? fold_signed(op, left, right, &value)
                                        : fold_unsigned(op, (uint64_t)left, (uint64_t)right, &value));
    if (!folded)
        return false;
    // A signed result that does not fit its type is an overflow, which is undefined in C.
    if (type_is_signed(type) && fold_convert(type, value) != value)
        return false;
    *result = fold_convert(is_comparison(op) && op < OP_MIN ? type_scalar(TY_I32) : type, value);
    return true;
}

bool is_power_of_two(int64_t value)
{
    return value > 0 && (value & (value - 1)) == 0;
}

int64_t greatest_common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

int64_t fold_floor_div(int64_t left, int64_t right)
{
    return left / right - (left % right != 0 && (left < 0) != (right < 0));
}

int64_t fold_ceil_div(int64_t left, int64_t right)
{
    return left / right + (left % right != 0 && (left < 0) == (right < 0));
}

int64_t fold_floor_mod(int64_t left, int64_t right)
{
    int64_t rest = left % right;
    return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
}
