// Histograms: each worker accumulates into its own copy of all places; the copies are combined in the order of the
// workers (contract of `privatize` and `combine` in privatize_keys.h). Here the copies are in scratch memory; with few
// places they are in shared memory (histogram_shared.c).
#include "analysis/words.h"
#include "transform/reduction/argmin.h"
#include "transform/reduction/exact_minmax.h"
#include "transform/reduction/histogram.h"
#include "transform/reduction/histogram_atomic.h"
#include "transform/reduction/histogram_passes.h"
#include "transform/reduction/histogram_shared.h"
#include "transform/reduction/operator.h"
#include "transform/reduction/reduce.h"
#include "transform/tree/order.h"

enum {
    MAX_COPIED = 1 << 24, // elements in all copies together
};

Stmt *by_key_refuse(ByKey *by_key, const char *reason)
{
    diag_refuse(by_key->state->diag, by_key->reduction->updates.items[0]->loc, "%s %s by key refused: %s", by_key->step,
                by_key->array ? by_key->array->name : "", reason);
    return NULL;
}

// ---- what it needs

// for side in 0..min(32, N) for round in 0..M: neighbouring lanes have neighbouring iterations of the distributed loop.
static void find_inner(ByKey *by_key, const Stmt *root)
{
    const Loop *loop = by_key->loop->loop;
    const Stmt *inner = only_loop(by_key->loop->body);
    bool strided = loop->cyclic && loop->binding == BIND_SERIAL && loop_is_normal(loop) && !loop->defines &&
                   loop_constant_extent(by_key->arena, root, loop->id) == WARP_SIZE;
    if (strided && inner && inner->loop->binding == BIND_SERIAL && inner->loop->origin == loop->origin &&
        loop_is_normal(inner->loop) && only_loop(inner->body))
        by_key->inner = inner;
}

static bool find_loop(ByKey *by_key, const Stmt *root)
{
    Path path;
    const Stmt *update = reduction_find_update(root, by_key->reduction, 0);
    bool found = update && tree_path(root, update, &path);
    for (int i = found ? path.count - 1 : -1; i >= 0; i--)
        if (reduction_is_carried_by(by_key->reduction, path.loops[i]->loop))
            by_key->loop = path.loops[i];
    FOR_EACH(i, &by_key->reduction->updates)
        if (!by_key->loop || !reduction_find_update(by_key->loop, by_key->reduction, i))
            return by_key_refuse(by_key, "its statements are not in one loop, or have another form there");
    tree_path(root, by_key->loop, &path);
    path.count--;
    by_key->around = path_varying(&path, 0);
    find_inner(by_key, root);
    return true;
}

// false: the number of its elements is not known. The host does not hold a local array, so that nobody measures which
// elements of it are touched.
static bool find_extent(ByKey *by_key)
{
    Arena *arena = by_key->arena;
    const ArrayFact *fact = facts_array(by_key->state->facts, by_key->array);
    const Array *array = by_key->array;
    if (array->held == HOST_ROWS)
        return false;
    bool local = array->held == HOST_NONE && array->extent[0];
    if (!local && (!fact || !fact->first || !fact->last))
        return false;
    Expr *all = local ? array->extent[0] : NULL;
    for (int d = 1; d < array->ndim; d++) {
        if (!array->extent[d])
            return false;
        all = local ? index_mul(arena, all, array->extent[d]) : NULL;
    }
    by_key->first = local ? expr_index(arena, 0) : fact->first;
    by_key->count = local ? all : index_add(arena, index_minus(arena, fact->last, fact->first), expr_index(arena, 1));
    return true;
}

// Of all histograms that the loop carries: the copies of the largest array bound the number of workers.
static Expr *largest_count(ByKey *by_key)
{
    Expr *largest = by_key->count;
    FOR_EACH(i, &by_key->state->facts->reductions) {
        const Reduction *other = &by_key->state->facts->reductions.items[i];
        ByKey its = {.state = by_key->state, .arena = by_key->arena, .reduction = other, .array = other->place->array};
        if (other == by_key->reduction || other->kind != REDUCTION_BY_KEY || its.array == by_key->array)
            continue;
        if (reduction_is_carried_by(other, by_key->loop->loop) && find_extent(&its))
            largest = index_max(by_key->arena, largest, its.count);
    }
    return largest;
}

static Expr *worker_limit(ByKey *by_key)
{
    Arena *arena = by_key->arena;
    Expr *all = index_max(arena, largest_count(by_key), expr_index(arena, 1));
    if (by_key->most_workers == 1)
        return expr_index(arena, 1);
    Expr *fitting = expr_binary(arena, OP_FLOOR_DIV, expr_index(arena, MAX_COPIED), all, type_scalar(TY_I64));
    return index_max(arena, index_min(arena, fitting, expr_index(arena, by_key->most_workers)), expr_index(arena, 1));
}

static bool is_supported(ByKey *by_key)
{
    const Reduction *reduction = by_key->reduction;
    if (!may_reassociate(by_key->state, reduction))
        return by_key_refuse(by_key, "'exact' forbids another order of operations");
    bool keeps = reduction->form == FORM_KEEP_OLD || reduction->form == FORM_KEEP_NEW;
    if (keeps && ordered_applies(reduction))
        return by_key_refuse(by_key, "zeros of both signs or a NaN would need the source's order");
    if (reduction->form == FORM_CHOICE && !choose_find(by_key->state, by_key->loop->body, reduction, &by_key->choice))
        return by_key_refuse(by_key, "its statements are not in one loop, or have another form there");
    return true;
}

// ---- accumulating

static Expr *flat_offset(ByKey *by_key, const Expr *access)
{
    Arena *arena = by_key->arena;
    Expr *flat = expr_cast(arena, type_scalar(TY_I64), access->operands[0]);
    for (int d = 1; d < access->noperands; d++)
        flat = index_add(arena, index_mul(arena, flat, by_key->array->extent[d]), access->operands[d]);
    return index_sub(arena, flat, by_key->first);
}

typedef struct Redirect {
    ByKey *by_key;
    const Copies *copies;
    const Expr *place;
    bool other;
} Redirect;

static bool same_path(const Expr *left, const Expr *right)
{
    if (left->npath != right->npath)
        return false;
    for (int i = 0; i < left->npath; i++)
        if (left->path[i].field != right->path[i].field || left->path[i].field->ndim)
            return false;
    return true;
}

void by_key_parts(const ByKey *by_key, const Copies *copies, Expr *key, Expr **parts)
{
    if (copies->first)
        key = index_sub(by_key->arena, key, copies->first);
    Expr *subscripts[] = {copies->keys_first ? key : copies->worker, copies->keys_first ? copies->worker : key};
    for (int i = 0; i < by_key->parts.count; i++)
        parts[i] = expr_access(by_key->arena, copies->arrays[i], subscripts);
}

// The copies of the place's element, part by part.
static void copies_at(const Redirect *to, const Expr *place, Expr **parts)
{
    by_key_parts(to->by_key, to->copies, flat_offset(to->by_key, place), parts);
}

static bool is_updated(const ByKey *by_key, const Expr *expr)
{
    FOR_EACH(i, &by_key->reduction->updates)
        if (expr_equal(expr, reduction_find_update(by_key->loop, by_key->reduction, i)->place))
            return true;
    return false;
}

// Elements of the array that no update names are read in place: analysis knows that none of them is updated.
static Expr *redirect(void *context, Expr *expr)
{
    Redirect *to = context;
    if (!reduction_is_place(to->by_key->reduction, expr) || expr_members_apart(expr, to->place))
        return expr;
    if (same_path(expr, to->place) && !is_updated(to->by_key, expr))
        return expr;
    if (!same_path(expr, to->place)) {
        to->other = true;
        return expr;
    }
    Expr *parts[MAX_PARTS];
    copies_at(to, expr, parts);
    return expr_cast(to->by_key->arena, expr->type, parts[0]);
}

static void choose_in_copies(void *context, const Choice *choice, Expr **parts)
{
    copies_at(context, choice->kept, parts);
}

// x = x && e makes 0 or 1 of any old value, but only for places that some iteration names.
static Stmt *note_update(void *context, Stmt *stmt)
{
    const Redirect *to = context;
    if (stmt->kind != ST_ASSIGN || !reduction_is_update(to->by_key->reduction, stmt))
        return stmt;
    Expr *parts[MAX_PARTS];
    copies_at(to, stmt->place, parts);
    Stmt *items[] = {ordered_note(to->by_key->state, parts[1]), stmt};
    return stmt_block(to->by_key->arena, items, 2);
}

Stmt *by_key_use_copies(ByKey *by_key, const Copies *copies, Stmt *tree)
{
    Arena *arena = by_key->arena;
    const Stmt *update = reduction_find_update(by_key->loop, by_key->reduction, 0);
    Redirect to = {by_key, copies, update->place, false};
    if (by_key->reduction->form == FORM_CHOICE)
        tree = choose_accumulate(by_key->state, &by_key->parts, tree, choose_in_copies, &to);
    else
        tree = reduction_wrapping(arena, by_key->reduction, tree);
    if (by_key->parts.seen)
        tree = stmt_rewrite(arena, tree, note_update, NULL, &to);
    tree = copies_assigned(arena, stmt_rewrite(arena, tree, NULL, redirect, &to));
    return to.other ? by_key_refuse(by_key, "other members of its elements are used, too") : tree;
}

Loop by_key_loop(ByKey *by_key, const char *name, Expr *lower, Expr *upper, Expr *step)
{
    Symbol *iterator = nest_symbol(by_key->state->nest, name, type_scalar(TY_I64), SYM_ITERATOR);
    return (Loop){.id = nest_loop_id(by_key->state->nest),
                  .name = iterator->name,
                  .iterator = iterator,
                  .lower = lower,
                  .upper = upper,
                  .step = step,
                  .step_sign = 1};
}

// for name.block [block.x] for name.thread [thread.x] { body }, 0 <= threads*block + thread < count
typedef struct Line {
    Loop block, thread;
    Expr *index;
} Line;

static Line line_of(ByKey *by_key, const char *name, Expr *count, int64_t threads)
{
    Arena *arena = by_key->arena;
    Expr *zero = expr_index(arena, 0), *one = expr_index(arena, 1);
    Line line = {
        .block = by_key_loop(by_key, intern_printf("%s.block", name), zero, index_ceil_div(arena, count, threads), one),
    };
    Expr *base = index_mul(arena, expr_index(arena, threads), expr_symbol(arena, line.block.iterator));
    Expr *length = index_min(arena, expr_index(arena, threads), index_minus(arena, count, base));
    line.thread = by_key_loop(by_key, intern_printf("%s.thread", name), zero, length, one);
    line.index = index_add(arena, base, expr_symbol(arena, line.thread.iterator));
    line.block.name = intern_printf("%s.block", name);
    line.thread.name = intern_printf("%s.thread", name);
    line.block.binding = BIND_BLOCK_X;
    line.thread.binding = BIND_THREAD_X;
    return line;
}

static Stmt *along(Arena *arena, const Line *line, Stmt *body)
{
    return stmt_loop(arena, &line->block, stmt_loop(arena, &line->thread, body));
}

Loop by_key_turns(ByKey *by_key, const Loop *loop, Expr *worker, Expr *workers)
{
    Arena *arena = by_key->arena;
    Expr *step = expr_cast(arena, type_scalar(TY_I64), loop->step);
    Expr *first = linear_simplify(arena, index_add(arena, loop->lower, index_mul(arena, step, worker)));
    Loop turn = by_key_loop(by_key, intern_printf("%s.turn", loop->name), first,
                            expr_cast(arena, type_scalar(TY_I64), loop->upper), index_mul(arena, step, workers));
    turn.name = intern_printf("%s.turn", loop->name);
    turn.origin = loop->origin;
    turn.step_sign = loop->step_sign;
    turn.cyclic = by_key->inner && loop == by_key->loop->loop;
    turn.defines = loop->iterator;
    turn.definition = expr_cast(arena, loop->iterator->type, expr_symbol(arena, turn.iterator));
    if (loop->defines) { // a reversed loop: its own iterator is there for the definition alone
        turn.definition = expr_substitute(arena, loop->definition, loop->iterator, turn.definition);
        turn.defines = loop->defines;
    }
    return turn;
}

Stmt *by_key_turn_body(const ByKey *by_key, const Loop *loop, const Loop *turn, Stmt *body)
{
    if (!loop->defines)
        return body;
    return stmt_substitute(by_key->arena, body, loop->iterator, expr_symbol(by_key->arena, turn->iterator));
}

Expr *by_key_iterations(const ByKey *by_key)
{
    Arena *arena = by_key->arena;
    if (!by_key->inner)
        return loop_raw_count(arena, by_key->loop->loop);
    Expr *longest = expr_substitute(arena, loop_raw_count(arena, by_key->inner->loop), by_key->loop->loop->iterator,
                                    expr_index(arena, 0));
    return index_mul(arena, expr_index(arena, WARP_SIZE), longest);
}

const Stmt *by_key_body(const ByKey *by_key)
{
    return by_key->inner ? by_key->inner->body : by_key->loop->body;
}

static Copies copies_of(const ByKey *by_key, Expr *worker)
{
    Copies copies = {.worker = worker};
    for (int i = 0; i < by_key->parts.count; i++)
        copies.arrays[i] = by_key->copies[i];
    return copies;
}

static Stmt *turns_of(ByKey *by_key, const Stmt *stmt, Expr *worker, Expr *workers, Stmt *body)
{
    Loop turn = by_key_turns(by_key, stmt->loop, worker, workers);
    body = by_key_turn_body(by_key, stmt->loop, &turn, body);
    return stmt_loop_for(by_key->arena, stmt, &turn, body);
}

// Each worker takes every `workers`-th iteration. With two loops, the lanes of a warp take the outer one, or as many
// workers as there are.
static Stmt *deal(ByKey *by_key, Expr *worker, Stmt *body)
{
    Arena *arena = by_key->arena;
    const Type *type = type_scalar(TY_I64);
    if (!by_key->inner)
        return turns_of(by_key, by_key->loop, worker, by_key->workers, body);
    Expr *sides = index_min(arena, expr_index(arena, WARP_SIZE), by_key->workers);
    body = turns_of(by_key, by_key->inner, expr_binary(arena, OP_DIV, worker, sides, type),
                    expr_binary(arena, OP_DIV, by_key->workers, sides, type), body);
    return turns_of(by_key, by_key->loop, expr_binary(arena, OP_REM, worker, sides, type), sides, body);
}

static Stmt *accumulate(ByKey *by_key)
{
    Arena *arena = by_key->arena;
    const Loop *loop = by_key->loop->loop;
    Line line = line_of(by_key, loop->name, by_key->workers, by_key->threads);
    line.block.origin = line.thread.origin = loop->origin;
    line.block.cyclic = line.thread.cyclic = true;
    Copies own = copies_of(by_key, line.index);
    Stmt *body = by_key_use_copies(by_key, &own, (Stmt *)by_key_body(by_key));
    return body ? along(arena, &line, deal(by_key, line.index, body)) : NULL;
}

// ---- the copies before and after

Stmt *by_key_set_up(ByKey *by_key, const Array *const *arrays, Expr *const *values, int count)
{
    Arena *arena = by_key->arena;
    Line line = line_of(by_key, intern_printf("%s.fill", by_key->array->name), by_key->count, by_key->threads);
    Loop worker = by_key_loop(by_key, "worker", expr_index(arena, 0), by_key->workers, expr_index(arena, 1));
    Expr *subscripts[] = {expr_symbol(arena, worker.iterator), line.index};
    Stmt *items[MAX_PARTS];
    for (int i = 0; i < count; i++)
        items[i] = stmt_assign(arena, expr_access(arena, arrays[i], subscripts), OP_NONE, values[i], NULL);
    return along(arena, &line, stmt_loop(arena, &worker, stmt_block(arena, items, count)));
}

// The element at a flat offset, with the members that the source names.
static Expr *place_at(ByKey *by_key, Expr *offset)
{
    Arena *arena = by_key->arena;
    const Array *array = by_key->array;
    const Type *type = type_scalar(TY_I64);
    Expr *subscripts[MAX_DIMS];
    for (int d = array->ndim - 1; d > 0; d--) {
        Expr *extent = expr_cast(arena, type, array->extent[d]);
        subscripts[d] = expr_binary(arena, OP_REM, offset, extent, type);
        offset = expr_binary(arena, OP_DIV, offset, extent, type);
    }
    subscripts[0] = offset;
    Expr *access = expr_access(arena, array, subscripts);
    for (int i = 0; i < by_key->reduction->place->npath; i++)
        access = expr_member(arena, access, by_key->reduction->place->path[i].field, NULL);
    return access;
}

// place = place op what the copies hold of it
static Stmt *finish_place(ByKey *by_key, Expr *place)
{
    Arena *arena = by_key->arena;
    Expr *value = expr_cast(arena, place->type, expr_symbol(arena, by_key->parts.symbols[0]));
    if (by_key->parts.seen)
        return ordered_update(by_key->state, by_key->reduction, place, value, by_key->parts.seen, 0);
    if (by_key->reduction->form != FORM_CHOICE)
        return reduction_update(arena, by_key->reduction, place, value);
    Choice end = by_key->choice;
    end.assignments[0] = stmt_assign(arena, place, OP_NONE, value, NULL);
    end.kept = place;
    return choose_finish(by_key->state, &by_key->parts, &by_key->parts, &end);
}

Stmt *by_key_finish(ByKey *by_key, Expr *key)
{
    return finish_place(by_key, place_at(by_key, index_add(by_key->arena, by_key->first, key)));
}

Stmt *by_key_add_up(ByKey *by_key, const Copies *copies, const char *worker, Expr *workers, const KeySums **sums)
{
    Arena *arena = by_key->arena;
    const char *name = intern_printf("%s.key", by_key->array->name);
    Expr *zero = expr_index(arena, 0), *one = expr_index(arena, 1);
    KeySums *made = ARENA_NEW(arena, KeySums);
    *made = (KeySums){.by_key = *by_key,
                      .copies = *copies,
                      .key = by_key_loop(by_key, name, zero, by_key->count, one),
                      .worker = by_key_loop(by_key, worker, zero, workers, one)};
    made->key.name = name;
    made->copies.worker = expr_symbol(arena, made->worker.iterator);
    *sums = made;
    Expr *values[MAX_PARTS], *parts[MAX_PARTS], *key = expr_symbol(arena, made->key.iterator);
    parts_values(arena, &by_key->parts, values);
    by_key_parts(by_key, &made->copies, key, parts);
    Stmt *items[] = {
        parts_declare(arena, &by_key->parts),
        stmt_loop(arena, &made->worker, parts_accumulate(arena, &by_key->parts, values, parts)),
        by_key_finish(by_key, key),
    };
    return where_touched(by_key->state, by_key->array, stmt_loop(arena, &made->key, stmt_block(arena, items, 3)));
}

// A thread for each place.
Stmt *by_key_combine_global(KeySums *sums, int64_t threads)
{
    ByKey *by_key = &sums->by_key;
    Arena *arena = by_key->arena;
    Line line = line_of(by_key, intern_printf("%s.key", by_key->array->name), by_key->count, threads);
    if (sums->exponents)
        return along(arena, &line, by_key_add_fixed(sums, line.index));
    Expr *values[MAX_PARTS], *copies[MAX_PARTS];
    parts_values(arena, &by_key->parts, values);
    by_key_parts(by_key, &sums->copies, line.index, copies);
    Loop worker = sums->worker;
    worker.copies = sums->copies.in_flight;
    Stmt *items[] = {
        parts_declare(arena, &by_key->parts),
        stmt_loop(arena, &worker, parts_accumulate(arena, &by_key->parts, values, copies)),
        by_key_finish(by_key, line.index),
    };
    return along(arena, &line, stmt_block(arena, items, 3));
}

// ---- all together

bool by_key_has_workers(const ByKey *by_key)
{
    return binding_is_concurrent(by_key->loop->loop->binding);
}

const char by_key_not_atomic[] = "several threads would update one copy, and no atomic operation is such an update: it "
                                 "needs a copy for each thread";
const char by_key_not_fixed[] =
    "it is not a sum of floats, alone in loops whose lengths are known before the nest runs";
const char by_key_unknown[] = "the length of its loop is not known before the nest runs";
const char by_key_uncounted[] = "the bound loops around it are not workers that can be counted";

// The worker's number in an existing chain of block and thread loops, outermost first.
static bool number_workers(ByKey *by_key, const Chain *chain, Expr **number)
{
    Arena *arena = by_key->arena;
    *number = expr_index(arena, 0);
    by_key->workers = expr_index(arena, 1);
    Varying all = chain_varying(chain);
    for (int i = 0; i < chain->count; i++) {
        const Loop *loop = chain->loops[i]->loop;
        int64_t extent = loop_constant_extent(arena, chain->loops[0], loop->id);
        Expr *count = binding_is_thread(loop->binding) && extent > 0
                          ? expr_index(arena, extent)
                          : expr_largest(arena, &all, loop_raw_count(arena, loop));
        if (!count || !loop_is_normal(loop) || !reduction_is_carried_by(by_key->reduction, loop))
            return by_key_refuse(by_key, by_key_uncounted);
        *number = index_add(arena, index_mul(arena, *number, count), expr_symbol(arena, loop->iterator));
        by_key->workers = index_mul(arena, by_key->workers, count);
    }
    return true;
}

bool by_key_can_be_atomic(const ByKey *by_key)
{
    return by_key->parts.count == 1 && reduction_can_be_atomic(by_key->arena, by_key->reduction, by_key_body(by_key));
}

// Threads can share copies of bytes and shorts if these are words.
static void widen_part(ByKey *by_key)
{
    Symbol *part = by_key->parts.symbols[0];
    part->type = atomic_type(part->type);
    by_key->parts.identities[0] = expr_cast(by_key->arena, part->type, by_key->parts.identities[0]);
}

void by_key_make_parts(ByKey *by_key, bool shared)
{
    Candidate *state = by_key->state;
    const Reduction *reduction = by_key->reduction;
    const char *name = by_key->array->name;
    if (reduction->form == FORM_CHOICE)
        by_key->parts = choose_parts(state, reduction, &by_key->choice);
    else
        by_key->parts = parts_of_value(state, reduction, intern_printf("%s_sum", name),
                                       ordered_applies(reduction) ? intern_printf("%s_seen", name) : NULL);
    if (shared && by_key_can_be_atomic(by_key))
        widen_part(by_key);
}

static void make_copies(ByKey *by_key)
{
    const char *name = by_key->array->name;
    Expr *extents[] = {by_key->rows, by_key->count};
    for (int i = 0; i < by_key->parts.count; i++) {
        const Symbol *part = by_key->parts.symbols[i];
        const char *copies = i == 0 ? intern_printf("%s_copies", name) : intern_printf("%s_copies", part->name);
        by_key->copies[i] = nest_array(by_key->state->nest, copies, part->type, SPACE_SCRATCH, extents, 2);
    }
}

static Stmt *use_workers(ByKey *by_key, const Stmt *root)
{
    Chain chain = chain_from(by_key->loop);
    Expr *number;
    if (!number_workers(by_key, &chain, &number))
        return NULL;
    by_key->rows = by_key_known(by_key, root, by_key->workers);
    if (!by_key->rows)
        return by_key_refuse(by_key, by_key_unknown);
    make_copies(by_key);
    Copies own = copies_of(by_key, number);
    return by_key_use_copies(by_key, &own, (Stmt *)by_key->loop);
}

static bool look_for_device_value(void *context, const Expr *expr)
{
    bool *found = context;
    bool is_set = expr->kind == EX_SYMBOL && expr->symbol->role != SYM_PARAM && expr->symbol->role != SYM_ITERATOR;
    *found = *found || is_set || expr->kind == EX_ACCESS;
    return !*found;
}

// Over parameters alone; NULL: its value depends on values that the nest computes.
Expr *by_key_known(ByKey *by_key, const Stmt *root, Expr *value)
{
    Expr *known = tree_over_parameters(by_key->arena, root, value);
    bool on_device = false;
    expr_walk(known, look_for_device_value, &on_device);
    return on_device ? NULL : expr_largest(by_key->arena, &by_key->around, known);
}

// As many workers as make whole warps, if there are so many.
static Expr *whole_warps(Arena *arena, Expr *count)
{
    const Type *type = type_scalar(TY_I64);
    Expr *lanes = expr_index(arena, WARP_SIZE), *fewer = expr_binary(arena, OP_LT, count, lanes, type);
    Expr *whole = index_mul(arena, expr_binary(arena, OP_DIV, count, lanes, type), lanes);
    return index_max(arena, expr_select(arena, fewer, count, whole), expr_index(arena, 0));
}

static Stmt *make_workers(ByKey *by_key, const Stmt *root)
{
    Arena *arena = by_key->arena;
    Expr *count = index_min(arena, worker_limit(by_key), by_key_iterations(by_key));
    Expr *exact = by_key->inner ? whole_warps(arena, count) : index_max(arena, count, expr_index(arena, 0));
    by_key->rows = by_key_known(by_key, root, exact);
    if (!by_key->rows)
        return by_key_refuse(by_key, by_key_unknown);
    if (by_key->beyond)
        by_key->rows = index_mul(arena, by_key->rows, expr_cast(arena, type_scalar(TY_I64), by_key->beyond));
    Symbol *workers = nest_symbol(by_key->state->nest, "workers", type_scalar(TY_I64), SYM_LOCAL);
    by_key->declaration = stmt_declare(arena, workers, exact);
    by_key->workers = expr_symbol(arena, workers);
    make_copies(by_key);
    return accumulate(by_key);
}

// As many copies as the layout says, if there is memory for them.
static Stmt *share_copies(ByKey *by_key, const Stmt *root, const KeyLayout *layout)
{
    Arena *arena = by_key->arena;
    by_key->most_workers = layout->columns;
    by_key->threads = layout->threads;
    Expr *exact = worker_limit(by_key);
    Expr *blocks = by_key_blocks(by_key, layout);
    by_key->rows = by_key_known(by_key, root, exact);
    if (!by_key->rows || !by_key_known(by_key, root, blocks))
        return by_key_refuse(by_key, by_key_unknown);
    if (by_key->beyond)
        by_key->rows = index_mul(arena, by_key->rows, expr_cast(arena, type_scalar(TY_I64), by_key->beyond));
    Symbol *copies = nest_symbol(by_key->state->nest, "copies", type_scalar(TY_I64), SYM_LOCAL);
    Symbol *number = nest_symbol(by_key->state->nest, "blocks", type_scalar(TY_I64), SYM_LOCAL);
    Stmt *declared[] = {stmt_declare(arena, number, blocks), stmt_declare(arena, copies, exact)};
    by_key->declaration = stmt_block(arena, declared, layout->columns > 1 ? 2 : 1);
    by_key->workers = layout->columns > 1 ? expr_symbol(arena, copies) : exact;
    make_copies(by_key);
    return by_key_share_global(by_key, layout, expr_symbol(arena, number), NULL);
}

Stmt *by_key_in_global(ByKey *by_key, const Stmt *root, const KeyLayout *layout, const KeySums **sums)
{
    Stmt *kernel = layout                       ? share_copies(by_key, root, layout)
                   : by_key_has_workers(by_key) ? use_workers(by_key, root)
                                                : make_workers(by_key, root);
    if (!kernel)
        return NULL;
    Copies copies = copies_of(by_key, NULL);
    Stmt *cleared = by_key_set_up(by_key, by_key->copies, by_key->parts.identities, by_key->parts.count);
    Stmt *kernels[] = {by_key->declaration, cleared, kernel,
                       by_key_add_up(by_key, &copies, "worker", by_key->workers, sums)};
    return stmt_block(by_key->arena, kernels, 4);
}

bool by_key_is_alone(const ByKey *by_key)
{
    FOR_EACH(i, &by_key->state->facts->reductions) {
        const Reduction *other = &by_key->state->facts->reductions.items[i];
        if (other != by_key->reduction && reduction_is_carried_by(other, by_key->loop->loop))
            return false;
    }
    return true;
}

// The kernels before and after, and workers of our own, would be bound to the same blocks and threads once more.
static bool is_in_bound_loop(const ByKey *by_key, const Stmt *root)
{
    Path path;
    bool bound = !tree_path(root, by_key->loop, &path);
    for (int i = 0; !bound && path.loops[i] != by_key->loop; i++)
        bound = binding_is_concurrent(path.loops[i]->loop->binding);
    return bound;
}

bool by_key_open(ByKey *by_key, const Stmt *root)
{
    by_key->arena = by_key->state->arena;
    by_key->array = by_key->reduction->place->array;
    if (!find_loop(by_key, root))
        return false;
    if (by_key->loop->loop->factor)
        return by_key_refuse(by_key, "the steps of its loop are not equal");
    if (!find_extent(by_key))
        return by_key_refuse(by_key, "the number of its elements is not known");
    if (!is_supported(by_key))
        return false;
    if (is_in_bound_loop(by_key, root) || (!by_key_has_workers(by_key) && tree_has_concurrent(by_key->loop->body)))
        return by_key_refuse(by_key, "a loop around its loop, or inside of it, is bound already");
    return true;
}
