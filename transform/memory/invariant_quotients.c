#include "transform/memory/invariant_quotients.h"

#include "transform/tree/linear.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

typedef struct Quotient {
    Expr *value;
    const Symbol *symbol;
} Quotient;

typedef struct Naming {
    Candidate *state;
    const Stmt *loop;
    VECTOR(const Symbol *) changing; // in an iteration, or from one to the next
    VECTOR(const Stmt *) fixed;      // declarations of values that no iteration changes
    VECTOR(Quotient) quotients;
    StmtList *declared;
} Naming;

// ---- values that no iteration changes

static const Stmt *fixed_declaration(const Naming *naming, const Symbol *symbol)
{
    FOR_EACH(i, &naming->fixed)
        if (naming->fixed.items[i]->symbol == symbol)
            return naming->fixed.items[i];
    return NULL;
}

static bool changes(const Naming *naming, const Symbol *symbol)
{
    FOR_EACH(i, &naming->changing)
        if (naming->changing.items[i] == symbol)
            return true;
    return symbol->is_volatile;
}

typedef struct Look {
    const Naming *naming;
    bool fixed;
} Look;

static bool look_at(void *context, const Expr *expr)
{
    Look *look = context;
    bool plain = expr->kind == EX_INT || expr->kind == EX_CAST || expr->kind == EX_UNARY || expr->kind == EX_BINARY ||
                 expr->kind == EX_SELECT || (expr->kind == EX_INTRINSIC && expr->intrinsic <= IN_GRID_DIM_Z) ||
                 (expr->kind == EX_SYMBOL && !changes(look->naming, expr->symbol));
    look->fixed = look->fixed && plain;
    return look->fixed;
}

static bool is_fixed(const Naming *naming, const Expr *value)
{
    Look look = {naming, true};
    expr_walk(value, look_at, &look);
    return look.fixed;
}

static bool collect(void *context, const Stmt *stmt)
{
    Naming *naming = context;
    Arena *arena = naming->state->arena;
    if (stmt->kind == ST_LOOP) {
        VECTOR_PUSH(arena, &naming->changing, (const Symbol *)stmt->loop->iterator);
        if (stmt->loop->defines)
            VECTOR_PUSH(arena, &naming->changing, (const Symbol *)stmt->loop->defines);
    }
    if (stmt->kind == ST_DECLARE && stmt->symbol) {
        bool fixed = stmt->value && is_fixed(naming, stmt->value) && !tree_writes_symbol(naming->loop, stmt->symbol);
        if (fixed)
            VECTOR_PUSH(arena, &naming->fixed, stmt);
        else
            VECTOR_PUSH(arena, &naming->changing, (const Symbol *)stmt->symbol);
    }
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL)
        VECTOR_PUSH(arena, &naming->changing, (const Symbol *)stmt->place->symbol);
    return true;
}

// ---- names

static Expr *expand(void *context, Expr *expr)
{
    const Naming *naming = context;
    const Stmt *declaration = expr->kind == EX_SYMBOL ? fixed_declaration(naming, expr->symbol) : NULL;
    return declaration ? expr_cast(naming->state->arena, expr->type, declaration->value) : expr;
}

static Expr *name(void *context, Expr *expr)
{
    Naming *naming = context;
    Arena *arena = naming->state->arena;
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM) &&
                   expr_strip_casts(expr->operands[1])->kind != EX_INT && type_is_integer(expr->type);
    if (!divides || !is_fixed(naming, expr))
        return expr;
    FOR_EACH(i, &naming->quotients)
        if (expr_equal(naming->quotients.items[i].value, expr))
            return expr_symbol(arena, naming->quotients.items[i].symbol);
    const char *word = expr->op == OP_DIV ? "quotient" : "remainder";
    Symbol *symbol = nest_symbol(naming->state->nest, word, expr->type, SYM_LOCAL);
    Quotient made = {expr, symbol};
    VECTOR_PUSH(arena, &naming->quotients, made);
    Expr *runs = linear_less(arena, naming->loop->loop->lower, naming->loop->loop->upper);
    Expr *value = expr_rewrite(arena, expr, expand, naming);
    if (runs->kind != EX_INT)
        value = expr_select(arena, runs, value, expr_int(arena, 0, expr->type));
    VECTOR_PUSH(arena, naming->declared, for_all_threads(arena, stmt_declare(arena, symbol, value)));
    return expr_symbol(arena, symbol);
}

const Stmt *name_invariant_quotients(Candidate *state, const Stmt *loop, int count, StmtList *declared)
{
    Arena *arena = state->arena;
    Naming naming = {.state = state, .loop = loop, .declared = declared};
    VECTOR_PUSH(arena, &naming.changing, (const Symbol *)loop->loop->iterator);
    if (loop->loop->defines)
        VECTOR_PUSH(arena, &naming.changing, (const Symbol *)loop->loop->defines);
    for (int i = 0; i < loop->body->nitems; i++)
        stmt_walk(loop->body->items[i], collect, &naming);
    StmtList items = {0};
    for (int i = 0; i < loop->body->nitems; i++)
        VECTOR_PUSH(arena, &items,
                    i < count ? stmt_rewrite(arena, loop->body->items[i], NULL, name, &naming) : loop->body->items[i]);
    if (!naming.quotients.count)
        return loop;
    Stmt *body = arena_copy(arena, loop->body, sizeof *loop->body); // as many items as before
    body->items = items.items;
    Stmt *made = stmt_loop(arena, loop->loop, body);
    made->loc = loop->loc;
    return made;
}
