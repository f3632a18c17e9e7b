// A source that a step has changed, as a person would write it (contract in source.h).
#include "transform/source/source.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

// ---- a fused loop: for k { S1; for j in k + shift..k + shift + 1 S2 } with i = k  ->  for i { S1; S2 with j = i +
// shift }

static bool iterates(const Stmt *root, const Symbol *iterator)
{
    Varying loops = varying_below(root);
    for (int i = 0; i < loops.count; i++)
        if (loops.loops[i]->iterator == iterator)
            return true;
    return false;
}

// The value of the second loop's iterator in terms of the first one's.
static Expr *iterator_value(Arena *arena, const Symbol *first, const Symbol *second, int64_t shift)
{
    Expr *value = expr_symbol(arena, first);
    if (shift && first->type == second->type && type_promoted(first->type) == first->type)
        value = expr_binary(arena, shift > 0 ? OP_ADD : OP_SUB, value,
                            expr_int(arena, shift > 0 ? shift : -shift, first->type), first->type);
    else if (shift)
        value = index_add(arena, expr_cast(arena, type_scalar(TY_I64), value), expr_index(arena, shift));
    return expr_cast(arena, second->type, value);
}

static Stmt *without_loop(Candidate *state, const Loop *fused, Stmt *single)
{
    const Symbol *iterator = fused->defines;
    Linear first = linear_of(state->arena, single->loop->lower);
    if (iterates(single->body, iterator))
        single = source_copy(state, single);
    if (single->loop->iterator == iterator && !first.constant)
        return single->body;
    return stmt_substitute(state->arena, single->body, single->loop->iterator,
                           iterator_value(state->arena, iterator, single->loop->iterator, first.constant));
}

// A part of a loop by an iterator of its own, of which the body has the values (residues.c).
static Stmt *own_loop(Arena *arena, const Stmt *stmt)
{
    Loop loop = *stmt->loop;
    loop.defines = NULL;
    loop.definition = NULL;
    return stmt_loop_for(arena, stmt, &loop, stmt->body);
}

static Stmt *plain_loop(void *context, Stmt *stmt)
{
    Candidate *state = context;
    if (stmt->kind != ST_LOOP || !stmt->loop->defines)
        return stmt;
    if (expr_strip_casts(stmt->loop->definition)->kind != EX_SYMBOL)
        return own_loop(state->arena, stmt);
    const Stmt *body = stmt->body;
    Stmt **items = ARENA_ARRAY(state->arena, Stmt *, stmt_count(body));
    for (int i = 0; i < stmt_count(body); i++) {
        Stmt *item = stmt_item(body, i);
        const Stmt *only = item->kind == ST_IF ? item->body : item; // transform/source/right_look.c
        if (only->kind == ST_LOOP && expr_mentions(only->loop->lower, stmt->loop->iterator))
            item = tree_replace(state->arena, item, only, without_loop(state, stmt->loop, (Stmt *)only));
        items[i] = item;
    }
    Loop loop = *stmt->loop;
    loop.iterator = loop.defines;
    loop.defines = NULL;
    loop.definition = NULL;
    Stmt *made = stmt_loop_for(state->arena, stmt, &loop, stmt_block(state->arena, items, stmt_count(body)));
    made->directive = stmt->directive;
    return made;
}

// ---- copies of a loop

typedef struct Search {
    Arena *arena;
    VECTOR(LoopId) seen;
    const Stmt *repeated; // NULL: none
} Search;

// A loop that is there before, or one of other iterations of a loop of the source.
static bool find_repeated(void *context, const Stmt *stmt)
{
    Search *search = context;
    if (stmt->kind != ST_LOOP || search->repeated)
        return !search->repeated;
    if (stmt->loop->origin != stmt->loop->id)
        search->repeated = stmt;
    FOR_EACH(i, &search->seen)
        if (search->seen.items[i] == stmt->loop->id)
            search->repeated = stmt;
    VECTOR_PUSH(search->arena, &search->seen, stmt->loop->id);
    return !search->repeated;
}

// ---- statements with the number of another one: both are one statement of the source

typedef struct Numbers {
    Candidate *state;
    VECTOR(int) seen;
} Numbers;

static Stmt *number_again(void *context, Stmt *stmt)
{
    Numbers *numbers = context;
    Candidate *state = numbers->state;
    bool repeated = false;
    FOR_EACH(i, &numbers->seen)
        repeated = repeated || numbers->seen.items[i] == stmt->id;
    if (stmt->id && !repeated)
        VECTOR_PUSH(state->arena, &numbers->seen, stmt->id);
    if (!stmt->id || !repeated)
        return stmt;
    return source_statement(state, arena_copy(state->arena, stmt, sizeof *stmt), stmt->loc);
}

static Stmt *plain_statements(Candidate *state, Stmt *root)
{
    Numbers numbers = {.state = state};
    return stmt_rewrite(state->arena, root, number_again, NULL, &numbers);
}

Stmt *source_plain(Candidate *state, Stmt *root)
{
    root = stmt_rewrite(state->arena, root, plain_loop, NULL, state);
    for (;;) {
        Search search = {.arena = state->arena};
        stmt_walk(root, find_repeated, &search);
        if (!search.repeated)
            return plain_statements(state, root);
        root = tree_replace(state->arena, root, search.repeated, source_copy(state, (Stmt *)search.repeated));
    }
}
