#include "transform/reduction/stop_early.h"

#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

typedef struct Stopping {
    Candidate *state;
    Arena *arena;
    const Stmt *loop;
    Path path;            // to the loop
    const Stmt *update;   // the ST_IF whose condition compares an iteration's order with the best one of the thread, or
                          // the block of several
    const Symbol *best;   // of the thread
    Expr *order;          // of the iteration
    bool others;          // the loop does something else
    const Stmt *combines; // the ST_IF in which the last block has what the others found
    const Array *cell;    // its counter
    bool passed;          // a walk has seen the loop
} Stopping;

static Stmt *refuse(const Stopping *stopping, const char *reason)
{
    diag_refuse(stopping->state->diag, stopping->loop->loc, "stop_early %s refused: %s", stopping->loop->loop->name,
                reason);
    return NULL;
}

// ---- the search

// c && .. && order >= best
static const Expr *last_condition(const Expr *condition)
{
    while (condition->kind == EX_BINARY && condition->op == OP_LOGICAL_AND)
        condition = condition->operands[1];
    return condition;
}

static bool sets(const Stmt *body, const Symbol *symbol, const Expr *value)
{
    bool found = false;
    for (int i = 0; i < stmt_count(body); i++) {
        const Stmt *item = stmt_item(body, i);
        bool assigns = item->kind == ST_ASSIGN && item->op == OP_NONE && item->place->kind == EX_SYMBOL;
        if (!assigns || item->place->symbol->role != SYM_LOCAL)
            return false;
        found = found || (item->place->symbol == symbol && expr_equal(item->value, value));
    }
    return found;
}

// The symbol `best` of  if (c && .. && order >= best) { best = order; .. }, and the order; NULL: it is something else.
static const Symbol *best_of(const Stmt *stmt, Expr **order)
{
    const Expr *compares = stmt->kind == ST_IF ? last_condition(stmt->condition) : NULL;
    bool orders = compares && !stmt->otherwise && compares->kind == EX_BINARY && compares->op == OP_GE &&
                  compares->operands[0]->type->kind == TY_I64 && compares->operands[1]->kind == EX_SYMBOL &&
                  sets(stmt->body, compares->operands[1]->symbol, compares->operands[0]);
    *order = orders ? compares->operands[0] : NULL;
    return orders ? compares->operands[1]->symbol : NULL;
}

// Several that are written at one match have the same order, and so the same best one.
static bool are_alike(const Stmt *block)
{
    Expr *order, *first = NULL;
    for (int i = 0; i < block->nitems; i++) {
        bool alone = best_of(block->items[i], &order) && block->items[i]->condition->op == OP_GE;
        if (!alone || (first && !expr_equal(first, order)))
            return false;
        first = order;
    }
    return block->nitems > 0;
}

static bool look_at(void *context, const Stmt *stmt)
{
    Stopping *stopping = context;
    bool group = stmt->kind == ST_BLOCK && are_alike(stmt);
    Expr *order;
    const Symbol *best = best_of(group ? stmt->items[0] : stmt, &order);
    if (best && !stopping->update) {
        stopping->update = stmt;
        stopping->order = order;
        stopping->best = best;
        return false;
    }
    bool around = stmt->kind == ST_BLOCK || stmt->kind == ST_LOOP || stmt->kind == ST_IF;
    stopping->others = stopping->others || best || !around;
    return true;
}

// Whether it is a choice that no key decides, only the order of the iterations.
static bool is_search(const Stopping *stopping)
{
    const Facts *facts = stopping->state->facts;
    FOR_EACH(i, &facts->reductions) {
        const Reduction *reduction = &facts->reductions.items[i];
        if (reduction->form == FORM_CHOICE && !reduction->has_key && reduction->place->kind == EX_SYMBOL &&
            numbers_have(stopping->state->relaxed, i) && reduction_runs_along(reduction, stopping->loop->loop->origin))
            return true;
    }
    return false;
}

// ---- the order

// The loops inside with constant ends, where they have a limit: parts at the end of a range then count as whole.
static Varying inner_loops(const Stopping *stopping)
{
    Arena *arena = stopping->arena;
    Varying inner = varying_below(stopping->loop->body);
    for (int i = 0; i < inner.count; i++) {
        int64_t extent = loop_constant_extent(arena, stopping->loop, inner.loops[i]->id);
        if (extent < 0 || !loop_is_normal(inner.loops[i]))
            continue;
        Loop *limited = arena_copy(arena, inner.loops[i], sizeof *limited);
        limited->upper = expr_index(arena, extent);
        inner.loops[i] = limited;
    }
    return inner;
}

// The best order of all that the iteration does and that follows; NULL: the loop does not begin with the best ones.
static Expr *best_from_here(const Stopping *stopping)
{
    Arena *arena = stopping->arena;
    Varying inner = inner_loops(stopping), all = varying_below(stopping->loop);
    Expr *order = expr_largest(arena, &inner, linear_simplify(arena, expand_definitions(arena, &all, stopping->order)));
    if (!order)
        return NULL;
    const Symbol *iterator = stopping->loop->loop->iterator;
    Linear form = linear_of(arena, order);
    int mentions = 0;
    FOR_EACH(i, &form.terms)
        mentions += expr_mentions(form.terms.items[i].atom, iterator);
    return !form.overflow && mentions == 1 && linear_factor(&form, iterator) < 0 ? order : NULL;
}

// ---- the last block

// The first one after the loop: when it is there, no block is in the loop any more.
static bool find_last(void *context, const Stmt *stmt)
{
    Stopping *stopping = context;
    stopping->passed = stopping->passed || stmt == stopping->loop;
    bool after = stopping->passed;
    for (int i = 0; stmt->kind == ST_BLOCK && i + 1 < stmt->nitems; i++) {
        const Stmt *item = stmt->items[i], *next = stmt->items[i + 1];
        bool last = after && !stopping->combines && item->kind == ST_DECLARE && item->value &&
                    item->value->kind == EX_INTRINSIC && item->value->intrinsic == IN_LAST_BLOCK;
        after = after || stmt_contains(item, stopping->loop);
        if (!last || next->kind != ST_IF || next->condition->kind != EX_SYMBOL ||
            next->condition->symbol != item->symbol)
            continue;
        stopping->cell = item->value->operands[0]->operands[0]->array;
        stopping->combines = next;
    }
    return true;
}

// The outermost loop that is bound to blocks or threads.
static const Stmt *kernel_of(const Path *path)
{
    int i = 0;
    while (!binding_is_concurrent(path->loops[i]->loop->binding))
        i++;
    return path->loops[i];
}

// Thread 0 of the block.
static Expr *first_thread(const Stopping *stopping)
{
    Expr *first = NULL;
    for (int i = 0; i < stopping->path.count; i++) {
        Binding binding = stopping->path.loops[i]->loop->binding;
        if (!binding_is_thread(binding))
            continue;
        Intrinsic index = (Intrinsic)((int)IN_THREAD_X + binding_dimension(binding));
        Expr *thread = expr_intrinsic(stopping->arena, index, type_scalar(TY_U32), NULL, 0);
        Expr *zero = expr_int(stopping->arena, 0, type_scalar(TY_U32));
        first =
            expr_both(stopping->arena, first, expr_binary(stopping->arena, OP_EQ, thread, zero, type_scalar(TY_U32)));
    }
    return first;
}

// ---- the loop

static Expr *address_of(Arena *arena, const Array *cell)
{
    Expr *subscripts[] = {expr_index(arena, 0)};
    return expr_address(arena, expr_access(arena, cell, subscripts));
}

// c && .. && order >= best, without the last one: { found = 1 }
static Stmt *notes(const Stopping *stopping, const Symbol *found)
{
    Arena *arena = stopping->arena;
    const Stmt *update = stopping->update;
    const Expr *condition = update->kind == ST_BLOCK ? update->items[0]->condition : update->condition;
    Expr *rest = NULL;
    Stmt *made = stmt_assign(arena, expr_symbol(arena, found), OP_NONE, expr_int(arena, 1, found->type), NULL);
    for (; condition->kind == EX_BINARY && condition->op == OP_LOGICAL_AND; condition = condition->operands[1])
        rest = expr_both(arena, rest, condition->operands[0]);
    return rest ? stmt_if(arena, rest, made, NULL) : made;
}

// found = 0; the iterations with `found = 1` for each match; if (found) the iterations. A match is seldom, and the
// first pass has no more to do for an element than to compare it.
static Stmt *in_two_passes(const Stopping *stopping)
{
    Arena *arena = stopping->arena;
    Symbol *found = nest_symbol(stopping->state->nest, intern_printf("%s_matches", stopping->best->name),
                                type_scalar(TY_I32), SYM_LOCAL);
    Stmt *body = stopping->loop->body;
    Stmt *first = tree_replace(arena, body, stopping->update, notes(stopping, found));
    Stmt *items[] = {
        stmt_declare(arena, found, expr_int(arena, 0, found->type)),
        first,
        stmt_if(arena, expr_symbol(arena, found), tree_renew_loops(stopping->state, body), NULL),
    };
    return stmt_block(arena, items, 3);
}

static Stmt *around(const Stopping *stopping, const Array *cell, Expr *limit)
{
    Arena *arena = stopping->arena;
    const Type *order = type_scalar(TY_I64);
    Symbol *seen = nest_symbol(stopping->state->nest, intern_printf("%s_seen", stopping->best->name), order, SYM_LOCAL);
    Expr *asks[] = {address_of(arena, cell)}, *own = expr_symbol(arena, stopping->best);
    Expr *tells[] = {address_of(arena, cell), own};
    Expr *past = expr_binary(arena, OP_GT, expr_symbol(arena, seen), limit, order);
    Expr *better = expr_binary(arena, OP_GT, own, expr_symbol(arena, seen), order);
    Stmt *tell = stmt_evaluate(arena, expr_intrinsic(arena, IN_OFFER, type_scalar(TY_VOID), tells, 2));
    Stmt *items[] = {
        stmt_declare(arena, seen, expr_intrinsic(arena, IN_OFFERED, order, asks, 1)),
        stmt_if(arena, past, stmt_simple(arena, ST_BREAK), NULL),
        in_two_passes(stopping),
        stmt_if(arena, better, tell, NULL),
    };
    return tree_loop_again(arena, stopping->loop, stopping->loop->loop, stmt_block(arena, items, 4));
}

Stmt *stop_early(Candidate *state, Stmt *root, LoopId id)
{
    Arena *arena = state->arena;
    Stopping stopping = {.state = state, .arena = arena, .loop = stmt_find_loop(root, id)};
    tree_path(root, stopping.loop, &stopping.path);
    stmt_walk(stopping.loop->body, look_at, &stopping);
    if (stopping.loop->loop->binding != BIND_SERIAL || !path_has_threads(&stopping.path))
        return refuse(&stopping, "it is not a serial loop of a thread");
    if (!stopping.update || stopping.others || !is_search(&stopping))
        return refuse(&stopping, "it does not do one search alone, of which each thread has a result of its own");
    if (tree_leaves(stopping.loop->body, ST_BREAK) || !loop_is_normal(stopping.loop->loop))
        return refuse(&stopping, "it does not count 0, 1, 2, ..");
    Expr *limit = best_from_here(&stopping);
    if (!limit)
        return refuse(&stopping, "its first iterations are not those that the search prefers");
    stmt_walk(kernel_of(&stopping.path), find_last, &stopping);
    if (!stopping.combines || stopping.cell->ndim != 1)
        return refuse(&stopping, "no block combines what all blocks of its kernel have found");
    Expr *extent[MAX_DIMS] = {expr_index(arena, 1)};
    Array *cell = nest_array(state->nest, intern_printf("%s_offered", stopping.best->name), type_scalar(TY_U64),
                             SPACE_SCRATCH, extent, 1);
    cell->counts_blocks = true;
    Expr *subscripts[] = {expr_index(arena, 0)};
    Stmt *clear = stmt_assign(arena, expr_access(arena, cell, subscripts), OP_NONE,
                              expr_int(arena, 0, type_scalar(TY_U64)), NULL);
    clear = for_all_threads(arena, stmt_if(arena, first_thread(&stopping), clear, NULL));
    Stmt *ends[] = {clear, stopping.combines->body};
    Stmt *combines = arena_copy(arena, stopping.combines, sizeof *combines);
    combines->body = stmt_block(arena, ends, 2);
    root = tree_replace(arena, root, stopping.combines, combines);
    return tree_replace(arena, root, stmt_find_loop(root, id), around(&stopping, cell, limit));
}
