// Updates of a place that stays the same along a loop are accumulated in a scalar first (contract in accumulate.h).
#include "transform/source/accumulate.h"

#include "analysis/depend/argmin.h"
#include "transform/reduction/exact_minmax.h"
#include "transform/reduction/operator.h"
#include "transform/reduction/reduce.h"
#include "transform/source/source.h"
#include "transform/tree/loops.h"
#include "transform/tree/order.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

// A place and the updates of it in the loop.
typedef struct Target {
    const Reduction *reduction;
    const Expr *place;
    int id;              // of the first update
    Expr *condition;     // where the loop updates it; NULL: always, or the flag says so
    Symbol *part, *flag; // flag: NULL: the condition says where
} Target;

typedef struct Accumulating {
    const Candidate *state;
    Arena *arena;
    const Stmt *loop;
    VECTOR(Target) targets;
} Accumulating;

// ---- which places

// Maxima and minima of floating-point numbers depend on the order of their terms, which is kept: the first (or last) of
// equal terms of the loop is compared with what was found before it.
static bool keeps_order(Arena *arena, const Reduction *reduction)
{
    Choice choice;
    if (reduction->form == FORM_KEEP_OLD)
        return true;
    return reduction->form == FORM_CHOICE && reduction->has_key && !reduction->others.count &&
           reduction->updates.count == 1 && choice_of(arena, reduction->updates.items[0], &choice) &&
           choice.count == 1 && choice_is_kept_in(&choice, reduction->place);
}

static bool may_regroup(const Accumulating *search, const Reduction *reduction)
{
    bool plain = reduction->form != FORM_CHOICE && !ordered_applies(reduction);
    return reduction_runs_along(reduction, search->loop->loop->id) && type_is_arithmetic(reduction->type) &&
           (plain || keeps_order(search->arena, reduction)) && may_reassociate(search->state, reduction);
}

static bool stays(const Accumulating *search, const Expr *place)
{
    Varying inner = varying_below(search->loop);
    if (place->kind != EX_ACCESS || place->array->space != SPACE_GLOBAL)
        return false;
    for (int l = 0; l < inner.count; l++)
        if (expr_mentions(place, inner.loops[l]->iterator))
            return false;
    for (int o = 0; o < place->noperands; o++)
        if (source_changes(search->loop, place->operands[o]))
            return false;
    for (int p = 0; p < place->npath; p++)
        for (int d = 0; d < place->path[p].field->ndim; d++)
            if (source_changes(search->loop, place->path[p].subscripts[d]))
                return false;
    return true;
}

static const Stmt *update_around(const Reduction *reduction, const Stmt *stmt)
{
    FOR_EACH(i, &reduction->updates)
        if (stmt_contains(reduction->updates.items[i], stmt))
            return reduction->updates.items[i];
    return NULL;
}

// Whether the loop accesses the array in updates of the reduction only.
static bool is_updated_only(const Accumulating *search, const Reduction *reduction, const Array *array)
{
    const Facts *facts = search->state->facts;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (access->array == array && stmt_contains(search->loop, access->stmt) &&
            !update_around(reduction, access->stmt))
            return false;
    }
    return true;
}

// ---- where the loop updates a place

typedef struct Reached {
    const Accumulating *search;
    const Stmt *update;
    Expr *condition; // of the loops on the way; NULL: none
    bool known;      // it can be computed after the loop
} Reached;

static void require_loop(Reached *reached, const Loop *loop)
{
    const Accumulating *search = reached->search;
    Varying inner = varying_below(search->loop);
    if (loop->factor || loop->not_equal || loop->endless) {
        reached->known = false;
        return;
    }
    Expr *runs = loop_runs(search->arena, loop);
    for (int l = 0; l < inner.count; l++)
        reached->known = reached->known && !expr_mentions(runs, inner.loops[l]->iterator);
    reached->known = reached->known && !source_changes(search->loop, runs);
    reached->condition = expr_both(search->arena, reached->condition, runs);
}

// false: the update is not in it
static bool reach(Reached *reached, const Stmt *stmt)
{
    if (!stmt || stmt == reached->update)
        return stmt;
    if (!stmt_contains(stmt, reached->update))
        return false;
    if (stmt->kind == ST_LOOP)
        require_loop(reached, stmt->loop);
    if (stmt->kind == ST_IF)
        reached->known = false;
    for (int i = 0; i < stmt->nitems; i++)
        if (reach(reached, stmt->items[i]))
            return true;
    return reach(reached, stmt->body) || reach(reached, stmt->otherwise);
}

static const Stmt *assignment_of(const Accumulating *search, const Reduction *reduction, int update)
{
    return stmt_contains(search->loop->body, reduction->updates.items[update])
               ? reduction_find_update(search->loop->body, reduction, update)
               : NULL;
}

static bool updates_target(const Accumulating *search, const Target *target, int update)
{
    const Stmt *assignment = assignment_of(search, target->reduction, update);
    return assignment && expr_equal(assignment->place, target->place);
}

// false: data say where, or iterators of the loop.
static bool find_condition(const Accumulating *search, Target *target)
{
    FOR_EACH(u, &target->reduction->updates) {
        Reached reached = {search, target->reduction->updates.items[u], .known = true};
        if (!updates_target(search, target, u) || !reach(&reached, search->loop) || !reached.known)
            continue;
        target->condition = reached.condition;
        return true;
    }
    return false;
}

static bool has_target(const Accumulating *search, const Reduction *reduction, const Expr *place)
{
    FOR_EACH(t, &search->targets)
        if (search->targets.items[t].reduction == reduction && expr_equal(search->targets.items[t].place, place))
            return true;
    return false;
}

static void find_targets(Accumulating *search)
{
    const Facts *facts = search->state->facts;
    FOR_EACH(r, &facts->reductions) {
        const Reduction *reduction = &facts->reductions.items[r];
        if (!may_regroup(search, reduction))
            continue;
        FOR_EACH(u, &reduction->updates) {
            const Stmt *update = assignment_of(search, reduction, u);
            if (!update || has_target(search, reduction, update->place) || !stays(search, update->place) ||
                !is_updated_only(search, reduction, update->place->array))
                continue;
            Target target = {.reduction = reduction, .place = update->place, .id = update->id};
            VECTOR_PUSH(search->arena, &search->targets, target);
        }
    }
}

// ---- the tree

static Expr *use_part(void *context, Expr *expr)
{
    const Accumulating *search = context;
    FOR_EACH(t, &search->targets)
        if (expr_equal(expr, search->targets.items[t].place))
            return expr_symbol(search->arena, search->targets.items[t].part);
    return expr;
}

static Stmt *noted(const Accumulating *search, Candidate *state, const Target *target, Stmt *body)
{
    Arena *arena = search->arena;
    FOR_EACH(u, &target->reduction->updates) {
        const Stmt *update = target->reduction->updates.items[u];
        if (!updates_target(search, target, u))
            continue;
        Stmt *note = stmt_assign(arena, expr_symbol(arena, target->flag), OP_OR,
                                 expr_int(arena, 1, type_scalar(TY_I32)), type_scalar(TY_I32));
        Stmt *both[] = {(Stmt *)update, source_statement(state, note, update->loc)};
        body = tree_replace(arena, body, update, stmt_block(arena, both, 2));
    }
    return body;
}

// place op= part, with the number of the update: there the update accesses its place.
static Stmt *combined(const Accumulating *search, const Target *target)
{
    Arena *arena = search->arena;
    Reduction reduction = *target->reduction;
    if (reduction.form == FORM_CHOICE)
        reduction.form = FORM_KEEP_OLD;
    Stmt *update = reduction_update(arena, &reduction, (Expr *)target->place, expr_symbol(arena, target->part));
    Stmt *assignment = update->kind == ST_IF ? update->body : update;
    assignment->id = target->id;
    assignment->loc = update->loc = search->loop->loc;
    Expr *condition = target->condition;
    if (target->flag)
        condition = expr_binary(arena, OP_NE, expr_symbol(arena, target->flag), expr_int(arena, 0, type_scalar(TY_I32)),
                                type_scalar(TY_I32));
    return condition ? stmt_if(arena, condition, update, NULL) : update;
}

static void declare(const Accumulating *search, Candidate *state, const Symbol *symbol, Expr *value, StmtList *out)
{
    Stmt *made = stmt_declare(search->arena, (Symbol *)symbol, value);
    VECTOR_PUSH(search->arena, out, source_statement(state, made, search->loop->loc));
}

static void make_symbols(Accumulating *search, Candidate *state, StmtList *out)
{
    FOR_EACH(t, &search->targets) {
        Target *target = &search->targets.items[t];
        const char *name = place_name(target->place);
        target->part = nest_symbol(state->nest, intern_printf("%s_part", name), target->reduction->type, SYM_LOCAL);
        declare(search, state, target->part, reduction_identity(search->arena, target->reduction), out);
        if (find_condition(search, target))
            continue;
        target->flag = nest_symbol(state->nest, intern_printf("%s_any", name), type_scalar(TY_I32), SYM_LOCAL);
        declare(search, state, target->flag, expr_int(search->arena, 0, type_scalar(TY_I32)), out);
    }
}

Stmt *accumulate(Candidate *state, Stmt *root, LoopId id)
{
    Arena *arena = state->arena;
    Accumulating search = {.state = state, .arena = arena, .loop = stmt_find_loop(root, id)};
    const char *obstacle =
        stmt_rotates(search.loop) ? "pointers change places in it" : source_jump_or_call(search.loop);
    if (!obstacle)
        find_targets(&search);
    if (!obstacle && !search.targets.count)
        obstacle = "no reduction along it, which may be regrouped, has a place that stays the same";
    if (obstacle) {
        diag_refuse(state->diag, search.loop->loc, "accumulate %s refused: %s", search.loop->loop->name, obstacle);
        return NULL;
    }
    StmtList items = {0};
    make_symbols(&search, state, &items);
    Stmt *body = search.loop->body;
    FOR_EACH(t, &search.targets) {
        const Target *target = &search.targets.items[t];
        if (target->flag)
            body = noted(&search, state, target, body);
        state->reassociates = state->reassociates || target->reduction->reassociates;
    }
    FOR_EACH(t, &search.targets)
        body = reduction_wrapping(arena, search.targets.items[t].reduction, body);
    Stmt *made = arena_copy(arena, search.loop, sizeof *search.loop);
    made->body = stmt_rewrite(arena, body, NULL, use_part, &search);
    VECTOR_PUSH(arena, &items, made);
    FOR_EACH(t, &search.targets)
        VECTOR_PUSH(arena, &items, combined(&search, &search.targets.items[t]));
    return tree_replace(arena, root, search.loop, stmt_block(arena, items.items, items.count));
}

// ---- where it is worth it

typedef struct Others {
    const Accumulating *search;
    bool found;
} Others;

static bool look_for_other(void *context, const Stmt *stmt)
{
    Others *others = context;
    const Accumulating *search = others->search;
    bool updates =
        stmt->kind != ST_ASSIGN || (stmt->place->kind == EX_SYMBOL && tree_declares(search->loop, stmt->place->symbol));
    FOR_EACH(t, &search->targets)
        updates = updates || (reduction_is_update(search->targets.items[t].reduction, stmt) &&
                              expr_equal(stmt->place, search->targets.items[t].place));
    others->found = others->found || !updates;
    return !others->found;
}

// Whether a loop around this one carries it.
static bool runs_around(const Accumulating *search, const Reduction *reduction)
{
    FOR_EACH(l, &reduction->loops) {
        const LoopFact *fact = facts_loop(search->state->facts, reduction->loops.items[l]);
        if (fact && fact->verdict != LOOP_PARALLEL && !stmt_find_loop(search->loop, fact->id))
            return true;
    }
    return false;
}

bool accumulates_by_key(const Candidate *state, const Stmt *loop)
{
    Accumulating search = {.state = state, .arena = state->arena, .loop = loop};
    Others others = {.search = &search};
    if (stmt_rotates(loop) || source_jump_or_call(loop))
        return false;
    find_targets(&search);
    stmt_walk(loop, look_for_other, &others);
    for (int t = 0; t < search.targets.count && !others.found; t++) {
        const Reduction *reduction = search.targets.items[t].reduction;
        if (reduction->kind == REDUCTION_BY_KEY && runs_around(&search, reduction))
            return true;
    }
    return false;
}
