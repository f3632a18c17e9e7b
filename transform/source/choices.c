// Integers that are computed in several steps, as in `int y = i + u; if (y < 0) y = 0;`, as one expression each: a
// choice, that subscripts can then have in place of the name.
#include "transform/source/source.h"

#include "transform/tree/query.h"

typedef struct Choices {
    Arena *arena;
    bool changed;
} Choices;

// The scalar that the statement sets, if that is all it does. NULL: it does something else.
static const Symbol *set_by(const Stmt *stmt)
{
    if (!stmt)
        return NULL;
    if (stmt->kind == ST_BLOCK)
        return stmt->nitems == 1 ? set_by(stmt->items[0]) : NULL;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL)
        return stmt->place->symbol;
    const Symbol *symbol = stmt->kind == ST_IF ? set_by(stmt->body) : NULL;
    return symbol && (!stmt->otherwise || set_by(stmt->otherwise) == symbol) ? symbol : NULL;
}

// The value of the scalar after such a statement; NULL: it had none.
static Expr *value_after(Arena *arena, const Stmt *stmt, const Symbol *symbol, Expr *before)
{
    if (!stmt)
        return before;
    if (stmt->kind == ST_BLOCK)
        return value_after(arena, stmt->items[0], symbol, before);
    bool reads = stmt->kind == ST_IF   ? expr_mentions(stmt->condition, symbol)
                 : stmt->op == OP_NONE ? expr_mentions(stmt->value, symbol)
                                       : true;
    if (reads && !before)
        return NULL;
    if (stmt->kind == ST_IF) {
        Expr *yes = value_after(arena, stmt->body, symbol, before),
             *no = value_after(arena, stmt->otherwise, symbol, before);
        Expr *condition = reads ? expr_substitute(arena, stmt->condition, symbol, before) : stmt->condition;
        return yes && no ? expr_select(arena, condition, yes, no) : NULL;
    }
    Expr *value = reads ? expr_substitute(arena, stmt->value, symbol, before) : stmt->value;
    if (stmt->op != OP_NONE)
        value = expr_binary(arena, stmt->op, expr_cast(arena, stmt->compute, before), value, stmt->compute);
    return expr_cast(arena, symbol->type, value);
}

// The declaration among the items that the statement follows, with nothing between that has to do with the scalar, or
// after which the statement may not run; -1: there is none.
static int declaration(const StmtList *items, const Symbol *symbol)
{
    for (int i = items->count - 1; i >= 0; i--) {
        const Stmt *stmt = items->items[i];
        if (stmt->kind == ST_DECLARE && stmt->symbol == symbol)
            return i;
        if (tree_mentions(stmt, symbol) || tree_leaves(stmt, ST_CONTINUE) || tree_leaves(stmt, ST_BREAK))
            return -1;
    }
    return -1;
}

static bool join(Choices *choices, StmtList *items, const Stmt *stmt)
{
    const Symbol *symbol = set_by(stmt);
    bool plain = symbol && symbol->role == SYM_LOCAL && !symbol->address_taken && !symbol->is_volatile &&
                 type_is_integer(symbol->type);
    int at = plain ? declaration(items, symbol) : -1;
    if (at < 0)
        return false;
    Expr *before = items->items[at]->value;
    Expr *after =
        value_after(choices->arena, stmt, symbol, before ? expr_cast(choices->arena, symbol->type, before) : NULL);
    if (!after || !source_is_place(after, true))
        return false;
    Stmt *made = arena_copy(choices->arena, items->items[at], sizeof *made);
    made->value = after;
    items->items[at] = made;
    choices->changed = true;
    return true;
}

static Stmt *join_in_block(void *context, Stmt *stmt)
{
    Choices *choices = context;
    StmtList items = {0};
    if (stmt->kind != ST_BLOCK)
        return stmt;
    for (int i = 0; i < stmt->nitems; i++)
        if (!join(choices, &items, stmt->items[i]))
            VECTOR_PUSH(choices->arena, &items, stmt->items[i]);
    return items.count == stmt->nitems ? stmt : stmt_block(choices->arena, items.items, items.count);
}

Stmt *source_forward_choices(Candidate *state, Stmt *root)
{
    Choices choices = {.arena = state->arena, .changed = true};
    while (choices.changed) {
        choices.changed = false;
        root = source_forward_values(state, root);
        root = stmt_rewrite(state->arena, root, join_in_block, NULL, &choices);
    }
    return root;
}
