// look_back: the kernel of a scan in one pass (contract in look_back.h). A thread's iterations, then the warps of a
// tile, then the tiles.
#include "transform/source/look_back_kernel.h"
#include "transform/loop/part.h"
#include "transform/reduction/operator.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

// ---- values of several iterations

// left = left op right, where right comes later in the order of the iterations. `whole`: factors and what sets the
// value, too; otherwise the left one is a value before all of these.
static void combine(const LookBack *scan, Symbol *const *left, Expr *const *right, bool whole, StmtList *out)
{
    Arena *arena = scan->arena;
    for (int r = 0; r < scan->divided->count; r++) {
        const Reduction *update = scan->divided->values[r].update;
        int factor = scan->factors[r], set = scan->sets[r];
        Expr *place = expr_symbol(arena, left[r]);
        Stmt *added = NULL;
        if (factor)
            added = recurrence(arena, recurrence_type(update->type, right[factor]), place, right[factor], right[r]);
        else if (update->op != OP_NONE)
            added = reduction_accumulate(arena, update, place, right[r]);
        if (set)
            added = stmt_if(
                arena, expr_binary(arena, OP_NE, right[set], expr_int(arena, 0, right[set]->type), right[set]->type),
                stmt_assign(arena, place, OP_NONE, right[r], NULL), added);
        if (added)
            VECTOR_PUSH(arena, out, added);
        if (factor && whole) {
            const Type *type = recurrence_type(update->type, right[factor]);
            Expr *own = expr_symbol(arena, left[factor]);
            Expr *product =
                expr_binary(arena, OP_MUL, expr_cast(arena, type, own), expr_cast(arena, type, right[factor]), type);
            VECTOR_PUSH(arena, out, stmt_assign(arena, own, OP_NONE, expr_cast(arena, own->type, product), NULL));
        }
        if (set && whole) {
            Expr *own = expr_symbol(arena, left[set]);
            Expr *either = expr_binary(arena, OP_OR, own, right[set], own->type);
            VECTOR_PUSH(arena, out, stmt_assign(arena, own, OP_NONE, either, NULL));
        }
    }
}

static Symbol *local(const LookBack *scan, const char *stem, const char *suffix, const Type *type)
{
    return nest_symbol(scan->state->nest, suffix ? intern_printf("%s_%s", stem, suffix) : stem, type, SYM_LOCAL);
}

// Variables like the components, with the neutral values.
static void declare_neutral(const LookBack *scan, const char *suffix, Symbol **made, StmtList *out)
{
    for (int c = 0; c < scan->count; c++) {
        const Component *component = &scan->components[c];
        made[c] = local(scan, component->own->name, suffix, component->type);
        VECTOR_PUSH(scan->arena, out, stmt_declare(scan->arena, made[c], component->neutral));
    }
}

static void values_of(const LookBack *scan, Symbol *const *symbols, Expr **values)
{
    for (int c = 0; c < scan->count; c++)
        values[c] = expr_symbol(scan->arena, symbols[c]);
}

static Stmt *set_symbol(const LookBack *scan, const Symbol *symbol, Expr *value)
{
    return stmt_assign(scan->arena, expr_symbol(scan->arena, symbol), OP_NONE, value, NULL);
}

static Stmt *block_of(const LookBack *scan, const StmtList *list)
{
    return stmt_block(scan->arena, list->items, list->count);
}

static Expr *position(const LookBack *scan, const Loop *loop)
{
    return expr_symbol(scan->arena, loop->iterator);
}

static Expr *less(const LookBack *scan, Operator op, Expr *left, Expr *right)
{
    return expr_binary(scan->arena, op, left, right, type_scalar(TY_I64));
}

// ---- loops of a thread

static const char *part_name(const LookBack *scan, const char *suffix)
{
    const char *name = scan->stmt->loop->name;
    return intern_printf("%.*s.%s", (int)strcspn(name, "#"), name, suffix);
}

static Loop counting(const LookBack *scan, const char *suffix, int64_t count, Binding binding)
{
    Loop made = part_of(scan->state, scan->stmt->loop, part_name(scan, suffix));
    made.upper = expr_index(scan->arena, count);
    made.binding = binding;
    made.limit = binding_is_thread(binding) ? count : 0;
    return made;
}

// for item in 0..min(v, iterations - first) body, which knows the iteration
static Stmt *over_items(const LookBack *scan, const char *suffix, const Loop *round, bool vectors, Stmt *body)
{
    Arena *arena = scan->arena;
    bool plain = scan->lanes > 1 && vectors && !tree_has_kind(body, ST_LOOP) && !tree_has_kind(body, ST_WHILE);
    Loop items = counting(scan, suffix, scan->lanes, plain ? BIND_VECTOR : BIND_UNROLL);
    items.limit = plain ? scan->lanes : 0;
    int64_t of_round = WARP * scan->lanes, of_warp = of_round * scan->rounds,
            of_tile = scan->threads * scan->lanes * scan->rounds;
    Expr *first = index_mul(arena, expr_index(arena, of_tile), expr_symbol(arena, scan->at));
    first = index_add(arena, first, index_mul(arena, expr_index(arena, of_warp), position(scan, scan->warp)));
    first = index_add(arena, first, index_mul(arena, expr_index(arena, of_round), position(scan, round)));
    first = index_add(arena, first, index_mul(arena, expr_index(arena, scan->lanes), position(scan, scan->lane)));
    items.upper = index_min(arena, items.upper, index_minus(arena, scan->iterations, first));
    body = stmt_substitute(arena, body, scan->round, position(scan, round));
    body = stmt_substitute(arena, body, scan->item, expr_symbol(arena, items.iterator));
    Expr *value = part_value(arena, scan->stmt->loop, index_add(arena, first, expr_symbol(arena, items.iterator)));
    body = part_define(arena, scan->stmt->loop, &items, value, body);
    return stmt_loop_for(arena, scan->stmt, &items, body);
}

static Stmt *over_rounds(const LookBack *scan, const Loop *round, const StmtList *items)
{
    return stmt_loop_for(scan->arena, scan->stmt, round, block_of(scan, items));
}

// ---- loads

static bool find_access(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || expr->kind == EX_ACCESS;
    return !*found;
}

static bool has_access(const Expr *access)
{
    bool found = false;
    for (int i = 0; i < access->noperands; i++)
        expr_walk(access->operands[i], find_access, &found);
    return found;
}

static void hold_access(LookBack *scan, const Expr *access)
{
    bool memory = access->array->space == SPACE_GLOBAL && access->npath == 0 && type_is_arithmetic(access->type);
    if (!memory || access->array->is_volatile || has_access(access) ||
        !expr_mentions(access, scan->stmt->loop->iterator) ||
        (scan->loads.count + 1) * scan->lanes * scan->rounds > MOST_HELD)
        return;
    FOR_EACH(i, &scan->loads)
        if (expr_equal(scan->loads.items[i].access, access))
            return;
    Expr *extents[] = {expr_index(scan->arena, scan->rounds), expr_index(scan->arena, scan->lanes)};
    const char *name = intern_printf("%s_loaded", access->array->name);
    Held held = {access, nest_array(scan->state->nest, name, access->type, SPACE_REGISTER, extents, 2)};
    VECTOR_PUSH(scan->arena, &scan->loads, held);
}

// Accesses that are evaluated in any case.
static void hold_certain(LookBack *scan, const Expr *expr)
{
    if (expr->kind == EX_ACCESS)
        hold_access(scan, expr);
    int count = expr_branches(expr) ? 1 : expr->kind == EX_ADDRESS ? 0 : expr->noperands;
    for (int i = 0; i < count; i++)
        hold_certain(scan, expr->operands[i]);
}

static void hold_in(LookBack *scan, const Stmt *stmt)
{
    if (stmt->kind == ST_BLOCK)
        for (int i = 0; i < stmt->nitems; i++)
            hold_in(scan, stmt->items[i]);
    if (stmt->kind == ST_ASSIGN || stmt->kind == ST_DECLARE)
        if (stmt->value)
            hold_certain(scan, stmt->value);
    if (stmt->kind == ST_IF)
        hold_certain(scan, stmt->condition);
}

static Expr *held_element(const LookBack *scan, const Held *held)
{
    Expr *subscripts[] = {expr_symbol(scan->arena, scan->round), expr_symbol(scan->arena, scan->item)};
    return expr_access(scan->arena, held->registers, subscripts);
}

typedef struct Using {
    const LookBack *scan;
    VECTOR(const Array *) written; // so far, by the iteration itself
} Using;

static bool may_be_changed(const Using *use, const Array *array)
{
    FOR_EACH(i, &use->written)
        if (use->written.items[i] == array || !arrays_are_apart(use->written.items[i], array))
            return true;
    return false;
}

static Expr *use_held(void *context, Expr *expr)
{
    const Using *use = context;
    FOR_EACH(i, &use->scan->loads) {
        const Held *held = &use->scan->loads.items[i];
        if (expr->kind == EX_ACCESS && expr_equal(expr, held->access) && !may_be_changed(use, expr->array))
            return held_element(use->scan, held);
    }
    return expr;
}

static bool note_write(void *context, const Stmt *stmt)
{
    Using *use = context;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS)
        VECTOR_PUSH(use->scan->arena, &use->written, stmt->place->array);
    return true;
}

// The statements with what is in registers, until the iteration may have changed it in memory.
static Stmt *with_loads(Using *use, Stmt *stmt)
{
    Arena *arena = use->scan->arena;
    if (!stmt)
        return NULL;
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt);
    if (stmt->kind == ST_BLOCK) {
        made->items = arena_copy(arena, stmt->items, sizeof(Stmt *) * (size_t)stmt->nitems);
        for (int i = 0; i < stmt->nitems; i++)
            made->items[i] = with_loads(use, stmt->items[i]);
        return made;
    }
    if (stmt->kind == ST_IF) {
        made->condition = expr_rewrite(arena, stmt->condition, use_held, use);
        made->body = with_loads(use, stmt->body);
        made->otherwise = with_loads(use, stmt->otherwise);
        return made;
    }
    if (stmt->kind != ST_ASSIGN && stmt->kind != ST_DECLARE) {
        stmt_walk(stmt, note_write, use);
        return stmt;
    }
    made->value = stmt->value ? expr_rewrite(arena, stmt->value, use_held, use) : NULL;
    note_write(use, stmt);
    return made;
}

static void load(LookBack *scan, StmtList *out)
{
    Arena *arena = scan->arena;
    StmtList loads = {0}, items = {0};
    hold_in(scan, scan->slice);
    FOR_EACH(i, &scan->loads) {
        const Held *held = &scan->loads.items[i];
        VECTOR_PUSH(arena, out, stmt_declare_array(arena, held->registers));
        VECTOR_PUSH(arena, &loads, stmt_assign(arena, held_element(scan, held), OP_NONE, (Expr *)held->access, NULL));
    }
    if (!loads.count)
        return;
    Loop round = counting(scan, "load_round", scan->rounds, BIND_UNROLL);
    VECTOR_PUSH(arena, &items, over_items(scan, "load", &round, true, block_of(scan, &loads)));
    VECTOR_PUSH(arena, out, over_rounds(scan, &round, &items));
}

// ---- the tile

static Expr *element_at(const LookBack *scan, const Array *array, Expr *at)
{
    return expr_access(scan->arena, array, &at);
}

static void shuffle(const LookBack *scan, Intrinsic intrinsic, Symbol *const *from, int64_t distance, Symbol *const *to,
                    StmtList *out)
{
    for (int c = 0; c < scan->count; c++) {
        Expr *operands[] = {expr_symbol(scan->arena, from[c]), expr_int(scan->arena, distance, type_scalar(TY_U32))};
        int count = intrinsic == IN_SHUFFLE_LAST ? 1 : 2;
        VECTOR_PUSH(
            scan->arena, out,
            set_symbol(scan, to[c], expr_intrinsic(scan->arena, intrinsic, scan->components[c].type, operands, count)));
    }
}

static void set_all(const LookBack *scan, Symbol *const *to, Expr *const *values, StmtList *out)
{
    for (int c = 0; c < scan->count; c++)
        VECTOR_PUSH(scan->arena, out, set_symbol(scan, to[c], values[c]));
}

static Stmt *where(const LookBack *scan, Expr *condition, const StmtList *items)
{
    return stmt_if(scan->arena, condition, block_of(scan, items), NULL);
}

// own = what the lanes up to this one have, in their order
static void scan_lanes(const LookBack *scan, Symbol *const *own, Symbol *const *other, StmtList *out)
{
    Arena *arena = scan->arena;
    Expr *mine[MAX_COMPONENTS], *sum[MAX_COMPONENTS];
    values_of(scan, own, mine);
    values_of(scan, other, sum);
    for (int64_t distance = 1; distance < WARP; distance *= 2) {
        StmtList joined = {0};
        shuffle(scan, IN_SHUFFLE_UP, own, distance, other, out);
        combine(scan, other, mine, true, &joined);
        set_all(scan, own, sum, &joined);
        VECTOR_PUSH(arena, out,
                    where(scan, less(scan, OP_GE, position(scan, scan->lane), expr_index(arena, distance)), &joined));
    }
}

// The first lane gets what all have.
static void sum_lanes(const LookBack *scan, Symbol *const *own, Symbol *const *other, StmtList *out)
{
    Expr *later[MAX_COMPONENTS];
    values_of(scan, other, later);
    for (int64_t distance = 1; distance < WARP; distance *= 2) {
        shuffle(scan, IN_SHUFFLE_DOWN, own, distance, other, out);
        combine(scan, own, later, true, out);
    }
}

// For each round the total of the thread's iterations, and what comes before them in the warp; `all`: of the warp.
static void scan_rounds(LookBack *scan, Symbol **all, StmtList *out)
{
    Arena *arena = scan->arena;
    StmtList items = {0}, first = {0};
    Loop round = counting(scan, "sum_round", scan->rounds, BIND_UNROLL);
    Symbol *own[MAX_COMPONENTS], *other[MAX_COMPONENTS];
    Expr *neutral[MAX_COMPONENTS], *values[MAX_COMPONENTS];
    Expr *extents[] = {expr_index(arena, scan->rounds)};
    declare_neutral(scan, "warp", all, out);
    for (int c = 0; c < scan->count; c++) {
        Component *component = &scan->components[c];
        component->inside = nest_array(scan->state->nest, intern_printf("%s_inside", component->own->name),
                                       component->type, SPACE_REGISTER, extents, 1);
        VECTOR_PUSH(arena, out, stmt_declare_array(arena, component->inside));
        own[c] = component->own;
        other[c] = local(scan, component->own->name, "other", component->type);
        neutral[c] = component->neutral;
        VECTOR_PUSH(arena, &items, stmt_declare(arena, own[c], neutral[c]));
        VECTOR_PUSH(arena, &items, stmt_declare(arena, other[c], NULL));
    }
    VECTOR_PUSH(arena, &items, over_items(scan, "sum", &round, false, with_loads(&(Using){.scan = scan}, scan->slice)));
    scan_lanes(scan, own, other, &items);
    shuffle(scan, IN_SHUFFLE_UP, own, 1, other, &items);
    set_all(scan, other, neutral, &first);
    VECTOR_PUSH(arena, &items,
                where(scan, less(scan, OP_EQ, position(scan, scan->lane), expr_index(arena, 0)), &first));
    // before = all before this round, then the lanes before this one; all = all, then the last lane's
    Symbol *before[MAX_COMPONENTS];
    for (int c = 0; c < scan->count; c++) {
        before[c] = local(scan, own[c]->name, "before", own[c]->type);
        VECTOR_PUSH(arena, &items, stmt_declare(arena, before[c], expr_symbol(arena, all[c])));
    }
    values_of(scan, other, values);
    combine(scan, before, values, true, &items);
    for (int c = 0; c < scan->count; c++)
        VECTOR_PUSH(arena, &items,
                    stmt_assign(arena, element_at(scan, scan->components[c].inside, position(scan, &round)), OP_NONE,
                                expr_symbol(arena, before[c]), NULL));
    shuffle(scan, IN_SHUFFLE_LAST, own, 0, own, &items);
    values_of(scan, own, values);
    combine(scan, all, values, true, &items);
    VECTOR_PUSH(arena, out, over_rounds(scan, &round, &items));
}

// Puts the variables into the row of the warp, in its first lane.
static void share(const LookBack *scan, Symbol *const *own, StmtList *out)
{
    Arena *arena = scan->arena;
    StmtList items = {0};
    for (int c = 0; c < scan->count; c++)
        VECTOR_PUSH(arena, &items,
                    stmt_assign(arena, element_at(scan, scan->components[c].of_warps, position(scan, scan->warp)),
                                OP_NONE, expr_symbol(arena, own[c]), NULL));
    VECTOR_PUSH(arena, out, where(scan, less(scan, OP_EQ, position(scan, scan->lane), expr_index(arena, 0)), &items));
    VECTOR_PUSH(arena, out, stmt_simple(arena, ST_BARRIER));
}

static void make_shared(LookBack *scan, const char *suffix, StmtList *out)
{
    Expr *extents[] = {expr_index(scan->arena, scan->threads / WARP)};
    for (int c = 0; c < scan->count; c++) {
        Component *component = &scan->components[c];
        component->of_warps = nest_array(scan->state->nest, intern_printf("%s_%s", component->own->name, suffix),
                                         component->type, SPACE_SHARED, extents, 1);
        VECTOR_PUSH(scan->arena, out, stmt_declare_array(scan->arena, component->of_warps));
    }
}

static void shared_values(const LookBack *scan, Expr *warp, Expr **values)
{
    for (int c = 0; c < scan->count; c++)
        values[c] = element_at(scan, scan->components[c].of_warps, warp);
}

static Loop over_warps(const LookBack *scan, const char *suffix, int64_t from)
{
    Loop made = counting(scan, suffix, scan->threads / WARP, BIND_UNROLL);
    made.origin = 0;
    made.lower = expr_index(scan->arena, from);
    return made;
}

// ahead: what the warps before this one have; all: what all have.
static void scan_warps(LookBack *scan, Symbol *const *own, Symbol **ahead, Symbol **all, StmtList *out)
{
    Arena *arena = scan->arena;
    StmtList items = {0}, mine = {0};
    Expr *values[MAX_COMPONENTS];
    make_shared(scan, "warps", out);
    share(scan, own, out);
    declare_neutral(scan, "ahead", ahead, out);
    declare_neutral(scan, "tile", all, out);
    Loop each = over_warps(scan, "warp_before", 0);
    values_of(scan, all, values);
    set_all(scan, ahead, values, &mine);
    VECTOR_PUSH(arena, &items,
                where(scan, less(scan, OP_EQ, position(scan, &each), position(scan, scan->warp)), &mine));
    shared_values(scan, position(scan, &each), values);
    combine(scan, all, values, true, &items);
    VECTOR_PUSH(arena, out, stmt_loop_for(arena, scan->stmt, &each, block_of(scan, &items)));
}

// ---- what other blocks have

static int64_t words(const LookBack *scan)
{
    int64_t most = 0;
    for (int c = 0; c < scan->count; c++)
        most = scan->components[c].type->size > most ? scan->components[c].type->size : most;
    return most > 4 ? 2 : 1;
}

// A tile has a cell for each component, then one for each value after it, if it ends a group.
static int64_t cells_of_tile(const LookBack *scan)
{
    return scan->count + scan->divided->count;
}

static Expr *first_cell(const LookBack *scan, Expr *tile)
{
    return index_add(scan->arena, index_mul(scan->arena, expr_index(scan->arena, cells_of_tile(scan)), tile),
                     expr_index(scan->arena, 1));
}

static Expr *cell(const LookBack *scan, Expr *first, int64_t further)
{
    Expr *at = index_add(scan->arena, first, expr_index(scan->arena, further));
    at = index_mul(scan->arena, expr_index(scan->arena, words(scan)), at);
    return expr_address(scan->arena, element_at(scan, scan->states, at));
}

static Stmt *pass_on(const LookBack *scan, Expr *first, int64_t further, const Symbol *value)
{
    Expr *operands[] = {cell(scan, first, further), expr_symbol(scan->arena, value),
                        expr_symbol(scan->arena, scan->turn)};
    return stmt_evaluate(scan->arena, expr_intrinsic(scan->arena, IN_PASS_ON, type_scalar(TY_VOID), operands, 3));
}

static Expr *zero_of(const LookBack *scan, const Type *type)
{
    return type_is_float(type) ? expr_float(scan->arena, 0, type) : expr_int(scan->arena, 0, type);
}

static Stmt *await(const LookBack *scan, Expr *first, int64_t further, const Symbol *value)
{
    Expr *operands[] = {cell(scan, first, further), expr_symbol(scan->arena, scan->turn), zero_of(scan, value->type)};
    return set_symbol(scan, value, expr_intrinsic(scan->arena, IN_AWAIT, value->type, operands, 3));
}

static Symbol *declared(const LookBack *scan, const char *name, Expr *value, StmtList *out)
{
    Symbol *made = nest_symbol(scan->state->nest, name, value->type, SYM_LOCAL);
    VECTOR_PUSH(scan->arena, out, stmt_declare(scan->arena, made, value));
    return made;
}

// before: the values before the tile.
static void look_at_others(LookBack *scan, Symbol *const *all, Symbol **before, StmtList *out)
{
    Arena *arena = scan->arena;
    int count = scan->divided->count;
    Expr *at = expr_symbol(arena, scan->at), *group = expr_index(arena, scan->threads - 1);
    Expr *rank = index_add(arena, index_mul(arena, expr_index(arena, WARP), position(scan, scan->warp)),
                           position(scan, scan->lane));
    rank = expr_symbol(arena, declared(scan, "rank", rank, out));
    Expr *within = expr_binary(arena, OP_REM, at, group, at->type);
    within = expr_symbol(arena, declared(scan, "within", within, out));
    Expr *none = expr_index(arena, 0), *leads = less(scan, OP_EQ, rank, none);
    StmtList passed = {0}, waits = {0}, begins = {0}, others = {0}, awaited = {0};
    for (int c = 0; c < scan->count; c++)
        VECTOR_PUSH(arena, &passed, pass_on(scan, first_cell(scan, at), c, all[c]));
    VECTOR_PUSH(arena, out, where(scan, leads, &passed));

    Symbol *found[MAX_COMPONENTS], *other[MAX_COMPONENTS];
    declare_neutral(scan, "found", found, out);
    for (int r = 0; r < count; r++)
        VECTOR_PUSH(arena, &begins, set_symbol(scan, found[r], expr_symbol(arena, scan->symbols[r])));
    // The first thread takes what comes before the group, the others the totals of its tiles.
    Expr *tile = index_sub(arena, index_add(arena, index_sub(arena, at, within), rank), expr_index(arena, 1));
    Expr *cells =
        index_add(arena, first_cell(scan, tile), expr_select(arena, leads, expr_index(arena, scan->count), none));
    cells = expr_symbol(arena, declared(scan, "passed", cells, &awaited));
    for (int r = 0; r < count; r++)
        VECTOR_PUSH(arena, &awaited, await(scan, cells, r, found[r]));
    for (int c = count; c < scan->count; c++)
        VECTOR_PUSH(arena, &others, await(scan, cells, c, found[c]));
    if (others.count)
        VECTOR_PUSH(arena, &awaited, where(scan, less(scan, OP_GT, rank, none), &others));
    Expr *begin = expr_binary(arena, OP_LOGICAL_AND, leads, less(scan, OP_EQ, at, within), type_scalar(TY_I32));
    VECTOR_PUSH(arena, &waits, stmt_if(arena, begin, block_of(scan, &begins), block_of(scan, &awaited)));
    VECTOR_PUSH(arena, out, where(scan, less(scan, OP_LE, rank, within), &waits));

    for (int c = 0; c < scan->count; c++) {
        other[c] = local(scan, found[c]->name, "other", found[c]->type);
        VECTOR_PUSH(arena, out, stmt_declare(arena, other[c], NULL));
    }
    sum_lanes(scan, found, other, out);
    make_shared(scan, "found_warps", out);
    share(scan, found, out);
    Expr *values[MAX_COMPONENTS];
    StmtList items = {0};
    shared_values(scan, none, values);
    for (int r = 0; r < count; r++)
        before[r] = declared(scan, intern_printf("%s_before_tile", scan->held[r]->name), values[r], out);
    if (scan->threads > WARP) {
        Loop each = over_warps(scan, "warp_found", 1);
        shared_values(scan, position(scan, &each), values);
        combine(scan, before, values, false, &items);
        VECTOR_PUSH(arena, out, stmt_loop_for(arena, scan->stmt, &each, block_of(scan, &items)));
    }

    // What comes after the tile.
    StmtList after = {0}, ends = {0}, last = {0};
    Symbol *next[MAX_COMPONENTS] = {0};
    for (int r = 0; r < count; r++)
        next[r] =
            declared(scan, intern_printf("%s_after_tile", scan->held[r]->name), expr_symbol(arena, before[r]), &after);
    values_of(scan, all, values);
    combine(scan, next, values, false, &after);
    for (int r = 0; r < count; r++) {
        VECTOR_PUSH(arena, &ends, pass_on(scan, first_cell(scan, at), scan->count + r, next[r]));
        VECTOR_PUSH(arena, &last, set_symbol(scan, scan->symbols[r], expr_symbol(arena, next[r])));
    }
    Expr *final = index_sub(arena, group, expr_index(arena, 1));
    VECTOR_PUSH(arena, &after, where(scan, less(scan, OP_EQ, within, final), &ends));
    final = index_sub(arena, scan->tiles, expr_index(arena, 1));
    VECTOR_PUSH(arena, &after, where(scan, less(scan, OP_EQ, at, final), &last));
    VECTOR_PUSH(arena, out, where(scan, leads, &after));
}

// ---- the kernel

static void run_iterations(LookBack *scan, Symbol *const *before, Symbol *const *ahead, StmtList *out)
{
    Arena *arena = scan->arena;
    StmtList items = {0};
    Symbol *begin[MAX_COMPONENTS];
    Expr *values[MAX_COMPONENTS];
    Loop round = counting(scan, "round", scan->rounds, BIND_UNROLL);
    for (int r = 0; r < scan->divided->count; r++)
        begin[r] = before[r];
    values_of(scan, ahead, values);
    combine(scan, begin, values, false, out);
    for (int r = 0; r < scan->divided->count; r++)
        VECTOR_PUSH(arena, &items, stmt_declare(arena, scan->held[r], expr_symbol(arena, begin[r])));
    for (int c = 0; c < scan->count; c++)
        values[c] = element_at(scan, scan->components[c].inside, position(scan, &round));
    combine(scan, scan->held, values, false, &items);
    VECTOR_PUSH(arena, &items, over_items(scan, "item", &round, true, with_loads(&(Using){.scan = scan}, scan->body)));
    VECTOR_PUSH(arena, out, over_rounds(scan, &round, &items));
}

static void take_turn(LookBack *scan, StmtList *out)
{
    Arena *arena = scan->arena;
    Expr *operands[] = {cell(scan, expr_index(arena, 0), 0), scan->tiles};
    scan->turn = declared(scan, "turn", expr_intrinsic(arena, IN_NEXT_TURN, type_scalar(TY_U64), operands, 2), out);
    Expr *at = expr_cast(arena, type_scalar(TY_U32), expr_symbol(arena, scan->turn));
    scan->at = declared(scan, "tile", expr_cast(arena, type_scalar(TY_I64), at), out);
}

static void make_states(LookBack *scan)
{
    Arena *arena = scan->arena;
    int64_t of_tile = scan->threads * scan->lanes * scan->rounds;
    Expr *tiles = index_ceil_div(arena, scan->divided->values[0].totals->extent[0], of_tile);
    Expr *extents[] = {index_mul(arena, expr_index(arena, words(scan)), first_cell(scan, tiles))};
    const char *name = intern_printf("%s_states", scan->held[0]->name);
    scan->states = nest_array(scan->state->nest, name, type_scalar(TY_U64), SPACE_SCRATCH, extents, 1);
    scan->states->passes = 8 * (int)words(scan);
}

Stmt *look_back_kernel(LookBack *scan)
{
    Arena *arena = scan->arena;
    StmtList items = {0};
    const Type *type = type_scalar(TY_I64);
    Symbol round = {.name = "round", .type = type, .role = SYM_ITERATOR},
           item = {.name = "item", .type = type, .role = SYM_ITERATOR};
    Loop tile = counting(scan, "tile", 0, BIND_BLOCK_X), warp, lane;
    scan->round = &round, scan->item = &item;
    scan->iterations = loop_raw_count(arena, scan->stmt->loop);
    tile.origin = 0;
    tile.upper = scan->tiles = index_ceil_div(arena, scan->iterations, scan->threads * scan->lanes * scan->rounds);
    warp = counting(scan, "warp", scan->threads / WARP, BIND_THREAD_Y);
    lane = counting(scan, "lane", WARP, BIND_THREAD_X);
    scan->tile = &tile, scan->warp = &warp, scan->lane = &lane;
    Symbol *of_warp[MAX_COMPONENTS], *ahead[MAX_COMPONENTS], *all[MAX_COMPONENTS], *before[MAX_COMPONENTS];
    make_states(scan);
    take_turn(scan, &items);
    load(scan, &items);
    scan_rounds(scan, of_warp, &items);
    scan_warps(scan, of_warp, ahead, all, &items);
    look_at_others(scan, all, before, &items);
    run_iterations(scan, before, ahead, &items);
    Stmt *made = stmt_loop_for(arena, scan->stmt, &lane, block_of(scan, &items));
    made = stmt_loop_for(arena, scan->stmt, &warp, made);
    return stmt_loop_for(arena, scan->stmt, &tile, made);
}
