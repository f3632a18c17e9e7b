// look_back: the kernel of a scan in one pass (contract in look_back.h). A thread's iterations, then the warps of a
// tile, then the tiles.
#include "transform/scan/look_back_kernel.h"
#include "transform/scan/look_back_others.h"
#include "transform/scan/look_back_values.h"
#include "transform/loop/part.h"
#include "transform/reduction/operator.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"
#include "transform/vector/vector_find.h"

#include <string.h>

Stmt *block_of(const LookBack *scan, const StmtList *list)
{
    return stmt_block(scan->arena, list->items, list->count);
}

Expr *position(const LookBack *scan, const Loop *loop)
{
    return expr_symbol(scan->arena, loop->iterator);
}

// ---- loops of a thread

static const char *part_name(const LookBack *scan, const char *suffix)
{
    const char *name = scan->stmt->loop->name;
    return intern_printf("%.*s.%s", (int)strcspn(name, "#"), name, suffix);
}

Loop counting(const LookBack *scan, const char *suffix, int64_t count, Binding binding)
{
    Loop made = part_of(scan->state, scan->stmt->loop, part_name(scan, suffix));
    made.upper = expr_index(scan->arena, count);
    made.binding = binding;
    made.limit = binding_is_thread(binding) ? count : 0;
    return made;
}

Expr *first_of_round(const LookBack *scan, Expr *round)
{
    Arena *arena = scan->arena;
    int64_t of_round = scan->width * scan->lanes, of_warp = of_round * scan->rounds,
            of_tile = scan->threads / scan->width * of_warp;
    Expr *first = index_mul(arena, expr_index(arena, of_tile), expr_symbol(arena, scan->at));
    first = index_add(arena, first, index_mul(arena, expr_index(arena, of_warp), scan->warp));
    first = index_add(arena, first, index_mul(arena, expr_index(arena, of_round), round));
    return index_add(arena, first, index_mul(arena, expr_index(arena, scan->lanes), scan->lane));
}

typedef struct Fitting {
    Arena *arena;
    const Stmt *items;
    bool found;
} Fitting;

static bool look_for_vector(void *context, const Expr *expr)
{
    Fitting *fitting = context;
    bool global = expr->kind == EX_ACCESS && expr->array->space == SPACE_GLOBAL;
    fitting->found = fitting->found || (global && vector_fits(fitting->arena, fitting->items, expr, 1));
    return !fitting->found;
}

// Whether some access of the iterations moves by one element. Otherwise nothing would become a vector, and what is held
// in registers would be picked by an iterator.
static bool has_vector(const LookBack *scan, const Stmt *items)
{
    Fitting fitting = {scan->arena, items, false};
    stmt_walk_expressions(items->body, look_for_vector, &fitting);
    return fitting.found;
}

// Each use of the statements but the first gets loops of its own.
static Stmt *used_once(LookBack *scan, Stmt *body)
{
    if (!tree_has_kind(body, ST_LOOP))
        return body;
    return scan->uses++ ? part_copy(scan->state, scan->root, body) : body;
}

Stmt *over_items(LookBack *scan, const char *suffix, const Loop *round, bool vectors, Stmt *body)
{
    Arena *arena = scan->arena;
    body = used_once(scan, body);
    bool plain = scan->lanes > 1 && vectors && !tree_has_kind(body, ST_LOOP) && !tree_has_kind(body, ST_WHILE);
    Loop items = counting(scan, suffix, scan->lanes, plain ? BIND_VECTOR : BIND_UNROLL);
    items.limit = plain ? scan->lanes : 0;
    Expr *first = first_of_round(scan, position(scan, round));
    Expr *before = index_mul(arena, expr_index(arena, scan->width * scan->lanes), position(scan, round));
    items.upper = index_min(arena, items.upper, index_minus(arena, scan->left, before));
    body = stmt_substitute(arena, body, scan->round, position(scan, round));
    body = stmt_substitute(arena, body, scan->item, expr_symbol(arena, items.iterator));
    Expr *value = part_value(arena, scan->stmt->loop, index_add(arena, first, expr_symbol(arena, items.iterator)));
    body = part_define(arena, scan->stmt->loop, &items, value, body);
    Stmt *made = stmt_loop_for(arena, scan->stmt, &items, body);
    if (!plain || has_vector(scan, made))
        return made;
    items.binding = BIND_UNROLL;
    items.limit = 0;
    return stmt_loop_for(arena, scan->stmt, &items, body);
}

Stmt *over_rounds(const LookBack *scan, const Loop *round, const StmtList *items)
{
    return stmt_loop_for(scan->arena, scan->stmt, round, block_of(scan, items));
}

// ---- the tile

Loop rounds_of(const LookBack *scan, const char *suffix, bool shared)
{
    int64_t registers = scan->rounds - scan->shared;
    Loop made = counting(scan, suffix, shared ? scan->rounds : registers, BIND_UNROLL);
    made.lower = expr_index(scan->arena, shared ? registers : 0);
    return made;
}

bool has_rounds(const LookBack *scan, bool shared)
{
    return shared ? scan->shared > 0 : scan->rounds > scan->shared;
}

typedef struct Sums {
    Symbol *own[MAX_COMPONENTS], *other[MAX_COMPONENTS], *before[MAX_COMPONENTS];
} Sums;

// In each round: inside = what comes before the thread's iterations in the warp; all = up to the round's last one.
static void scan_some_rounds(LookBack *scan, const Sums *sums, Symbol *const *all, bool shared, StmtList *out)
{
    Arena *arena = scan->arena;
    StmtList items = {0}, first = {0};
    Expr *neutral[MAX_COMPONENTS], *values[MAX_COMPONENTS];
    Symbol *const *own = sums->own, *const *other = sums->other, *const *before = sums->before;
    Loop round = rounds_of(scan, "sum_round", shared);
    for (int c = 0; c < scan->count; c++) {
        neutral[c] = scan->components[c].neutral;
        if (skips(scan, c))
            continue;
        VECTOR_PUSH(arena, &items, stmt_declare(arena, own[c], neutral[c]));
        if (scan->width > 1)
            VECTOR_PUSH(arena, &items, stmt_declare(arena, other[c], NULL));
    }
    if (shared)
        held_from_shared(scan, &round, &items);
    VECTOR_PUSH(arena, &items, over_items(scan, "sum", &round, false, held_uses(scan, scan->slice, shared)));
    if (scan->width > 1) {
        scan_lanes(scan, own, other, &items);
        shuffle(scan, IN_SHUFFLE_UP, own, 1, other, &items);
        set_all(scan, other, neutral, &first);
        VECTOR_PUSH(arena, &items, where(scan, less(scan, OP_EQ, scan->lane, expr_index(arena, 0)), &first));
    }
    // before = all before this round, then the lanes before this one; all = all, then the last lane's
    for (int c = 0; c < scan->count; c++)
        if (!skips(scan, c))
            VECTOR_PUSH(arena, &items, stmt_declare(arena, before[c], expr_symbol(arena, all[c])));
    values_of(scan, other, values);
    for (int r = 0; r < scan->divided->count; r++)
        scan->spans[r] = scan->of_lanes[r] ? expr_symbol(arena, scan->of_lanes[r]) : NULL;
    if (scan->width > 1)
        combine(scan, before, values, true, &items);
    for (int c = 0; c < scan->count; c++)
        if (!skips(scan, c))
            VECTOR_PUSH(arena, &items,
                        stmt_assign(arena, element_at(scan, scan->components[c].inside, position(scan, &round)),
                                    OP_NONE, expr_symbol(arena, before[c]), NULL));
    if (scan->width > 1)
        shuffle(scan, IN_SHUFFLE_FROM, own, WARP - 1, own, &items);
    values_of(scan, own, values);
    span_iterations(scan, scan->width * scan->lanes);
    combine(scan, all, values, true, &items);
    VECTOR_PUSH(arena, out, over_rounds(scan, &round, &items));
}

// For each round the total of the thread's iterations, and what comes before them in the warp; `all`: of the warp.
// `awaits`: nothing has waited for what is copied to shared memory yet.
static void scan_rounds(LookBack *scan, Symbol **all, bool awaits, StmtList *out)
{
    Arena *arena = scan->arena;
    Sums sums = {0};
    Expr *extents[] = {expr_index(arena, scan->rounds)};
    scan->inside = true;
    declare_neutral(scan, "warp", all, out);
    for (int c = 0; c < scan->count; c++) {
        Component *component = &scan->components[c];
        if (skips(scan, c))
            continue;
        component->inside = nest_array(scan->state->nest, intern_printf("%s_inside", component->own->name),
                                       component->type, SPACE_REGISTER, extents, 1);
        VECTOR_PUSH(arena, out, stmt_declare_array(arena, component->inside));
        sums.own[c] = component->own;
        sums.other[c] = local(scan, component->own->name, "other", component->type);
    }
    for (int c = 0; c < scan->count; c++)
        sums.before[c] = skips(scan, c) ? NULL : local(scan, sums.own[c]->name, "before", sums.own[c]->type);
    if (has_rounds(scan, false))
        scan_some_rounds(scan, &sums, all, false, out);
    if (has_rounds(scan, true)) {
        if (awaits)
            held_await(scan, out);
        scan_some_rounds(scan, &sums, all, true, out);
    }
    scan->inside = false;
}

// What a warp shares, of a team for this column.
static Expr *of_warp(const LookBack *scan, int component, Expr *warp)
{
    Expr *column = scan->columns ? expr_symbol(scan->arena, scan->columns->loop->iterator) : NULL;
    Expr *subscripts[] = {warp, column};
    return expr_access(scan->arena, scan->components[component].of_warps, subscripts);
}

// Puts the variables into the row of the warp, in its first lane.
void share(const LookBack *scan, Symbol *const *own, StmtList *out)
{
    Arena *arena = scan->arena;
    StmtList items = {0};
    for (int c = 0; c < scan->count; c++)
        if (!skips(scan, c))
            VECTOR_PUSH(arena, &items,
                        stmt_assign(arena, of_warp(scan, c, scan->warp), OP_NONE, expr_symbol(arena, own[c]), NULL));
    bool first = scan->width > 1;
    VECTOR_PUSH(arena, out,
                first ? where(scan, less(scan, OP_EQ, scan->lane, expr_index(arena, 0)), &items)
                      : block_of(scan, &items));
    VECTOR_PUSH(arena, out, stmt_simple(arena, ST_BARRIER));
}

void make_shared(LookBack *scan, const char *suffix, StmtList *out)
{
    Expr *extents[] = {expr_index(scan->arena, scan->threads / scan->width), expr_index(scan->arena, scan->ncolumns)};
    for (int c = 0; c < scan->count; c++) {
        Component *component = &scan->components[c];
        if (skips(scan, c))
            continue;
        component->of_warps = nest_array(scan->state->nest, intern_printf("%s_%s", component->own->name, suffix),
                                         component->type, SPACE_SHARED, extents, scan->columns ? 2 : 1);
        VECTOR_PUSH(scan->arena, out, stmt_declare_array(scan->arena, component->of_warps));
    }
}

void shared_values(const LookBack *scan, Expr *warp, Expr **values)
{
    for (int c = 0; c < scan->count; c++)
        values[c] = skips(scan, c) ? NULL : of_warp(scan, c, warp);
}

Loop over_warps(const LookBack *scan, const char *suffix, int64_t from)
{
    Loop made = counting(scan, suffix, scan->threads / scan->width, BIND_UNROLL);
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
    scan->inside = true;
    make_shared(scan, "warps", out);
    share(scan, own, out);
    scan->inside = false;
    declare_neutral(scan, "ahead", ahead, out);
    declare_neutral(scan, "tile", all, out);
    Loop each = over_warps(scan, "warp_before", 0);
    values_of(scan, all, values);
    set_all(scan, ahead, values, &mine);
    VECTOR_PUSH(arena, &items, where(scan, less(scan, OP_EQ, position(scan, &each), scan->warp), &mine));
    scan->inside = true;
    shared_values(scan, position(scan, &each), values);
    scan->inside = false;
    steady_values(scan, scan->width * scan->lanes * scan->rounds, values);
    combine(scan, all, values, true, &items);
    VECTOR_PUSH(arena, out, stmt_loop_for(arena, scan->stmt, &each, block_of(scan, &items)));
}

// ---- the kernel

typedef struct Kernel {
    Symbol round, item;
} Kernel;

// The last iteration's thread sets the values after the loop that no tile knows.
static void end_values(const LookBack *scan, const Loop *round, StmtList *out)
{
    Arena *arena = scan->arena;
    StmtList ends = {0};
    for (int r = 0; r < scan->divided->count; r++)
        if (scan->ends[r])
            VECTOR_PUSH(arena, &ends, set_symbol(scan, scan->symbols[r], expr_symbol(arena, scan->held[r])));
    Expr *earlier = index_mul(arena, expr_index(arena, scan->width * scan->lanes), position(scan, round));
    Expr *left = index_minus(arena, scan->left, earlier);
    Expr *begins = less(scan, OP_GT, left, expr_index(arena, 0));
    Expr *is_last = expr_both(arena, begins, less(scan, OP_LE, left, expr_index(arena, scan->lanes)));
    if (ends.count)
        VECTOR_PUSH(arena, out, where(scan, is_last, &ends));
}

// `of_round`: the steady factors of the iterations before the thread's in its warp, which become those of the next
// round.
static void run_rounds(LookBack *scan, Symbol *const *begin, Symbol *const *first, Symbol *const *of_round, bool shared,
                       StmtList *out)
{
    Arena *arena = scan->arena;
    StmtList items = {0};
    Expr *values[MAX_COMPONENTS];
    Loop round = rounds_of(scan, "round", shared);
    for (int r = 0; r < scan->divided->count; r++)
        VECTOR_PUSH(arena, &items, stmt_declare(arena, scan->held[r], expr_symbol(arena, begin[r])));
    scan->inside = true;
    for (int c = 0; c < scan->count; c++)
        values[c] = skips(scan, c) ? NULL : element_at(scan, scan->components[c].inside, position(scan, &round));
    for (int r = 0; r < scan->divided->count; r++)
        scan->spans[r] = of_round[r] ? expr_symbol(arena, of_round[r]) : NULL;
    combine(scan, scan->held, values, false, &items);
    scan->inside = false;
    if (shared)
        held_from_shared(scan, &round, &items);
    Stmt *body = kept_stores(scan, held_uses(scan, scan->body, shared), first);
    VECTOR_PUSH(arena, &items, over_items(scan, "item", &round, true, body));
    end_values(scan, &round, &items);
    for (int r = 0; r < scan->divided->count; r++) {
        if (!of_round[r])
            continue;
        Expr *factor = expr_symbol(arena, of_round[r]);
        Expr *next = expr_binary(arena, OP_MUL, factor, power_of(scan, r, scan->width * scan->lanes), factor->type);
        VECTOR_PUSH(arena, &items, set_symbol(scan, of_round[r], next));
    }
    VECTOR_PUSH(arena, out, over_rounds(scan, &round, &items));
}

// `first`: the values before the tile; `ahead`: in it, before the thread's warp.
static void run_iterations(LookBack *scan, Symbol *const *first, Symbol *const *ahead, StmtList *out)
{
    Expr *values[MAX_COMPONENTS];
    Symbol *begin[MAX_COMPONENTS], *of_round[MAX_RUNNING] = {NULL};
    for (int r = 0; r < scan->divided->count; r++)
        begin[r] = declared(scan, intern_printf("%s_before_warp", scan->held[r]->name),
                            expr_symbol(scan->arena, first[r]), out);
    values_of(scan, ahead, values);
    combine(scan, begin, values, false, out);
    for (int r = 0; r < scan->divided->count; r++)
        if (scan->of_lanes[r])
            of_round[r] = declared(scan, intern_printf("%s_round", scan->components[scan->factors[r]].own->name),
                                   expr_symbol(scan->arena, scan->of_lanes[r]), out);
    for (int shared = 0; shared < 2; shared++)
        if (has_rounds(scan, shared))
            run_rounds(scan, begin, first, of_round, shared, out);
}

// Iterations from the thread's first one on, as far as its warp's reach: in an int, comparisons take half as long.
static void count_left(LookBack *scan, StmtList *out)
{
    Arena *arena = scan->arena;
    Expr *left = index_sub(arena, scan->iterations, first_of_round(scan, expr_index(arena, 0)));
    left = index_min(arena, left, expr_index(arena, scan->width * scan->lanes * scan->rounds));
    left = expr_symbol(arena, declared(scan, "left", expr_cast(arena, type_scalar(TY_I32), left), out));
    scan->left = index_cast(arena, left);
}

// What the kernels have in common: the loop over threads, and the iterations of a tile.
static void begin_kernel(LookBack *scan, Kernel *kernel)
{
    const Type *type = type_scalar(TY_I64);
    kernel->round = (Symbol){.name = "round", .type = type, .role = SYM_ITERATOR};
    kernel->item = (Symbol){.name = "item", .type = type, .role = SYM_ITERATOR};
    scan->round = &kernel->round, scan->item = &kernel->item;
    scan->iterations = loop_raw_count(scan->arena, scan->stmt->loop);
    scan->tiles = index_ceil_div(scan->arena, scan->iterations, scan->threads * scan->lanes * scan->rounds);
}

Stmt *look_back_kernel(LookBack *scan)
{
    StmtList items = {0}, meanwhile = {0};
    Symbol *sums[MAX_COMPONENTS];
    Kernel kernel;
    begin_kernel(scan, &kernel);
    Loop tile = counting(scan, "tile", 0, BIND_BLOCK_X), warp, lane;
    tile.origin = 0;
    tile.upper = scan->tiles;
    tile.min_blocks = (int)scan->blocks;
    warp = counting(scan, "warp", scan->threads / scan->width, BIND_THREAD_Y);
    lane = counting(scan, "lane", scan->width, BIND_THREAD_X);
    scan->warp = position(scan, &warp), scan->lane = position(scan, &lane);
    Symbol *of_warp[MAX_COMPONENTS], *ahead[MAX_COMPONENTS], *all[MAX_COMPONENTS], *before[MAX_COMPONENTS];
    make_states(scan);
    kept_declare(scan, &items);
    bool waits = !may_be_set(scan); // measured: 1 per cent slower, where blocks do not wait for long
    scan->at = waits ? (Symbol *)tile.iterator : NULL;
    if (!waits)
        take_turn(scan, &items);
    count_left(scan, &items);
    declare_powers(scan, &items);
    hold(scan, &items);
    if (waits)
        take_turn(scan, &items); // loads are under way
    pass_first_on(scan, &items);
    if (total_comes_first(scan)) {
        total_of_rounds(scan, sums, &items);
        scan_rounds(scan, of_warp, false, &meanwhile);
    } else {
        scan_rounds(scan, of_warp, true, &items);
    }
    scan_warps(scan, meanwhile.count ? sums : of_warp, ahead, all, &items);
    widen_counters(scan, all, &items);
    look_at_others(scan, all, &meanwhile, before, &items);
    run_iterations(scan, before, ahead, &items);
    kept_flush(scan, scan->rank, before, all, &items);
    Stmt *made = stmt_loop_for(scan->arena, scan->stmt, &lane, block_of(scan, &items));
    made = stmt_loop_for(scan->arena, scan->stmt, &warp, made);
    return stmt_loop_for(scan->arena, scan->stmt, &tile, made);
}

// Every thread knows the values before the tile.
static void run_tile(LookBack *scan, Symbol *const *running, StmtList *out)
{
    Arena *arena = scan->arena;
    Symbol *of_warp[MAX_COMPONENTS], *ahead[MAX_COMPONENTS], *all[MAX_COMPONENTS];
    Expr *values[MAX_COMPONENTS];
    count_left(scan, out);
    hold(scan, out);
    scan_rounds(scan, of_warp, true, out);
    if (scan->threads > scan->width) {
        VECTOR_PUSH(arena, out, stmt_simple(arena, ST_BARRIER)); // all have read the sums of the tile before
        scan_warps(scan, of_warp, ahead, all, out);
    } else {
        declare_neutral(scan, "ahead", ahead, out);
    }
    run_iterations(scan, running, ahead, out);
    scan->inside = scan->threads == scan->width;
    span_iterations(scan, scan->width * scan->lanes * scan->rounds);
    values_of(scan, scan->threads > scan->width ? all : of_warp, values);
    combine(scan, running, values, false, out);
    scan->inside = false;
}

// The number of the warp and of the lane in it.
static void find_place(LookBack *scan, const Loop *thread, StmtList *out)
{
    Arena *arena = scan->arena;
    Expr *at = position(scan, thread), *warp = expr_index(arena, scan->width);
    scan->warp = scan->width > 1 ? expr_index(arena, 0) : at;
    scan->lane = scan->width > 1 ? at : expr_index(arena, 0);
    if (scan->threads == scan->width || scan->width == 1)
        return;
    scan->warp = expr_symbol(arena, declared(scan, "warp", expr_binary(arena, OP_DIV, at, warp, at->type), out));
    scan->lane = expr_symbol(arena, declared(scan, "lane", expr_binary(arena, OP_REM, at, warp, at->type), out));
}

Stmt *team_scan_loops(LookBack *scan)
{
    Arena *arena = scan->arena;
    StmtList around = {0}, items = {0}, body = {0};
    Kernel kernel;
    Symbol *running[MAX_COMPONENTS] = {0};
    begin_kernel(scan, &kernel);
    for (int r = 0; r < scan->divided->count; r++)
        running[r] = declared(scan, intern_printf("%s_running", scan->held[r]->name),
                              expr_symbol(arena, scan->symbols[r]), &around);
    Loop thread = counting(scan, "thread", scan->threads, scan->columns ? BIND_THREAD_Y : BIND_THREAD_X);
    find_place(scan, &thread, &items);
    Loop tile = counting(scan, "tile", 0, BIND_SERIAL);
    tile.origin = 0;
    tile.upper = scan->tiles;
    scan->at = (Symbol *)tile.iterator;
    declare_powers(scan, &items);
    run_tile(scan, running, &body);
    VECTOR_PUSH(arena, &items, stmt_loop_for(arena, scan->stmt, &tile, block_of(scan, &body)));
    VECTOR_PUSH(arena, &around, stmt_loop_for(arena, scan->stmt, &thread, block_of(scan, &items)));
    for (int r = 0; r < scan->divided->count; r++)
        VECTOR_PUSH(arena, &around, set_symbol(scan, scan->symbols[r], expr_symbol(arena, running[r])));
    return block_of(scan, &around);
}
