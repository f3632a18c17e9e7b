// Calls as expressions: min_of(n, i) is n < i ? n : i, so that bounds and subscripts can be read through it.
#include "analysis/sets/inline_values.h"

#include <string.h>

static bool look_for_call(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || expr->kind == EX_CALL;
    return !*found;
}

// The function's result from `items` on; NULL: it is not only a choice between values.
static Expr *returned(Arena *arena, Stmt *const *items, int count)
{
    if (count == 0)
        return NULL;
    const Stmt *first = items[0];
    bool calls = false;
    if (first->kind == ST_BLOCK)
        return returned(arena, first->items, first->nitems);
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
