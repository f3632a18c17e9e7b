// The variables in which a thread holds its partial result.
#include "transform/reduction/exact_minmax.h"
#include "transform/reduction/operator.h"
#include "transform/reduction/partials.h"

static void add_part(Candidate *state, Parts *parts, const char *name, const Reduction *reduction)
{
    parts->identities[parts->count] = reduction_identity(state->arena, reduction);
    parts->symbols[parts->count++] = nest_symbol(state->nest, name, reduction->type, SYM_LOCAL);
}

Parts parts_of_value(Candidate *state, const Reduction *reduction, const char *name, const char *seen)
{
    Parts parts = {.reduction = reduction, .key = -1};
    add_part(state, &parts, name, reduction);
    if (seen) {
        add_part(state, &parts, seen, ordered_flags());
        parts.seen = parts.symbols[1];
    }
    return parts;
}

Parts parts_again(Candidate *state, const Parts *like)
{
    Parts parts = *like;
    for (int i = 0; i < parts.count; i++) {
        parts.symbols[i] = nest_symbol(state->nest, like->symbols[i]->name, like->symbols[i]->type, SYM_LOCAL);
        if (like->symbols[i] == like->seen)
            parts.seen = parts.symbols[i];
    }
    return parts;
}

Stmt *parts_declare(Arena *arena, const Parts *parts)
{
    Stmt *items[MAX_PARTS];
    for (int i = 0; i < parts->count; i++)
        items[i] = stmt_declare(arena, parts->symbols[i], parts->identities[i]);
    return stmt_block(arena, items, parts->count);
}

void parts_values(Arena *arena, const Parts *parts, Expr **values)
{
    for (int i = 0; i < parts->count; i++)
        values[i] = expr_symbol(arena, parts->symbols[i]);
}

// ---- choices

static Expr *compare(Arena *arena, Operator op, Expr *left, Expr *right)
{
    return expr_binary(arena, op, left, right, left->type);
}

static Expr *logical(Arena *arena, Operator op, Expr *left, Expr *right)
{
    return expr_binary(arena, op, left, right, type_scalar(TY_I32));
}

// Of equal keys: the earlier iteration if the source compares strictly, otherwise the later one. Iterations of several
// loops are compared loop by loop.
static Expr *goes_before(Arena *arena, const Parts *parts, Expr *const *left, Expr *const *right)
{
    Expr *result = NULL;
    for (int i = parts->order + parts->norder - 1; i >= parts->order; i--) {
        Operator op = parts->reduction->strict ? OP_LT : result ? OP_GT : OP_GE;
        Expr *decides = compare(arena, op, right[i], left[i]);
        if (result)
            result = logical(arena, OP_LOGICAL_OR, decides,
                             logical(arena, OP_LOGICAL_AND, compare(arena, OP_EQ, right[i], left[i]), result));
        else
            result = decides;
    }
    return result;
}

static Expr *is_chosen(Arena *arena, const Parts *parts, Expr *const *left, Expr *const *right)
{
    Expr *before = goes_before(arena, parts, left, right);
    if (parts->key < 0)
        return before;
    Expr *mine = left[parts->key], *other = right[parts->key];
    Expr *better = compare(arena, parts->reduction->op == OP_MAX ? OP_GT : OP_LT, other, mine);
    return logical(arena, OP_LOGICAL_OR, better,
                   logical(arena, OP_LOGICAL_AND, compare(arena, OP_EQ, other, mine), before));
}

static Stmt *assign(Arena *arena, Expr *place, Expr *value)
{
    return stmt_assign(arena, place, OP_NONE, value, NULL);
}

Stmt *parts_accumulate(Arena *arena, const Parts *parts, Expr *const *left, Expr *const *right)
{
    Stmt *items[MAX_PARTS];
    if (parts->reduction->form == FORM_CHOICE) {
        for (int i = 0; i < parts->count; i++)
            items[i] = assign(arena, left[i], right[i]);
        return stmt_if(arena, is_chosen(arena, parts, left, right), stmt_block(arena, items, parts->count), NULL);
    }
    items[0] = reduction_accumulate(arena, parts->reduction, left[0], right[0]);
    if (parts->seen)
        items[1] = reduction_accumulate(arena, ordered_flags(), left[1], right[1]);
    return stmt_block(arena, items, parts->seen ? 2 : 1);
}
