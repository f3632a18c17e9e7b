// Declarations of the numbers that say where pointers of the nest point to.
#include "frontend/normalize/declare_ways.h"
#include "frontend/normalize/induction_parts.h"
#include "ir/diag.h"

// ---- whether the number is read before it is assigned

typedef struct Flow {
    const Symbol *symbol;
    bool assigned; // on every path to this point, and the pointer has not left the array since
    bool left;     // it is where a loop's body is left, or jumps to its end
    bool exposed;  // it was read where it was not
} Flow;

static void flow(Flow *state, const Stmt *stmt);

static void flow_expr(Flow *state, const Expr *expr)
{
    state->exposed = state->exposed || (expr && !state->assigned && expr_mentions(expr, state->symbol));
}

// A body that runs any number of times: what holds at its end also has to hold at its beginning.
static void flow_loop(Flow *state, const Stmt *loop)
{
    bool before = state->assigned, left = state->left;
    for (int round = 0; round < 2; round++) {
        state->left = true;
        if (!loop->test_after)
            flow_expr(state, loop->condition);
        flow(state, loop->body);
        if (loop->test_after)
            flow_expr(state, loop->condition);
        state->assigned = state->assigned && state->left && before;
    }
    state->left = left;
}

// A part that need not run.
static bool flow_maybe(Flow *state, const Stmt *part)
{
    bool before = state->assigned;
    flow(state, part);
    bool after = state->assigned;
    state->assigned = before;
    return after;
}

static void flow(Flow *state, const Stmt *stmt)
{
    if (!stmt)
        return;
    bool yes, no;
    switch (stmt->kind) {
    case ST_BLOCK:
        for (int i = 0; i < stmt->nitems; i++)
            flow(state, stmt->items[i]);
        break;
    case ST_IF:
        flow_expr(state, stmt->condition);
        yes = flow_maybe(state, stmt->body);
        no = flow_maybe(state, stmt->otherwise);
        state->assigned = yes && no;
        break;
    case ST_LOOP:
        flow_expr(state, stmt->loop->lower);
        flow_expr(state, stmt->loop->upper);
        flow_expr(state, stmt->loop->step);
        flow_loop(state, stmt);
        break;
    case ST_WHILE: flow_loop(state, stmt); break;
    case ST_BREAK:
    case ST_CONTINUE: state->left = state->left && state->assigned; break;
    case ST_DECLARE:
        flow_expr(state, stmt->value);
        state->assigned = state->assigned && stmt->symbol != state->symbol;
        break;
    case ST_ASSIGN:
        flow_expr(state, stmt->value);
        if (stmt->place->kind != EX_SYMBOL || stmt->place->symbol != state->symbol || stmt->op != OP_NONE)
            flow_expr(state, stmt->place);
        else
            state->assigned = true;
        break;
    default:
        flow_expr(state, stmt->value);
        flow_expr(state, stmt->condition);
        flow_expr(state, stmt->place);
        break;
    }
}

// ---- the declaration

static Stmt *with_child(Arena *arena, const Stmt *stmt, const Stmt *child, Stmt *replaced)
{
    Stmt *copy = arena_copy(arena, stmt, sizeof *stmt);
    if (stmt->kind == ST_BLOCK) {
        copy->items = arena_copy(arena, stmt->items, (size_t)stmt->nitems * sizeof *stmt->items);
        for (int i = 0; i < stmt->nitems; i++)
            copy->items[i] = stmt->items[i] == child ? replaced : stmt->items[i];
    } else {
        copy->body = stmt->body == child ? replaced : stmt->body;
        copy->otherwise = stmt->otherwise == child ? replaced : stmt->otherwise;
    }
    return copy;
}

// The one statement directly in this one that holds all mentions; NULL: there are several, or itself.
static const Stmt *only_child(const Stmt *stmt, const Symbol *symbol)
{
    const Stmt *found = NULL;
    int count = 0;
    bool block = stmt->kind == ST_BLOCK;
    const Stmt *parts[] = {stmt->body, stmt->otherwise};
    for (int i = 0; i < (block ? stmt->nitems : 2); i++) {
        const Stmt *part = block ? stmt->items[i] : parts[i];
        bool mentions = part && stmt_mentions(part, symbol);
        found = mentions ? part : found;
        count += mentions;
    }
    Stmt head = *stmt;
    head.body = head.otherwise = NULL;
    bool in_head = !block && stmt_mentions(&head, symbol);
    bool holds = found && (found->kind == ST_BLOCK || found->kind == ST_LOOP || found->kind == ST_IF);
    return count == 1 && !in_head && holds ? found : NULL;
}

// long p_way; p_way = i * n;   ->   long p_way = i * n;   if that is the only assignment
static void give_value(Arena *arena, const StmtList *items, int declared)
{
    const Symbol *symbol = items->items[declared]->symbol;
    int first = declared + 1, writes = 0;
    while (first < items->count && !stmt_mentions(items->items[first], symbol))
        first++;
    for (int i = first; i < items->count; i++)
        writes += induction_writes(items->items[i], symbol);
    const Stmt *set = first < items->count ? items->items[first] : NULL;
    if (!set || writes != 1 || !induction_assigns(set, symbol) || set->op != OP_NONE)
        return;
    Stmt *made = stmt_declare(arena, (Symbol *)symbol, expr_cast(arena, symbol->type, set->value));
    made->id = set->id;
    made->loc = set->loc;
    items->items[declared] = stmt_block(arena, NULL, 0);
    items->items[first] = made;
}

// NULL: it is read before it is assigned.
static Stmt *declare(Nest *nest, Stmt *stmt, Stmt *declaration)
{
    Arena *arena = nest->unit->arena;
    const Stmt *child = only_child(stmt, declaration->symbol);
    Stmt *inner = child ? declare(nest, (Stmt *)child, declaration) : NULL;
    if (child)
        return inner ? with_child(arena, stmt, child, inner) : NULL;
    Flow state = {.symbol = declaration->symbol, .left = true};
    flow(&state, stmt);
    if (state.exposed)
        return NULL;
    StmtList items = {0};
    VECTOR_PUSH(arena, &items, declaration);
    if (stmt->kind != ST_BLOCK)
        VECTOR_PUSH(arena, &items, stmt);
    for (int i = 0; stmt->kind == ST_BLOCK && i < stmt->nitems; i++)
        VECTOR_PUSH(arena, &items, stmt->items[i]);
    give_value(arena, &items, 0);
    return stmt_block(arena, items.items, items.count);
}

static Stmt *without_mark(void *context, Stmt *stmt)
{
    const Stmt *declaration = context;
    bool mark = stmt != declaration && stmt->kind == ST_DECLARE && stmt->symbol == declaration->symbol && !stmt->value;
    return mark ? NULL : stmt;
}

static bool has_entry(const Nest *nest, const Symbol *symbol)
{
    FOR_EACH(i, &nest->entries)
        if (nest->entries.items[i].symbol == symbol)
            return true;
    return false;
}

static Stmt *as_block(Arena *arena, Stmt *stmt)
{
    StmtList items = {0};
    if (stmt->kind == ST_BLOCK)
        return stmt;
    VECTOR_PUSH(arena, &items, stmt);
    return normal_block(arena, items.items, items.count);
}

static Stmt *declare_way(Nest *nest, Stmt *body, const Symbol *way)
{
    Stmt *declaration = stmt_declare(nest->unit->arena, (Symbol *)way, NULL);
    declaration->id = ++nest->next_stmt;
    declaration->loc = way->loc;
    Stmt *declared = stmt_mentions(body, way) ? declare(nest, body, declaration) : body;
    if (declared)
        return as_block(nest->unit->arena, stmt_rewrite(nest->unit->arena, declared, without_mark, NULL, declaration));
    diag_refuse(nest->unit->diag, nest->loc,
                "%s stays serial: a pointer in it may point to what it was set to before, or into another array",
                nest->words);
    diag_note(nest->unit->diag, way->loc, "this one; set it before each use in an iteration, or use an index");
    return NULL;
}

bool ways_are_set(Nest *nest)
{
    FOR_EACH(i, &nest->ways) {
        const Symbol *way = nest->ways.items[i];
        Stmt *declaration = stmt_declare(nest->unit->arena, (Symbol *)way, NULL);
        if (!has_entry(nest, way) && stmt_mentions(nest->body, way) && !declare(nest, nest->body, declaration))
            return false;
    }
    return true;
}

Stmt *declare_ways(Nest *nest, Stmt *body)
{
    int kept = 0;
    for (int i = 0; i < nest->ways.count && body; i++) {
        const Symbol *way = nest->ways.items[i];
        if (has_entry(nest, way))
            nest->ways.items[kept++] = way;
        else
            body = declare_way(nest, body, way);
    }
    nest->ways.count = body ? kept : nest->ways.count;
    return body;
}
