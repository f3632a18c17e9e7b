// Rows: the vector elements of neighbouring threads (contract in vector_kernel.h).
//
// The row of a tile may begin anywhere in memory. Its first vector begins at the first aligned element. The threads
// share the elements before it, and those after the last whole vector, one by one.
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"
#include "transform/vector/vector_kernel.h"

// The largest number of iterations of one thread for elements outside of vectors; the number of bytes that memory
// writes at once.
enum { MOST_TURNS_OF_REST = 2, SECTOR_BYTES = 32 };

// min(4, N - 4*t) without t: N. NULL: all elements always exist; false: it has another form.
static bool lanes_ahead(const Lanes *lanes, const Loop *threads, Expr *upper, Expr **ahead)
{
    Arena *arena = lanes->arena;
    Expr *plain = (Expr *)expr_strip_casts(upper);
    if (plain->kind == EX_INT)
        return plain->integer == lanes->count;
    if (plain->kind == EX_BINARY && plain->op == OP_MIN)
        return lanes_ahead(lanes, threads, plain->operands[0], ahead) &&
               lanes_ahead(lanes, threads, plain->operands[1], ahead);
    Expr *taken = index_mul(arena, expr_index(arena, lanes->count), expr_symbol(arena, threads->iterator));
    Expr *rest = linear_simplify(arena, index_add(arena, plain, taken));
    *ahead = *ahead ? index_min(arena, *ahead, rest) : rest;
    return !expr_mentions(rest, threads->iterator);
}

// The loop over threads whose inner part is this one, if the threads may share a row in another way.
const Loop *row_threads(const Lanes *lanes, const Varying *bound, Expr **ahead)
{
    const Loop *loop = lanes->loop->loop;
    const Stmt *body = lanes->loop->body;
    if (!loop->unordered || !loop->defines || tree_mentions(body, loop->iterator))
        return NULL;
    Linear form = linear_of(lanes->arena, loop->definition);
    for (int i = 0; i < bound->count; i++) {
        const Loop *threads = bound->loops[i];
        *ahead = NULL;
        if (binding_is_thread(threads->binding) && loop_is_normal(threads) && threads->limit &&
            linear_factor(&form, loop->iterator) == 1 && linear_factor(&form, threads->iterator) == lanes->count &&
            lanes_keep_alignment(lanes, threads) && !tree_mentions(body, threads->iterator) &&
            lanes_ahead(lanes, threads, loop->upper, ahead))
            return threads;
    }
    return NULL;
}

static bool find_shared(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || (expr->kind == EX_ACCESS && expr->array->space == SPACE_SHARED);
    return !*found;
}

// The loop around the threads whose iterations are the parts of the row, from its beginning to its end, if elements may
// move from one to another.
const Loop *row_tiles(const Lanes *lanes, const Varying *bound)
{
    const Loop *loop = lanes->loop->loop, *tiles = NULL;
    const Stmt *body = lanes->loop->body;
    int64_t length = lanes->count * lanes->threads->limit;
    Linear form = linear_of(lanes->arena, loop->definition), ahead = {0};
    int parts = 0;
    bool shared = false;
    stmt_walk_expressions(body, find_shared, &shared);
    for (int i = 0; i < bound->count; i++) {
        const Loop *outer = bound->loops[i];
        if (outer == lanes->threads || outer->origin != loop->origin)
            continue;
        parts++;
        tiles = loop_is_normal(outer) && binding_is_block(outer->binding) && !tree_mentions(body, outer->iterator)
                    ? outer
                    : NULL;
    }
    if (parts != 1 || !tiles || loop->origin == 0 || lanes->threads->origin != loop->origin || shared ||
        linear_factor(&form, tiles->iterator) != length || !lanes->ahead)
        return NULL;
    ahead = linear_of(lanes->arena, lanes->ahead);
    return linear_factor(&ahead, tiles->iterator) == -length ? tiles : NULL;
}

// The value of what the loop defines for lane `place` of the row.
static Expr *at_place(const Lanes *lanes, Expr *place)
{
    Arena *arena = lanes->arena;
    const Loop *loop = lanes->loop->loop;
    Expr *now = index_add(
        arena, index_mul(arena, expr_index(arena, lanes->count), expr_symbol(arena, lanes->threads->iterator)),
        expr_symbol(arena, loop->iterator));
    Expr *value = index_add(arena, index_sub(arena, (Expr *)expr_strip_casts(loop->definition), now), place);
    return expr_cast(arena, loop->defines->type, linear_simplify(arena, value));
}

static Expr *own_lanes(const Lanes *lanes)
{
    return index_mul(lanes->arena, expr_index(lanes->arena, lanes->count),
                     expr_symbol(lanes->arena, lanes->threads->iterator));
}

static Symbol *row_symbol(const Lanes *lanes, const char *suffix)
{
    const char *name = intern_printf("%s_%s", lanes->loop->loop->defines->name, suffix);
    return nest_symbol(lanes->state->nest, name, type_scalar(TY_I64), SYM_ITERATOR);
}

// How many elements after `place` of the row the leader is at a multiple of so many bytes.
static Expr *to_aligned(Lanes *lanes, int64_t place, int64_t bytes)
{
    Arena *arena = lanes->arena;
    Expr *definition = lanes->definition;
    lanes->definition = at_place(lanes, expr_index(arena, place));
    Expr *element = lanes_at_first_turn(lanes, lanes_first_element(lanes, &lanes->groups.list.items[0]));
    lanes->definition = definition;
    Expr *operands[] = {expr_address(arena, element), expr_index(arena, bytes)};
    return expr_intrinsic(arena, IN_TO_ALIGNED, type_scalar(TY_I64), operands, 2);
}

static Expr *behind_first_tile(const Lanes *lanes)
{
    Arena *arena = lanes->arena;
    return expr_binary(arena, OP_GT, expr_symbol(arena, lanes->tiles->iterator), expr_index(arena, 0),
                       type_scalar(TY_I64));
}

// Whether tiles begin and end where sectors do. Only for a stencil: elsewhere rows usually begin there, and nothing is
// gained.
static bool in_sectors(const Lanes *lanes)
{
    int64_t length = lanes->count * lanes->threads->limit * lanes->groups.list.items[0].access->type->size;
    return lanes->tiles && lanes->windows.list.count && length % SECTOR_BYTES == 0;
}

// The body with `value` for the iterator that the loop defines, in all unrolled iterations.
static Stmt *at_value(const Lanes *lanes, Expr *value)
{
    Stmt *body = tree_renew_loops(lanes->state, lanes->loop->body);
    return lanes_defined(lanes, lanes_whole_turns(lanes, 0, body), value);
}

// The unrolled iteration with this number, of all of them together.
static void declare_turn(const Lanes *lanes, Expr *number, StmtList *items)
{
    Arena *arena = lanes->arena;
    const Type *type = type_scalar(TY_I64);
    int64_t inside = turns_number(&lanes->turns);
    for (int t = 0; t < lanes->turns.count; t++) {
        const Loop *loop = lanes->turns.loops[t]->loop;
        Expr *among = expr_binary(arena, OP_REM, number, expr_index(arena, inside), type);
        inside /= lanes->turns.extent[t];
        Expr *turn = expr_binary(arena, OP_DIV, among, expr_index(arena, inside), type);
        VECTOR_PUSH(arena, items, stmt_declare(arena, (Symbol *)loop->iterator, inside > 1 ? turn : among));
        if (loop->defines && tree_mentions(lanes->loop->body, loop->defines))
            VECTOR_PUSH(arena, items, stmt_declare(arena, (Symbol *)loop->defines, loop->definition));
    }
}

// Whether the unrolled iterations of one element may run in several threads: they are independent in each loop along
// which the aligned address moves (vectorize).
static bool turns_are_free(const Lanes *lanes)
{
    const Expr *leader = lanes->groups.list.items[0].access;
    for (int t = 0; t < lanes->turns.count; t++) {
        bool moves = false;
        for (int d = 0; d < leader->noperands; d++)
            moves = moves || expr_mentions(turns_definition(lanes->arena, &lanes->turns, leader->operands[d]),
                                           lanes->turns.loops[t]->loop->iterator);
        if (!moves)
            return false;
    }
    return true;
}

// for k in t..end - whole step m S with place = k < shift ? k : k + whole; after the first tile from t + shift on. Many
// independent unrolled iterations are distributed to the threads, as the elements are.
static Stmt *share_rest(const Lanes *lanes, const Symbol *end)
{
    Arena *arena = lanes->arena;
    const Type *type = type_scalar(TY_I64);
    Symbol *number = row_symbol(lanes, "rest"), *place = row_symbol(lanes, "place"), *lane = number;
    int64_t turns = turns_number(&lanes->turns);
    bool deals = turns > MOST_TURNS_OF_REST && turns_are_free(lanes);
    Expr *whole = expr_symbol(arena, lanes->whole), *first = expr_symbol(arena, lanes->threads->iterator),
         *shift = expr_symbol(arena, lanes->shift);
    Expr *begin = NULL, *upper = index_sub(arena, expr_symbol(arena, end), whole);
    StmtList items = {0};
    if (lanes->tiles)
        begin = expr_select(arena, behind_first_tile(lanes), shift, expr_index(arena, 0));
    if (deals) {
        Expr *dealt = expr_binary(arena, OP_DIV, expr_symbol(arena, number), expr_index(arena, turns), type);
        lane = row_symbol(lanes, "rest_lane");
        VECTOR_PUSH(arena, &items, stmt_declare(arena, lane, begin ? index_add(arena, dealt, begin) : dealt));
        upper = index_mul(arena, begin ? index_sub(arena, upper, begin) : upper, expr_index(arena, turns));
    } else if (begin) {
        first = index_add(arena, first, begin);
    }
    Expr *k = expr_symbol(arena, lane), *before = expr_binary(arena, OP_LT, k, shift, type);
    VECTOR_PUSH(arena, &items, stmt_declare(arena, place, expr_select(arena, before, k, index_add(arena, k, whole))));
    Expr *value = at_place(lanes, expr_symbol(arena, place));
    if (deals)
        declare_turn(lanes, expr_symbol(arena, number), &items);
    VECTOR_PUSH(arena, &items,
                deals ? lanes_defined(lanes, tree_renew_loops(lanes->state, lanes->loop->body), value)
                      : at_value(lanes, value));
    Loop loop = {
        .id = nest_loop_id(lanes->state->nest),
        .origin = lanes->loop->loop->origin,
        .name = number->name,
        .iterator = number,
        .lower = first,
        .upper = upper,
        .step = expr_cast(arena, type, lanes->threads->upper),
        .step_sign = 1,
    };
    Stmt *made = stmt_loop(arena, &loop, lanes_together(lanes, &items));
    made->loc = lanes->loop->loc;
    return made;
}

// The condition that the rows of all unrolled iterations begin alike, and those of the windows, too.
static void also_alike(Lanes *lanes, Conjunction *conjunction)
{
    Arena *arena = lanes->arena;
    Expr *definition = lanes->definition;
    lanes->definition = at_place(lanes, expr_symbol(arena, lanes->shift));
    const LaneGroup *leader = &lanes->groups.list.items[0];
    for (int t = 0; t < lanes->turns.count; t++) {
        int64_t turn[MAX_TURNS] = {0};
        turn[t] = 1;
        if (lanes->turns.extent[t] > 1)
            lanes_also_multiple(lanes, conjunction,
                                turns_at(arena, &lanes->turns, lanes_first_element(lanes, leader), turn),
                                lanes_bytes(lanes, leader));
    }
    FOR_EACH(w, &lanes->windows.list) {
        const LaneWindow *window = &lanes->windows.list.items[w];
        Expr *first = lanes_at_first_turn(lanes, lanes_at_first(lanes, (Expr *)window->origin));
        int64_t lane_count = window_lanes(window, lanes->count);
        for (int d = -1; d < window->ndim && lane_count > 1; d++) {
            int64_t offset[WINDOW_DIMS] = {0};
            if (d >= 0)
                offset[d] = 1;
            if (d < 0 || window->extent[d] > 1)
                lanes_also_multiple(lanes, conjunction, window_memory(arena, window, first, offset, window->phase),
                                    lane_count * window->array->element->size);
        }
    }
    lanes->definition = definition;
}

// The beginning of the vectors, the end of the tile, and the number of elements in whole vectors.
typedef struct RowParts {
    Symbol *sector, *end;          // sector, NULL: tiles begin where vectors do
    StmtList declarations, others; // of where vectors begin, of the others
} RowParts;

static void declare(const Lanes *lanes, StmtList *items, Symbol *symbol, Expr *value)
{
    VECTOR_PUSH(lanes->arena, items, stmt_declare(lanes->arena, symbol, value));
}

// All tiles but the first begin at the beginning of the sector that holds their first element.
static void declare_shift(Lanes *lanes, RowParts *parts)
{
    Arena *arena = lanes->arena;
    const LaneGroup *leader = &lanes->groups.list.items[0];
    int64_t sector = SECTOR_BYTES / leader->access->type->size;
    Expr *shift = to_aligned(lanes, 0, lanes_bytes(lanes, leader));
    lanes->shift = row_symbol(lanes, "shift");
    if (in_sectors(lanes)) {
        parts->sector = row_symbol(lanes, "sector");
        declare(lanes, &parts->declarations, parts->sector,
                index_sub(arena, to_aligned(lanes, 1, SECTOR_BYTES), expr_index(arena, sector - 1)));
        shift = expr_select(arena, behind_first_tile(lanes), expr_symbol(arena, parts->sector), shift);
    }
    declare(lanes, &parts->declarations, lanes->shift, shift);
}

// The last tile ends where the row does.
static void declare_end(Lanes *lanes, RowParts *parts)
{
    Arena *arena = lanes->arena;
    int64_t length = lanes->count * lanes->threads->limit;
    Expr *most = expr_index(arena, length), *shift = expr_symbol(arena, lanes->shift),
         *count = expr_index(arena, lanes->count);
    Expr *end = lanes->ahead ? lanes->ahead : most, *last = NULL;
    if (parts->sector) {
        Expr *more = expr_binary(arena, OP_GT, lanes->ahead, most, type_scalar(TY_I64));
        end = expr_select(arena, more, index_add(arena, most, expr_symbol(arena, parts->sector)), lanes->ahead);
        last = index_mul(arena, count, expr_cast(arena, type_scalar(TY_I64), lanes->threads->upper)); // of its threads
    } else if (lanes->ahead) {
        end = index_min(arena, lanes->tiles ? index_add(arena, most, shift) : most, lanes->ahead);
    }
    parts->end = row_symbol(lanes, "end");
    lanes->whole = row_symbol(lanes, "whole");
    Expr *after = index_sub(arena, expr_symbol(arena, parts->end), shift);
    Expr *vectors = expr_binary(arena, OP_DIV, after, count, type_scalar(TY_I64));
    Expr *whole = index_mul(arena, vectors, count); // none where the row ends before: the quotient is 0
    declare(lanes, &parts->others, parts->end, end);
    declare(lanes, &parts->others, lanes->whole, last ? index_min(arena, whole, last) : whole);
}

Stmt *row_share(Lanes *lanes, Stmt *otherwise)
{
    Arena *arena = lanes->arena;
    RowParts parts = {0};
    Conjunction conditions = {.arena = arena};
    declare_shift(lanes, &parts);
    declare_end(lanes, &parts);
    if (otherwise) {
        also_full_turns(&conditions, &lanes->turns);
        also_alike(lanes, &conditions);
    }
    Expr *place = index_add(arena, index_add(arena, own_lanes(lanes), expr_symbol(arena, lanes->shift)),
                            expr_symbol(arena, lanes->loop->loop->iterator));
    lanes->definition = at_place(lanes, place);
    Expr *full = linear_less(arena, own_lanes(lanes), expr_symbol(arena, lanes->whole));
    VECTOR_PUSH(arena, &parts.others, stmt_if(arena, full, lanes_with_vectors(lanes), NULL));
    VECTOR_PUSH(arena, &parts.others, share_rest(lanes, parts.end));
    Stmt *row = lanes_together(lanes, &parts.others);
    VECTOR_PUSH(arena, &parts.declarations, conditions.all ? stmt_if(arena, conditions.all, row, otherwise) : row);
    return lanes_together(lanes, &parts.declarations);
}
