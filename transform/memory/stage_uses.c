// The accesses of an array below L, before it gets a tile: the loops of the source around them, whether they are one
// access that always happens, and whether the source uses every element of the tile.
#include "transform/loop/align_tiles.h"
#include "transform/memory/stage.h"
#include "transform/source/ranges/canonical_bounds.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

// ---- the source's loops

// Whether `left` and `right` are always equal.
static bool same_value(Arena *arena, Expr *left, Expr *right)
{
    return expr_is_int(linear_simplify(arena, index_sub(arena, left, right)), 0);
}

// `for y in F..max(F, V)`, a part of a loop that `cut` divides, has the iterations of `for y in F..V`. Its end is not
// beyond V where it has some; where it has none, elements up to its end need not exist.
static const Loop *without_least_end(Arena *arena, const Loop *loop)
{
    const Expr *upper = expr_strip_casts(loop->upper);
    bool larger = upper->kind == EX_BINARY && upper->op == OP_MAX && loop->step_sign > 0;
    for (int i = 0; larger && i < 2; i++)
        if (same_value(arena, index_cast(arena, upper->operands[i]), index_cast(arena, loop->lower))) {
            Loop *made = arena_copy(arena, loop, sizeof *loop);
            made->upper = upper->operands[1 - i];
            return made;
        }
    return loop;
}

// `for p in 0..ceil((X - F)/n) for k in F + n*p..min(X, F + n*p + n)`: p and k together run over F..X, as if k were not
// divided. Returns the loop with these bounds, or the loop itself.
static const Loop *undivided(Arena *arena, const Loop *loop, const Varying *loops)
{
    Expr *lower = (Expr *)expr_strip_casts(loop->lower), *upper = (Expr *)expr_strip_casts(loop->upper);
    if (upper->kind != EX_BINARY || upper->op != OP_MIN)
        return loop;
    for (int i = 0; i < loops->count; i++) {
        const Loop *part = loops->loops[i];
        const Expr *count = expr_strip_casts(part->upper);
        Linear first = linear_of(arena, lower);
        int64_t size = linear_factor(&first, part->iterator);
        if (size < 1 || !loop_is_normal(part) || count->kind != EX_BINARY || count->op != OP_CEIL_DIV ||
            !expr_is_int(count->operands[1], size))
            continue;
        Expr *start = linear_simplify(
            arena,
            index_sub(arena, lower, index_mul(arena, expr_index(arena, size), expr_symbol(arena, part->iterator))));
        for (int end = 0; end < 2; end++) {
            Expr *last = upper->operands[end], *next = upper->operands[1 - end];
            bool fits = same_value(arena, next, index_add(arena, lower, expr_index(arena, size))) &&
                        same_value(arena, count->operands[0], index_sub(arena, last, start));
            if (!fits || varying_mentions(loops, start) || varying_mentions(loops, last))
                continue;
            Loop *made = arena_copy(arena, loop, sizeof *loop);
            made->lower = start;
            made->upper = last;
            return made;
        }
    }
    return loop;
}

// `for x in X..U for y in x + c..V`, or `for y in c..V - x`: if V - c is less than U, the last x have no y, and
// elements that they alone select may not exist. Returns the outer loop without those iterations.
static const Loop *shortened(const Staging *staging, const Loop *outer, const Loop *inner, const Varying *loops)
{
    Arena *arena = staging->state->arena;
    Expr *back = index_sub(arena, expr_index(arena, 0), expr_symbol(arena, outer->iterator));
    Expr *end = index_minus(arena, loop_raw_count(arena, inner), back);
    if (!expr_is_int(outer->step, 1) || varying_mentions(loops, end) ||
        loop_always_runs(staging->state->facts, inner->origin))
        return outer;
    Loop *made = arena_copy(arena, outer, sizeof *outer);
    made->upper = index_min(arena, outer->upper, end);
    return made;
}

typedef struct Meant {
    const Staging *staging;
    bool found;
} Meant;

static bool find_meant(void *context, const Expr *expr)
{
    Meant *meant = context;
    meant->found = meant->found || stage_means(meant->staging, expr);
    return !meant->found;
}

// Whether some of these accesses is outside of the loops that are made from this one.
static bool used_beside(const Staging *staging, const Stmt *stmt, LoopId origin)
{
    Meant meant = {.staging = staging};
    stmt_expressions(stmt, find_meant, &meant);
    if (meant.found || (stmt->kind == ST_LOOP && stmt->loop->origin == origin))
        return meant.found;
    for (int i = 0; i < stmt->nitems; i++)
        if (used_beside(staging, stmt->items[i], origin))
            return true;
    return (stmt->body && used_beside(staging, stmt->body, origin)) ||
           (stmt->otherwise && used_beside(staging, stmt->otherwise, origin));
}

static bool used_inside(const Staging *staging, LoopId origin)
{
    for (int i = 0; i < staging->around.count; i++)
        if (staging->around.loops[i]->origin == origin)
            return true;
    return !used_beside(staging, staging->uses, origin);
}

// ---- loops whose bounds change along others in the source, but no longer in the tree (the step `isolate`)

static void add_parts(const Varying *loops, LoopId origin, Varying *parts)
{
    for (int i = 0; i < loops->count; i++) {
        bool known = loops->loops[i]->origin != origin || loops->loops[i]->binding == BIND_HOST;
        for (int k = 0; k < parts->count; k++)
            known = known || parts->loops[k] == loops->loops[i];
        if (!known && parts->count < 2 * MAX_DEPTH)
            parts->loops[parts->count++] = loops->loops[i];
    }
}

// Whether the parts count every value of `value` once: the innermost by one, each other one by what the inner ones
// count, as in 16 * tile + elem.
static bool parts_are_dense(const Linear *value, const Varying *parts)
{
    int64_t covered = 1;
    for (int n = 0; n < parts->count; n++) {
        const Loop *next = NULL;
        for (int i = 0; i < parts->count && !next; i++)
            next = linear_factor(value, parts->loops[i]->iterator) == covered ? parts->loops[i] : NULL;
        if (!next || !expr_is_int(next->step, 1))
            return false;
        const Expr *count = expr_strip_casts(next->upper);
        bool constant = count->kind == EX_INT && expr_is_int(next->lower, 0) && count->integer > 1;
        if (n < parts->count - 1 && (!constant || __builtin_mul_overflow(covered, count->integer, &covered)))
            return false;
    }
    return true;
}

// The source's loop with the range that it has in the tree, if that is one range wherever L is; NULL: it is not.
static const Loop *range_in_tree(const Staging *staging, const Loop *source)
{
    Arena *arena = staging->state->arena;
    Varying parts = {0}, below = varying_below(staging->uses);
    add_parts(&staging->around, source->origin, &parts);
    add_parts(&below, source->origin, &parts);
    for (int i = 0; i < parts.count; i++) {
        const Loop *part = parts.loops[i];
        if (varying_mentions_bounds(&parts, part) || varying_mentions_bounds(&staging->moving, part) ||
            varying_mentions_bounds(&below, part))
            return NULL;
        for (int k = 0; k < i; k++)
            if (parts.loops[k]->iterator == part->iterator)
                return NULL;
    }
    Expr *value = expand_definitions(arena, &parts, expr_symbol(arena, source->iterator));
    Linear linear = linear_of(arena, value);
    FOR_EACH(i, &linear.terms) {
        const Expr *atom = expr_strip_casts(linear.terms.items[i].atom);
        if (atom->kind != EX_SYMBOL && (varying_mentions(&parts, atom) || varying_mentions(&staging->moving, atom)))
            return NULL;
    }
    if (!parts.count || linear.overflow || !parts_are_dense(&linear, &parts))
        return NULL;
    Loop *made = arena_copy(arena, source, sizeof *source);
    made->lower = expr_smallest(arena, &parts, value);
    made->upper = expr_largest(arena, &parts, value);
    if (!made->lower || !made->upper)
        return NULL;
    made->upper = linear_simplify(arena, index_add(arena, made->upper, expr_index(arena, 1)));
    return made;
}

// Of the outermost part of the loop, from outside; loops below L follow those around it.
static int place_in_tree(const Staging *staging, LoopId origin)
{
    Varying below = varying_below(staging->uses);
    int around = staging->around.count, place = 0;
    while (place < around + below.count &&
           (place < around ? staging->around.loops[place] : below.loops[place - around])->origin != origin)
        place++;
    return place;
}

// Whether a loop around it in the source, on which its bounds depend there, is inside of it in the tree: then the
// bounds of that one depend on this one.
static bool loses_bound(const Staging *staging, const Varying *source, const Loop *loop, const Loop *range)
{
    int place = place_in_tree(staging, loop->origin);
    for (int i = 0; i < source->count; i++) {
        Varying other = {.loops = {source->loops[i]}, .count = 1};
        bool lost = varying_mentions_bounds(&other, loop) && !varying_mentions_bounds(&other, range);
        if (lost && place_in_tree(staging, source->loops[i]->origin) > place)
            return true;
    }
    return false;
}

Varying stage_source_loops(const Staging *staging)
{
    Varying loops = {0};
    FOR_EACH(i, &staging->state->facts->loops) {
        const LoopFact *fact = &staging->state->facts->loops.items[i];
        bool moves = false;
        for (int k = 0; k < staging->around.count; k++)
            moves = moves ||
                    (staging->around.loops[k]->origin == fact->id && staging->around.loops[k]->binding != BIND_HOST);
        Varying below = varying_below(staging->uses);
        for (int k = 0; k < below.count; k++)
            moves = moves || below.loops[k]->origin == fact->id;
        if (moves && loops.count < 2 * MAX_DEPTH)
            loops.loops[loops.count++] =
                without_least_end(staging->state->arena, plain_loop(staging->state, fact, fact->loop));
    }
    Varying source = loops;
    for (int i = 0; i < loops.count; i++) {
        const Loop *range =
            varying_mentions_bounds(&source, source.loops[i]) ? range_in_tree(staging, source.loops[i]) : NULL;
        bool exchanged = range && loses_bound(staging, &source, source.loops[i], range);
        loops.loops[i] = range && !exchanged ? range : source.loops[i];
    }
    Varying whole = loops;
    for (int i = 0; i < loops.count; i++)
        whole.loops[i] = undivided(staging->state->arena, loops.loops[i], &loops);
    for (int i = loops.count - 1; i >= 0; i--) // the inner ones first: each shortens those around it
        for (int k = i + 1; k < loops.count; k++)
            if (used_inside(staging, whole.loops[k]->origin))
                whole.loops[i] = shortened(staging, whole.loops[i], whole.loops[k], &whole);
    return whole;
}

// ---- the accesses

typedef struct Look {
    const Staging *staging;
    StageUses uses;
    bool in_branch;
    Varying inside; // the loops inside L around what is being looked at
} Look;

// If loops inside L that do not move the access may have no iteration, the elements may not exist.
static void note_loops(Look *look)
{
    const Staging *staging = look->staging;
    Arena *arena = staging->state->arena;
    Expr *runs = NULL;
    for (int i = 0; i < look->inside.count; i++) {
        const Loop *loop = look->inside.loops[i];
        const LoopFact *fact = loop->origin ? facts_loop(staging->state->facts, loop->origin) : NULL;
        bool moves = false;
        for (int k = 0; k < staging->moving.count; k++)
            moves = moves || staging->moving.loops[k]->origin == loop->origin;
        for (int k = 0; k < staging->around.count; k++)
            moves = moves || staging->around.loops[k]->origin == loop->origin; // a part of it has an iteration
        if (moves || !fact || fact->constant_trip > 0)
            continue;
        Expr *one =
            expr_binary(arena, OP_GT, loop_raw_count(arena, fact->loop), expr_index(arena, 0), type_scalar(TY_I64));
        runs = expr_both(arena, runs, one);
    }
    look->uses.sure = look->uses.sure || !runs;
    look->uses.runs =
        look->uses.runs && runs ? expr_binary(arena, OP_LOGICAL_OR, look->uses.runs, runs, type_scalar(TY_I32)) : runs;
}

static bool look_at_access(void *context, const Expr *expr)
{
    Look *look = context;
    bool branches = expr_branches(expr);
    if (branches) {
        bool before = look->in_branch;
        expr_walk(expr->operands[0], look_at_access, look);
        look->in_branch = before || !stage_asks_data(look->staging, expr->operands[0]);
        for (int i = 1; i < expr->noperands; i++)
            expr_walk(expr->operands[i], look_at_access, look);
        look->in_branch = before;
        return false;
    }
    if (!stage_means(look->staging, expr))
        return true;
    note_loops(look);
    look->uses.conditional =
        (!look->uses.first || look->uses.conditional) && look->in_branch; // of equal ones, one is enough
    bool seen = false;
    FOR_EACH(i, &look->uses.different)
        seen = seen || expr_equal(look->uses.different.items[i], expr);
    if (!seen)
        VECTOR_PUSH(look->staging->state->arena, &look->uses.different, expr);
    look->uses.first = look->uses.first ? look->uses.first : expr;
    return true;
}

// Whether it only asks whether a loop of the source has such an iteration.
static bool tests_bounds(const Staging *staging, const Expr *condition)
{
    Arena *arena = staging->state->arena;
    if (condition->kind == EX_BINARY && condition->op == OP_LOGICAL_AND)
        return tests_bounds(staging, condition->operands[0]) && tests_bounds(staging, condition->operands[1]);
    FOR_EACH(i, &staging->state->facts->loops) {
        const Loop *loop = staging->state->facts->loops.items[i].loop;
        Expr *iterator = expr_symbol(arena, loop->iterator);
        if (expr_is_int(loop->step, 1) &&
            (expr_equal(condition, linear_less(arena, iterator, loop->upper)) ||
             expr_equal(condition, linear_less(arena, loop->lower, index_add(arena, iterator, expr_index(arena, 1))))))
            return true;
    }
    return false;
}

static void look_at_statement(Look *look, const Stmt *stmt, bool branch)
{
    look->in_branch = branch;
    stmt_expressions(stmt, look_at_access, look);
    bool bounds = stmt->kind == ST_IF && !stmt->otherwise && tests_bounds(look->staging, stmt->condition);
    look->uses.bounded = look->uses.bounded || bounds;
    branch = branch || (stmt->kind == ST_IF && !bounds && !stage_asks_data(look->staging, stmt->condition)) ||
             stmt->kind == ST_WHILE || tree_has_kind(stmt, ST_CONTINUE);
    int count = look->inside.count;
    bool tested = stmt->kind == ST_LOOP && loop_is_aligned(stmt->loop) &&
                  stmt->body->kind == ST_IF; // only whether it is in the row
    if (stmt->kind == ST_LOOP && count < 2 * MAX_DEPTH)
        look->inside.loops[look->inside.count++] = stmt->loop;
    for (int i = 0; i < stmt->nitems; i++)
        look_at_statement(look, stmt->items[i], branch);
    if (stmt->body)
        look_at_statement(look, tested ? stmt->body->body : stmt->body, branch);
    if (stmt->otherwise)
        look_at_statement(look, stmt->otherwise, branch);
    look->inside.count = count;
}

// All threads of a block copy, even if the loop that is bound to them has no iteration. It has one if a loop around it
// runs the tiles that it divides.
static Expr *threads_run(const Staging *staging)
{
    Arena *arena = staging->state->arena;
    Expr *runs = NULL;
    for (int i = 0; i < staging->path.count; i++) {
        const Loop *loop = staging->path.loops[i]->loop;
        const LoopFact *fact = loop->origin ? facts_loop(staging->state->facts, loop->origin) : NULL;
        bool has_one = !fact || fact->constant_trip > 0;
        for (int k = 0; k < i; k++)
            has_one = has_one || staging->path.loops[k]->loop->origin == loop->origin;
        if (binding_is_thread(loop->binding) && !has_one && !loop_always_runs(staging->state->facts, fact->id))
            runs = expr_both(arena, runs,
                             expr_binary(arena, OP_GT, loop_raw_count(arena, fact->loop), expr_index(arena, 0),
                                         type_scalar(TY_I64)));
    }
    return runs;
}

StageUses stage_uses(const Staging *staging)
{
    Look look = {.staging = staging};
    look_at_statement(&look, staging->uses, false);
    Expr *runs = threads_run(staging);
    if (runs) {
        look.uses.runs = look.uses.sure ? runs : expr_both(staging->state->arena, runs, look.uses.runs);
        look.uses.sure = false;
    }
    return look.uses;
}

// ---- the elements

static bool mentions(const Loop *loop, const Loop *other)
{
    Varying one = {.loops = {other}, .count = 1};
    return loop != other && varying_mentions_bounds(&one, loop);
}

// Whether each of the used loops takes all of its values with all values of the others. The bounds of a used loop may
// change along a loop that is not used, if that loop has constant bounds and no other loop depends on it.
static bool is_rectangular(const Varying *sources, const Varying *used)
{
    for (int s = 0; s < sources->count; s++) {
        const Loop *source = sources->loops[s];
        int told = 0;
        bool is_used = false, changes = false;
        for (int i = 0; i < used->count; i++) {
            told += mentions(used->loops[i], source);
            is_used = is_used || used->loops[i] == source;
        }
        for (int i = 0; i < sources->count; i++)
            changes = changes || mentions(source, sources->loops[i]);
        if (told > 1 || (told && (is_used || changes)))
            return false;
    }
    return true;
}

static const Loop *loop_over(const Varying *loops, const Expr *iterator)
{
    for (int i = 0; i < loops->count; i++)
        if (iterator->kind == EX_SYMBOL && loops->loops[i]->iterator == iterator->symbol)
            return loops->loops[i];
    return NULL;
}

// Whether the loop has an iteration wherever L is: L is in a part of it, or it always has one.
static bool has_iteration(const Staging *staging, const Loop *source)
{
    const LoopFact *fact = facts_loop(staging->state->facts, source->origin ? source->origin : source->id);
    for (int i = 0; i < staging->around.count && fact; i++)
        if (staging->around.loops[i]->origin == fact->id)
            return true;
    return fact && fact->constant_trip > 0;
}

// Elements of the box that no iteration uses may not exist. Every element up to the whole nest's last is used if each
// subscript moves along one loop in steps of one, or is the sum of such loops.
bool stage_is_dense(const Staging *staging, const Expr *access, const Varying *sources)
{
    Expr *subscripts[MAX_DIMS], *extents[MAX_DIMS];
    int ndim = access_subscripts(staging->state, access, subscripts, extents);
    Varying loops = {0};
    for (int d = 0; d < ndim; d++) {
        Linear linear = linear_of(staging->state->arena, subscripts[d]);
        const Loop *before = NULL;
        FOR_EACH(i, &linear.terms) {
            const Expr *atom = expr_strip_casts(linear.terms.items[i].atom);
            if (!varying_mentions(sources, atom))
                continue;
            const Loop *loop = loop_over(sources, atom);
            if (!loop || linear.terms.items[i].factor != 1 || loop_over(&loops, atom))
                return false;
            if (before && !(has_iteration(staging, before) && has_iteration(staging, loop)))
                return false;
            loops.loops[loops.count++] = before = loop;
        }
    }
    for (int i = 0; i < sources->count; i++)
        if (!expr_is_int(sources->loops[i]->step, 1))
            return false;
    return is_rectangular(sources, &loops);
}

bool stage_is_window(const Staging *staging, const StageUses *uses)
{
    FOR_EACH(i, &uses->different) {
        Staging one = *staging;
        one.only = uses->different.items[i];
        StageUses own = stage_uses(&one);
        Varying sources = stage_source_loops(&one);
        if (own.conditional || !own.sure || !stage_is_dense(&one, one.only, &sources))
            return false;
    }
    return true;
}
