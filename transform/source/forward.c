// Forward substitution of names for places, as in `int i = t / m, j = t % m;`: subscripts without them have the usual
// form.
#include "transform/source/source.h"

#include "analysis/sets/inline_values.h"
#include "transform/tree/tree.h"

enum { LONGEST = 16, LONGEST_CHOICE = 160 };

typedef struct Value {
    bool choices; // it may choose
    int length;
    bool fine;
} Value;

static bool look_at_value(void *context, const Expr *expr)
{
    Value *value = context;
    bool place = expr->kind == EX_SYMBOL && (expr->symbol->role == SYM_ITERATOR || expr->symbol->role == SYM_PARAM);
    bool number = expr->kind == EX_INT || expr->kind == EX_CAST || expr->kind == EX_UNARY || expr->kind == EX_BINARY;
    bool chosen = value->choices && (expr->kind == EX_SELECT || (expr->kind == EX_CALL && call_is_value(expr)));
    value->fine = value->fine && (place || number || chosen) && type_is_integer(expr->type) &&
                  ++value->length <= (value->choices ? LONGEST_CHOICE : LONGEST);
    return value->fine;
}

bool source_is_place(const Expr *expr, bool choices)
{
    Value value = {.choices = choices, .fine = true};
    expr_walk(expr, look_at_value, &value);
    return value.fine;
}

typedef struct Forwarding {
    const Stmt *body;     // in which nothing changes the value
    const Symbol *symbol; // what is forwarded
    const Stmt *definition;
    int writers;
    bool choices; // values may choose
} Forwarding;

static bool count_writers(void *context, const Stmt *stmt)
{
    Forwarding *forwarding = context;
    bool assigns =
        stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == forwarding->symbol;
    forwarding->writers += assigns || (stmt->kind == ST_DECLARE && stmt->symbol == forwarding->symbol);
    return true;
}

static bool find_place(void *context, const Stmt *stmt)
{
    Forwarding *forwarding = context;
    if (stmt->kind != ST_DECLARE || !stmt->symbol || !stmt->value || stmt->symbol->address_taken ||
        !type_is_integer(stmt->symbol->type))
        return !forwarding->definition;
    Forwarding tried = *forwarding;
    tried.symbol = stmt->symbol;
    stmt_walk(forwarding->body, count_writers, &tried);
    if (!forwarding->definition && source_is_place(stmt->value, forwarding->choices) && tried.writers == 1 &&
        !source_changes(forwarding->body, stmt->value)) {
        forwarding->symbol = stmt->symbol;
        forwarding->definition = stmt;
    }
    return !forwarding->definition;
}

static Stmt *forward(Candidate *state, Stmt *root, bool choices)
{
    for (;;) {
        Forwarding found = {.body = root, .choices = choices};
        stmt_walk(root, find_place, &found);
        if (!found.definition)
            return root;
        Expr *value = expr_cast(state->arena, found.symbol->type, found.definition->value);
        Stmt *others = tree_replace(state->arena, root, found.definition, NULL);
        if (!others) // a loop has to have a body
            return root;
        root = stmt_substitute(state->arena, others, found.symbol, value);
    }
}

Stmt *source_forward_places(Candidate *state, Stmt *root)
{
    return forward(state, root, false);
}

Stmt *source_forward_values(Candidate *state, Stmt *root)
{
    return forward(state, root, true);
}
