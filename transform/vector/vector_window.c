// Reuse windows of a vector loop: which elements are read more than once, and their registers.
#include "ir/fold.h"
#include "transform/vector/vector_find.h"
#include "transform/vector/vector_number.h"
#include "transform/vector/vector_rolling.h"
#include "transform/vector/vector_window.h"

#include <stdlib.h>

// Of a row: so many vectors are tested one by one; for more, one test tells whether all of them are aligned.
enum { MOST_BYTES = 512, MOST_ROWS = 64, MOST_TESTS = 2 };

typedef struct Finding {
    Arena *arena;
    const UnrolledLoops *unrolled;
    const Stmt *loop;
    int64_t width;
} Finding;

// ---- where an access is

typedef struct Offsets {
    Polynomial base[MAX_DIMS],
        iteration[MAX_UNROLLED_LOOPS][MAX_DIMS]; // at the first element of the first iteration; the distance that it
                                                 // moves from iteration to iteration
} Offsets;

// The iterations with which the term moves, then without their iterator; -1: none; false: not by a factor.
static bool take_iteration(const Finding *finding, Monomial *term, int *iteration)
{
    int found = -1;
    *iteration = -1;
    for (int a = 0; a < term->count; a++) {
        const Expr *atom = expr_strip_casts(term->atoms[a]);
        for (int t = 0; t < finding->unrolled->count; t++) {
            if (!expr_mentions(atom, finding->unrolled->loops[t]->loop->iterator))
                continue;
            if (atom->kind != EX_SYMBOL || found >= 0)
                return false;
            found = a;
            *iteration = t;
        }
    }
    if (found >= 0)
        term->atoms[found] = term->atoms[--term->count];
    return true;
}

// Splits the form of dimension d at the iterators of the unrolled loops; false: one is not just multiplied by a factor.
static bool part_unrolled(const Finding *finding, const Polynomial *form, int d, Offsets *offsets)
{
    FOR_EACH(i, &form->terms) {
        Monomial term = form->terms.items[i];
        int iteration;
        if (!take_iteration(finding, &term, &iteration))
            return false;
        VECTOR_PUSH(finding->arena, iteration < 0 ? &offsets->base[d].terms : &offsets->iteration[iteration][d].terms,
                    term);
    }
    return !form->overflow;
}

static bool place_of(const Finding *finding, const Expr *access, Offsets *offsets)
{
    *offsets = (Offsets){0};
    for (int d = 0; d < access->noperands; d++) {
        Expr *subscript = vector_definition(finding->arena, finding->loop->loop, access->operands[d]);
        Polynomial form =
            polynomial_of(finding->arena, unrolled_definition(finding->arena, finding->unrolled, subscript));
        if (!part_unrolled(finding, &form, d, offsets))
            return false;
    }
    return true;
}

// The offset along the dimension of the window, added if it is new; false: there are too many.
static int64_t *along(ReuseWindow *window, int subscript, const Monomial *stride, int64_t *offset)
{
    int d = 0;
    while (d < window->ndim &&
           !(window->dims[d].subscript == subscript && monomial_alike(&window->dims[d].stride, stride)))
        d++;
    if (d == WINDOW_DIMS)
        return NULL;
    if (d == window->ndim) {
        window->dims[window->ndim++] = (WindowDim){subscript, *stride};
        window->dims[d].stride.factor = 1;
    }
    return &offset[d];
}

// The difference of two subscripts as steps along the dimensions of the window; numbers in the last one are columns.
static bool in_steps(ReuseWindow *window, int subscript, const Polynomial *apart, int64_t *offset, int64_t *column)
{
    bool last = subscript == window->array->ndim - 1;
    FOR_EACH(i, &apart->terms) {
        const Monomial *term = &apart->terms.items[i];
        int64_t *at = last && term->count == 0 ? column : along(window, subscript, term, offset);
        if (!at || term->factor > WINDOW_CELLS || term->factor < -WINDOW_CELLS)
            return false;
        *at = term->factor;
    }
    return !apart->overflow;
}

// Computes the position of the use relative to the window's origin; false: not the same number everywhere, or they move
// differently.
static bool distance_of(const Finding *finding, ReuseWindow *window, const Offsets *from, const Offsets *offsets,
                        WindowUse *use)
{
    for (int d = 0; d < window->array->ndim; d++) {
        Polynomial apart = polynomial_combine(finding->arena, &offsets->base[d], &from->base[d], -1);
        if (!in_steps(window, d, &apart, use->offset, &use->column))
            return false;
        for (int t = 0; t < finding->unrolled->count; t++) {
            Polynomial faster =
                polynomial_combine(finding->arena, &offsets->iteration[t][d], &from->iteration[t][d], -1);
            if (faster.terms.count || faster.overflow)
                return false;
        }
    }
    return true;
}

// ---- which elements are read

WindowRow window_row(const ReuseWindow *window, const WindowUse *use, const UnrolledLoops *unrolled,
                     const int64_t *iteration, int64_t width)
{
    WindowRow row = {.begin = use->column};
    for (int d = 0; d < window->ndim; d++)
        row.offset[d] = use->offset[d];
    for (int t = 0; t < unrolled->count; t++) {
        row.begin += iteration[t] * window->step_column[t];
        for (int d = 0; d < window->ndim; d++)
            row.offset[d] += iteration[t] * window->iteration[t][d];
    }
    row.end = row.begin + width;
    return row;
}

static bool in_one_row(const WindowRow *left, const WindowRow *right)
{
    for (int d = 0; d < WINDOW_DIMS; d++)
        if (left->offset[d] != right->offset[d])
            return false;
    return left->begin <= right->end && right->begin <= left->end;
}

// Rows that touch become one.
static void add_row(const Finding *finding, ReuseWindow *window, WindowRow row)
{
    for (int i = 0; i < window->rows.count; i++) {
        WindowRow *other = &window->rows.items[i];
        if (!in_one_row(&row, other))
            continue;
        row.begin = other->begin < row.begin ? other->begin : row.begin;
        row.end = other->end > row.end ? other->end : row.end;
        *other = window->rows.items[--window->rows.count];
        i = -1;
    }
    VECTOR_PUSH(finding->arena, &window->rows, row);
}

static int row_order(const void *left, const void *right)
{
    const WindowRow *a = left, *b = right;
    for (int d = 0; d < WINDOW_DIMS; d++)
        if (a->offset[d] != b->offset[d])
            return a->offset[d] < b->offset[d] ? -1 : 1;
    return a->begin < b->begin ? -1 : a->begin > b->begin;
}

static bool covers(const ReuseWindow *window, const WindowRow *row)
{
    FOR_EACH(i, &window->rows)
        if (in_one_row(&window->rows.items[i], row) && window->rows.items[i].begin <= row->begin &&
            row->end <= window->rows.items[i].end)
            return true;
    return false;
}

static int64_t element_count(const ReuseWindow *window)
{
    int64_t count = 0;
    FOR_EACH(i, &window->rows)
        count += window->rows.items[i].end - window->rows.items[i].begin;
    return count;
}

// The box around all rows; false: it is too large.
static bool find_box(ReuseWindow *window)
{
    int64_t cells = 1, end = INT64_MIN;
    window->first = INT64_MAX;
    FOR_EACH(i, &window->rows) {
        window->first = window->rows.items[i].begin < window->first ? window->rows.items[i].begin : window->first;
        end = window->rows.items[i].end > end ? window->rows.items[i].end : end;
    }
    window->columns = end - window->first;
    for (int d = 0; d < window->ndim; d++) {
        int64_t low = INT64_MAX, high = INT64_MIN;
        FOR_EACH(i, &window->rows) {
            int64_t offset = window->rows.items[i].offset[d];
            low = offset < low ? offset : low;
            high = offset > high ? offset : high;
        }
        window->low[d] = low;
        window->extent[d] = high - low + 1;
        if (window->extent[d] > WINDOW_CELLS || (cells *= window->extent[d]) > WINDOW_CELLS)
            return false;
    }
    return cells * window->columns <= WINDOW_CELLS;
}

// ---- windows

int64_t window_width(const ReuseWindow *window, int64_t width)
{
    int64_t most = ACCESS_BYTES / window->array->element->size;
    return width < most ? width : most > 0 ? most : 1;
}

static void find_phase(const Finding *finding, ReuseWindow *window, const Offsets *offsets, const Expr *leader)
{
    Offsets lead;
    window->phase = 0;
    place_of(finding, leader, &lead);
    Polynomial apart = polynomial_combine(finding->arena, &offsets->base[window->array->ndim - 1],
                                          &lead.base[leader->noperands - 1], -1);
    FOR_EACH(i, &apart.terms)
        if (apart.terms.items[i].count == 0)
            window->phase = fold_floor_mod(-apart.terms.items[i].factor, window_width(window, finding->width));
}

static bool surely_read(const VectorUses *uses, const WindowUse *use)
{
    FOR_EACH(i, &uses->list)
        if (!uses->list.items[i].conditional && uses->list.items[i].first == use->number)
            return true;
    return false;
}

static bool all_covered(const Finding *finding, const ReuseWindow *window, const WindowUse *use)
{
    int64_t iteration[MAX_UNROLLED_LOOPS] = {0};
    do {
        WindowRow row = window_row(window, use, finding->unrolled, iteration, finding->width);
        if (!covers(window, &row))
            return false;
    } while (unrolled_next(finding->unrolled, iteration));
    return true;
}

static void add_rows(const Finding *finding, ReuseWindow *window, const WindowRows *rows)
{
    FOR_EACH(i, rows)
        add_row(finding, window, rows->items[i]);
}

// The rows and the box of a window that slides become those of one iteration; false: it is too large.
static bool take_frame(ReuseWindow *window, const Finding *finding)
{
    window->rows = (WindowRows){0};
    add_rows(finding, window, &window->before);
    add_rows(finding, window, &window->each);
    add_rows(finding, window, &window->next);
    qsort(window->rows.items, (size_t)window->rows.count, sizeof *window->rows.items, row_order);
    return element_count(window) * window->array->element->size <= MOST_BYTES && find_box(window);
}

// Fills the rows; false: no two reads meet or touch, or there are too few registers.
static bool find_rows(const Finding *given, const VectorUses *uses, ReuseWindow *window)
{
    UnrolledLoops unrolled = *given->unrolled;
    Finding looking = *given, *finding = &looking;
    bool slides = unrolled_slide(&unrolled);
    if (slides && unrolled.extent[0] > SLIDING_TURNS)
        unrolled.extent[0] = SLIDING_TURNS;
    finding->unrolled = &unrolled;
    int reads = 0, kept = 0;
    FOR_EACH(u, &window->uses) {
        int64_t iteration[MAX_UNROLLED_LOOPS] = {0};
        if (!surely_read(uses, &window->uses.items[u]))
            continue;
        do {
            add_row(finding, window,
                    window_row(window, &window->uses.items[u], finding->unrolled, iteration, finding->width));
            reads++;
        } while (window->rows.count <= MOST_ROWS && unrolled_next(finding->unrolled, iteration));
        if (window->rows.count > MOST_ROWS)
            return false;
    }
    if (window->rows.count == reads || (!slides && element_count(window) * window->array->element->size > MOST_BYTES) ||
        !find_box(window))
        return false;
    FOR_EACH(u, &window->uses)
        if (all_covered(finding, window, &window->uses.items[u]))
            window->uses.items[kept++] = window->uses.items[u];
    window->uses.count = kept;
    qsort(window->rows.items, (size_t)window->rows.count, sizeof *window->rows.items, row_order);
    if (slides)
        return window_find_slide(finding->arena, window, &unrolled, finding->width) && take_frame(window, finding);
    window_roll(finding->arena, window, finding->unrolled, finding->width);
    return true;
}

static bool is_known(const ReuseWindow *window, int number)
{
    FOR_EACH(i, &window->uses)
        if (window->uses.items[i].number == number)
            return true;
    return false;
}

static ReuseWindow *window_of(const Finding *finding, ReuseWindows *windows, const Offsets *offsets, WindowUse *use)
{
    FOR_EACH(w, &windows->list) {
        ReuseWindow *window = &windows->list.items[w], before = *window;
        WindowUse made = *use;
        Offsets from;
        if (window->array == use->access->array && place_of(finding, window->origin, &from) &&
            distance_of(finding, window, &from, offsets, &made)) {
            *use = made;
            return window;
        }
        *window = before;
    }
    return NULL;
}

static bool new_window(const Finding *finding, const Offsets *offsets, const WindowUse *use, const Expr *leader,
                       ReuseWindow *window)
{
    *window = (ReuseWindow){.array = use->access->array, .origin = use->access};
    for (int t = 0; t < finding->unrolled->count; t++)
        for (int d = 0; d < window->array->ndim; d++)
            if (!in_steps(window, d, &offsets->iteration[t][d], window->iteration[t], &window->step_column[t]))
                return false;
    find_phase(finding, window, offsets, leader);
    return true;
}

ReuseWindows windows_find(Arena *arena, const UnrolledLoops *unrolled, const Stmt *loop, int64_t width,
                          const Expr *leader)
{
    Finding finding = {arena, unrolled, loop, width};
    VectorUses uses = vector_uses(arena, loop->body);
    ReuseWindows all = {0}, found = {0};
    Offsets lead;
    if (!place_of(&finding, leader, &lead))
        return found;
    FOR_EACH(i, &uses.list) {
        WindowUse use = {.access = uses.list.items[i].access, .number = uses.list.items[i].first};
        Offsets offsets;
        if (vector_writes(&uses, use.access->array) || !vector_fits(arena, loop, use.access, width) ||
            !place_of(&finding, use.access, &offsets))
            continue;
        ReuseWindow *window = window_of(&finding, &all, &offsets, &use), made;
        if (!window && new_window(&finding, &offsets, &use, leader, &made)) {
            VECTOR_PUSH(arena, &all.list, made);
            window = &all.list.items[all.list.count - 1];
        }
        if (window && !is_known(window, use.number))
            VECTOR_PUSH(arena, &window->uses, use);
    }
    FOR_EACH(w, &all.list)
        if (find_rows(&finding, &uses, &all.list.items[w]))
            VECTOR_PUSH(arena, &found.list, all.list.items[w]);
    return found;
}

// With so many iterations of each unrolled loop at most.
static int64_t bytes_of(Arena *arena, const Stmt *stmt, int64_t iterations)
{
    UnrolledLoops unrolled;
    const Stmt *loop = unrolled_around(stmt, &unrolled);
    int64_t bytes = 0;
    for (int t = 0; loop && t < unrolled.count; t++)
        unrolled.extent[t] = unrolled.extent[t] < iterations ? unrolled.extent[t] : iterations;
    VectorGroups groups = loop ? vector_find(arena, loop, loop->loop->limit) : (VectorGroups){0};
    if (!groups.list.count)
        return 0;
    ReuseWindows windows = windows_find(arena, &unrolled, loop, loop->loop->limit, groups.list.items[0].access);
    FOR_EACH(w, &windows.list)
        bytes += element_count(&windows.list.items[w]) * windows.list.items[w].array->element->size;
    return bytes;
}

int64_t windows_bytes(Arena *arena, const Stmt *stmt)
{
    return bytes_of(arena, stmt, INT64_MAX);
}

int64_t windows_bytes_of_two(Arena *arena, const Stmt *stmt)
{
    return bytes_of(arena, stmt, 2);
}

// Elements of the vector, or of a shorter one, that one load takes from `column` on.
static int64_t columns_at_once(const ReuseWindow *window, const WindowRow *row, int64_t column, int64_t vector)
{
    int64_t step = vector;
    while (step > 1 && (fold_floor_mod(column - window->phase, step) || column + step > row->end))
        step /= 2;
    return step;
}

static int64_t loads_of(const ReuseWindow *window, int64_t width)
{
    int64_t loads = 0;
    FOR_EACH(i, &window->rows) {
        const WindowRow *row = &window->rows.items[i];
        for (int64_t column = row->begin; column < row->end; loads++)
            column += columns_at_once(window, row, column, window_width(window, width));
    }
    return loads;
}

static bool is_in_windows(const ReuseWindows *windows, int number)
{
    FOR_EACH(w, &windows->list)
        if (is_known(&windows->list.items[w], number))
            return true;
    return false;
}

int64_t windows_loads(Arena *arena, const Stmt *stmt)
{
    UnrolledLoops unrolled;
    const Stmt *loop = unrolled_around(stmt, &unrolled);
    int64_t width = loop ? loop->loop->limit : 0, loads = 0;
    VectorGroups groups = loop ? vector_find(arena, loop, width) : (VectorGroups){0};
    if (!groups.list.count)
        return 0;
    ReuseWindows windows = windows_find(arena, &unrolled, loop, width, groups.list.items[0].access);
    FOR_EACH(w, &windows.list)
        loads += loads_of(&windows.list.items[w], width);
    VectorUses uses = vector_uses(arena, loop->body);
    FOR_EACH(i, &uses.list) {
        const Expr *access = uses.list.items[i].access;
        int first = uses.list.items[i].first;
        if (uses.list.items[i].write || first != i || is_in_windows(&windows, first))
            continue;
        const Expr *plain = vector_definition(arena, loop->loop, (Expr *)access);
        bool moves = unrolled_mention(&unrolled, plain);
        bool differs = expr_mentions(plain, loop->loop->iterator);
        int64_t each = ACCESS_BYTES / access->type->size;
        each = !differs ? width : !vector_fits(arena, loop, access, width) || each < 1 ? 1 : each;
        loads += (moves ? unrolled_count(&unrolled) : 1) * ((width + each - 1) / each);
    }
    return loads;
}

// ---- registers

Array *window_registers(Arena *arena, Nest *nest, const ReuseWindow *window)
{
    Expr *extent[MAX_DIMS];
    int ndim = 0;
    for (int d = 0; d < window->ndim && ndim < MAX_DIMS - 1; d++)
        if (window->extent[d] > 1)
            extent[ndim++] = expr_index(arena, window->extent[d]);
    extent[ndim++] = expr_index(arena, window->columns);
    return nest_array(nest, intern_printf("%s_near", window->array->name), window->array->element, SPACE_REGISTER,
                      extent, ndim);
}

static Expr *cell(Arena *arena, const ReuseWindow *window, Array *registers, Expr *const *row, Expr *column)
{
    Expr *subscripts[MAX_DIMS];
    int count = 0;
    for (int d = 0; d < window->ndim; d++)
        if (window->extent[d] > 1)
            subscripts[count++] = row[d];
    subscripts[count] = column;
    return expr_access(arena, registers, subscripts);
}

// The sum of steps * iteration, and the offset.
static Expr *moved(Arena *arena, const UnrolledLoops *unrolled, const int64_t *steps, int64_t offset)
{
    Expr *sum = NULL;
    for (int t = 0; t < unrolled->count; t++) {
        if (!steps[t])
            continue;
        Expr *product =
            index_mul(arena, expr_index(arena, steps[t]), expr_symbol(arena, unrolled->loops[t]->loop->iterator));
        sum = sum ? index_add(arena, sum, product) : product;
    }
    Expr *constant = expr_index(arena, offset);
    return sum ? index_add(arena, sum, constant) : constant;
}

Expr *window_element(Arena *arena, const ReuseWindow *window, Array *registers, const WindowUse *use,
                     const UnrolledLoops *unrolled, Expr *element)
{
    Expr *row[WINDOW_DIMS];
    for (int d = 0; d < window->ndim; d++) {
        int64_t steps[MAX_UNROLLED_LOOPS];
        for (int t = 0; t < unrolled->count; t++)
            steps[t] = t || !window->slides ? window->iteration[t][d] : 0;
        row[d] = linear_simplify(arena, moved(arena, unrolled, steps, use->offset[d] - window->low[d]));
    }
    Expr *column = index_add(arena, moved(arena, unrolled, window->step_column, use->column - window->first), element);
    return cell(arena, window, registers, row, linear_simplify(arena, column));
}

Expr *window_memory(Arena *arena, const ReuseWindow *window, const Expr *first, const int64_t *offset, int64_t column)
{
    Expr *subscripts[MAX_DIMS];
    for (int s = 0; s < first->noperands; s++) {
        Expr *sum = index_add(arena, first->operands[s], expr_index(arena, s == first->noperands - 1 ? column : 0));
        for (int d = 0; d < window->ndim; d++)
            if (window->dims[d].subscript == s && offset[d])
                sum = index_add(
                    arena, sum,
                    index_mul(arena, expr_index(arena, offset[d]), monomial_expr(arena, &window->dims[d].stride)));
        subscripts[s] = linear_simplify(arena, sum);
    }
    return expr_access(arena, first->array, subscripts);
}

typedef struct Loading {
    Arena *arena;
    const ReuseWindow *window;
    Array *registers;
    const Expr *first;
    const UnrolledLoops *moved; // NULL: not
    const Symbol *number;       // of `first` in the array; NULL: by subscripts
    StmtList items;
} Loading;

static void load(Loading *loading, const WindowRow *row, int64_t column, int64_t count, bool any)
{
    Arena *arena = loading->arena;
    const ReuseWindow *window = loading->window;
    Expr *offsets[WINDOW_DIMS];
    for (int d = 0; d < window->ndim; d++) {
        offsets[d] = expr_index(arena, row->offset[d] - window->low[d]);
        if (loading->moved && !window->slides) {
            Expr *steps = index_mul(arena, expr_index(arena, window->iteration[0][d]),
                                    expr_symbol(arena, loading->moved->loops[0]->loop->iterator));
            offsets[d] = linear_simplify(arena, index_add(arena, steps, offsets[d]));
        }
    }
    Expr *to = cell(arena, window, loading->registers, offsets, expr_index(arena, column - window->first));
    Expr *from = loading->number ? window_numbered(arena, window, loading->number, row->offset, column)
                                 : window_memory(arena, window, loading->first, row->offset, column);
    if (count == 1 && !window->inside_first) {
        VECTOR_PUSH(arena, &loading->items, stmt_assign(arena, to, OP_NONE, from, NULL));
        return;
    }
    Expr *operands[] = {expr_address(arena, to), expr_address(arena, from), expr_index(arena, count), NULL, NULL};
    Intrinsic move = any ? IN_LOAD_ANY : IN_LOAD_LANES;
    if (window->inside_first) {
        operands[3] = expr_address(arena, window->inside_first);
        operands[4] = expr_address(arena, window->inside_last);
        move = IN_LOAD_INSIDE;
    }
    Expr *moved = expr_intrinsic(arena, move, type_scalar(TY_VOID), operands, window->inside_first ? 5 : 3);
    VECTOR_PUSH(arena, &loading->items, stmt_evaluate(arena, moved));
}

static Stmt *load_row(const Loading *like, const WindowRow *row, int64_t vector, bool any)
{
    Loading loading = *like;
    int64_t step;
    loading.items = (StmtList){0};
    for (int64_t column = row->begin; column < row->end; column += step) {
        step = columns_at_once(loading.window, row, column, vector);
        load(&loading, row, column, step, any);
    }
    return stmt_block(loading.arena, loading.items.items, loading.items.count);
}

// The first column at which a whole vector is loaded, and how many there are.
static int64_t whole_vectors(const ReuseWindow *window, const WindowRow *row, int64_t vector, int64_t *first)
{
    int64_t count = 0, step;
    for (int64_t column = row->begin; column < row->end; column += step) {
        step = columns_at_once(window, row, column, vector);
        if (step == vector && count++ == 0)
            *first = column;
    }
    return count;
}

// If one whole vector of a row is aligned, all of them are.
static Expr *row_is_aligned(const Loading *loading, const WindowRow *row, int64_t vector, int64_t column)
{
    Arena *arena = loading->arena;
    Expr *from = window_memory(arena, loading->window, loading->first, row->offset, column);
    Expr *operands[] = {expr_address(arena, from), expr_index(arena, vector * loading->window->array->element->size)};
    return expr_intrinsic(arena, IN_ALIGNED, type_scalar(TY_I32), operands, 2);
}

Stmt *window_load(Arena *arena, const ReuseWindow *window, const WindowRows *rows, Array *registers, const Expr *first,
                  const UnrolledLoops *moved, const Symbol *number, int64_t width, bool any)
{
    Loading loading = {
        .arena = arena, .window = window, .registers = registers, .first = first, .moved = moved, .number = number};
    int64_t vector = window_width(window, width), column = 0;
    StmtList items = {0};
    FOR_EACH(i, rows) {
        const WindowRow *row = &rows->items[i];
        Stmt *loads = load_row(&loading, row, vector, any);
        if (any && !window->inside_first && vector > 1 && whole_vectors(window, row, vector, &column) > MOST_TESTS)
            loads = stmt_if(arena, row_is_aligned(&loading, row, vector, column),
                            load_row(&loading, row, vector, false), loads);
        VECTOR_PUSH(arena, &items, loads);
    }
    return stmt_block(arena, items.items, items.count);
}

// ---- windows that slide

// The elements of the row, in registers of the iteration before: to[column] = to[further][column].
static Stmt *keep_row(Candidate *state, const ReuseWindow *window, Array *registers, const WindowRow *row)
{
    Arena *arena = state->arena;
    Expr *to[WINDOW_DIMS], *from[WINDOW_DIMS], *first = expr_index(arena, row->begin - window->first);
    bool several = row->end - row->begin > 1;
    Loop loop = {
        .name = intern("column"), .step = expr_index(arena, 1), .step_sign = 1, .binding = BIND_UNROLL, .lower = first};
    for (int d = 0; d < window->ndim; d++) {
        to[d] = expr_index(arena, row->offset[d] - window->low[d]);
        from[d] = index_add(arena, to[d], expr_index(arena, window->iteration[0][d]));
    }
    if (several) {
        loop.id = nest_loop_id(state->nest);
        loop.iterator = nest_symbol(state->nest, "column", type_scalar(TY_I64), SYM_ITERATOR);
        loop.upper = expr_index(arena, row->end - window->first);
        first = expr_symbol(arena, loop.iterator);
    }
    Stmt *copy = stmt_assign(arena, cell(arena, window, registers, to, first), OP_NONE,
                             cell(arena, window, registers, from, first), NULL);
    return several ? stmt_loop(arena, &loop, copy) : copy;
}

Stmt *window_slide(Candidate *state, const ReuseWindow *window, Array *registers)
{
    StmtList items = {0};
    FOR_EACH(i, &window->kept)
        VECTOR_PUSH(state->arena, &items, keep_row(state, window, registers, &window->kept.items[i]));
    return stmt_block(state->arena, items.items, items.count);
}
