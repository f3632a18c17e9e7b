// Calls as expressions: min_of(n, i) is n < i ? n : i, so that bounds and subscripts can be read through it.
#include "analysis/sets/inline_values.h"

#include <string.h>

enum { MOST_NODES = 3000 }; // x |= x << 1; x |= x << 2; ...

static bool look_for_call(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || expr->kind == EX_CALL;
    return !*found;
}

static bool count_node(void *context, const Expr *expr)
{
    (void)expr;
    return ++*(int *)context <= MOST_NODES;
}

static bool is_large(const Expr *expr)
{
    int nodes = 0;
    expr_walk(expr, count_node, &nodes);
    return nodes > MOST_NODES;
}

// What the statement gives to a whole number; NULL: it does something else.
static Expr *assigned(Arena *arena, const Stmt *stmt, const Symbol **symbol)
{
    bool declares = stmt->kind == ST_DECLARE && stmt->symbol && stmt->value;
    bool assigns = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL, calls = false;
    if (!declares && !assigns)
        return NULL;
    *symbol = declares ? stmt->symbol : stmt->place->symbol;
    bool own = (*symbol)->role == SYM_LOCAL || (*symbol)->role == SYM_ARGUMENT;
    Expr *value = stmt->value;
    if (assigns && stmt->op != OP_NONE)
        value = expr_binary(arena, stmt->op, expr_cast(arena, stmt->compute, stmt->place), value, stmt->compute);
    expr_walk(value, look_for_call, &calls);
    bool good = own && !calls && !(*symbol)->is_volatile && type_is_integer((*symbol)->type);
    return good ? expr_cast(arena, (*symbol)->type, value) : NULL;
}

// The function's result from `items` on; NULL: there are not only assignments to numbers and choices between values.
static Expr *returned(Arena *arena, Stmt *const *items, int count)
{
    if (count == 0)
        return NULL;
    const Stmt *first = items[0];
    const Symbol *symbol;
    bool calls = false;
    if (first->kind == ST_BLOCK)
        return returned(arena, first->items, first->nitems);
    Expr *value = assigned(arena, first, &symbol);
    if (value) {
        Expr *rest = returned(arena, items + 1, count - 1);
        rest = rest ? expr_substitute(arena, rest, symbol, value) : NULL;
        return rest && !is_large(rest) ? rest : NULL;
    }
    if (first->kind == ST_RETURN && first->value) {
        expr_walk(first->value, look_for_call, &calls);
        return calls ? NULL : first->value;
    }
    if (first->kind != ST_IF || !type_is_integer(first->condition->type))
        return NULL;
    expr_walk(first->condition, look_for_call, &calls);
    Expr *yes = calls ? NULL : returned(arena, &first->body, 1);
    Expr *no =
        first->otherwise ? returned(arena, (Stmt *const *)&first->otherwise, 1) : returned(arena, items + 1, count - 1);
    return yes && no && yes->type == no->type ? expr_select(arena, first->condition, yes, no) : NULL;
}

static Expr *helper_value(Arena *arena, const Expr *call)
{
    const Function *function = call->function;
    if (!function->pure || !type_is_integer(function->result) || function->nparameters != call->noperands)
        return NULL;
    Expr *value = function->body ? returned(arena, (Stmt *const *)&function->body, 1) : NULL;
    for (int i = 0; value && i < function->nparameters; i++) {
        const Symbol *parameter = function->parameters[i];
        value = parameter->type->kind == TY_POINTER
                    ? NULL
                    : expr_substitute(arena, value, parameter, expr_cast(arena, parameter->type, call->operands[i]));
    }
    return value ? expr_cast(arena, function->result, value) : NULL;
}

Expr *call_value(Arena *arena, const Expr *call)
{
    if (call->function)
        return helper_value(arena, call);
    bool absolute =
        call->text && (!strcmp(call->text, "abs") || !strcmp(call->text, "labs") || !strcmp(call->text, "llabs"));
    if (!absolute || call->noperands != 1 || !type_is_integer(call->operands[0]->type))
        return NULL;
    Expr *value = call->operands[0];
    return expr_binary(arena, OP_MAX, value, expr_unary(arena, OP_NEG, value), value->type);
}

bool call_is_value(const Expr *call)
{
    Arena *scratch = arena_new();
    bool is = call_value(scratch, call) != NULL;
    arena_release(scratch);
    return is;
}
