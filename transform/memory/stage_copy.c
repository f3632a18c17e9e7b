// Copies to shared memory that do not need tests (contract in stage.h).
#include "analysis/model/device.h"
#include "transform/memory/stage.h"
#include "transform/tree/loops.h"

enum { MAX_ROUNDS = 64, BANK_ROWS = 8, WIDE = 16, WORD = 4, LINE = 128 };

// The box as rows of its innermost dimension that has more than one element. Every thread computes the position of
// element `number` + iteration * threads once, and moves on from there by constant distances.
typedef struct Rows {
    int row, column; // dimensions; row -1: there is one row
    int64_t width, height;
    int64_t chunk; // neighbours in a row that threads copy at once
    int64_t threads, rounds;
    int64_t lanes; // neighbours that one copy moves; width and chunk count such groups
    int64_t deep;  // the number of rows that one copy moves and transposes; height counts such groups
    bool together; // the rows of a thread follow one another
} Rows;

static bool find_rows(const Staging *staging, const int64_t *threads, Rows *rows)
{
    const Box *box = &staging->box;
    *rows = (Rows){
        .row = -1, .column = -1, .height = 1, .lanes = 1, .deep = 1, .threads = threads[0] * threads[1] * threads[2]};
    for (int d = box->ndim - 1; d >= 0; d--) {
        if (box->extent[d] == 1)
            continue;
        if (rows->row >= 0)
            return false;
        *(rows->column < 0 ? &rows->column : &rows->row) = d;
        *(rows->row < 0 ? &rows->width : &rows->height) = box->extent[d];
    }
    if (rows->column < 0)
        return false;
    // Transposed elements are stored one row of the tile apart. A row has 16 bytes more than a multiple of all banks,
    // so eight such stores use all banks.
    bool transposed = staging->transpose && rows->row >= 0 && rows->width % BANK_ROWS == 0 &&
                      rows->threads % BANK_ROWS == 0 && rows->height % (rows->threads / BANK_ROWS) == 0;
    rows->chunk = transposed ? BANK_ROWS : rows->width;
    if ((!transposed && rows->width % rows->threads && rows->threads % rows->width) ||
        rows->width * rows->height % rows->threads)
        return false;
    rows->rounds = rows->width * rows->height / rows->threads;
    rows->together = rows->row >= 0 && staging->unit[rows->row] > 1 && rows->rounds % staging->unit[rows->row] == 0 &&
                     rows->chunk == rows->width && rows->width >= WARP_SIZE && rows->threads > rows->width;
    return rows->rounds <= MAX_ROUNDS;
}

// Loops that move the access without being parts of the loops around L may have no iteration, and the array no element.
static bool has_elements(const Staging *staging, const Varying *sources)
{
    Varying below = varying_below(staging->uses);
    for (int i = 0; i < sources->count; i++) {
        const LoopFact *fact = facts_loop(staging->state->facts, sources->loops[i]->origin ? sources->loops[i]->origin
                                                                                           : sources->loops[i]->id);
        bool around = fact && fact->constant_trip > 0;
        for (int k = 0; k < staging->around.count && fact; k++)
            around = around || staging->around.loops[k]->origin == fact->id;
        if (!around)
            return false;
    }
    for (int i = 0; i < below.count; i++) {
        const LoopFact *fact =
            below.loops[i]->origin ? facts_loop(staging->state->facts, below.loops[i]->origin) : NULL;
        bool around = !fact || fact->constant_trip > 0;
        for (int k = 0; k < staging->around.count; k++)
            around = around || staging->around.loops[k]->origin == below.loops[i]->origin;
        if (!around)
            return false;
    }
    return true;
}

// A block as wide as a row, in plain style: its y and x are the row and column of an element.
static Expr *of_block(Arena *arena, Operator op)
{
    Intrinsic index = op == OP_REM ? IN_THREAD_X : IN_THREAD_Y;
    return expr_cast(arena, type_scalar(TY_I64), expr_intrinsic(arena, index, type_scalar(TY_U32), NULL, 0));
}

static Expr *of_thread(Arena *arena, Operator op, const Symbol *number, int64_t right)
{
    if (!number)
        return of_block(arena, op);
    const Type *type = type_scalar(TY_I32);
    Expr *made = expr_binary(arena, op, expr_symbol(arena, number), expr_int(arena, right, type), type);
    return expr_cast(arena, type_scalar(TY_I64), made);
}

static Expr *times(Arena *arena, int64_t factor, Expr *index)
{
    return index_mul(arena, expr_index(arena, factor), index);
}

static void group_offsets(Arena *arena, const Box *box, const Rows *rows, const Symbol *number, Expr *round,
                          Expr **offsets)
{
    int64_t wide = rows->chunk / rows->threads, high = rows->threads / rows->chunk, chunks = rows->width / rows->chunk;
    const Type *type = type_scalar(TY_I64);
    for (int d = 0; d < box->ndim; d++)
        offsets[d] = expr_index(arena, 0);
    if (wide > 0 && chunks == 1) { // several iterations per row
        Expr *within =
            wide == 1 ? expr_index(arena, 0) : expr_binary(arena, OP_REM, round, expr_index(arena, wide), type);
        offsets[rows->column] =
            index_add(arena, of_thread(arena, OP_MUL, number, 1), times(arena, rows->threads, within));
        if (rows->row >= 0)
            offsets[rows->row] = wide == 1 ? round : expr_binary(arena, OP_DIV, round, expr_index(arena, wide), type);
        return;
    }
    Expr *chunk =
        chunks == 1 ? expr_index(arena, 0) : expr_binary(arena, OP_REM, round, expr_index(arena, chunks), type);
    round = chunks == 1 ? round : expr_binary(arena, OP_DIV, round, expr_index(arena, chunks), type);
    offsets[rows->column] =
        index_add(arena, of_thread(arena, OP_REM, number, rows->chunk), times(arena, rows->chunk, chunk));
    Expr *row = of_thread(arena, OP_DIV, number, rows->chunk);
    offsets[rows->row] = rows->together ? index_add(arena, times(arena, rows->rounds, row), round)
                                        : index_add(arena, row, times(arena, high, round));
}

static void offsets_of(Arena *arena, const Box *box, const Rows *rows, const Symbol *number, Expr *round,
                       Expr **offsets)
{
    group_offsets(arena, box, rows, number, round, offsets);
    offsets[rows->column] = linear_simplify(arena, times(arena, rows->lanes, offsets[rows->column]));
    if (rows->deep > 1)
        offsets[rows->row] = linear_simplify(arena, times(arena, rows->deep, offsets[rows->row]));
}

// The first and last subscript that the nest uses in each dimension: copies begin and end there. NULL: the copies
// cannot go so far.
typedef struct Ends {
    Expr *first[MAX_DIMS], *last[MAX_DIMS];
    bool mirrored[MAX_DIMS]; // (if there is no first) the nest uses subscript 0, and each iteration of a loop copies up
                             // to here
    Expr *whole; // the condition that no iteration of L reaches the end in a dimension along which L moves; NULL: L
                 // moves along none
} Ends;

bool stage_is_full(const Staging *staging, Expr *subscript)
{
    Arena *arena = staging->state->arena;
    Varying all = staging->around;
    for (int i = 0; i < staging->moving.count && all.count < 2 * MAX_DEPTH; i++)
        all.loops[all.count++] = staging->moving.loops[i];
    Expr *expanded = expand_definitions(arena, &all, subscript);
    for (int i = 0; i < staging->moving.count; i++) {
        Varying one = {.loops = {staging->moving.loops[i]}, .count = 1};
        const Expr *count = expr_strip_casts(loop_raw_count(arena, staging->moving.loops[i]));
        if (varying_mentions(&one, expanded) && (count->kind != EX_INT || count->integer < 1))
            return false;
    }
    return true;
}

// Whether the subscript is the iterator of a loop that begins at 0 in all of its rows.
static bool counts_from_zero(const Varying *sources, Expr *subscript)
{
    const Expr *symbol = expr_strip_casts(subscript);
    for (int i = 0; i < sources->count && symbol->kind == EX_SYMBOL; i++)
        if (sources->loops[i]->iterator == symbol->symbol)
            return expr_is_int(sources->loops[i]->lower, 0) && sources->loops[i]->step_sign > 0;
    return false;
}

static bool find_ends(const Staging *staging, Expr *const *subscripts, int ndim, const Varying *sources, Ends *ends)
{
    Arena *arena = staging->state->arena;
    const Box *box = &staging->box;
    Varying own = {.loops = {staging->stmt->loop}, .count = 1};
    Binding binding = staging->stmt->loop->binding;
    bool repeats = !binding_is_thread(binding) && !binding_is_block(binding);
    *ends = (Ends){0};
    for (int d = 0; d < ndim; d++) {
        Expr *last = stage_last_subscript(staging, sources, subscripts[d]);
        int64_t excess;
        if (!last || box->scale[d] != 1)
            return false;
        if (box->shifted[d]) {
            ends->first[d] = stage_first_subscript(staging, sources, subscripts[d]);
            ends->last[d] = last;
            if (!ends->first[d] || varying_mentions(&own, box->base[d]))
                return false;
            continue;
        }
        if (box->extent[d] == 1 || stage_is_full(staging, subscripts[d]))
            continue;
        Expr *farthest = index_add(arena, box->base[d], expr_index(arena, box->extent[d] - 1));
        if (expr_constant_limit(&staging->around, index_minus(arena, farthest, last), &excess) && excess <= 0)
            continue;
        ends->last[d] = last;
        if (!varying_mentions(&own, box->base[d])) {
            ends->mirrored[d] = repeats && !staging->state->plain && counts_from_zero(sources, subscripts[d]);
            continue;
        }
        Expr *inside = linear_less(arena, farthest, index_add(arena, last, expr_index(arena, 1)));
        ends->whole = expr_both(arena, ends->whole, inside);
    }
    return true;
}

static Expr *last_group(Arena *arena, Expr *last, int64_t lanes)
{
    return linear_simplify(arena, index_add(arena, last, expr_index(arena, 1 - lanes)));
}

// A subscript that is at most `last`. Neighbouring lanes that all copied one element would be serialized: `mirrored`
// ones go as far back as they exceed the end. (A tile that is copied once has less to read if they do not.)
static Expr *inside_row(Arena *arena, Expr *subscript, Expr *last, bool mirrored)
{
    if (!mirrored)
        return index_min(arena, subscript, last);
    Expr *back = linear_simplify(arena, index_sub(arena, times(arena, 2, last), subscript));
    return index_max(arena, index_min(arena, subscript, back), expr_index(arena, 0));
}

// What is copied to the place at `offsets` of the tile.
static Expr *copied_from(const Staging *staging, const Rows *rows, const Ends *ends, Expr *const *offsets, bool whole)
{
    Arena *arena = staging->state->arena;
    Varying own = {.loops = {staging->stmt->loop}, .count = 1};
    Expr *subscripts[MAX_DIMS];
    for (int d = 0; d < staging->box.ndim; d++) {
        subscripts[d] = linear_simplify(arena, index_add(arena, staging->box.base[d], offsets[d]));
        bool beyond = ends->last[d] && !(whole && varying_mentions(&own, staging->box.base[d]));
        if (beyond && d == rows->column)
            subscripts[d] =
                inside_row(arena, subscripts[d], last_group(arena, ends->last[d], rows->lanes), ends->mirrored[d]);
        else if (beyond)
            subscripts[d] = index_min(arena, subscripts[d], ends->last[d]);
        if (ends->first[d])
            subscripts[d] = index_max(arena, subscripts[d], ends->first[d]);
    }
    return box_array_element(arena, &staging->box, subscripts);
}

static Stmt *unrolled(Candidate *state, const Symbol *iterator, int64_t count, Stmt *body)
{
    Arena *arena = state->arena;
    Loop loop = {.id = nest_loop_id(state->nest),
                 .name = iterator->name,
                 .iterator = iterator,
                 .lower = expr_index(arena, 0),
                 .upper = expr_index(arena, count),
                 .step = expr_index(arena, 1),
                 .step_sign = 1,
                 .binding = BIND_UNROLL};
    return stmt_loop(arena, &loop, body);
}

static Stmt *move_lanes(Arena *arena, Intrinsic direction, Expr *to, Expr *from, int64_t count)
{
    Expr *operands[] = {expr_address(arena, to), expr_address(arena, from), expr_index(arena, count)};
    return stmt_evaluate(arena, expr_intrinsic(arena, direction, type_scalar(TY_VOID), operands, 3));
}

// A square of the box that registers transpose on its way: its columns are words of the tile, one after the other.
static Stmt *transposed_square(const Staging *staging, const Array *tile, const Rows *rows, const Ends *ends,
                               Expr *const *offsets, bool whole)
{
    Candidate *state = staging->state;
    Arena *arena = state->arena;
    const Type *type = type_scalar(TY_I64), *element = staging->array->element;
    Symbol *load = nest_symbol(state->nest, "row", type, SYM_ITERATOR),
           *row = nest_symbol(state->nest, "row", type, SYM_ITERATOR);
    Symbol *lane = nest_symbol(state->nest, "lane", type, SYM_ITERATOR);
    Expr *extents[] = {expr_index(arena, rows->deep), expr_index(arena, rows->lanes)},
         *zeros[] = {expr_index(arena, 0), expr_index(arena, 0)};
    Array *rows_held =
        nest_array(state->nest, intern_printf("%s_rows", staging->array->name), element, SPACE_REGISTER, extents, 2);
    Array *columns =
        nest_array(state->nest, intern_printf("%s_columns", staging->array->name), element, SPACE_REGISTER, extents, 2);
    Expr *below[MAX_DIMS], *loaded[] = {expr_symbol(arena, load), zeros[1]};
    for (int d = 0; d < staging->box.ndim; d++)
        below[d] = d == rows->row ? index_add(arena, offsets[d], expr_symbol(arena, load)) : offsets[d];
    Stmt *loads = move_lanes(arena, IN_LOAD_LANES, expr_access(arena, rows_held, loaded),
                             copied_from(staging, rows, ends, below, whole), rows->lanes);
    Expr *from[] = {expr_symbol(arena, row), expr_symbol(arena, lane)}, *to[] = {from[1], from[0]};
    Stmt *round =
        stmt_assign(arena, expr_access(arena, columns, to), OP_NONE, expr_access(arena, rows_held, from), NULL);
    Stmt *items[] = {
        stmt_declare_array(arena, rows_held),
        stmt_declare_array(arena, columns),
        unrolled(state, load, rows->deep, loads),
        unrolled(state, row, rows->deep, unrolled(state, lane, rows->lanes, round)),
        move_lanes(arena, IN_STORE_LANES, stage_tile_element(staging, tile, offsets),
                   expr_access(arena, columns, zeros), rows->deep * rows->lanes),
    };
    return stmt_block(arena, items, 5);
}

// Whether tiles are shifted, so that their rows begin anywhere, and rows are no longer than a line: neighbouring tiles
// read the rest of both lines that a row lies in.
static bool lies_in_two_lines(const Staging *staging, const Rows *rows)
{
    bool shifted = false;
    for (int d = 0; d < staging->box.ndim; d++)
        shifted = shifted || staging->box.shifted[d];
    return shifted && staging->array->space == SPACE_GLOBAL && rows->width * staging->array->element->size <= LINE;
}

static Stmt *rounds(const Staging *staging, const Array *tile, const Rows *rows, const Ends *ends, const Symbol *number,
                    bool whole)
{
    Candidate *state = staging->state;
    Arena *arena = state->arena;
    Symbol *copy = nest_symbol(state->nest, "copy", type_scalar(TY_I64), SYM_ITERATOR);
    Expr *offsets[MAX_DIMS];
    offsets_of(arena, &staging->box, rows, number, expr_symbol(arena, copy), offsets);
    if (rows->deep > 1)
        return unrolled(state, copy, rows->rounds, transposed_square(staging, tile, rows, ends, offsets, whole));
    Stmt *copied = stmt_assign(arena, stage_tile_element(staging, tile, offsets), OP_NONE,
                               copied_from(staging, rows, ends, offsets, whole), NULL);
    copied->neighbours = rows->lanes > 1 ? (int)rows->lanes : 0;
    copied->lines = rows->lanes == 1 && lies_in_two_lines(staging, rows);
    return unrolled(state, copy, rows->rounds, copied);
}

// ---- up to 16 bytes at once

// The index without terms that are multiples anyway; NULL: it is not known.
static Expr *rest_of(Arena *arena, Expr *index, int64_t divisor)
{
    Linear linear = linear_of(arena, index), rest = {.constant = linear.constant % divisor};
    FOR_EACH(i, &linear.terms)
        if (linear.terms.items[i].factor % divisor)
            VECTOR_PUSH(arena, &rest.terms, linear.terms.items[i]);
    return linear.overflow ? NULL : linear_expr(arena, &rest);
}

static Expr *divides(Arena *arena, Expr *number, int64_t divisor)
{
    const Type *type = type_scalar(TY_I64);
    Expr *rest = expr_binary(arena, OP_REM, expr_cast(arena, type, number), expr_index(arena, divisor), type);
    return expr_binary(arena, OP_EQ, rest, expr_index(arena, 0), type);
}

static Expr *both(Arena *arena, Expr *left, Expr *right)
{
    if (left->kind == EX_BINARY && left->op == OP_LOGICAL_AND && expr_equal(left->operands[1], right))
        return left;
    return expr_both(arena, left, right);
}

// The number of neighbours copied at once: 16 bytes, or a packed word.
static bool group_rows(const Staging *staging, const Rows *rows, Rows *groups)
{
    int64_t size = staging->array->element->size, lanes = staging->pack ? staging->pack : WIDE / size;
    int64_t deep = staging->pack && !staging->transpose ? staging->pack : 1;
    bool fits = staging->pack ? lanes * size == WORD && deep * lanes * size <= WIDE : size == 4 || size == 8;
    if (!fits || rows->width % lanes || rows->height % deep || (deep > 1 && rows->row < 0) ||
        (!staging->pack && staging->pad % lanes))
        return false;
    int64_t total = rows->width / lanes * (rows->height / deep);
    *groups = *rows;
    groups->lanes = lanes;
    groups->deep = deep;
    groups->width = groups->chunk = rows->width / lanes;
    groups->height = rows->height / deep;
    groups->rounds = total / rows->threads;
    return total % rows->threads == 0 && (groups->width % rows->threads == 0 || rows->threads % groups->width == 0);
}

// The copies in such groups, if the distance of rows is known: the rows of groups, and the condition that all of them
// are aligned and none crosses the end.
static bool find_groups(const Staging *staging, const Rows *rows, const Ends *ends, Expr *const *extents, int ndim,
                        Rows *groups, Expr **when)
{
    Arena *arena = staging->state->arena;
    const Box *box = &staging->box;
    if (!group_rows(staging, rows, groups) || staging->array->held == HOST_ROWS || rows->column != ndim - 1 ||
        ends->whole || ends->first[rows->column])
        return false;
    int64_t lanes = groups->lanes, bytes = lanes * staging->array->element->size;
    Expr *rest = rest_of(arena, box->base[rows->column], lanes);
    bool often = rest && (expr_is_int(rest, 0) || staging->pack || (lanes == 2 && rest->kind != EX_INT));
    if (!often) // aligned
        return false;
    Expr *zeros[MAX_DIMS];
    for (int d = 0; d < staging->array->ndim; d++)
        zeros[d] = expr_index(arena, 0);
    Expr *begin = expr_address(arena, expr_access(arena, staging->array, zeros));
    Expr *operands[] = {begin, expr_int(arena, bytes, type_scalar(TY_I32))};
    *when = expr_intrinsic(arena, IN_ALIGNED, type_scalar(TY_I32), operands, 2);
    if (ndim > 1 && !box->pitch[0])
        *when = both(arena, *when, divides(arena, extents[rows->column], lanes));
    for (int d = 0; d + 1 < ndim && box->pitch[0]; d++)
        *when = both(arena, *when, divides(arena, box->pitch[d], lanes));
    if (ends->last[rows->column])
        *when =
            both(arena, *when, divides(arena, index_add(arena, ends->last[rows->column], expr_index(arena, 1)), lanes));
    if (!expr_is_int(rest, 0))
        *when = both(arena, *when, divides(arena, rest, lanes));
    return true;
}

Stmt *stage_copy_whole(const Staging *staging, const Array *tile, const Expr *access, const Varying *sources,
                       const int64_t *threads)
{
    Candidate *state = staging->state;
    Arena *arena = state->arena;
    Expr *subscripts[MAX_DIMS], *extents[MAX_DIMS];
    int ndim = access_subscripts(state, access, subscripts, extents);
    Rows rows;
    Ends ends;
    if (!find_rows(staging, threads, &rows) || !has_elements(staging, sources) ||
        !find_ends(staging, subscripts, ndim, sources, &ends))
        return NULL;
    bool by_index = state->plain && rows.row >= 0 && threads[0] == rows.width && rows.chunk == rows.width &&
                    threads[0] * threads[1] == rows.threads;
    Symbol *number = by_index ? NULL : nest_symbol(state->nest, "thread", type_scalar(TY_I32), SYM_LOCAL);
    bool has_whole = ends.whole && !state->plain; // a version without tests at the ends
    Stmt *copies = rounds(staging, tile, &rows, &ends, number, has_whole);
    if (has_whole)
        copies = stmt_if(arena, ends.whole, copies, rounds(staging, tile, &rows, &ends, number, false));
    Rows groups;
    Expr *when;
    if (staging->wide && !find_groups(staging, &rows, &ends, extents, ndim, &groups, &when))
        return NULL;
    if (staging->wide)
        copies = stmt_if(arena, when, rounds(staging, tile, &groups, &ends, number, false), copies);
    Stmt *items[] = {by_index ? NULL : stmt_declare(arena, number, stage_thread_number(arena, threads)), copies};
    return for_all_threads(arena, stmt_block(arena, items, 2));
}
