// look_back: what blocks pass on to later ones, and what a block finds of earlier ones (contract in
// look_back_kernel.h).
#include "transform/loop/part.h"
#include "transform/scan/look_back_kernel.h"
#include "transform/scan/look_back_others.h"
#include "transform/scan/look_back_values.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

// ---- what other blocks have

enum { LINE_BYTES = 128 }; // of L2

// What a tile passes on, of which counters have the type of the running value.
static const Type *passed_type(const LookBack *scan, const Component *component)
{
    return component->narrow ? scan->divided->values[component->value].update->type : component->type;
}

static int64_t words(const LookBack *scan)
{
    int64_t most = 0;
    for (int c = 0; c < scan->count; c++) {
        const Type *type = passed_type(scan, &scan->components[c]);
        most = type->size > most ? type->size : most;
    }
    return most > 4 ? 2 : 1;
}

// Of the components before this one, those that tiles pass on.
static int64_t passed_before(const LookBack *scan, int component)
{
    int64_t passed = 0;
    for (int c = 0; c < component; c++)
        passed += !scan->components[c].steady;
    return passed;
}

// A tile has a cell for each component, then one for each value after it, if it ends a group. Tiles have lines of their
// own: blocks that write one line at the same time wait for one another. A recurrence over 2^28 floats takes 564 us on
// an H200 with 128 bytes for each tile, 567 with 64, 573 with 32, 589 with 16 and 621 with 8.
static int64_t cells_of_tile(const LookBack *scan)
{
    int64_t of_line = LINE_BYTES / (8 * words(scan));
    return (passed_before(scan, scan->count) + scan->divided->count + of_line - 1) / of_line * of_line;
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

static Expr *awaited(const LookBack *scan, Expr *first, int64_t further, const Type *type)
{
    Expr *operands[] = {cell(scan, first, further), expr_symbol(scan->arena, scan->turn), zero_of(scan, type)};
    return expr_intrinsic(scan->arena, IN_AWAIT, type, operands, 3);
}

static Stmt *await(const LookBack *scan, Expr *first, int64_t further, const Symbol *value)
{
    return set_symbol(scan, value, awaited(scan, first, further, value->type));
}

void take_turn(LookBack *scan, StmtList *out)
{
    Arena *arena = scan->arena;
    Expr *operands[] = {cell(scan, expr_index(arena, 0), 0), scan->tiles};
    scan->turn = declared(scan, "turn", expr_intrinsic(arena, IN_NEXT_TURN, type_scalar(TY_U64), operands, 2), out);
    if (!scan->at)
        scan->at = declared(scan, "tile",
                            expr_cast(arena, type_scalar(TY_I64),
                                      expr_cast(arena, type_scalar(TY_U32), expr_symbol(arena, scan->turn))),
                            out);
}

void make_states(LookBack *scan)
{
    Arena *arena = scan->arena;
    int64_t of_tile = scan->threads * scan->lanes * scan->rounds;
    Expr *tiles = index_ceil_div(arena, scan->divided->values[0].totals->extent[0], of_tile);
    Expr *extents[] = {index_mul(arena, expr_index(arena, words(scan)), first_cell(scan, tiles))};
    const char *name = intern_printf("%s_states", scan->held[0]->name);
    scan->states = nest_array(scan->state->nest, name, type_scalar(TY_U64), SPACE_SCRATCH, extents, 1);
    scan->states->passes = 8 * (int)words(scan);
}

void widen_counters(LookBack *scan, Symbol **all, StmtList *out)
{
    for (int c = 0; c < scan->count; c++) {
        Component *component = &scan->components[c];
        if (!component->narrow)
            continue;
        component->type = passed_type(scan, component);
        component->neutral = expr_int(scan->arena, 0, component->type);
        all[c] = declared(scan, intern_printf("%s_total", scan->held[component->value]->name),
                          expr_cast(scan->arena, component->type, expr_symbol(scan->arena, all[c])), out);
    }
}

// The values before the loop are in memory, where those after it will be: the first tile passes them on, and nobody
// else reads them there.
static Expr *awaited_first(const LookBack *scan, int value)
{
    int64_t passes = passed_before(scan, scan->count);
    return awaited(scan, first_cell(scan, expr_index(scan->arena, 0)), passes + value, scan->symbols[value]->type);
}

void pass_first_on(const LookBack *scan, StmtList *out)
{
    Arena *arena = scan->arena;
    StmtList items = {0};
    int64_t passes = passed_before(scan, scan->count);
    Expr *none = expr_index(arena, 0);
    for (int r = 0; r < scan->divided->count; r++)
        VECTOR_PUSH(arena, &items, pass_on(scan, first_cell(scan, none), passes + r, scan->symbols[r]));
    Expr *leads = expr_both(arena, less(scan, OP_EQ, scan->warp, none), less(scan, OP_EQ, scan->lane, none));
    Expr *first = expr_both(arena, less(scan, OP_EQ, expr_symbol(arena, scan->at), none), leads);
    VECTOR_PUSH(arena, out, where(scan, first, &items));
}

// ---- the last tile that has set the values

// The last tiles that may matter: those before one that sets the value do not.
typedef struct Near {
    Array *found; // shared, one element: whether one of the last 32 tiles sets the value
    Array *values[MAX_RUNNING];
} Near;

bool may_be_set(const LookBack *scan)
{
    for (int r = 0; r < scan->divided->count; r++)
        if (!scan->sets[r])
            return false;
    return true;
}

static Expr *only_element(const LookBack *scan, const Array *array)
{
    return element_at(scan, array, expr_index(scan->arena, 0));
}

static void make_near(LookBack *scan, Near *near, StmtList *out)
{
    Arena *arena = scan->arena;
    Nest *nest = scan->state->nest;
    Expr *one = expr_index(arena, 1);
    for (int r = 0; r < scan->divided->count; r++) {
        const char *name = intern_printf("%s_near", scan->held[r]->name);
        near->values[r] = nest_array(nest, name, scan->components[r].type, SPACE_SHARED, &one, 1);
        VECTOR_PUSH(arena, out, stmt_declare_array(arena, near->values[r]));
    }
    const char *name = intern_printf("%s_near_found", scan->held[0]->name);
    near->found = nest_array(nest, name, type_scalar(TY_I32), SPACE_SHARED, &one, 1);
    VECTOR_PUSH(arena, out, stmt_declare_array(arena, near->found));
}

// The first lane that has to be combined: the last one where each value is set, or less than 0.
static Expr *first_that_counts(const LookBack *scan, Expr *cells, Expr *exists, Symbol *const *own, StmtList *out)
{
    Arena *arena = scan->arena;
    Expr *first = NULL;
    for (int r = 0; r < scan->divided->count; r++) {
        int set = scan->sets[r];
        Expr *operands[] = {cell(scan, cells, passed_before(scan, set)), exists, expr_symbol(arena, scan->turn)};
        const Type *type = type_scalar(TY_I32);
        VECTOR_PUSH(arena, out, set_symbol(scan, own[set], expr_intrinsic(arena, IN_AWAIT_SETS, type, operands, 3)));
        Expr *last = index_cast(arena, last_set(scan, own[set], expr_index(arena, WARP - 1)));
        first = first ? index_min(arena, first, last) : last;
    }
    return expr_symbol(arena, declared(scan, "first_tile", first, out));
}

// A warp looks at the last 32 tiles. Of those that others have not passed on yet, it waits only for the ones after the
// last tile that sets the value. What comes before the first tile of all is set, too.
static void look_at_nearest(LookBack *scan, const Near *near, StmtList *out)
{
    Arena *arena = scan->arena;
    int count = scan->divided->count;
    StmtList items = {0}, counting = {0}, begins = {0}, awaited = {0}, found = {0};
    Symbol *own[MAX_COMPONENTS], *other[MAX_COMPONENTS];
    Expr *steady[MAX_COMPONENTS], *none = expr_index(arena, 0);
    declare_neutral(scan, "near", own, &items);
    Expr *tile = index_add(arena, index_sub(arena, expr_symbol(arena, scan->at), expr_index(arena, WARP)), scan->lane);
    tile = expr_symbol(arena, declared(scan, "near_tile", tile, &items));
    Expr *exists = less(scan, OP_GE, tile, none), *cells = first_cell(scan, index_max(arena, tile, none));
    cells = expr_symbol(arena, declared(scan, "near_passed", cells, &items));
    Expr *first = first_that_counts(scan, cells, exists, own, &items), *counts = less(scan, OP_GE, scan->lane, first);
    steady_values(scan, scan->threads * scan->lanes * scan->rounds, steady);
    for (int c = 0; c < scan->count; c++) {
        if (c < count)
            VECTOR_PUSH(arena, &begins, set_symbol(scan, own[c], awaited_first(scan, c)));
        if (scan->components[c].kind == SET)
            VECTOR_PUSH(arena, &items,
                        set_symbol(scan, own[c],
                                   expr_select(arena, counts, expr_symbol(arena, own[c]),
                                               expr_int(arena, 0, scan->components[c].type))));
        else
            VECTOR_PUSH(arena, &awaited,
                        scan->components[c].steady ? set_symbol(scan, own[c], steady[c])
                                                   : await(scan, cells, passed_before(scan, c), own[c]));
    }
    VECTOR_PUSH(arena, &counting, stmt_if(arena, exists, block_of(scan, &awaited), block_of(scan, &begins)));
    VECTOR_PUSH(arena, &items, where(scan, counts, &counting));
    for (int c = 0; c < scan->count; c++) {
        other[c] = local(scan, own[c]->name, "other", own[c]->type);
        VECTOR_PUSH(arena, &items, stmt_declare(arena, other[c], NULL));
    }
    sum_lanes(scan, own, other, &items);
    for (int r = 0; r < count; r++)
        VECTOR_PUSH(arena, &found,
                    stmt_assign(arena, only_element(scan, near->values[r]), OP_NONE, expr_symbol(arena, own[r]), NULL));
    VECTOR_PUSH(arena, &found,
                stmt_assign(arena, only_element(scan, near->found), OP_NONE, less(scan, OP_GE, first, none), NULL));
    VECTOR_PUSH(arena, &items, where(scan, less(scan, OP_EQ, scan->lane, none), &found));
    VECTOR_PUSH(arena, out, where(scan, less(scan, OP_EQ, scan->warp, none), &items));
    // Later, the last tile overwrites the values before the loop: the first tile has read them then.
    StmtList first_read = {0};
    for (int r = 0; r < count; r++)
        VECTOR_PUSH(arena, &first_read, stmt_evaluate(arena, awaited_first(scan, r)));
    Expr *last = expr_index(arena, scan->threads - 1);
    VECTOR_PUSH(arena, out, where(scan, less(scan, OP_EQ, scan->rank, last), &first_read));
    VECTOR_PUSH(arena, out, stmt_simple(arena, ST_BARRIER));
}

// ---- all earlier tiles

void look_at_others(LookBack *scan, Symbol *const *all, const StmtList *meanwhile, Symbol **before, StmtList *out)
{
    Arena *arena = scan->arena;
    int count = scan->divided->count;
    int64_t passes = passed_before(scan, scan->count);
    Expr *at = expr_symbol(arena, scan->at), *group = expr_index(arena, scan->threads / 2 - 1);
    Expr *rank = index_add(arena, index_mul(arena, expr_index(arena, scan->width), scan->warp), scan->lane);
    rank = scan->rank = expr_symbol(arena, declared(scan, "rank", rank, out));
    Expr *of_group = expr_binary(arena, OP_REM, at, group, at->type);
    of_group = expr_symbol(arena, declared(scan, "of_group", of_group, out));
    Expr *earlier = expr_select(arena, less(scan, OP_LT, at, group), of_group, index_add(arena, of_group, group));
    earlier = expr_symbol(arena, declared(scan, "earlier", earlier, out));
    Expr *none = expr_index(arena, 0), *leads = less(scan, OP_EQ, rank, none);
    StmtList passed = {0}, waits = {0}, begins = {0}, others = {0}, awaited = {0};
    for (int c = 0; c < scan->count; c++)
        if (!scan->components[c].steady)
            VECTOR_PUSH(arena, &passed, pass_on(scan, first_cell(scan, at), passed_before(scan, c), all[c]));
    VECTOR_PUSH(arena, out, where(scan, leads, &passed));
    FOR_EACH(i, meanwhile)
        VECTOR_PUSH(arena, out, meanwhile->items[i]);
    prefetch(scan, out);

    Symbol *found[MAX_COMPONENTS], *other[MAX_COMPONENTS];
    StmtList all_tiles = {0}, *const after_nearest = out;
    Near near;
    bool nearest = may_be_set(scan);
    make_shared(scan, "found_warps", out);
    if (nearest) {
        make_near(scan, &near, out);
        look_at_nearest(scan, &near, out);
        for (int r = 0; r < count; r++)
            before[r] = declared(scan, intern_printf("%s_before_tile", scan->held[r]->name),
                                 only_element(scan, near.values[r]), out);
        out = &all_tiles;
    }
    declare_neutral(scan, "found", found, out);
    for (int r = 0; r < count; r++)
        VECTOR_PUSH(arena, &begins, set_symbol(scan, found[r], awaited_first(scan, r)));
    // The first thread takes what comes before the group before, the others the totals of its tiles and of this
    // group's.
    Expr *tile = index_sub(arena, index_add(arena, index_sub(arena, at, earlier), rank), expr_index(arena, 1));
    Expr *cells = index_add(arena, first_cell(scan, tile), expr_select(arena, leads, expr_index(arena, passes), none));
    cells = expr_symbol(arena, declared(scan, "passed", cells, &awaited));
    for (int r = 0; r < count; r++)
        VECTOR_PUSH(arena, &awaited, await(scan, cells, r, found[r]));
    Expr *steady[MAX_COMPONENTS];
    steady_values(scan, scan->threads * scan->lanes * scan->rounds, steady);
    for (int c = count; c < scan->count; c++)
        VECTOR_PUSH(arena, &others,
                    scan->components[c].steady ? set_symbol(scan, found[c], steady[c])
                                               : await(scan, cells, passed_before(scan, c), found[c]));
    if (others.count)
        VECTOR_PUSH(arena, &awaited, where(scan, less(scan, OP_GT, rank, none), &others));
    Expr *begin = expr_binary(arena, OP_LOGICAL_AND, leads, less(scan, OP_EQ, at, earlier), type_scalar(TY_I32));
    VECTOR_PUSH(arena, &waits, stmt_if(arena, begin, block_of(scan, &begins), block_of(scan, &awaited)));
    VECTOR_PUSH(arena, out, where(scan, less(scan, OP_LE, rank, earlier), &waits));

    for (int c = 0; c < scan->count; c++) {
        other[c] = local(scan, found[c]->name, "other", found[c]->type);
        VECTOR_PUSH(arena, out, stmt_declare(arena, other[c], NULL));
    }
    sum_lanes(scan, found, other, out);
    share(scan, found, out);
    Expr *values[MAX_COMPONENTS];
    StmtList items = {0};
    shared_values(scan, none, values);
    for (int r = 0; r < count; r++)
        if (nearest)
            VECTOR_PUSH(arena, out, set_symbol(scan, before[r], values[r]));
        else
            before[r] = declared(scan, intern_printf("%s_before_tile", scan->held[r]->name), values[r], out);
    if (scan->threads > scan->width) {
        Loop each = over_warps(scan, "warp_found", 1);
        shared_values(scan, position(scan, &each), values);
        combine(scan, before, values, false, &items);
        VECTOR_PUSH(arena, out, stmt_loop_for(arena, scan->stmt, &each, block_of(scan, &items)));
    }

    out = after_nearest;
    if (nearest)
        VECTOR_PUSH(arena, out, where(scan, less(scan, OP_EQ, only_element(scan, near.found), none), &all_tiles));

    // What comes after the tile.
    StmtList after = {0}, ends = {0}, last = {0};
    Symbol *next[MAX_COMPONENTS] = {0};
    for (int r = 0; r < count; r++)
        next[r] =
            declared(scan, intern_printf("%s_after_tile", scan->held[r]->name), expr_symbol(arena, before[r]), &after);
    values_of(scan, all, values);
    combine(scan, next, values, false, &after);
    for (int r = 0; r < count; r++) {
        VECTOR_PUSH(arena, &ends, pass_on(scan, first_cell(scan, at), passes + r, next[r]));
        if (scan->used[r] && !scan->components[scan->factors[r]].steady)
            VECTOR_PUSH(arena, &last, set_symbol(scan, scan->symbols[r], expr_symbol(arena, next[r])));
    }
    Expr *final = index_sub(arena, group, expr_index(arena, 1));
    VECTOR_PUSH(arena, &after, where(scan, less(scan, OP_EQ, of_group, final), &ends));
    final = index_sub(arena, scan->tiles, expr_index(arena, 1));
    if (last.count)
        VECTOR_PUSH(arena, &after, where(scan, less(scan, OP_EQ, at, final), &last));
    VECTOR_PUSH(arena, out, where(scan, leads, &after));
}
