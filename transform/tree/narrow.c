// Loops that count in an int if that is wide enough.
#include "transform/tree/loops.h"
#include "transform/tree/narrow.h"

typedef struct Range {
    int64_t low, high;
    bool known;
} Range;

static Range range_of_type(const Type *type)
{
    switch (type->kind) {
    case TY_BOOL: return (Range){0, 1, true};
    case TY_I8: return (Range){INT8_MIN, INT8_MAX, true};
    case TY_U8: return (Range){0, UINT8_MAX, true};
    case TY_I16: return (Range){INT16_MIN, INT16_MAX, true};
    case TY_U16: return (Range){0, UINT16_MAX, true};
    case TY_I32: return (Range){INT32_MIN, INT32_MAX, true};
    case TY_U32: return (Range){0, UINT32_MAX, true};
    default: return (Range){INT64_MIN, INT64_MAX, type->kind == TY_I64};
    }
}

// What the type cannot hold may be anything in it.
static Range within(Range range, const Type *type)
{
    Range all = range_of_type(type);
    return range.known && range.low >= all.low && range.high <= all.high ? range : all;
}

static Range sum(Range left, Range right, bool subtracts)
{
    Range range = {.known = left.known && right.known};
    bool low = subtracts ? __builtin_sub_overflow(left.low, right.high, &range.low)
                         : __builtin_add_overflow(left.low, right.low, &range.low);
    bool high = subtracts ? __builtin_sub_overflow(left.high, right.low, &range.high)
                          : __builtin_add_overflow(left.high, right.high, &range.high);
    range.known = range.known && !low && !high;
    return range;
}

static Range range_of(const Expr *expr);

static Range range_of_binary(const Expr *expr)
{
    Range left = range_of(expr->operands[0]), right = range_of(expr->operands[1]), unknown = {0};
    if (!left.known || !right.known)
        return unknown;
    int64_t divisor = right.low;
    bool divides = right.low == right.high && divisor > 0;
    switch (expr->op) {
    case OP_ADD: return sum(left, right, false);
    case OP_SUB: return sum(left, right, true);
    case OP_MIN:
        return (Range){left.low < right.low ? left.low : right.low, left.high < right.high ? left.high : right.high,
                       true};
    case OP_MAX:
        return (Range){left.low > right.low ? left.low : right.low, left.high > right.high ? left.high : right.high,
                       true};
    case OP_DIV: return divides ? (Range){left.low / divisor, left.high / divisor, true} : unknown;
    case OP_REM:
        return divides ? (Range){left.low < 0 ? 1 - divisor : 0, left.high > 0 ? divisor - 1 : 0, true} : unknown;
    default: return unknown;
    }
}

static Range range_of(const Expr *expr)
{
    switch (expr->kind) {
    case EX_INT: return within((Range){expr->integer, expr->integer, expr->type->kind != TY_U64}, expr->type);
    case EX_CAST:
        return within(type_is_integer(expr->operands[0]->type) ? range_of(expr->operands[0]) : (Range){0}, expr->type);
    case EX_BINARY:
        return within(type_is_integer(expr->operands[0]->type) ? range_of_binary(expr) : (Range){0}, expr->type);
    default: return range_of_type(expr->type);
    }
}

const Stmt *loop_narrow(Candidate *state, const Stmt *stmt, int64_t room)
{
    Arena *arena = state->arena;
    Loop loop = *stmt->loop;
    Range range = range_of(loop.upper);
    const Type *type = type_scalar(TY_I32);
    if (!loop_is_normal(&loop) || loop.iterator->type->kind != TY_I64 || !range.known || range.low < INT32_MIN ||
        range.high > INT32_MAX - room)
        return stmt;
    Symbol *counter = nest_symbol(state->nest, loop.iterator->name, type, SYM_ITERATOR);
    Expr *wide = expr_cast(arena, loop.iterator->type, expr_symbol(arena, counter));
    Stmt *body = stmt_substitute(arena, stmt->body, loop.iterator, wide);
    loop.definition = loop.definition ? expr_substitute(arena, loop.definition, loop.iterator, wide) : NULL;
    loop.iterator = counter;
    loop.lower = expr_int(arena, 0, type);
    loop.upper = expr_cast(arena, type, loop.upper);
    loop.step = expr_int(arena, 1, type);
    return stmt_loop_for(arena, stmt, &loop, body);
}
