#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/speculate.h"
#include "transform/tree/tree.h"
#include "transform/vector/vector.h"
#include "transform/vector/vector_ends.h"
#include "transform/vector/vector_number.h"
#include "transform/vector/vector_row.h"

int64_t vector_access_bytes(const VectorLoop *vector, const VectorGroup *group)
{
    int64_t bytes = vector->count * group->access->type->size;
    return bytes < ACCESS_BYTES ? bytes : ACCESS_BYTES;
}

// Whether the term moves by whole vectors with the iterator, for any values of its other factors.
static bool moves_by_vectors(const VectorLoop *vector, const VectorGroup *group, const Monomial *term,
                             const Symbol *iterator)
{
    int moving = 0;
    for (int i = 0; i < term->count; i++) {
        const Expr *atom = expr_strip_casts(term->atoms[i]);
        bool moves = expr_mentions(atom, iterator);
        if (moves && atom->kind != EX_SYMBOL)
            return false;
        moving += moves;
    }
    return !moving || term->factor % (vector_access_bytes(vector, group) / group->access->type->size) == 0;
}

// Whether all groups have the same alignment in all iterations of an outer loop.
bool vector_keeps_alignment(const VectorLoop *vector, const Loop *outer)
{
    FOR_EACH(i, &vector->groups.list) {
        const VectorGroup *group = &vector->groups.list.items[i];
        for (int d = 0; d < group->access->noperands && !group->access->array->of_threads; d++) {
            Expr *subscript = vector_definition(vector->arena, vector->loop->loop, group->access->operands[d]);
            Polynomial form = polynomial_of(vector->arena, vector_definition(vector->arena, outer, subscript));
            if (form.overflow)
                return false;
            FOR_EACH(t, &form.terms)
                if (!moves_by_vectors(vector, group, &form.terms.items[t], outer->iterator))
                    return false;
        }
    }
    return true;
}

// ---- whether all elements run

Expr *vector_at_first_iteration(const VectorLoop *vector, Expr *expr)
{
    return unrolled_at(vector->arena, &vector->unrolled, expr, (int64_t[MAX_UNROLLED_LOOPS]){0});
}

// All elements of the last iteration, and of the first if later iterations may have more.
void vector_also_full(const VectorLoop *vector, Conjunction *conjunction)
{
    Arena *arena = vector->arena;
    Expr *upper = vector->loop->loop->upper, *last = expr_index(arena, vector->count - 1);
    int64_t end[MAX_UNROLLED_LOOPS];
    bool shortens = true;
    unrolled_all_run(conjunction, &vector->unrolled, false);
    for (int t = 0; t < vector->unrolled.count; t++) {
        end[t] = vector->unrolled.extent[t] - 1;
        shortens = shortens && bound_shortens(arena, unrolled_definition(arena, &vector->unrolled, upper),
                                              vector->unrolled.loops[t]->loop->iterator);
    }
    if (!shortens)
        also_below(conjunction, last, vector->count, vector_at_first_iteration(vector, upper));
    also_below(conjunction, last, vector->count, unrolled_at(arena, &vector->unrolled, upper, end));
}

// ---- alignment

Expr *vector_at_first(const VectorLoop *vector, Expr *access)
{
    const Loop *loop = vector->loop->loop;
    if (loop->defines)
        access = expr_substitute(vector->arena, access, loop->defines, vector->definition);
    return expr_substitute(vector->arena, access, loop->iterator, expr_index(vector->arena, 0));
}

Expr *vector_first_element(const VectorLoop *vector, const VectorGroup *group)
{
    return vector_at_first(vector, (Expr *)group->access);
}

void vector_also_multiple(const VectorLoop *vector, Conjunction *conjunction, Expr *access, int64_t bytes)
{
    Expr *operands[] = {expr_address(vector->arena, access), expr_index(vector->arena, bytes)};
    also(conjunction, expr_intrinsic(vector->arena, IN_ALIGNED, type_scalar(TY_I32), operands, 2));
}

void vector_also_aligned(const VectorLoop *vector, Conjunction *conjunction)
{
    FOR_EACH(i, &vector->groups.list) {
        const VectorGroup *group = &vector->groups.list.items[i];
        if (group->access->array->of_threads) // a row of it is a vector
            continue;
        Expr *access = vector_first_element(vector, group);
        vector_also_multiple(vector, conjunction, vector_at_first_iteration(vector, access),
                             vector_access_bytes(vector, group));
    }
}

// Of the last one of the threads that share rows: their answer is the same.
static Expr *in_last_thread(const VectorLoop *vector, Expr *condition)
{
    Arena *arena = vector->arena;
    const Loop *threads = vector->single;
    if (!condition || !threads)
        return condition;
    Expr *count = expr_cast(arena, type_scalar(TY_I64), threads->upper);
    return expr_substitute(arena, condition, threads->iterator, index_sub(arena, count, expr_index(arena, 1)));
}

Expr *vector_is_whole(const VectorLoop *vector)
{
    Conjunction conditions = {.arena = vector->arena}, full = {.arena = vector->arena};
    vector_also_aligned(vector, &conditions);
    vector_also_full(vector, &full);
    return expr_both(vector->arena, conditions.all, in_last_thread(vector, full.all));
}

// ---- with vectors

static bool at_once(const VectorLoop *vector, const VectorGroup *group)
{
    return vector->unrolled.count && !group->written && !unrolled_slide(&vector->unrolled);
}

static Array *make_registers(const VectorLoop *vector, const VectorGroup *group)
{
    Expr *extent[MAX_UNROLLED_LOOPS + 1];
    const Array *array = group->access->array;
    int ndim = 0;
    for (int t = 0; at_once(vector, group) && t < vector->unrolled.count; t++)
        extent[ndim++] = expr_index(vector->arena, vector->unrolled.extent[t]);
    extent[ndim++] = expr_index(vector->arena, vector->count);
    return nest_array(vector->state->nest, intern_printf("%s_lanes", array->name), array->element, SPACE_REGISTER,
                      extent, ndim);
}

static Expr *in_register(const VectorLoop *vector, int group, Expr *element)
{
    Expr *subscripts[MAX_UNROLLED_LOOPS + 1];
    int count = 0;
    for (int t = 0; at_once(vector, &vector->groups.list.items[group]) && t < vector->unrolled.count; t++)
        subscripts[count++] = expr_symbol(vector->arena, vector->unrolled.loops[t]->loop->iterator);
    subscripts[count] = element;
    return expr_access(vector->arena, vector->registers.items[group], subscripts);
}

// An element at a constant distance from the origin of a window that slides, in an array of the same shape, has the
// same number but for that distance.
static Expr *by_number(const VectorLoop *vector, Expr *access)
{
    FOR_EACH(w, &vector->numbers) {
        Expr *origin = vector_at_first(vector, (Expr *)vector->windows.list.items[w].origin);
        Expr *number = expr_symbol(vector->arena, vector->numbers.items[w]);
        Expr *same = window_same_number(vector->arena, origin, number, access);
        if (same)
            return same;
    }
    return access;
}

Stmt *vector_move(const VectorLoop *vector, int index, Intrinsic direction)
{
    Arena *arena = vector->arena;
    Expr *element = expr_address(arena, in_register(vector, index, expr_index(arena, 0)));
    Expr *first = vector_first_element(vector, &vector->groups.list.items[index]);
    Expr *memory = expr_address(arena, by_number(vector, first));
    bool loads = direction == IN_LOAD_LANES;
    if (vector->threads && index > 0)
        direction = loads ? IN_LOAD_ANY : IN_STORE_ANY;
    Expr *operands[] = {loads ? element : memory, loads ? memory : element, expr_index(arena, vector->count)};
    return stmt_evaluate(arena, expr_intrinsic(arena, direction, type_scalar(TY_VOID), operands, 3));
}

// The elements of a vector that are in the row, where its ends are vectors.
static Stmt *store_in_row(const VectorLoop *vector, int index)
{
    Arena *arena = vector->arena;
    Stmt *whole = vector_move(vector, index, IN_STORE_LANES);
    if (!vector->begin)
        return whole;
    Expr *at = expr_symbol(arena, vector->at);
    Expr *operands[] = {
        whole->value->operands[0],
        whole->value->operands[1],
        whole->value->operands[2],
        index_sub(arena, index_cast(arena, expr_symbol(arena, vector->begin)), index_cast(arena, at)),
        index_sub(arena, index_cast(arena, expr_symbol(arena, vector->end)), index_cast(arena, at)),
    };
    return stmt_evaluate(arena, expr_intrinsic(arena, IN_STORE_SOME, type_scalar(TY_VOID), operands, 5));
}

static Expr *use_register(void *context, Expr *expr)
{
    const VectorLoop *vector = context;
    Arena *arena = vector->arena;
    Expr *element = vector->count == 1 ? expr_index(arena, 0) : expr_symbol(arena, vector->loop->loop->iterator);
    FOR_EACH(i, &vector->groups.list)
        if (expr_equal(expr, vector->groups.list.items[i].access))
            return in_register(vector, i, element);
    FOR_EACH(w, &vector->windows.list) {
        const ReuseWindow *window = &vector->windows.list.items[w];
        FOR_EACH(u, &window->uses)
            if (expr_equal(expr, window->uses.items[u].access))
                return window_element(arena, window, vector->near.items[w], &window->uses.items[u], &vector->unrolled,
                                      element);
    }
    return expr;
}

typedef struct Cost {
    const VectorLoop *vector;
    int left; // operations; 0: too many, or one that must not run in any case
} Cost;

static bool is_own_register(const VectorLoop *vector, const Array *array)
{
    FOR_EACH(i, &vector->registers)
        if (vector->registers.items[i] == array)
            return true;
    FOR_EACH(w, &vector->near)
        if (vector->near.items[w] == array)
            return true;
    return false;
}

// A few comparisons of registers that are loaded. Arithmetic may overflow.
static bool look_for_cost(void *context, const Expr *expr)
{
    Cost *cost = context;
    bool compares = expr->kind == EX_BINARY &&
                    (op_is_comparison(expr->op) || op_is_logical(expr->op) || expr->op == OP_AND || expr->op == OP_OR);
    bool converts = expr->kind == EX_CAST && type_is_integer(expr->operands[0]->type);
    bool loaded = expr->kind == EX_ACCESS && is_own_register(cost->vector, expr->array);
    bool plain = expr->kind == EX_SYMBOL || expr->kind == EX_INT || expr->kind == EX_FLOAT;
    cost->left = cost->left && (compares || converts || loaded || plain) ? cost->left - 1 : 0;
    return cost->left && !loaded;
}

// Whether an operand of `&&` may run in any case.
static bool is_cheap(const VectorLoop *vector, const Expr *expr)
{
    Cost cost = {vector, 16};
    expr_walk(expr, look_for_cost, &cost);
    return cost.left;
}

// a && b -> (a != 0) & (b != 0), where b is in registers: otherwise each element of a vector has a branch of its own.
static Expr *without_branch(void *context, Expr *expr)
{
    const VectorLoop *vector = context;
    if (expr->kind != EX_BINARY || !op_is_logical(expr->op) || !is_cheap(vector, expr->operands[1]))
        return expr;
    return expr_binary(vector->arena, expr->op == OP_LOGICAL_AND ? OP_AND : OP_OR,
                       expr_truth(vector->arena, expr->operands[0]), expr_truth(vector->arena, expr->operands[1]),
                       type_scalar(TY_I32));
}

static Stmt *in_registers(VectorLoop *vector)
{
    Stmt *body = stmt_rewrite(vector->arena, vector->loop->body, NULL, use_register, vector);
    return stmt_rewrite(vector->arena, body, NULL, without_branch, vector);
}

// The loop over part of what is its whole length, unrolled.
static Stmt *whole_loop(const VectorLoop *vector, const Stmt *like, int64_t first, int64_t count, Stmt *body)
{
    Loop loop = *like->loop;
    loop.id = nest_loop_id(vector->state->nest);
    loop.binding = BIND_UNROLL;
    loop.limit = 0;
    loop.lower = expr_index(vector->arena, first);
    loop.upper = expr_index(vector->arena, first + count);
    if (vector->threads && like == vector->loop) {
        loop.defines = NULL; // `defined` has declared it
        loop.definition = NULL;
    }
    Stmt *made = stmt_loop(vector->arena, &loop, body);
    made->loc = like->loc;
    return made;
}

Stmt *vector_whole_part(const VectorLoop *vector, int64_t first, int64_t count, Stmt *body)
{
    return whole_loop(vector, vector->loop, first, count, body);
}

Stmt *vector_whole_iterations(const VectorLoop *vector, int outermost, Stmt *body)
{
    for (int t = vector->unrolled.count - 1; t >= outermost; t--)
        body = whole_loop(vector, vector->unrolled.loops[t], 0, vector->unrolled.extent[t], body);
    return body;
}

// The body after the declaration of the iterator that the loop defines, if it is mentioned.
Stmt *vector_defined(const VectorLoop *vector, Stmt *body, Expr *value)
{
    Symbol *symbol = (Symbol *)vector->loop->loop->defines;
    Stmt *items[] = {stmt_declare(vector->arena, symbol, expr_cast(vector->arena, symbol->type, value)), body};
    return tree_mentions(body, symbol) ? stmt_block(vector->arena, items, 2) : body;
}

Stmt *vector_together(const VectorLoop *vector, const StmtList *items)
{
    return stmt_block(vector->arena, items->items, items->count);
}

static void add_groups(const VectorLoop *vector, bool once, StmtList *declarations, StmtList *loads, StmtList *stores)
{
    FOR_EACH(i, &vector->groups.list) {
        const VectorGroup *group = &vector->groups.list.items[i];
        if (at_once(vector, group) != once)
            continue;
        VECTOR_PUSH(vector->arena, declarations, stmt_declare_array(vector->arena, vector->registers.items[i]));
        if (group->read)
            VECTOR_PUSH(vector->arena, loads, vector_move(vector, i, IN_LOAD_LANES));
        if (group->written)
            VECTOR_PUSH(vector->arena, stores, store_in_row(vector, i));
    }
}

static void append(const VectorLoop *vector, StmtList *to, const StmtList *from)
{
    FOR_EACH(i, from)
        VECTOR_PUSH(vector->arena, to, from->items[i]);
}

// The loads before all iterations.
static void add_windows(VectorLoop *vector, StmtList *items)
{
    Arena *arena = vector->arena;
    FOR_EACH(w, &vector->windows.list) {
        const ReuseWindow *window = &vector->windows.list.items[w];
        const WindowRows *rows = window->each.count || window->slides ? &window->before : &window->rows;
        Array *registers = window_registers(arena, vector->state->nest, window);
        Expr *first = vector_at_first_iteration(vector, vector_at_first(vector, (Expr *)window->origin));
        Symbol *number = NULL;
        VECTOR_PUSH(arena, &vector->near, registers);
        if (window->slides) {
            number = nest_symbol(vector->state->nest, intern_printf("%s_at", window->array->name),
                                 type_scalar(vector->begin ? TY_I32 : TY_I64), SYM_LOCAL);
            VECTOR_PUSH(arena, &vector->numbers, number);
        }
        VECTOR_PUSH(arena, items, stmt_declare_array(arena, registers));
        if (number && vector->begin) {
            Expr *from = index_add(arena, index_cast(arena, expr_symbol(arena, vector->rows.items[w])),
                                   index_cast(arena, expr_symbol(arena, vector->at)));
            VECTOR_PUSH(arena, items, stmt_declare(arena, number, window_in_type(arena, number->type, from)));
        }
        VECTOR_PUSH(arena, items,
                    window_load(arena, window, rows, registers, first, NULL, vector->begin ? number : NULL,
                                vector->count, vector->any));
    }
}

// A loop whose windows slide: its iterations follow each other.
static Stmt *window_sliding(const VectorLoop *vector, Stmt *body)
{
    Arena *arena = vector->arena;
    StmtList before = {0}, items = {0}, moves = {0};
    const Loop *outermost = vector->unrolled.loops[0]->loop;
    Expr *end = vector->early ? outermost->upper : expr_index(arena, vector->unrolled.extent[0]);
    FOR_EACH(w, &vector->windows.list) {
        const ReuseWindow *window = &vector->windows.list.items[w];
        Expr *first = vector_at_first_iteration(vector, vector_at_first(vector, (Expr *)window->origin));
        Symbol *number = vector->numbers.items[w];
        Expr *step = window_advance(arena, window, number->type);
        if (!vector->begin)
            VECTOR_PUSH(arena, &before, stmt_declare(arena, number, window_number(arena, first)));
        VECTOR_PUSH(arena, &moves, stmt_assign(arena, expr_symbol(arena, number), OP_ADD, step, number->type));
        const WindowRows *lists[] = {&window->next, &window->each};
        for (int i = 0; i < 2; i++) {
            if (!lists[i]->count)
                continue;
            Stmt *load = window_load(arena, window, lists[i], vector->near.items[w], first, &vector->unrolled, number,
                                     vector->count, vector->any);
            Expr *follows = linear_less(
                arena, index_add(arena, expr_symbol(arena, outermost->iterator), expr_index(arena, 1)), end);
            VECTOR_PUSH(arena, &items, i ? load : stmt_if(arena, follows, load, NULL));
        }
        if (window->kept.count)
            VECTOR_PUSH(arena, &moves, window_slide(vector->state, window, vector->near.items[w]));
    }
    VECTOR_PUSH(arena, &items, vector_whole_iterations(vector, 1, body));
    append(vector, &items, &moves);
    Stmt *whole =
        whole_loop(vector, vector->unrolled.loops[0], 0, vector->unrolled.extent[0], vector_together(vector, &items));
    Loop loop = *whole->loop;
    loop.upper = end;
    loop.binding = BIND_SERIAL;
    loop.copies = 1;
    loop.slides = 0;
    VECTOR_PUSH(arena, &before, stmt_loop_for(arena, whole, &loop, whole->body));
    return vector_together(vector, &before);
}

// All iterations of the body, with the loads before each iteration of the outermost loop.
static Stmt *window_unrolled(const VectorLoop *vector, Stmt *body)
{
    Arena *arena = vector->arena;
    StmtList items = {0};
    if (unrolled_slide(&vector->unrolled))
        return window_sliding(vector, body);
    FOR_EACH(w, &vector->windows.list) {
        const ReuseWindow *window = &vector->windows.list.items[w];
        Expr *first = unrolled_at_inner(arena, &vector->unrolled, vector_at_first(vector, (Expr *)window->origin));
        if (window->each.count)
            VECTOR_PUSH(arena, &items,
                        window_load(arena, window, &window->each, vector->near.items[w], first, &vector->unrolled, NULL,
                                    vector->count, vector->any));
    }
    if (!items.count)
        return vector_whole_iterations(vector, 0, body);
    VECTOR_PUSH(arena, &items, vector_whole_iterations(vector, 1, body));
    return whole_loop(vector, vector->unrolled.loops[0], 0, vector->unrolled.extent[0],
                      vector_together(vector, &items));
}

static const VectorGroup *group_of_access(const VectorLoop *vector, const Expr *expr)
{
    FOR_EACH(i, &vector->groups.list)
        if (expr_equal(vector->groups.list.items[i].access, expr))
            return &vector->groups.list.items[i];
    return NULL;
}

// The body only copies a vector to the thread's own place in shared memory: that goes on while the thread does. NULL:
// it does something else.
static Stmt *copy_later(const VectorLoop *vector)
{
    const Stmt *body = vector->loop->body;
    body = stmt_count(body) == 1 ? stmt_item(body, 0) : body;
    if (body->kind != ST_ASSIGN || body->op != OP_NONE || body->place->kind != EX_ACCESS ||
        !body->place->array->of_threads || vector->unrolled.count)
        return NULL;
    const VectorGroup *to = group_of_access(vector, body->place), *from = group_of_access(vector, body->value);
    int64_t bytes = vector->count * body->place->type->size;
    if (!to || !from || from->access->type != to->access->type || (bytes != 4 && bytes != 8 && bytes != 16))
        return NULL;
    Stmt *made =
        stmt_assign(vector->arena, vector_first_element(vector, to), OP_NONE, vector_first_element(vector, from), NULL);
    made->neighbours = (int)vector->count;
    made->asynchronous = true;
    return made;
}

Stmt *vector_with_vectors(VectorLoop *vector)
{
    Stmt *later = copy_later(vector);
    if (later)
        return later;
    StmtList iteration = {0}, loads = {0}, stores = {0}, whole = {0}, first = {0};
    add_windows(vector, vector->unrolled.count ? &whole : &iteration);
    FOR_EACH(i, &vector->groups.list)
        VECTOR_PUSH(vector->arena, &vector->registers, make_registers(vector, &vector->groups.list.items[i]));
    add_groups(vector, false, &iteration, &loads, &stores);
    append(vector, &iteration, &loads);
    Stmt *body = in_registers(vector);
    Stmt *updates = vector_updates(vector, body);
    body = vector->threads ? vector_defined(vector, body, vector->definition) : body;
    VECTOR_PUSH(vector->arena, &iteration,
                updates ? updates : whole_loop(vector, vector->loop, 0, vector->count, body));
    append(vector, &iteration, &stores);
    if (vector->ahead_of)
        VECTOR_PUSH(vector->arena, &iteration, ahead_next(vector));
    if (!vector->unrolled.count)
        return vector_together(vector, &iteration);
    add_groups(vector, true, vector->ahead_of ? &vector->before : &whole, &first, &stores);
    Stmt *all = first.count ? vector_whole_iterations(vector, 0, vector_together(vector, &first)) : NULL;
    if (all)
        VECTOR_PUSH(vector->arena, &whole, vector->ahead_of ? ahead_first(vector, all) : all);
    VECTOR_PUSH(vector->arena, &whole, window_unrolled(vector, vector_together(vector, &iteration)));
    return vector_together(vector, &whole);
}

// ---- without

static Stmt *serial_loop(const VectorLoop *vector, const Stmt *stmt, Stmt *body)
{
    Loop loop = *stmt->loop;
    loop.id = nest_loop_id(vector->state->nest);
    loop.binding = vector_picks_registers(body, loop.iterator) ? BIND_UNROLL : BIND_SERIAL;
    loop.limit = 0;
    return stmt_loop_for(vector->arena, stmt, &loop, body);
}

// In unrolled outer loops, each iteration tests for itself. Elements stay with their threads where some of them may be
// elsewhere.
Stmt *vector_serially(const VectorLoop *vector)
{
    if (!vector->unrolled.count)
        return serial_loop(vector, vector->loop, vector->loop->body);
    Loop loop = *vector->loop->loop;
    loop.unordered = loop.unordered && (vector->threads || vector->single);
    Stmt *body = tree_renew_loops(vector->state, stmt_loop_for(vector->arena, vector->loop, &loop, vector->loop->body));
    for (int t = vector->unrolled.count - 1; t >= 0; t--)
        body = serial_loop(vector, vector->unrolled.loops[t], body);
    return body;
}

// ---- together

// At most one unrolled loop: all of its vectors are loaded at once.
static bool fits_unrolled(const VectorLoop *vector)
{
    if (!vector->unrolled.count)
        return true;
    const Loop *unrolled = vector->unrolled.loops[0]->loop;
    Expr *upper = vector_definition(vector->arena, unrolled, vector->loop->loop->upper);
    return vector->unrolled.count == 1 && vector->unrolled.extent[0] >= 1 && loop_is_normal(unrolled) &&
           vector_keeps_alignment(vector, unrolled) && bound_is_linear(vector->arena, upper, unrolled->iterator);
}

// Whether all unrolled iterations have the same vector elements, which a window needs.
static bool fits_windows(const VectorLoop *vector, const LoopsAround *around)
{
    const Loop *loop = vector->loop->loop;
    return unrolled_is_box(&vector->unrolled, around->ranges) && !unrolled_mention(&vector->unrolled, loop->upper) &&
           loop->definition && !unrolled_mention(&vector->unrolled, loop->definition);
}

bool vector_in_window(const ReuseWindows *windows, const Expr *access)
{
    FOR_EACH(w, &windows->list)
        FOR_EACH(u, &windows->list.items[w].uses)
            if (expr_equal(windows->list.items[w].uses.items[u].access, access))
                return true;
    return false;
}

// Threads see the same rows of a window: their iterator moves the threads along the rows at most.
static bool share_windows(const VectorLoop *vector)
{
    FOR_EACH(w, &vector->windows.list) {
        const ReuseWindow *window = &vector->windows.list.items[w];
        for (int d = 0; d + 1 < window->origin->noperands; d++)
            if (expr_mentions(vector_at_first_iteration(vector, window->origin->operands[d]),
                              vector->threads->iterator))
                return false;
    }
    return true;
}

// if (all iterations run) { load windows; for iterations [unroll] S with registers } else for iterations S
static Stmt *one_element(VectorLoop *vector)
{
    StmtList items = {0};
    Conjunction conditions = {.arena = vector->arena};
    vector_also_full(vector, &conditions);
    vector->groups = (VectorGroups){0};
    vector->definition =
        expr_substitute(vector->arena, vector->definition, vector->loop->loop->iterator, expr_index(vector->arena, 0));
    add_windows(vector, &items);
    Stmt *body = in_registers(vector);
    VECTOR_PUSH(vector->arena, &items, window_unrolled(vector, vector_defined(vector, body, vector->definition)));
    Stmt *whole = vector_together(vector, &items);
    return conditions.all ? stmt_if(vector->arena, conditions.all, whole, vector_serially(vector)) : whole;
}

// The threads that have a row of windows together; false: there are none.
static bool find_row(VectorLoop *vector, const LoopsAround *around)
{
    VectorGroups plain = {0};
    FOR_EACH(i, &vector->groups.list)
        if (!vector_in_window(&vector->windows, vector->groups.list.items[i].access))
            VECTOR_PUSH(vector->arena, &plain.list, vector->groups.list.items[i]);
    vector->groups = plain;
    vector->threads = vector->windows.list.count ? row_threads(vector, around, &vector->ahead) : NULL;
    if (!vector->threads || !share_windows(vector))
        return false;
    vector->any = !vector->unrolled.count;
    vector->tiles = row_tiles(vector, around->bound);
    return true;
}

// If elements are read several times, each is loaded once. NULL: there are none.
static Stmt *expand_windows(VectorLoop vector, const LoopsAround *around)
{
    if (!vector.groups.list.items[0].written || !fits_windows(&vector, around))
        return NULL;
    if (vector.count > 1 || vector.unrolled.count)
        vector.windows =
            windows_find(vector.arena, &vector.unrolled, vector.loop, vector.count, vector.groups.list.items[0].access);
    if (vector.count == 1)
        return tree_mentions(vector.loop->body, vector.loop->loop->iterator) ? NULL : one_element(&vector);
    if (!find_row(&vector, around))
        return NULL;
    bool ends = !around->inside->count && row_is_covered(&vector) && ends_fit(&vector, around);
    return row_share(&vector, ends, vector.unrolled.count ? vector_serially(&vector) : NULL);
}

bool vector_find_loop(Candidate *state, const Stmt *stmt, VectorLoop *vector)
{
    *vector = (VectorLoop){.state = state, .arena = state->arena};
    vector->loop = unrolled_around(stmt, &vector->unrolled);
    if (!vector->loop)
        return false;
    vector->count = vector->loop->loop->limit;
    vector->groups = vector_find(state->arena, vector->loop, vector->count);
    vector->definition = vector->loop->loop->definition;
    return true;
}

// A loop whose only inner loop loads all vectors of an iteration at once, together with those of the next one. NULL: it
// is not one.
static Stmt *expand_ahead(Candidate *state, const Stmt *stmt)
{
    VectorLoop vector;
    const Stmt *unrolled = stmt->kind == ST_LOOP && stmt->loop->ahead ? only_loop(stmt->body) : NULL;
    if (!unrolled || !vector_find_loop(state, unrolled, &vector) || vector.unrolled.count != 1 || vector.count == 1 ||
        !vector.groups.list.count || !fits_unrolled(&vector))
        return NULL;
    FOR_EACH(i, &vector.groups.list)
        if (!at_once(&vector, &vector.groups.list.items[i]))
            return NULL;
    return ahead_expand(&vector, stmt);
}

static bool picks_registers(const VectorLoop *vector)
{
    bool picks = vector_picks_registers(vector->loop->body, vector->loop->loop->iterator);
    for (int t = 0; t < vector->unrolled.count; t++)
        picks = picks || vector_picks_registers(vector->loop->body, vector->unrolled.loops[t]->loop->iterator);
    return picks;
}

const Loop *vector_covering(Candidate *state, const LoopsAround *around, const Stmt *stmt)
{
    VectorLoop vector;
    if (!vector_find_loop(state, stmt, &vector) || !vector.groups.list.count || vector.count == 1 ||
        picks_registers(&vector) || !vector.groups.list.items[0].written || !fits_windows(&vector, around))
        return NULL;
    vector.windows =
        windows_find(vector.arena, &vector.unrolled, vector.loop, vector.count, vector.groups.list.items[0].access);
    return find_row(&vector, around) && ends_fit(&vector, around) ? vector.threads : NULL;
}

Stmt *vector_expand(Candidate *state, const LoopsAround *around, const Stmt *stmt)
{
    VectorLoop vector;
    Stmt *ahead = expand_ahead(state, stmt);
    if (ahead || !vector_find_loop(state, stmt, &vector))
        return ahead;
    if (picks_registers(&vector))
        return held_expand(&vector, around);
    Stmt *windows = vector.groups.list.count ? expand_windows(vector, around) : NULL;
    if (windows || vector.unrolled.count > 1)
        return windows;
    if (!vector.groups.list.count || vector.count == 1 || !fits_unrolled(&vector)) {
        Loop loop = *stmt->loop;
        loop.binding = BIND_SERIAL;
        loop.limit = 0;
        return stmt_loop(state->arena, &loop, stmt->body);
    }
    const Loop *threads = row_threads(&vector, around, &vector.ahead);
    if (threads && !vector.unrolled.count) {
        vector.threads = threads;
        vector.tiles = row_tiles(&vector, around->bound);
        return row_share(&vector, false, NULL);
    }
    vector.single = threads;
    return stmt_if(state->arena, vector_is_whole(&vector), vector_with_vectors(&vector), vector_serially(&vector));
}
