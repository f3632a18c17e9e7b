#include "transform/source/right_look.h"

#include "analysis/words.h"
#include "transform/source/privatize.h"
#include "transform/source/source.h"
#include "transform/tree/loops.h"
#include "transform/tree/order.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

enum { MOST_PARTS = 8 };

// Statements that stay together: the body of an innermost loop, or one statement next to loops.
typedef struct Part {
    const Stmt *body;
    const Stmt *loops[MAX_DIMS]; // around it, the outermost one first
    int count;
    Stmt *turned; // the perfect nest of these loops, with the innermost one outermost
} Part;

typedef struct Parts {
    Candidate *state;
    const Stmt *loop;
    Part items[MOST_PARTS];
    int count;
    const char *obstacle;
} Parts;

static Stmt *refuse(Candidate *state, const Stmt *stmt, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "right_look %s refused: %s", stmt->loop->name, reason);
    return NULL;
}

// ---- the statements

static bool is_plain(const Parts *parts, const Loop *loop)
{
    const Stmt *body = parts->loop->body;
    return loop->step_sign > 0 && expr_is_int(loop->step, 1) && type_is_signed(loop->iterator->type) &&
           loop->iterator->type == parts->loop->loop->iterator->type && !loop->may_wrap && !loop->not_equal &&
           !loop->from_zero && !loop->tested && !source_changes(body, loop->lower) &&
           !source_changes(body, loop->upper);
}

static void add_part(Parts *parts, const Stmt *stmt, const Part *around)
{
    if (stmt->kind == ST_DECLARE)
        parts->obstacle = "a variable is declared between its loops";
    else if (tree_has_kind(stmt, ST_LOOP) || tree_has_kind(stmt, ST_WHILE))
        parts->obstacle = "a condition or a loop of another kind is around one of its loops";
    else if (parts->count == MOST_PARTS)
        parts->obstacle = "it holds too many statements";
    if (parts->obstacle)
        return;
    parts->items[parts->count] = *around;
    parts->items[parts->count++].body = stmt;
}

static void collect(Parts *parts, const Stmt *stmt, Part *around)
{
    if (stmt->kind == ST_BLOCK) {
        for (int i = 0; i < stmt->nitems && !parts->obstacle; i++)
            collect(parts, stmt->items[i], around);
        return;
    }
    if (stmt->kind != ST_LOOP) {
        add_part(parts, stmt, around);
        return;
    }
    if (around->count == MAX_DIMS || !is_plain(parts, stmt->loop)) {
        parts->obstacle = "a loop does not count up one by one, or its range changes inside it";
        return;
    }
    around->loops[around->count++] = stmt;
    if (tree_has_kind(stmt->body, ST_LOOP))
        collect(parts, stmt->body, around);
    else
        add_part(parts, stmt->body, around);
    around->count--;
}

static const char *structure_obstacle(Parts *parts)
{
    const Stmt *loop = parts->loop;
    if (facts_asserts_independent(parts->state->facts))
        return "'independent' is about the loops as written";
    if (stmt_rotates(loop) || tree_has_kind(loop, ST_BREAK) || tree_has_kind(loop, ST_CONTINUE))
        return "a 'break' or 'continue' leaves an iteration";
    if (!tree_has_kind(loop->body, ST_LOOP))
        return "it has no loop inside";
    collect(parts, loop, &(Part){0});
    return parts->obstacle;
}

// ---- ranges

// Whether the second loop of the nest has no iteration from the end of the first one on, or before it begins.
static bool is_empty_outside(Arena *arena, const Stmt *turned, bool after)
{
    const Stmt *inner = only_loop(turned->body);
    const Symbol *iterator = turned->loop->iterator;
    if (!inner)
        return false;
    Expr *beyond = index_sub(arena, inner->loop->lower, inner->loop->upper);
    Linear form = linear_of(arena, beyond);
    int64_t factor = linear_factor(&form, iterator);
    Expr *one = expr_index(arena, 1), *at = after ? turned->loop->upper : index_sub(arena, turned->loop->lower, one);
    Linear there = linear_of(
        arena, expr_substitute(arena, linear_expr(arena, &form), iterator, expr_cast(arena, iterator->type, at)));
    LinearTerm own = {expr_cast(arena, type_scalar(TY_I64), expr_symbol(arena, iterator)), factor};
    Linear multiple = {.terms = {0}};
    VECTOR_PUSH(arena, &multiple.terms, own);
    Linear rest = linear_combine(arena, &form, &multiple, -1);
    bool linear = !form.overflow && !rest.overflow && !expr_mentions(linear_expr(arena, &rest), iterator);
    return linear && (after ? factor >= 0 : factor <= 0) && !there.overflow && linear_is_constant(&there) &&
           there.constant >= 0;
}

// ---- the innermost loop around the others

static Stmt *nest_of(Arena *arena, const Part *part)
{
    Stmt *stmt = (Stmt *)part->body;
    for (int l = part->count - 1; l >= 0; l--)
        stmt = stmt_loop_for(arena, part->loops[l], part->loops[l]->loop, stmt);
    return stmt;
}

// The range of the loop that was around this one, where that runs nothing more: bounds stay plain.
static Stmt *with_plain_range(Arena *arena, Stmt *turned, LoopId id, const Loop *around)
{
    const Stmt *stmt = stmt_find_loop(turned, id);
    Loop loop = *stmt->loop;
    if (linear_at_most(arena, around->lower, loop.lower) && is_empty_outside(arena, stmt, false))
        loop.lower = around->lower;
    if (linear_at_most(arena, loop.upper, around->upper) && is_empty_outside(arena, stmt, true))
        loop.upper = around->upper;
    return tree_replace(arena, turned, stmt, stmt_loop_for(arena, stmt, &loop, stmt->body));
}

static bool turn(Candidate *state, Part *part)
{
    LoopId innermost = part->loops[part->count - 1]->loop->id;
    part->turned = nest_of(state->arena, part);
    for (int l = part->count - 2; l >= 0 && part->turned; l--) {
        const Loop *around = part->loops[l]->loop;
        part->turned = interchange(state, part->turned, around->id, innermost);
        if (part->turned)
            part->turned = with_plain_range(state->arena, part->turned, innermost, around);
    }
    return part->turned;
}

// ---- the loop that runs them all

// for k in lo..hi S  ->  if (lo <= t && t < hi) for k in t..t + 1 S, in a loop over t that may run further
static Stmt *one_iteration(Arena *arena, const Loop *all, const Stmt *turned)
{
    const Type *wide = type_scalar(TY_I64);
    const Loop *own = turned->loop;
    Expr *at = expr_cast(arena, wide, expr_symbol(arena, all->iterator));
    Expr *shown = expr_cast(arena, wide, expr_symbol(arena, all->defines)), *condition = NULL;
    if (!linear_at_most(arena, own->lower, all->lower) && !is_empty_outside(arena, turned, false))
        condition = expr_binary(arena, OP_LE, expr_cast(arena, wide, own->lower), shown, wide);
    if (!linear_at_most(arena, all->upper, own->upper) && !is_empty_outside(arena, turned, true))
        condition =
            expr_both(arena, condition, expr_binary(arena, OP_LT, shown, expr_cast(arena, wide, own->upper), wide));
    Loop single = *own;
    single.lower = at;
    single.upper = index_add(arena, at, expr_index(arena, 1));
    Stmt *made = stmt_loop_for(arena, turned, &single, turned->body);
    return condition ? stmt_if(arena, condition, made, NULL) : made;
}

// The bound in the iterator's type.
static Expr *narrow(Arena *arena, Expr *bound, const Type *type)
{
    const Expr *plain = expr_strip_casts(bound);
    return plain->type == type ? (Expr *)plain : expr_cast(arena, type, bound);
}

// All values of the innermost loops.
static void find_range(const Parts *parts, Loop *all)
{
    Arena *arena = parts->state->arena;
    const Type *type = all->iterator->type;
    for (int p = 1; p < parts->count; p++) {
        const Loop *other = parts->items[p].turned->loop;
        all->lower = linear_smaller(arena, all->lower, other->lower);
        all->upper = linear_larger(arena, all->upper, other->upper);
    }
    all->lower = narrow(arena, all->lower, type);
    all->upper = narrow(arena, all->upper, type);
}

static Stmt *embedded(const Parts *parts)
{
    Arena *arena = parts->state->arena;
    Loop all = *parts->items[0].turned->loop;
    memset(all.distinct, 0, sizeof all.distinct);
    const Symbol *iterator = all.iterator;
    find_range(parts, &all);
    all.id = all.origin = nest_loop_id(parts->state->nest);
    Symbol *shown = nest_symbol(parts->state->nest, iterator->name, iterator->type, SYM_ITERATOR);
    shown->loc = iterator->loc;
    all.iterator = arena_copy(arena, iterator, sizeof *iterator);
    all.defines = shown;
    all.definition = expr_symbol(arena, all.iterator);
    Stmt *items[MOST_PARTS];
    for (int u = 0; u < parts->count; u++)
        items[u] = one_iteration(arena, &all, parts->items[u].turned);
    Stmt *made = stmt_loop_for(arena, parts->loop, &all, stmt_block(arena, items, parts->count));
    made->directive = parts->loop->directive;
    return made;
}

// ---- the order of the statements

static int part_of(const Parts *parts, const Stmt *stmt)
{
    for (int u = 0; u < parts->count; u++)
        if (stmt_contains(parts->items[u].body, stmt))
            return u;
    return -1;
}

// Moves the statement of a dependence's source to its sink; false: it precedes the sink already.
static bool bring_forward(Parts *parts, const Dependence *dependence)
{
    int source = part_of(parts, dependence->source->stmt), sink = part_of(parts, dependence->sink->stmt);
    if (sink < 0 || source <= sink)
        return false;
    Part moved = parts->items[source];
    for (int u = source; u > sink; u--)
        parts->items[u] = parts->items[u - 1];
    parts->items[sink] = moved;
    return true;
}

Stmt *right_look(Candidate *state, Stmt *root, LoopId id)
{
    const Stmt *loop = stmt_find_loop(root, id);
    Parts parts = {.state = state, .loop = loop};
    const char *obstacle = structure_obstacle(&parts);
    obstacle = obstacle ? obstacle : privatize_last_value(state->facts, loop);
    if (obstacle)
        return refuse(state, loop, obstacle);
    for (int u = 0; u < parts.count; u++)
        if (!turn(state, &parts.items[u]))
            return NULL;
    Stmt *made = NULL;
    for (int tries = parts.count * parts.count; tries > 0; tries--) {
        made = tree_replace(state->arena, root, loop, embedded(&parts));
        const Dependence *violation = order_violation_exactly(state, made, exactly_reorderable(state));
        if (!violation || !bring_forward(&parts, violation))
            break;
    }
    return made;
}
