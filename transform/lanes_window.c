// Windows of a vector loop: which elements its lanes and turns read more than once, and their registers (contract in lanes.h).
#include "transform/lanes.h"

#include <stdlib.h>

enum { MOST_BYTES = 512, MOST_ROWS = 64, MOST_CELLS = 1024 };

typedef struct Finding {
    Arena *arena;
    const Loop *turns; // NULL: none
    const Stmt *loop;
    int64_t nturns, lanes;
} Finding;

// ---- where an access is

typedef struct Place {
    Linear base[MAX_DIMS];  // at the first lane of the first turn
    int64_t turn[MAX_DIMS]; // by how much it moves from turn to turn
} Place;

static bool place_of(const Finding *finding, const Expr *access, Place *place)
{
    Arena *arena = finding->arena;
    for (int d = 0; d < access->noperands; d++) {
        Expr *subscript = lanes_definition(arena, finding->loop->loop, access->operands[d]);
        if (finding->turns)
            subscript = lanes_definition(arena, finding->turns, subscript);
        Linear form = linear_of(arena, subscript), moving = {0};
        place->turn[d] = finding->turns ? linear_factor(&form, finding->turns->iterator) : 0;
        FOR_EACH(i, &form.terms) {
            const Expr *atom = expr_strip_casts(form.terms.items[i].atom);
            bool moves = atom->kind == EX_SYMBOL && ((finding->turns && atom->symbol == finding->turns->iterator) ||
                                                     atom->symbol == finding->loop->loop->iterator);
            if (!moves && finding->turns && expr_mentions(atom, finding->turns->iterator))
                return false;
            if (moves)
                VECTOR_PUSH(arena, &moving.terms, form.terms.items[i]);
        }
        place->base[d] = linear_combine(arena, &form, &moving, -1);
        if (place->base[d].overflow)
            return false;
    }
    return true;
}

// By how much `place` lies apart from `from`; false: not by the same number everywhere, or they move differently.
static bool distance_of(const Finding *finding, const Place *place, const Place *from, int ndim, int64_t *offset)
{
    for (int d = 0; d < ndim; d++) {
        Linear apart = linear_combine(finding->arena, &place->base[d], &from->base[d], -1);
        if (!linear_is_constant(&apart) || place->turn[d] != from->turn[d] || apart.constant > MOST_CELLS || apart.constant < -MOST_CELLS ||
            place->turn[d] > MOST_CELLS || place->turn[d] < -MOST_CELLS)
            return false;
        offset[d] = apart.constant;
    }
    return true;
}

// ---- which elements are read

static WindowRow row_of(const Finding *finding, const LaneWindow *window, const WindowUse *use, int64_t turn)
{
    int last = window->array->ndim - 1;
    WindowRow row = {0};
    for (int d = 0; d <= last; d++)
        row.offset[d] = use->offset[d] + turn * window->turn[d];
    row.end = row.offset[last] + finding->lanes;
    return row;
}

static bool in_one_row(const WindowRow *left, const WindowRow *right, int last)
{
    for (int d = 0; d < last; d++)
        if (left->offset[d] != right->offset[d])
            return false;
    return left->offset[last] <= right->end && right->offset[last] <= left->end;
}

// Rows that touch become one.
static void add_row(const Finding *finding, LaneWindow *window, WindowRow row)
{
    int last = window->array->ndim - 1;
    for (int i = 0; i < window->rows.count; i++) {
        WindowRow *other = &window->rows.items[i];
        if (!in_one_row(&row, other, last))
            continue;
        if (other->offset[last] < row.offset[last])
            row.offset[last] = other->offset[last];
        if (other->end > row.end)
            row.end = other->end;
        *other = window->rows.items[--window->rows.count];
        i = -1;
    }
    VECTOR_PUSH(finding->arena, &window->rows, row);
}

static int row_order(const void *left, const void *right)
{
    const WindowRow *a = left, *b = right;
    for (int d = 0; d < MAX_DIMS; d++)
        if (a->offset[d] != b->offset[d])
            return a->offset[d] < b->offset[d] ? -1 : 1;
    return 0;
}

static bool covers(const LaneWindow *window, const WindowRow *row)
{
    int last = window->array->ndim - 1;
    FOR_EACH(i, &window->rows)
        if (in_one_row(&window->rows.items[i], row, last) && window->rows.items[i].offset[last] <= row->offset[last] &&
            row->end <= window->rows.items[i].end)
            return true;
    return false;
}

static int64_t element_count(const LaneWindow *window)
{
    int64_t count = 0;
    FOR_EACH(i, &window->rows)
        count += window->rows.items[i].end - window->rows.items[i].offset[window->array->ndim - 1];
    return count;
}

// The box around all rows; false: it is too large.
static bool find_box(LaneWindow *window)
{
    int last = window->array->ndim - 1;
    int64_t cells = 1;
    for (int d = 0; d <= last; d++) {
        int64_t low = INT64_MAX, high = INT64_MIN;
        FOR_EACH(i, &window->rows) {
            const WindowRow *row = &window->rows.items[i];
            int64_t end = d == last ? row->end : row->offset[d] + 1;
            low = row->offset[d] < low ? row->offset[d] : low;
            high = end > high ? end : high;
        }
        window->low[d] = low;
        window->extent[d] = high - low;
        if (window->extent[d] > MOST_CELLS || (cells *= window->extent[d]) > MOST_CELLS)
            return false;
    }
    return true;
}

// ---- windows

int64_t window_lanes(const LaneWindow *window, int64_t lanes)
{
    int64_t most = ACCESS_BYTES / window->array->element->size;
    return lanes < most ? lanes : most > 0 ? most : 1;
}

static int64_t floor_mod(int64_t value, int64_t divisor)
{
    return (value % divisor + divisor) % divisor;
}

static void find_phase(const Finding *finding, LaneWindow *window, const Place *place, const Expr *leader)
{
    Place lead;
    window->phase = 0;
    if (!place_of(finding, leader, &lead))
        return;
    Linear apart = linear_combine(finding->arena, &place->base[window->array->ndim - 1], &lead.base[leader->noperands - 1], -1);
    if (linear_is_constant(&apart))
        window->phase = floor_mod(-apart.constant, window_lanes(window, finding->lanes));
}

// Fills the rows; false: nothing is read twice, or it is too much for registers.
static bool find_rows(const Finding *finding, const LaneUses *uses, LaneWindow *window)
{
    int64_t reads = 0;
    FOR_EACH(u, &window->uses) {
        bool surely = false;
        FOR_EACH(i, &uses->list)
            surely = surely || (!uses->list.items[i].conditional && expr_equal(uses->list.items[i].access, window->uses.items[u].access));
        for (int64_t turn = 0; surely && turn < finding->nturns; turn++) {
            add_row(finding, window, row_of(finding, window, &window->uses.items[u], turn));
            reads += finding->lanes;
        }
        if (window->rows.count > MOST_ROWS)
            return false;
    }
    int64_t count = element_count(window);
    if (count == 0 || count == reads || count * window->array->element->size > MOST_BYTES || !find_box(window))
        return false;
    int kept = 0;
    FOR_EACH(u, &window->uses) {
        bool all = true;
        for (int64_t turn = 0; turn < finding->nturns; turn++) {
            WindowRow row = row_of(finding, window, &window->uses.items[u], turn);
            all = all && covers(window, &row);
        }
        if (all)
            window->uses.items[kept++] = window->uses.items[u];
    }
    window->uses.count = kept;
    qsort(window->rows.items, (size_t)window->rows.count, sizeof *window->rows.items, row_order);
    return true;
}

static bool is_known(const LaneWindow *window, const Expr *access)
{
    FOR_EACH(i, &window->uses)
        if (expr_equal(window->uses.items[i].access, access))
            return true;
    return false;
}

LaneWindows windows_find(Arena *arena, const Stmt *turns, int64_t nturns, const Stmt *loop, int64_t lanes, const Expr *leader)
{
    Finding finding = {arena, turns ? turns->loop : NULL, loop, nturns, lanes};
    LaneUses uses = lanes_uses(arena, loop->body);
    LaneWindows all = {0}, found = {0};
    FOR_EACH(i, &uses.list) {
        WindowUse use = {.access = uses.list.items[i].access};
        const Array *array = use.access->array;
        Place place, from;
        if (lanes_writes(&uses, array) || !lanes_fits(arena, loop, use.access, lanes) || !place_of(&finding, use.access, &place))
            continue;
        LaneWindow *window = NULL;
        for (int w = 0; w < all.list.count && !window; w++)
            if (all.list.items[w].array == array && place_of(&finding, all.list.items[w].origin, &from) &&
                distance_of(&finding, &place, &from, array->ndim, use.offset))
                window = &all.list.items[w];
        if (!window) {
            LaneWindow made = {.array = array, .origin = use.access};
            if (!distance_of(&finding, &place, &place, array->ndim, use.offset))
                continue;
            for (int d = 0; d < array->ndim; d++)
                made.turn[d] = place.turn[d];
            find_phase(&finding, &made, &place, leader);
            VECTOR_PUSH(arena, &all.list, made);
            window = &all.list.items[all.list.count - 1];
        }
        if (!is_known(window, use.access))
            VECTOR_PUSH(arena, &window->uses, use);
    }
    FOR_EACH(w, &all.list)
        if (find_rows(&finding, &uses, &all.list.items[w]))
            VECTOR_PUSH(arena, &found.list, all.list.items[w]);
    return found;
}

// ---- registers

static bool has_dimension(const LaneWindow *window, int d)
{
    return window->extent[d] > 1 || d == window->array->ndim - 1;
}

Array *window_registers(Arena *arena, Nest *nest, const LaneWindow *window)
{
    Expr *extent[MAX_DIMS];
    int ndim = 0;
    for (int d = 0; d < window->array->ndim; d++)
        if (has_dimension(window, d))
            extent[ndim++] = expr_index(arena, window->extent[d]);
    return nest_array(nest, intern_printf("%s_near", window->array->name), window->array->element, SPACE_REGISTER, extent, ndim);
}

static Expr *cell(Arena *arena, const LaneWindow *window, Array *registers, Expr *const *place)
{
    Expr *subscripts[MAX_DIMS];
    int count = 0;
    for (int d = 0; d < window->array->ndim; d++)
        if (has_dimension(window, d))
            subscripts[count++] = place[d];
    return expr_access(arena, registers, subscripts);
}

Expr *window_element(Arena *arena, const LaneWindow *window, Array *registers, const WindowUse *use, Expr *turn, Expr *lane)
{
    Expr *place[MAX_DIMS];
    for (int d = 0; d < window->array->ndim; d++) {
        place[d] = expr_index(arena, use->offset[d] - window->low[d]);
        if (turn && window->turn[d])
            place[d] = index_add(arena, index_mul(arena, expr_index(arena, window->turn[d]), turn), place[d]);
        if (d == window->array->ndim - 1)
            place[d] = index_add(arena, place[d], lane);
        place[d] = linear_simplify(arena, place[d]);
    }
    return cell(arena, window, registers, place);
}

Expr *window_memory(Arena *arena, const Expr *first, const int64_t *offset)
{
    Expr *subscripts[MAX_DIMS];
    for (int d = 0; d < first->noperands; d++)
        subscripts[d] = linear_simplify(arena, index_add(arena, first->operands[d], expr_index(arena, offset[d])));
    return expr_access(arena, first->array, subscripts);
}

typedef struct Loading {
    Arena *arena;
    const LaneWindow *window;
    Array *registers;
    const Expr *first;
    VECTOR(Stmt *) items;
} Loading;

static void load(Loading *loading, const int64_t *offset, int64_t count, bool any)
{
    Arena *arena = loading->arena;
    Expr *place[MAX_DIMS];
    for (int d = 0; d < loading->window->array->ndim; d++)
        place[d] = expr_index(arena, offset[d] - loading->window->low[d]);
    Expr *to = cell(arena, loading->window, loading->registers, place), *from = window_memory(arena, loading->first, offset);
    Expr *operands[] = {NULL, NULL, expr_index(arena, count)};
    if (count > 1) {
        operands[0] = expr_address(arena, to);
        operands[1] = expr_address(arena, from);
    }
    Stmt *made = count == 1 ? stmt_assign(arena, to, OP_NONE, from, NULL)
                            : stmt_evaluate(arena, expr_intrinsic(arena, any ? IN_LOAD_ANY : IN_LOAD_LANES, type_scalar(TY_VOID), operands, 3));
    VECTOR_PUSH(arena, &loading->items, made);
}

Stmt *window_load(Arena *arena, const LaneWindow *window, Array *registers, const Expr *first, int64_t lanes, bool any)
{
    Loading loading = {.arena = arena, .window = window, .registers = registers, .first = first};
    int64_t vector = window_lanes(window, lanes);
    int last = window->array->ndim - 1;
    FOR_EACH(i, &window->rows) {
        WindowRow row = window->rows.items[i];
        while (row.offset[last] < row.end) {
            bool whole = vector > 1 && floor_mod(row.offset[last] - window->phase, vector) == 0 && row.offset[last] + vector <= row.end;
            load(&loading, row.offset, whole ? vector : 1, any);
            row.offset[last] += whole ? vector : 1;
        }
    }
    return stmt_block(arena, loading.items.items, loading.items.count);
}
