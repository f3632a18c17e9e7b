// Which statements may run speculatively.
#include "transform/tree/speculate.h"

typedef struct Harm {
    const Symbol *iterator;
    bool found;
} Harm;

static bool look_for_load(void *context, const Expr *expr)
{
    Harm *harm = context;
    bool memory = expr->kind == EX_ACCESS && expr->array->space != SPACE_SHARED && expr->array->space != SPACE_REGISTER;
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM) &&
                   type_is_integer(expr->type) &&
                   !(expr->operands[1]->kind == EX_INT && expr->operands[1]->integer > 0);
    harm->found = harm->found || memory || divides || (expr->kind == EX_CALL && expr->function) ||
                  (expr->kind == EX_INTRINSIC && expr->intrinsic > IN_GRID_DIM_Z);
    return !harm->found;
}

static bool look_for_effect(void *context, const Stmt *stmt)
{
    Harm *harm = context;
    if (stmt->kind == ST_BLOCK || stmt->kind == ST_LOOP || stmt->kind == ST_IF)
        return !harm->found;
    bool declares = stmt->kind == ST_DECLARE && (stmt->symbol || stmt->array->space == SPACE_REGISTER);
    bool own = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS &&
               stmt->place->array->space == SPACE_REGISTER && stmt->place->array->loc.line == 0 &&
               (!harm->iterator || expr_mentions(stmt->place, harm->iterator));
    harm->found = harm->found || (!own && !declares);
    return !harm->found;
}

bool is_harmless(const Stmt *body, const Symbol *iterator)
{
    Harm harm = {iterator, false};
    stmt_walk(body, look_for_effect, &harm);
    stmt_walk_expressions(body, look_for_load, &harm);
    return !harm.found;
}
