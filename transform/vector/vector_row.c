// Rows: the vector elements of neighbouring threads (contract in vector_row.h).
//
// The row of a tile may begin anywhere in memory. Its first vector begins at the first aligned element. The threads
// share the elements before it, and those after the last whole vector, one by one.
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"
#include "transform/vector/vector_ends.h"
#include "transform/vector/vector_row.h"

// The largest number of iterations of one thread for elements outside of vectors; the number of bytes that memory
// writes at once.
enum { MOST_TURNS_OF_REST = 2, SECTOR_BYTES = 32 };

// min(4, N - 4*t) without t: N. NULL: all elements always exist; false: it has another form.
static bool vector_ahead(const VectorLoop *vector, const Loop *threads, Expr *upper, Expr **ahead)
{
    Arena *arena = vector->arena;
    Expr *plain = (Expr *)expr_strip_casts(upper);
    if (plain->kind == EX_INT)
        return plain->integer == vector->count;
    if (plain->kind == EX_BINARY && plain->op == OP_MIN)
        return vector_ahead(vector, threads, plain->operands[0], ahead) &&
               vector_ahead(vector, threads, plain->operands[1], ahead);
    Expr *taken = index_mul(arena, expr_index(arena, vector->count), expr_symbol(arena, threads->iterator));
    Expr *rest = linear_simplify(arena, index_add(arena, plain, taken));
    *ahead = *ahead ? index_min(arena, *ahead, rest) : rest;
    return !expr_mentions(rest, threads->iterator);
}

static bool range_mentions(const Loop *loop, const Varying *varying)
{
    return varying_mentions(varying, loop->lower) || varying_mentions(varying, loop->upper);
}

// Whether all threads of the bound loop with this number are at the same rows. A loop inside of it may have fewer
// iterations in some threads, as the one over a thread's own iterations of a cyclic distribution has; in its last
// iteration, the other threads would leave their share of the row.
static bool all_threads_take_part(const VectorLoop *vector, const LoopsAround *around, int number)
{
    Varying thread = {.loops = {around->bound->loops[number]}, .count = 1};
    bool all = true;
    for (int i = number + 1; i < around->bound->count; i++)
        all = all && !range_mentions(around->bound->loops[i], &thread);
    for (int i = 0; i < around->inside->count; i++)
        all = all && !range_mentions(around->inside->loops[i], &thread);
    for (int t = 0; t < vector->unrolled.count; t++)
        all = all && !range_mentions(vector->unrolled.loops[t]->loop, &thread);
    return all;
}

// The loop over threads whose inner part is this one, if the threads may share a row in another way.
const Loop *row_threads(const VectorLoop *vector, const LoopsAround *around, Expr **ahead)
{
    const Loop *loop = vector->loop->loop;
    const Stmt *body = vector->loop->body;
    if (!loop->unordered || !loop->defines || tree_mentions(body, loop->iterator))
        return NULL;
    Linear form = linear_of(vector->arena, loop->definition);
    for (int i = 0; i < around->bound->count; i++) {
        const Loop *threads = around->bound->loops[i];
        *ahead = NULL;
        if (all_threads_take_part(vector, around, i) && binding_is_thread(threads->binding) &&
            loop_is_normal(threads) && threads->limit && linear_factor(&form, loop->iterator) == 1 &&
            linear_factor(&form, threads->iterator) == vector->count && vector_keeps_alignment(vector, threads) &&
            !tree_mentions(body, threads->iterator) && vector_ahead(vector, threads, loop->upper, ahead))
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
const Loop *row_tiles(const VectorLoop *vector, const Varying *bound)
{
    const Loop *loop = vector->loop->loop, *tiles = NULL;
    const Stmt *body = vector->loop->body;
    int64_t length = vector->count * vector->threads->limit;
    Linear form = linear_of(vector->arena, loop->definition), ahead = {0};
    int parts = 0;
    bool shared = false;
    stmt_walk_expressions(body, find_shared, &shared);
    for (int i = 0; i < bound->count; i++) {
        const Loop *outer = bound->loops[i];
        if (outer == vector->threads || outer->origin != loop->origin)
            continue;
        parts++;
        tiles = loop_is_normal(outer) && binding_is_block(outer->binding) && !tree_mentions(body, outer->iterator)
                    ? outer
                    : NULL;
    }
    if (parts != 1 || !tiles || loop->origin == 0 || vector->threads->origin != loop->origin || shared ||
        linear_factor(&form, tiles->iterator) != length || !vector->ahead)
        return NULL;
    ahead = linear_of(vector->arena, vector->ahead);
    return linear_factor(&ahead, tiles->iterator) == -length ? tiles : NULL;
}

// The value of what the loop defines for element `place` of the row.
static Expr *at_place(const VectorLoop *vector, Expr *place)
{
    Arena *arena = vector->arena;
    const Loop *loop = vector->loop->loop;
    Expr *now = index_add(
        arena, index_mul(arena, expr_index(arena, vector->count), expr_symbol(arena, vector->threads->iterator)),
        expr_symbol(arena, loop->iterator));
    Expr *value = index_add(arena, index_sub(arena, (Expr *)expr_strip_casts(loop->definition), now), place);
    return expr_cast(arena, loop->defines->type, linear_simplify(arena, value));
}

static Expr *own_elements(const VectorLoop *vector)
{
    return index_mul(vector->arena, expr_index(vector->arena, vector->count),
                     expr_symbol(vector->arena, vector->threads->iterator));
}

// Whether tiles begin and end where sectors do. Only for a stencil: elsewhere rows usually begin there, and nothing is
// gained.
static bool in_sectors(const VectorLoop *vector)
{
    int64_t length = vector->count * vector->threads->limit * vector->groups.list.items[0].access->type->size;
    return vector->tiles && vector->windows.list.count && length % SECTOR_BYTES == 0;
}

// Whether positions are of type int: those in a tile are small numbers. On an H200, bytes (Sobel, the game of life) are
// faster by 2 % then, and doubles (heat_3d, jacobi_2d) by 3 to 16 %, while nvcc's code for elements of 4 bytes gets up
// to 4 % slower (convolution of 5 x 5).
static bool in_small_numbers(const VectorLoop *vector)
{
    return in_sectors(vector) && (vector->begin || vector->groups.list.items[0].access->type->size != 4);
}

static const Type *row_type(const VectorLoop *vector)
{
    return type_scalar(in_small_numbers(vector) ? TY_I32 : TY_I64);
}

static Expr *row_number(const VectorLoop *vector, int64_t number)
{
    return expr_int(vector->arena, number, row_type(vector));
}

static Expr *row_add(const VectorLoop *vector, Expr *left, Expr *right)
{
    return in_small_numbers(vector) ? expr_binary(vector->arena, OP_ADD, left, right, row_type(vector))
                                    : index_add(vector->arena, left, right);
}

static Expr *row_sub(const VectorLoop *vector, Expr *left, Expr *right)
{
    return in_small_numbers(vector) ? expr_binary(vector->arena, OP_SUB, left, right, row_type(vector))
                                    : index_sub(vector->arena, left, right);
}

static Expr *row_mul(const VectorLoop *vector, Expr *left, Expr *right)
{
    return in_small_numbers(vector) ? expr_binary(vector->arena, OP_MUL, left, right, row_type(vector))
                                    : index_mul(vector->arena, left, right);
}

static Symbol *row_symbol(const VectorLoop *vector, const char *suffix)
{
    const char *name = intern_printf("%s_%s", vector->loop->loop->defines->name, suffix);
    return nest_symbol(vector->state->nest, name, row_type(vector), SYM_ITERATOR);
}

// How many elements after `place` of the row the leader is at a multiple of so many bytes.
static Expr *to_aligned(VectorLoop *vector, int64_t place, int64_t bytes)
{
    Arena *arena = vector->arena;
    Expr *definition = vector->definition;
    vector->definition = at_place(vector, expr_index(arena, place));
    Expr *element = vector->begin ? ends_leader(vector, place) : NULL;
    if (!element)
        element = vector_at_first_iteration(vector, vector_first_element(vector, &vector->groups.list.items[0]));
    vector->definition = definition;
    Expr *operands[] = {expr_address(arena, element), expr_index(arena, bytes)};
    return expr_intrinsic(arena, IN_TO_ALIGNED, type_scalar(TY_I64), operands, 2);
}

static Expr *behind_first_tile(const VectorLoop *vector)
{
    Arena *arena = vector->arena;
    return expr_binary(arena, OP_GT, expr_symbol(arena, vector->tiles->iterator), expr_index(arena, 0),
                       type_scalar(TY_I64));
}

// The body with `value` for the iterator that the loop defines, in all unrolled iterations.
static Stmt *at_value(const VectorLoop *vector, Expr *value)
{
    Stmt *body = tree_renew_loops(vector->state, vector->loop->body);
    return vector_defined(vector, vector_whole_iterations(vector, 0, body), value);
}

// The unrolled iteration with this number, of all of them together.
static void declare_iteration(const VectorLoop *vector, Expr *number, StmtList *items)
{
    Arena *arena = vector->arena;
    const Type *type = type_scalar(TY_I64);
    int64_t inside = unrolled_count(&vector->unrolled);
    for (int t = 0; t < vector->unrolled.count; t++) {
        const Loop *loop = vector->unrolled.loops[t]->loop;
        Expr *among = expr_binary(arena, OP_REM, number, expr_index(arena, inside), type);
        inside /= vector->unrolled.extent[t];
        Expr *iteration = expr_binary(arena, OP_DIV, among, expr_index(arena, inside), type);
        Expr *value = expr_cast(arena, loop->iterator->type, inside > 1 ? iteration : among);
        VECTOR_PUSH(arena, items, stmt_declare(arena, (Symbol *)loop->iterator, value));
        if (loop->defines && tree_mentions(vector->loop->body, loop->defines))
            VECTOR_PUSH(arena, items, stmt_declare(arena, (Symbol *)loop->defines, loop->definition));
    }
}

// Whether the unrolled iterations of one element may run in several threads: they are independent in each loop along
// which the aligned address moves (vectorize).
static bool unrolled_is_free(const VectorLoop *vector)
{
    const Expr *leader = vector->groups.list.items[0].access;
    for (int t = 0; t < vector->unrolled.count; t++) {
        bool moves = false;
        for (int d = 0; d < leader->noperands; d++)
            moves = moves || expr_mentions(unrolled_definition(vector->arena, &vector->unrolled, leader->operands[d]),
                                           vector->unrolled.loops[t]->loop->iterator);
        if (!moves)
            return false;
    }
    return true;
}

static bool deals_rest(const VectorLoop *vector)
{
    return unrolled_count(&vector->unrolled) > MOST_TURNS_OF_REST && unrolled_is_free(vector);
}

// In a loop whose windows slide, each iteration needs what it loads itself and what the first one does, so that the
// last blocks may run a few iterations of it.
static bool may_end_early(const VectorLoop *vector)
{
    bool early = unrolled_slide(&vector->unrolled) && deals_rest(vector);
    FOR_EACH(w, &vector->windows.list)
        early = early && !vector->windows.list.items[w].gaps;
    return early;
}

static Expr *first_loop_runs(const VectorLoop *vector)
{
    const Loop *outermost = vector->unrolled.loops[0]->loop;
    return linear_less(vector->arena, expr_symbol(vector->arena, outermost->iterator), outermost->upper);
}

// for k in t..end - whole step m S with place = k < shift ? k : k + whole; after the first tile from t + shift on. Many
// independent unrolled iterations are distributed to the threads, as the elements are.
static Stmt *share_rest(const VectorLoop *vector, const Symbol *end)
{
    Arena *arena = vector->arena;
    const Type *type = row_type(vector);
    Symbol *number = row_symbol(vector, "rest"), *place = row_symbol(vector, "place"), *element = number;
    int64_t unrolled = unrolled_count(&vector->unrolled);
    bool deals = deals_rest(vector);
    Expr *whole = expr_symbol(arena, vector->whole), *shift = expr_symbol(arena, vector->shift),
         *first = expr_cast(arena, type, expr_symbol(arena, vector->threads->iterator));
    Expr *begin = NULL, *upper = row_sub(vector, expr_symbol(arena, end), whole);
    StmtList items = {0};
    if (vector->tiles)
        begin = expr_select(arena, behind_first_tile(vector), shift, row_number(vector, 0));
    if (deals) {
        Expr *dealt = expr_binary(arena, OP_DIV, expr_symbol(arena, number), row_number(vector, unrolled), type);
        element = row_symbol(vector, "rest_lane");
        VECTOR_PUSH(arena, &items, stmt_declare(arena, element, begin ? row_add(vector, dealt, begin) : dealt));
        upper = row_mul(vector, begin ? row_sub(vector, upper, begin) : upper, row_number(vector, unrolled));
    } else if (begin) {
        first = row_add(vector, first, begin);
    }
    Expr *k = expr_symbol(arena, element), *before = expr_binary(arena, OP_LT, k, shift, type);
    VECTOR_PUSH(arena, &items, stmt_declare(arena, place, expr_select(arena, before, k, row_add(vector, k, whole))));
    Expr *value = at_place(vector, expr_symbol(arena, place));
    if (deals)
        declare_iteration(vector, expr_symbol(arena, number), &items);
    Stmt *body = deals ? vector_defined(vector, tree_renew_loops(vector->state, vector->loop->body), value)
                       : at_value(vector, value);
    VECTOR_PUSH(arena, &items, vector->early ? stmt_if(arena, first_loop_runs(vector), body, NULL) : body);
    Loop loop = {
        .id = nest_loop_id(vector->state->nest),
        .origin = vector->loop->loop->origin,
        .name = number->name,
        .iterator = number,
        .lower = first,
        .upper = upper,
        .step = expr_cast(arena, type, vector->threads->upper),
        .step_sign = 1,
    };
    Stmt *made = stmt_loop(arena, &loop, vector_together(vector, &items));
    made->loc = vector->loop->loc;
    return made;
}

// The condition that the rows of all unrolled iterations begin alike, and those of the windows, too.
static void also_alike(VectorLoop *vector, Conjunction *conjunction)
{
    Arena *arena = vector->arena;
    Expr *definition = vector->definition;
    vector->definition = at_place(vector, expr_symbol(arena, vector->shift));
    const VectorGroup *leader = &vector->groups.list.items[0];
    for (int t = 0; t < vector->unrolled.count; t++) {
        int64_t iteration[MAX_UNROLLED_LOOPS] = {0};
        iteration[t] = 1;
        if (vector->unrolled.extent[t] > 1)
            vector_also_multiple(vector, conjunction,
                                 unrolled_at(arena, &vector->unrolled, vector_first_element(vector, leader), iteration),
                                 vector_access_bytes(vector, leader));
    }
    FOR_EACH(w, &vector->windows.list) {
        const ReuseWindow *window = &vector->windows.list.items[w];
        Expr *first = vector_at_first_iteration(vector, vector_at_first(vector, (Expr *)window->origin));
        int64_t element_count = window_width(window, vector->count);
        for (int d = -1; d < window->ndim && element_count > 1; d++) {
            int64_t offset[WINDOW_DIMS] = {0};
            if (d >= 0)
                offset[d] = 1;
            if (d < 0 || window->extent[d] > 1)
                vector_also_multiple(vector, conjunction, window_memory(arena, window, first, offset, window->phase),
                                     element_count * window->array->element->size);
        }
    }
    vector->definition = definition;
}

// The beginning of the vectors, the end of the tile, and the number of elements in whole vectors.
typedef struct RowParts {
    Symbol *sector, *end;          // sector, NULL: tiles begin where vectors do
    StmtList declarations, others; // of where vectors begin, of the others
} RowParts;

static void declare(const VectorLoop *vector, StmtList *items, Symbol *symbol, Expr *value)
{
    VECTOR_PUSH(vector->arena, items,
                stmt_declare(vector->arena, symbol, expr_cast(vector->arena, symbol->type, value)));
}

// All tiles but the first begin at the beginning of the sector that holds their first element.
static void declare_shift(VectorLoop *vector, RowParts *parts)
{
    Arena *arena = vector->arena;
    const VectorGroup *leader = &vector->groups.list.items[0];
    int64_t sector = SECTOR_BYTES / leader->access->type->size, bytes = vector_access_bytes(vector, leader);
    int64_t elements = bytes / leader->access->type->size;
    Expr *shift = vector->begin ? index_sub(arena, to_aligned(vector, 1, bytes), expr_index(arena, elements - 1))
                                : to_aligned(vector, 0, bytes);
    shift = expr_cast(arena, row_type(vector), shift);
    vector->shift = row_symbol(vector, "shift");
    if (in_sectors(vector)) {
        parts->sector = row_symbol(vector, "sector");
        declare(vector, &parts->declarations, parts->sector,
                index_sub(arena, to_aligned(vector, 1, SECTOR_BYTES), expr_index(arena, sector - 1)));
        shift = expr_select(arena, behind_first_tile(vector), expr_symbol(arena, parts->sector), shift);
    }
    declare(vector, &parts->declarations, vector->shift, shift);
}

// Whether so many threads have as many elements as the row, or more: their number was rounded up.
static bool covers_row(const VectorLoop *vector, Expr *threads)
{
    Arena *arena = vector->arena;
    return linear_at_most(arena, vector->ahead, index_mul(arena, expr_index(arena, vector->count), threads));
}

typedef struct Rounding {
    int64_t count;
    bool found;
} Rounding;

static bool look_for_rounding(void *context, const Expr *expr)
{
    Rounding *rounding = context;
    rounding->found |=
        expr->kind == EX_BINARY && expr->op == OP_CEIL_DIV && expr_is_int(expr->operands[1], rounding->count);
    return !rounding->found;
}

// The number of threads is the smaller of a constant and of what a row needs, which is a quotient, or is folded if the
// row has a constant length.
static bool is_rounded_up(const VectorLoop *vector, const Expr *threads)
{
    Rounding rounding = {vector->count, false};
    const Expr *value = expr_strip_casts(threads);
    expr_walk(threads, look_for_rounding, &rounding);
    if (rounding.found || !vector->ahead || value->kind != EX_BINARY || value->op != OP_MIN)
        return rounding.found;
    return covers_row(vector, value->operands[0]) || covers_row(vector, value->operands[1]);
}

// The elements of the block's threads, where the row may have more; NULL: it has not, the number of threads is rounded
// up, or is constant.
static Expr *end_of_threads(const VectorLoop *vector)
{
    Expr *threads = vector->threads->upper;
    if (is_rounded_up(vector, threads) || expr_strip_casts(threads)->kind == EX_INT)
        return NULL;
    return index_mul(vector->arena, expr_index(vector->arena, vector->count),
                     expr_cast(vector->arena, type_scalar(TY_I64), threads));
}

// The last tile ends where the row does, or its threads.
static Symbol *declare_end_of_tile(const VectorLoop *vector, const RowParts *parts, StmtList *items)
{
    Arena *arena = vector->arena;
    int64_t length = vector->count * vector->threads->limit;
    Expr *most = expr_index(arena, length), *shift = expr_symbol(arena, vector->shift);
    Expr *end = vector->ahead ? vector->ahead : most, *of_threads = end_of_threads(vector);
    if (parts->sector) {
        Expr *more = expr_binary(arena, OP_GT, vector->ahead, most, type_scalar(TY_I64));
        end = expr_select(arena, more, index_add(arena, most, expr_symbol(arena, parts->sector)), vector->ahead);
    } else if (vector->ahead) {
        end = index_min(arena, vector->tiles ? index_add(arena, most, shift) : most, vector->ahead);
    }
    if (of_threads)
        end = vector->ahead ? index_min(arena, end, of_threads) : of_threads;
    Symbol *symbol = row_symbol(vector, "end");
    declare(vector, items, symbol, end);
    return symbol;
}

// The number of elements in whole vectors, too.
static void declare_end(VectorLoop *vector, RowParts *parts)
{
    Arena *arena = vector->arena;
    Expr *shift = expr_symbol(arena, vector->shift), *count = row_number(vector, vector->count), *last = NULL;
    if (parts->sector)
        last = row_mul(vector, count, expr_cast(arena, row_type(vector), vector->threads->upper)); // of its threads
    parts->end = declare_end_of_tile(vector, parts, &parts->others);
    vector->whole = row_symbol(vector, "whole");
    Expr *after = row_sub(vector, expr_symbol(arena, parts->end), shift);
    Expr *vectors = expr_binary(arena, OP_DIV, after, count, row_type(vector));
    Expr *whole = row_mul(vector, vectors, count); // none where the row ends before: the quotient is 0
    declare(vector, &parts->others, vector->whole, last ? index_min(arena, whole, last) : whole);
}

// The vectors of whole elements, and the rest one by one.
static Stmt *share_whole(VectorLoop *vector, Stmt *otherwise)
{
    Arena *arena = vector->arena;
    RowParts parts = {0};
    Conjunction conditions = {.arena = arena};
    declare_shift(vector, &parts);
    declare_end(vector, &parts);
    if (otherwise) {
        vector->early = may_end_early(vector);
        unrolled_all_run(&conditions, &vector->unrolled, vector->early);
        also_alike(vector, &conditions);
    }
    Expr *place = index_add(arena, index_add(arena, own_elements(vector), expr_symbol(arena, vector->shift)),
                            expr_symbol(arena, vector->loop->loop->iterator));
    vector->definition = at_place(vector, place);
    Expr *full = linear_less(arena, own_elements(vector), expr_symbol(arena, vector->whole));
    // The loop of windows that slide needs registers that the rest would keep.
    Stmt *vectors = stmt_if(arena, full, vector_with_vectors(vector), NULL), *rest = share_rest(vector, parts.end);
    bool slides = unrolled_slide(&vector->unrolled);
    VECTOR_PUSH(arena, &parts.others, slides ? rest : vectors);
    VECTOR_PUSH(arena, &parts.others, slides ? vectors : rest);
    Stmt *row = vector_together(vector, &parts.others);
    VECTOR_PUSH(arena, &parts.declarations, conditions.all ? stmt_if(arena, conditions.all, row, otherwise) : row);
    return vector_together(vector, &parts.declarations);
}

bool row_is_covered(const VectorLoop *vector)
{
    return in_sectors(vector) && expr_is_int(expr_strip_casts(vector->threads->upper), vector->threads->limit);
}

// if ((k = shift + 4*t) < end) { vectors }
static Stmt *vectors_from_shift(VectorLoop *vector)
{
    Arena *arena = vector->arena;
    const Type *type = row_type(vector);
    Expr *first = row_add(vector, expr_cast(arena, type, own_elements(vector)), expr_symbol(arena, vector->shift));
    StmtList items = {0};
    vector->at = row_symbol(vector, "from");
    vector->definition = at_place(
        vector, index_add(arena, expr_symbol(arena, vector->at), expr_symbol(arena, vector->loop->loop->iterator)));
    declare(vector, &items, vector->at, first);
    Expr *some = expr_binary(arena, OP_LT, expr_symbol(arena, vector->at), expr_symbol(arena, vector->end), type);
    VECTOR_PUSH(arena, &items, stmt_if(arena, some, vector_with_vectors(vector), NULL));
    return vector_together(vector, &items);
}

// Elements of the last tile that its vectors do not reach: one by one.
static Stmt *share_elements_left(const VectorLoop *vector)
{
    Arena *arena = vector->arena;
    VectorLoop left = *vector;
    StmtList items = {0};
    Expr *reached =
        row_add(vector, expr_symbol(arena, vector->shift), row_number(vector, vector->count * vector->threads->limit));
    Expr *covered = row_sub(vector, reached, expr_symbol(arena, vector->begin));
    Expr *all = row_sub(vector, expr_symbol(arena, vector->end), expr_symbol(arena, vector->begin));
    left.whole = row_symbol(vector, "whole");
    left.shift = vector->begin;
    declare(vector, &items, left.whole, expr_binary(arena, OP_MIN, covered, all, row_type(vector)));
    VECTOR_PUSH(arena, &items, share_rest(&left, vector->end));
    return vector_together(vector, &items);
}

// Vectors alone, those at the ends of the row as well.
static Stmt *share_ends(VectorLoop *vector, Stmt *otherwise)
{
    Arena *arena = vector->arena;
    RowParts parts = {0};
    Conjunction alike = {.arena = arena}, exist = {.arena = arena};
    vector->begin = nest_symbol(vector->state->nest, intern_printf("%s_begin", vector->loop->loop->defines->name),
                                type_scalar(TY_I32), SYM_ITERATOR);
    ends_declare_rows(vector, at_place(vector, expr_index(arena, 0)), &parts.declarations);
    declare_shift(vector, &parts);
    declare(vector, &parts.declarations, vector->begin,
            expr_select(arena, behind_first_tile(vector), expr_symbol(arena, parts.sector), row_number(vector, 0)));
    vector->end = declare_end_of_tile(vector, &parts, &parts.declarations);
    if (otherwise) {
        vector->early = may_end_early(vector);
        unrolled_all_run(&alike, &vector->unrolled, vector->early);
        if (!ends_also_alike(vector, &alike))
            also_alike(vector, &alike);
        ends_also_small(vector, &alike);
    }
    ends_also_exist(vector, &exist);
    VectorLoop guarded = ends_guarded(vector);
    Stmt *left = share_elements_left(vector), *vectors = vectors_from_shift(vector);
    Stmt *row = stmt_if(arena, exist.all, vectors, vectors_from_shift(&guarded));
    row = stmt_block(arena, (Stmt *[]){left, row}, 2);
    VECTOR_PUSH(arena, &parts.declarations, alike.all ? stmt_if(arena, alike.all, row, otherwise) : row);
    return vector_together(vector, &parts.declarations);
}

Stmt *row_share(VectorLoop *vector, bool ends, Stmt *otherwise)
{
    return ends ? share_ends(vector, otherwise) : share_whole(vector, otherwise);
}
