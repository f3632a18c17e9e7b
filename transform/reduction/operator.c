// The operators of reductions: identity, combination, update.
#include "transform/reduction/operator.h"

#include <math.h>

static bool keeps(const Reduction *reduction)
{
    return reduction->form == FORM_KEEP_OLD || reduction->form == FORM_KEEP_NEW;
}

static int64_t integer_limit(const Type *type, bool largest)
{
    if (type->kind == TY_BOOL)
        return largest;
    int bits = (int)type->size * 8 - type_is_signed(type);
    uint64_t most = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    if (largest)
        return (int64_t)most;
    return type_is_signed(type) ? -(int64_t)most - 1 : 0;
}

static Expr *constant(Arena *arena, const Type *type, double real, int64_t integer)
{
    return type_is_float(type) ? expr_float(arena, real, type) : expr_int(arena, integer, type);
}

Expr *reduction_identity(Arena *arena, const Reduction *reduction)
{
    const Type *type = reduction->type;
    bool is_function = reduction->form == FORM_FUNCTION && type_is_float(type);
    switch (reduction->op) {
    case OP_ADD: return constant(arena, type, -0.0, 0); // -0 + x is x, for x = -0 too
    case OP_MUL: return constant(arena, type, 1, 1);
    case OP_MIN: return constant(arena, type, is_function ? NAN : INFINITY, integer_limit(type, true));
    case OP_MAX: return constant(arena, type, is_function ? NAN : -INFINITY, integer_limit(type, false));
    case OP_AND: return expr_int(arena, -1, type);
    case OP_OR:
    case OP_XOR:
    case OP_LOGICAL_OR: return constant(arena, type, 0, 0);
    case OP_LOGICAL_AND: return constant(arena, type, 1, 1);
    default: unreachable_bug("a reduction without an identity");
    }
}

// The type in which C computes with values of the place; unsigned if a partial sum may overflow.
static const Type *computing_type(const Reduction *reduction)
{
    const Type *type = type_promoted(reduction->type);
    bool may_overflow = reduction->op == OP_ADD || reduction->op == OP_MUL;
    if (!may_overflow || !type_is_integer(type) || !type_is_signed(type))
        return type;
    return type_scalar(type->size == 8 ? TY_U64 : TY_U32);
}

// The math function of the source: fmax, fminf.
static const char *function_name(const Reduction *reduction)
{
    bool single = reduction->type->kind == TY_F32;
    return reduction->op == OP_MIN ? (single ? "fminf" : "fmin") : (single ? "fmaxf" : "fmax");
}

// Whether `right` replaces `left`: the comparison of the source, except for NaN, which `left` never is in a tree of
// partial results.
static Expr *replaces(Arena *arena, const Reduction *reduction, Expr *left, Expr *right)
{
    bool strict = !keeps(reduction) || reduction->strict;
    bool new_first = reduction->form == FORM_KEEP_NEW; // x = x > e ? x : e
    Operator less = strict ? OP_LT : OP_LE, greater = strict ? OP_GT : OP_GE;
    bool smallest = reduction->op == OP_MIN;
    const Type *type = type_promoted(reduction->type);
    if (new_first)
        return expr_unary(arena, OP_NOT, expr_binary(arena, smallest ? less : greater, left, right, type));
    return expr_binary(arena, smallest ? less : greater, right, left, type);
}

// `left op right`, of the place's type; `left` comes first in the order of the iterations.
Expr *reduction_combine(Arena *arena, const Reduction *reduction, Expr *left, Expr *right)
{
    const Type *type = reduction->type;
    if (reduction->op == OP_MIN || reduction->op == OP_MAX) {
        if (reduction->form == FORM_FUNCTION && type_is_float(type))
            return expr_call(arena, type, function_name(reduction), NULL, (Expr *[]){left, right}, 2);
        return expr_select(arena, replaces(arena, reduction, left, right), right, left);
    }
    return expr_cast(arena, type, expr_binary(arena, reduction->op, left, right, computing_type(reduction)));
}

static bool is_compound(Operator op)
{
    return op == OP_ADD || op == OP_MUL || op == OP_AND || op == OP_OR || op == OP_XOR;
}

Stmt *reduction_accumulate(Arena *arena, const Reduction *reduction, Expr *place, Expr *value)
{
    if (!is_compound(reduction->op))
        return stmt_assign(arena, place, OP_NONE, reduction_combine(arena, reduction, place, value), NULL);
    const Type *type = computing_type(reduction);
    return stmt_assign(arena, place, reduction->op, expr_cast(arena, type, value), type);
}

Stmt *reduction_update(Arena *arena, const Reduction *reduction, Expr *place, Expr *value)
{
    if (keeps(reduction))
        return stmt_if(arena, replaces(arena, reduction, place, value), stmt_assign(arena, place, OP_NONE, value, NULL),
                       NULL);
    return reduction_accumulate(arena, reduction, place, value);
}

// ---- signed sums

typedef struct Wrapping {
    Arena *arena;
    const Reduction *reduction;
} Wrapping;

bool reduction_is_update(const Reduction *reduction, const Stmt *stmt)
{
    FOR_EACH(i, &reduction->updates)
        if (stmt->id && reduction->updates.items[i]->id == stmt->id)
            return true;
    return false;
}

static Stmt *wrap(void *context, Stmt *stmt)
{
    const Wrapping *wrapping = context;
    bool compound = stmt->kind == ST_ASSIGN && (stmt->op == OP_ADD || stmt->op == OP_SUB || stmt->op == OP_MUL);
    if (!compound || !reduction_is_update(wrapping->reduction, stmt) || !type_is_integer(stmt->compute) ||
        !type_is_signed(stmt->compute))
        return stmt;
    Stmt *made = arena_copy(wrapping->arena, stmt, sizeof *stmt);
    made->compute = type_scalar(stmt->compute->size == 8 ? TY_U64 : TY_U32);
    made->value = expr_cast(wrapping->arena, made->compute, stmt->value);
    return made;
}

Stmt *reduction_wrapping(Arena *arena, const Reduction *reduction, Stmt *tree)
{
    Wrapping wrapping = {arena, reduction};
    return stmt_rewrite(arena, tree, wrap, NULL, &wrapping);
}
