#include "analysis/depend/fusion.h"
#include "analysis/words.h"
#include "frontend/directives/directive.h"
#include "transform/source/fuse.h"
#include "transform/source/source.h"
#include "transform/tree/order.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

// ---- iterators after their loops

typedef struct Use {
    const Symbol *iterator;
    bool found;
} Use;

static bool find_symbol(void *context, const Expr *expr)
{
    Use *use = context;
    use->found = use->found || (expr->kind == EX_SYMBOL && expr->symbol == use->iterator);
    return !use->found;
}

static bool find_use(void *context, const Stmt *stmt)
{
    Use *use = context;
    stmt_expressions(stmt, find_symbol, use);
    return !use->found && (stmt->kind != ST_LOOP || stmt->loop->iterator != use->iterator);
}

static bool is_used_outside(const Stmt *root, const Symbol *iterator)
{
    Use use = {iterator, false};
    stmt_walk(root, find_use, &use);
    return use.found;
}

// ---- what stands between them

typedef struct Conflict {
    const Stmt *with;
    bool found;
} Conflict;

static bool touches_symbol(const Stmt *root, const Symbol *symbol)
{
    return tree_mentions(root, symbol) || tree_declares(root, symbol);
}

static bool find_conflict(void *context, const Stmt *stmt)
{
    Conflict *conflict = context;
    const Expr *place = stmt->kind == ST_ASSIGN ? stmt->place : NULL;
    bool declares = stmt->kind == ST_DECLARE;
    if ((place && place->kind == EX_SYMBOL && touches_symbol(conflict->with, place->symbol)) ||
        (place && place->kind == EX_ACCESS && tree_mentions_array(conflict->with, place->array)) ||
        (declares && stmt->symbol && touches_symbol(conflict->with, stmt->symbol)) ||
        (declares && stmt->array && tree_mentions_array(conflict->with, stmt->array)) ||
        (stmt->kind == ST_LOOP && is_used_outside(conflict->with, stmt->loop->iterator)))
        conflict->found = true;
    return !conflict->found;
}

static bool is_fixed_in_place(const Stmt *stmt)
{
    return tree_has_kind(stmt, ST_EVALUATE) || tree_has_kind(stmt, ST_ROTATE) || tree_has_kind(stmt, ST_RETURN) ||
           tree_leaves(stmt, ST_BREAK) || tree_leaves(stmt, ST_CONTINUE);
}

// Whether the two statements cannot be exchanged. Arrays of different names do not overlap: the launcher tests it for
// the whole nest.
static bool in_order(const Stmt *left, const Stmt *right)
{
    Conflict forth = {right, is_fixed_in_place(left) || is_fixed_in_place(right)}, back = {left, forth.found};
    stmt_walk(left, find_conflict, &forth);
    stmt_walk(right, find_conflict, &back);
    return forth.found || back.found;
}

// Moves the statements between the loops before the first loop, or otherwise after the second one; returns the
// statement that cannot move, or NULL.
static const Stmt *make_neighbours(const Stmt *block, int first, int second, Stmt **before, int *nbefore, Stmt **after,
                                   int *nafter)
{
    for (int i = first + 1; i < second; i++) {
        Stmt *item = block->items[i];
        bool stays = in_order(block->items[first], item);
        for (int k = 0; k < *nafter && !stays; k++)
            stays = in_order(after[k], item);
        if (stays && (in_order(item, block->items[second]) || item->kind == ST_DECLARE))
            return item;
        if (stays)
            after[(*nafter)++] = item;
        else
            before[(*nbefore)++] = item;
    }
    return NULL;
}

// ---- the obstacle

static bool bounds_change(const Stmt *change, const Loop *loop)
{
    return source_changes(change, loop->lower) || source_changes(change, loop->upper) ||
           source_changes(change, loop->step);
}

// What does not depend on the order: NULL, or why the loops cannot be one.
static const char *structure_obstacle(const Candidate *state, const Stmt *first, const Stmt *second)
{
    int64_t shift;
    const Stmt *block = source_block_of(state->nest->body, first, second);
    if (!block)
        return "the second one does not follow the first one in the same body";
    if (facts_asserts_independent(state->facts))
        return "'independent' is about the loops as written";
    if (is_fixed_in_place(first->body) || is_fixed_in_place(second->body))
        return "pointers change places, a function is called, or a 'break' or 'continue' leaves an iteration";
    if (second->directive && second->directive->clauses.count)
        return "the second one has a directive of its own";
    int from = source_item_of(block, first), to = source_item_of(block, second);
    for (int i = from; i < to; i++)
        if (bounds_change(block->items[i], second->loop))
            return "the range of the second one changes before it";
    if (bounds_change(first->body, first->loop) || bounds_change(second->body, first->loop))
        return "the range changes inside";
    if (!domain_matches(state->facts, first->loop->id, second->loop->id, &shift))
        return "their ranges are not known to be equal";
    Stmt **moved = ARENA_ARRAY(state->arena, Stmt *, 2 * block->nitems);
    int before = 0, after = 0;
    const Stmt *item = make_neighbours(block, from, to, moved, &before, moved + block->nitems, &after);
    if (item)
        return arena_printf(state->arena, "the statement in line %d between them cannot move", item->loc.line);
    return NULL;
}

// ---- the fused loop

// The second loop, for the one iteration that belongs to that of the fused loop.
static Stmt *one_iteration(Arena *arena, const Symbol *iterator, const Stmt *second, int64_t shift)
{
    Loop single = *second->loop;
    Expr *at = expr_cast(arena, type_scalar(TY_I64), expr_symbol(arena, iterator));
    single.lower = index_add(arena, at, expr_index(arena, shift));
    single.upper = index_add(arena, at, expr_index(arena, shift + single.step_sign));
    return stmt_loop_for(arena, second, &single, second->body);
}

// for i S1  for j S2  ->  for k { S1; for j in k + shift..k + shift + 1 S2 } with i = k: both loops are still in the
// tree, so that it tells which of their iterations run when. source_plain makes one loop of it.
static Stmt *fused_loop(Arena *arena, const Stmt *first, const Stmt *second, int64_t shift)
{
    Loop loop = *first->loop;
    memset(loop.distinct, 0, sizeof loop.distinct);
    loop.iterator = arena_copy(arena, first->loop->iterator, sizeof *first->loop->iterator);
    loop.defines = first->loop->iterator;
    loop.definition = expr_symbol(arena, loop.iterator);
    Stmt *bodies[] = {first->body, one_iteration(arena, loop.iterator, second, shift)};
    Stmt *fused = stmt_loop(arena, &loop, stmt_block(arena, bodies, 2));
    fused->loc = first->loc;
    fused->directive = first->directive;
    return fused;
}

static Stmt *fused_tree(const Candidate *state, Stmt *root, const Stmt *first, const Stmt *second)
{
    Arena *arena = state->arena;
    int64_t shift;
    domain_matches(state->facts, first->loop->id, second->loop->id, &shift);
    const Stmt *block = source_block_of(root, first, second);
    int from = source_item_of(block, first), to = source_item_of(block, second), before = 0, after = 0, count = 0;
    Stmt **moved = ARENA_ARRAY(arena, Stmt *, 2 * block->nitems), **items = ARENA_ARRAY(arena, Stmt *, block->nitems);
    make_neighbours(block, from, to, moved, &before, moved + block->nitems, &after);
    for (int i = 0; i < from; i++)
        items[count++] = block->items[i];
    for (int i = 0; i < before; i++)
        items[count++] = moved[i];
    items[count++] = fused_loop(arena, first, second, shift);
    for (int i = 0; i < after; i++)
        items[count++] = moved[block->nitems + i];
    for (int i = to + 1; i < block->nitems; i++)
        items[count++] = block->items[i];
    return tree_replace(arena, root, block, stmt_block(arena, items, count));
}

const char *fuse_obstacle(const Candidate *state, const Stmt *first, const Stmt *second)
{
    const char *obstacle = structure_obstacle(state, first, second);
    if (obstacle)
        return obstacle;
    const Stmt *tree = fused_tree(state, state->nest->body, first, second);
    const Dependence *violation = order_violation(state, tree, 0, exactly_reorderable(state));
    return violation ? dependence_words(state->facts, violation) : NULL;
}

Stmt *fuse(Candidate *state, Stmt *root, LoopId first_id, LoopId second_id)
{
    const Stmt *first = stmt_find_loop(root, first_id), *second = stmt_find_loop(root, second_id);
    const char *obstacle = structure_obstacle(state, first, second);
    if (!obstacle)
        return fused_tree(state, root, first, second);
    diag_refuse(state->diag, first->loc, "fuse %s %s refused: %s", first->loop->name, second->loop->name, obstacle);
    return NULL;
}
