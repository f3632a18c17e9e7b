// Whether a statement uses a scalar before it assigns to it.
#include "transform/tree/upward_exposed.h"

static bool header_mentions(const Stmt *stmt, const Symbol *symbol)
{
    if (stmt->condition && expr_mentions(stmt->condition, symbol))
        return true;
    return stmt->loop && (expr_mentions(stmt->loop->lower, symbol) || expr_mentions(stmt->loop->upper, symbol) ||
                          expr_mentions(stmt->loop->step, symbol));
}

static FirstUse first_use_in_block(const Mentions *mentions, const Stmt *block, const Symbol *symbol)
{
    FirstUse so_far = FIRST_NONE;
    for (int i = 0; i < block->nitems; i++) {
        FirstUse use = tree_first_use(mentions, block->items[i], symbol);
        if (use == FIRST_ASSIGNED || use == FIRST_USED)
            return use;
        so_far = use == FIRST_MAYBE ? use : so_far;
    }
    return so_far;
}

static FirstUse first_use_in_branches(const Mentions *mentions, const Stmt *stmt, const Symbol *symbol)
{
    FirstUse yes = tree_first_use(mentions, stmt->body, symbol);
    FirstUse no = stmt->otherwise ? tree_first_use(mentions, stmt->otherwise, symbol) : FIRST_NONE;
    if (yes == no)
        return yes;
    return yes == FIRST_USED || no == FIRST_USED ? FIRST_USED : FIRST_MAYBE;
}

FirstUse tree_first_use(const Mentions *mentions, const Stmt *stmt, const Symbol *symbol)
{
    if (!stmt || !mentions_have(mentions, stmt, symbol))
        return FIRST_NONE;
    switch (stmt->kind) {
    case ST_BLOCK: return first_use_in_block(mentions, stmt, symbol);
    case ST_ASSIGN: {
        bool sets = stmt->place->kind == EX_SYMBOL && stmt->place->symbol == symbol && stmt->op == OP_NONE;
        return sets && !expr_mentions(stmt->value, symbol) ? FIRST_ASSIGNED : FIRST_USED;
    }
    case ST_IF: return header_mentions(stmt, symbol) ? FIRST_USED : first_use_in_branches(mentions, stmt, symbol);
    case ST_LOOP:
    case ST_WHILE: {
        FirstUse inside = header_mentions(stmt, symbol) ? FIRST_USED : tree_first_use(mentions, stmt->body, symbol);
        return inside == FIRST_ASSIGNED ? FIRST_MAYBE : inside;
    }
    default: return FIRST_USED;
    }
}

bool tree_assigns_first(const Stmt *root, const Symbol *symbol)
{
    return tree_first_use(NULL, root, symbol) == FIRST_ASSIGNED;
}
