// The ends of a row as vectors: those elements of a vector that are not in the row are computed, too, but not stored
// (contract in vector_ends.h). What they read exists if it lies between two elements of the array that the nest
// touches; a row for which that is not so takes another branch.
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/vector/vector_ends.h"
#include "transform/vector/vector_number.h"

// If no number is larger, they are of type int, and so is one that lies an iteration further.
enum { LEAST_BYTES = 4, MOST_TERMS = 40, MOST_NUMBER = (1 << 30) - 1 };

// ---- may the body run for elements that do not exist?

typedef struct Risk {
    const Stmt *body; // NULL: of a function
    bool found;
} Risk;

static bool function_is_safe(const Function *function);

// Quotients may trap, and a function may run forever. Floating-point arithmetic has a result for all values.
static bool look_for_risk(void *context, const Expr *expr)
{
    Risk *risk = context;
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM) &&
                   type_is_integer(expr->type) &&
                   !(expr->operands[1]->kind == EX_INT && expr->operands[1]->integer > 0);
    bool calls = expr->kind == EX_CALL && expr->function && !function_is_safe(expr->function);
    bool reads = !risk->body && (expr->kind == EX_ACCESS || expr->kind == EX_ADDRESS);
    bool acts = expr->kind == EX_INTRINSIC && expr->intrinsic > IN_GRID_DIM_Z;
    risk->found = risk->found || divides || calls || reads || acts;
    return !risk->found;
}

static bool look_for_steps(void *context, const Stmt *stmt)
{
    Risk *risk = context;
    bool plain = stmt->kind == ST_BLOCK || stmt->kind == ST_IF || stmt->kind == ST_RETURN ||
                 (stmt->kind == ST_DECLARE && stmt->symbol) ||
                 (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL);
    risk->found = risk->found || !plain;
    return !risk->found;
}

static bool function_is_safe(const Function *function)
{
    Risk risk = {NULL, !function->pure};
    stmt_walk(function->body, look_for_steps, &risk);
    stmt_walk_expressions(function->body, look_for_risk, &risk);
    return !risk.found;
}

// Own variables and elements of vectors are all that it sets.
static bool sets_vectors(const VectorLoop *vector, const Stmt *stmt)
{
    bool plain = stmt->kind == ST_BLOCK || (stmt->kind == ST_DECLARE && stmt->symbol);
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL)
        plain = tree_declares(vector->loop->body, stmt->place->symbol);
    FOR_EACH(i, &vector->groups.list)
        plain |= stmt->kind == ST_ASSIGN && stmt->op == OP_NONE &&
                 expr_equal(stmt->place, vector->groups.list.items[i].access);
    for (int i = 0; i < stmt->nitems && plain; i++)
        plain = sets_vectors(vector, stmt->items[i]);
    return plain;
}

static bool look_for_change(void *context, const Expr *expr)
{
    Risk *risk = context;
    risk->found |= expr->kind == EX_SYMBOL &&
                   (tree_declares(risk->body, expr->symbol) || tree_writes_symbol(risk->body, expr->symbol));
    return !risk->found;
}

// Whether all elements of a vector read the same.
static bool is_common(const VectorLoop *vector, const VectorUse *use)
{
    const Loop *loop = vector->loop->loop;
    Risk risk = {vector->loop->body, use->conditional};
    expr_walk(use->access, look_for_change, &risk);
    return !risk.found && !expr_mentions(use->access, loop->iterator) &&
           !(loop->defines && expr_mentions(use->access, loop->defines));
}

static bool reads_windows(const VectorLoop *vector)
{
    VectorUses uses = vector_uses(vector->arena, vector->loop->body);
    FOR_EACH(i, &uses.list) {
        const VectorUse *use = &uses.list.items[i];
        if (!use->write && !vector_in_window(&vector->windows, use->access) && !is_common(vector, use))
            return false;
    }
    return !uses.withheld.count;
}

static bool body_is_safe(const VectorLoop *vector)
{
    Risk risk = {vector->loop->body, false};
    stmt_walk_expressions(vector->loop->body, look_for_risk, &risk);
    return !risk.found && sets_vectors(vector, vector->loop->body) && reads_windows(vector);
}

// ---- where elements exist

typedef struct Terms {
    int count;
    bool known;
} Terms;

static bool look_for_terms(void *context, const Expr *expr)
{
    Terms *terms = context;
    bool plain = expr->kind == EX_INT || expr->kind == EX_CAST || expr->kind == EX_BINARY ||
                 (expr->kind == EX_SYMBOL && expr->symbol->role == SYM_PARAM);
    terms->known = terms->known && plain && ++terms->count <= MOST_TERMS;
    return terms->known;
}

static bool is_short(const Expr *value)
{
    Terms terms = {0, value != NULL};
    if (value)
        expr_walk(value, look_for_terms, &terms);
    return terms.known;
}

// Whether the nest is certain to touch the ends of its range in the array, and the kernel writes nothing there.
static bool range_is_sure(const VectorLoop *vector, const Stmt *kernel, const Array *array)
{
    const Facts *facts = vector->state->facts;
    const ArrayFact *fact = facts_array(facts, array);
    if (!fact || fact->measured || !is_short(fact->first) || !is_short(fact->last) || array->held != HOST_POINTER ||
        array->rotates || tree_writes_array(kernel, array) || tree_takes_address(kernel, array))
        return false;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (access->array && array_is(access->array, array) && (access->conditional || !access->affine))
            return false;
    }
    return true;
}

bool ends_fit(const VectorLoop *vector, const LoopsAround *around)
{
    // Iterations that are unrolled gain nothing: on an H200, jacobi-16384 took 601 us then instead of 520 us.
    bool fit = unrolled_slide(&vector->unrolled) && vector->windows.list.count && vector->tiles && body_is_safe(vector);
    FOR_EACH(i, &vector->groups.list) {
        const VectorGroup *group = &vector->groups.list.items[i];
        fit = fit && group->written && !group->read && group->access->type->size >= LEAST_BYTES;
    }
    FOR_EACH(w, &vector->windows.list)
        fit = fit && range_is_sure(vector, around->kernel, vector->windows.list.items[w].array);
    return fit;
}

// The corners of the box of what iterations load, the first iteration of a loop whose windows slide.
static void find_corners(const ReuseWindow *window, int64_t *low, int64_t *high)
{
    const WindowRows *lists[] = {window->slides ? &window->before : &window->rows, &window->each};
    for (int d = 0; d < window->ndim; d++) {
        low[d] = INT64_MAX;
        high[d] = INT64_MIN;
        for (int l = 0; l < 2; l++) {
            FOR_EACH(i, lists[l]) {
                int64_t offset = lists[l]->items[i].offset[d];
                low[d] = offset < low[d] ? offset : low[d];
                high[d] = offset > high[d] ? offset : high[d];
            }
        }
    }
}

static Expr *at_most(Arena *arena, Expr *left, Expr *right)
{
    return expr_binary(arena, OP_LE, left, right, type_scalar(TY_I64));
}

// The same for numbers that fit into an int.
static Expr *at_most_small(Arena *arena, Expr *left, Expr *right)
{
    const Type *type = type_scalar(TY_I32);
    return expr_binary(arena, OP_LE, window_in_type(arena, type, left), window_in_type(arena, type, right), type);
}

// The number of a window's element in its array, at a place of the row.
static Expr *number_at(const VectorLoop *vector, int number, const Symbol *place, const int64_t *offset, int64_t column)
{
    Arena *arena = vector->arena;
    Expr *sum = index_add(arena, index_cast(arena, expr_symbol(arena, vector->rows.items[number])),
                          index_cast(arena, expr_symbol(arena, place)));
    sum = window_moved_number(arena, &vector->windows.list.items[number], sum, offset);
    return column < 0 ? index_sub(arena, sum, expr_index(arena, -column))
           : column   ? index_add(arena, sum, expr_index(arena, column))
                      : sum;
}

// How far the last iteration of a loop whose windows slide is from its first one.
static Expr *slid_number(const VectorLoop *vector, const ReuseWindow *window, Expr *number, bool forward)
{
    Arena *arena = vector->arena;
    int64_t step = 0;
    for (int d = 0; d < window->ndim; d++)
        step = window->slides && window->iteration[0][d] ? window->iteration[0][d] : step;
    if (!step || (step > 0) != forward)
        return number;
    const Loop *loop = vector->unrolled.loops[0]->loop;
    Expr *end = vector->early ? loop->upper : expr_index(arena, vector->unrolled.extent[0]);
    Expr *later = index_sub(arena, end, expr_index(arena, 1));
    return index_add(arena, number, index_mul(arena, later, window_advance(arena, window, type_scalar(TY_I64))));
}

// Whether all numbers of the window's array are small.
static Expr *has_small_numbers(const VectorLoop *vector, const ReuseWindow *window)
{
    Arena *arena = vector->arena;
    const ArrayFact *fact = facts_array(vector->state->facts, window->array);
    Conjunction small = {.arena = arena};
    Expr *most = expr_index(arena, MOST_NUMBER);
    int64_t step[WINDOW_DIMS] = {0};
    bool passed = false; // from one element of the box to another: no further than the numbers are
    for (int d = 0; d < window->ndim; d++) {
        step[d] = window->iteration[0][d] < 0 ? -window->iteration[0][d] : window->iteration[0][d];
        passed = passed || (step[d] && step[d] < window->extent[d]);
    }
    also(&small, at_most(arena, index_cast(arena, fact->last), most));
    if (!passed)
        also(&small, at_most(arena, window_moved_number(arena, window, expr_index(arena, 0), step), most));
    return small.all;
}

void ends_also_small(const VectorLoop *vector, Conjunction *conjunction)
{
    FOR_EACH(w, &vector->windows.list)
        also(conjunction, has_small_numbers(vector, &vector->windows.list.items[w]));
}

VectorLoop ends_guarded(const VectorLoop *vector)
{
    VectorLoop guarded = *vector;
    guarded.windows = (ReuseWindows){0};
    FOR_EACH(w, &vector->windows.list) {
        ReuseWindow window = vector->windows.list.items[w];
        const ArrayFact *fact = facts_array(vector->state->facts, window.array);
        window.inside_first = window_element_at(vector->arena, window.array, index_cast(vector->arena, fact->first));
        window.inside_last = window_element_at(vector->arena, window.array, index_cast(vector->arena, fact->last));
        VECTOR_PUSH(vector->arena, &guarded.windows.list, window);
    }
    return guarded;
}

void ends_also_exist(const VectorLoop *vector, Conjunction *conjunction)
{
    Arena *arena = vector->arena;
    FOR_EACH(w, &vector->windows.list) {
        const ReuseWindow *window = &vector->windows.list.items[w];
        const ArrayFact *fact = facts_array(vector->state->facts, window->array);
        int64_t low[WINDOW_DIMS], high[WINDOW_DIMS];
        find_corners(window, low, high);
        for (int d = 0; d < window->ndim; d++) { // the corners are the ends only if no pitch is negative
            Expr *stride = monomial_expr(arena, &window->dims[d].stride);
            if (stride->kind != EX_INT)
                also(conjunction, at_most(arena, expr_index(arena, 0), stride));
        }
        Expr *begin = number_at(vector, w, vector->shift, low, window->first);
        Expr *end = number_at(vector, w, vector->end, high, window->first + window->columns - 2);
        also(conjunction,
             at_most_small(arena, index_cast(arena, fact->first), slid_number(vector, window, begin, false)));
        also(conjunction, at_most_small(arena, slid_number(vector, window, end, true), index_cast(arena, fact->last)));
    }
}

// ---- where vectors are aligned

void ends_declare_rows(VectorLoop *vector, Expr *definition, StmtList *items)
{
    Arena *arena = vector->arena;
    VectorLoop at_row = *vector;
    at_row.definition = definition;
    FOR_EACH(w, &vector->windows.list) {
        const ReuseWindow *window = &vector->windows.list.items[w];
        const Type *type = type_scalar(TY_I32);
        Symbol *row = nest_symbol(vector->state->nest, intern_printf("%s_row", window->array->name), type, SYM_LOCAL);
        Expr *origin = vector_at_first_iteration(&at_row, vector_at_first(&at_row, (Expr *)window->origin));
        Expr *number = window_in_type(arena, type, window_number(arena, origin));
        VECTOR_PUSH(arena, &vector->rows, row);
        VECTOR_PUSH(
            arena, items,
            stmt_declare(arena, row,
                         expr_select(arena, has_small_numbers(vector, window), number, expr_zero(arena, type))));
    }
}

Expr *ends_leader(const VectorLoop *vector, int64_t place)
{
    Arena *arena = vector->arena;
    FOR_EACH(w, &vector->windows.list) {
        Expr *number =
            index_add(arena, index_cast(arena, expr_symbol(arena, vector->rows.items[w])), expr_index(arena, place));
        Expr *same = window_same_number(arena, vector->windows.list.items[w].origin, number,
                                        vector->groups.list.items[0].access);
        if (same)
            return same;
    }
    return NULL;
}

static bool window_moves(const VectorLoop *vector, const ReuseWindow *window, int d)
{
    bool moves = window->extent[d] > 1;
    for (int t = 0; t < vector->unrolled.count; t++)
        moves = moves || window->iteration[t][d];
    return moves;
}

// Whether the distance is a multiple of one in a subscript further inside, along which the window moves, too.
static bool follows_from_others(const VectorLoop *vector, const ReuseWindow *window, int d)
{
    for (int other = 0; other < window->ndim; other++) {
        bool is_row = window->dims[other].subscript > window->dims[d].subscript &&
                      expr_is_int(monomial_expr(vector->arena, &window->dims[other].stride), 1);
        if (is_row && window_moves(vector, window, other))
            return true;
    }
    return false;
}

bool ends_also_alike(const VectorLoop *vector, Conjunction *conjunction)
{
    Arena *arena = vector->arena;
    const Type *type = type_scalar(TY_I64);
    const VectorGroup *leader = &vector->groups.list.items[0];
    int64_t of_leader = vector_access_bytes(vector, leader) / leader->access->type->size;
    if (!ends_leader(vector, 0))
        return false;
    FOR_EACH(w, &vector->windows.list) {
        const ReuseWindow *window = &vector->windows.list.items[w];
        int64_t elements = window_width(window, vector->count), none[WINDOW_DIMS] = {0};
        int64_t all = elements > of_leader ? elements : of_leader; // powers of two
        for (int t = 0; t < vector->unrolled.count; t++)
            if (window->step_column[t] % all)
                return false;
        Expr *first = number_at(vector, w, vector->shift, none, window->phase);
        vector_also_multiple(vector, conjunction, window_element_at(arena, window->array, first),
                             elements * window->array->element->size);
        for (int d = 0; d < window->ndim; d++) {
            int64_t step[WINDOW_DIMS] = {0};
            step[d] = 1;
            Expr *pitch = window_moved_number(arena, window, expr_index(arena, 0), step);
            Expr *rest = expr_binary(arena, OP_REM, pitch, expr_index(arena, all), type);
            if (window_moves(vector, window, d) && !follows_from_others(vector, window, d))
                also(conjunction, expr_binary(arena, OP_EQ, rest, expr_index(arena, 0), type));
        }
    }
    return true;
}
