#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"
#include "transform/vector/vector.h"
#include "transform/vector/vector_kernel.h"

int64_t lanes_bytes(const Lanes *lanes, const LaneGroup *group)
{
    int64_t bytes = lanes->count * group->access->type->size;
    return bytes < ACCESS_BYTES ? bytes : ACCESS_BYTES;
}

// Whether the term moves by whole vectors with the iterator, for any values of its other factors.
static bool moves_by_vectors(const Lanes *lanes, const LaneGroup *group, const Monomial *term, const Symbol *iterator)
{
    int moving = 0;
    for (int i = 0; i < term->count; i++) {
        const Expr *atom = expr_strip_casts(term->atoms[i]);
        bool moves = expr_mentions(atom, iterator);
        if (moves && atom->kind != EX_SYMBOL)
            return false;
        moving += moves;
    }
    return !moving || term->factor % (lanes_bytes(lanes, group) / group->access->type->size) == 0;
}

// Whether all groups have the same alignment in all iterations of an outer loop.
bool lanes_keep_alignment(const Lanes *lanes, const Loop *outer)
{
    FOR_EACH(i, &lanes->groups.list) {
        const LaneGroup *group = &lanes->groups.list.items[i];
        for (int d = 0; d < group->access->noperands; d++) {
            Expr *subscript = lanes_definition(lanes->arena, lanes->loop->loop, group->access->operands[d]);
            Polynomial form = polynomial_of(lanes->arena, lanes_definition(lanes->arena, outer, subscript));
            if (form.overflow)
                return false;
            FOR_EACH(t, &form.terms)
                if (!moves_by_vectors(lanes, group, &form.terms.items[t], outer->iterator))
                    return false;
        }
    }
    return true;
}

// ---- whether all lanes run

Expr *lanes_at_first_turn(const Lanes *lanes, Expr *expr)
{
    return turns_at(lanes->arena, &lanes->turns, expr, (int64_t[MAX_TURNS]){0});
}

// All elements of the last iteration, and of the first if later iterations may have more.
static void also_full(const Lanes *lanes, Conjunction *conjunction)
{
    Arena *arena = lanes->arena;
    Expr *upper = lanes->loop->loop->upper, *last = expr_index(arena, lanes->count - 1);
    int64_t end[MAX_TURNS];
    bool shortens = true;
    also_full_turns(conjunction, &lanes->turns);
    for (int t = 0; t < lanes->turns.count; t++) {
        end[t] = lanes->turns.extent[t] - 1;
        shortens = shortens && bound_shortens(arena, turns_definition(arena, &lanes->turns, upper),
                                              lanes->turns.loops[t]->loop->iterator);
    }
    if (!shortens)
        also_below(conjunction, last, lanes->count, lanes_at_first_turn(lanes, upper));
    also_below(conjunction, last, lanes->count, turns_at(arena, &lanes->turns, upper, end));
}

// ---- alignment

Expr *lanes_at_first(const Lanes *lanes, Expr *access)
{
    const Loop *loop = lanes->loop->loop;
    if (loop->defines)
        access = expr_substitute(lanes->arena, access, loop->defines, lanes->definition);
    return expr_substitute(lanes->arena, access, loop->iterator, expr_index(lanes->arena, 0));
}

Expr *lanes_first_element(const Lanes *lanes, const LaneGroup *group)
{
    return lanes_at_first(lanes, (Expr *)group->access);
}

void lanes_also_multiple(const Lanes *lanes, Conjunction *conjunction, Expr *access, int64_t bytes)
{
    Expr *operands[] = {expr_address(lanes->arena, access), expr_index(lanes->arena, bytes)};
    also(conjunction, expr_intrinsic(lanes->arena, IN_ALIGNED, type_scalar(TY_I32), operands, 2));
}

static void also_aligned(const Lanes *lanes, Conjunction *conjunction)
{
    FOR_EACH(i, &lanes->groups.list) {
        const LaneGroup *group = &lanes->groups.list.items[i];
        Expr *access = lanes_first_element(lanes, group);
        lanes_also_multiple(lanes, conjunction, lanes_at_first_turn(lanes, access), lanes_bytes(lanes, group));
    }
}

Expr *lanes_are_whole(const Lanes *lanes)
{
    Conjunction conditions = {.arena = lanes->arena};
    also_aligned(lanes, &conditions);
    also_full(lanes, &conditions);
    return conditions.all;
}

// ---- with vectors

static bool at_once(const Lanes *lanes, const LaneGroup *group)
{
    return lanes->turns.count && !group->written;
}

static Array *make_registers(const Lanes *lanes, const LaneGroup *group)
{
    Expr *extent[MAX_TURNS + 1];
    const Array *array = group->access->array;
    int ndim = 0;
    for (int t = 0; at_once(lanes, group) && t < lanes->turns.count; t++)
        extent[ndim++] = expr_index(lanes->arena, lanes->turns.extent[t]);
    extent[ndim++] = expr_index(lanes->arena, lanes->count);
    return nest_array(lanes->state->nest, intern_printf("%s_lanes", array->name), array->element, SPACE_REGISTER,
                      extent, ndim);
}

static Expr *in_register(const Lanes *lanes, int group, Expr *lane)
{
    Expr *subscripts[MAX_TURNS + 1];
    int count = 0;
    for (int t = 0; at_once(lanes, &lanes->groups.list.items[group]) && t < lanes->turns.count; t++)
        subscripts[count++] = expr_symbol(lanes->arena, lanes->turns.loops[t]->loop->iterator);
    subscripts[count] = lane;
    return expr_access(lanes->arena, lanes->registers.items[group], subscripts);
}

Stmt *lanes_move(const Lanes *lanes, int index, Intrinsic direction)
{
    Arena *arena = lanes->arena;
    Expr *lane = expr_address(arena, in_register(lanes, index, expr_index(arena, 0)));
    Expr *memory = expr_address(arena, lanes_first_element(lanes, &lanes->groups.list.items[index]));
    bool loads = direction == IN_LOAD_LANES;
    if (lanes->threads && index > 0)
        direction = loads ? IN_LOAD_ANY : IN_STORE_ANY;
    Expr *operands[] = {loads ? lane : memory, loads ? memory : lane, expr_index(arena, lanes->count)};
    return stmt_evaluate(arena, expr_intrinsic(arena, direction, type_scalar(TY_VOID), operands, 3));
}

static Expr *use_register(void *context, Expr *expr)
{
    const Lanes *lanes = context;
    Arena *arena = lanes->arena;
    Expr *lane = lanes->count == 1 ? expr_index(arena, 0) : expr_symbol(arena, lanes->loop->loop->iterator);
    FOR_EACH(i, &lanes->groups.list)
        if (expr_equal(expr, lanes->groups.list.items[i].access))
            return in_register(lanes, i, lane);
    FOR_EACH(w, &lanes->windows.list) {
        const LaneWindow *window = &lanes->windows.list.items[w];
        FOR_EACH(u, &window->uses)
            if (expr_equal(expr, window->uses.items[u].access))
                return window_element(arena, window, lanes->near.items[w], &window->uses.items[u], &lanes->turns, lane);
    }
    return expr;
}

// The loop over part of what is its whole length, unrolled.
static Stmt *whole_loop(const Lanes *lanes, const Stmt *like, int64_t first, int64_t count, Stmt *body)
{
    Loop loop = *like->loop;
    loop.id = nest_loop_id(lanes->state->nest);
    loop.binding = BIND_UNROLL;
    loop.limit = 0;
    loop.lower = expr_index(lanes->arena, first);
    loop.upper = expr_index(lanes->arena, first + count);
    if (lanes->threads && like == lanes->loop) {
        loop.defines = NULL; // `defined` has declared it
        loop.definition = NULL;
    }
    Stmt *made = stmt_loop(lanes->arena, &loop, body);
    made->loc = like->loc;
    return made;
}

Stmt *lanes_whole_part(const Lanes *lanes, int64_t first, int64_t count, Stmt *body)
{
    return whole_loop(lanes, lanes->loop, first, count, body);
}

Stmt *lanes_whole_turns(const Lanes *lanes, int outermost, Stmt *body)
{
    for (int t = lanes->turns.count - 1; t >= outermost; t--)
        body = whole_loop(lanes, lanes->turns.loops[t], 0, lanes->turns.extent[t], body);
    return body;
}

// The body after the declaration of the iterator that the loop defines, if it is mentioned.
Stmt *lanes_defined(const Lanes *lanes, Stmt *body, Expr *value)
{
    Symbol *symbol = (Symbol *)lanes->loop->loop->defines;
    Stmt *items[] = {stmt_declare(lanes->arena, symbol, expr_cast(lanes->arena, symbol->type, value)), body};
    return tree_mentions(body, symbol) ? stmt_block(lanes->arena, items, 2) : body;
}

Stmt *lanes_together(const Lanes *lanes, const StmtList *items)
{
    return stmt_block(lanes->arena, items->items, items->count);
}

static void add_groups(const Lanes *lanes, bool once, StmtList *declarations, StmtList *loads, StmtList *stores)
{
    FOR_EACH(i, &lanes->groups.list) {
        const LaneGroup *group = &lanes->groups.list.items[i];
        if (at_once(lanes, group) != once)
            continue;
        VECTOR_PUSH(lanes->arena, declarations, stmt_declare_array(lanes->arena, lanes->registers.items[i]));
        if (group->read)
            VECTOR_PUSH(lanes->arena, loads, lanes_move(lanes, i, IN_LOAD_LANES));
        if (group->written)
            VECTOR_PUSH(lanes->arena, stores, lanes_move(lanes, i, IN_STORE_LANES));
    }
}

static void append(const Lanes *lanes, StmtList *to, const StmtList *from)
{
    FOR_EACH(i, from)
        VECTOR_PUSH(lanes->arena, to, from->items[i]);
}

// The loads before all iterations.
static void add_windows(Lanes *lanes, StmtList *items)
{
    Arena *arena = lanes->arena;
    FOR_EACH(w, &lanes->windows.list) {
        const LaneWindow *window = &lanes->windows.list.items[w];
        const WindowRows *rows = window->each.count ? &window->before : &window->rows;
        Array *registers = window_registers(arena, lanes->state->nest, window);
        Expr *first = lanes_at_first_turn(lanes, lanes_at_first(lanes, (Expr *)window->origin));
        VECTOR_PUSH(arena, &lanes->near, registers);
        VECTOR_PUSH(arena, items, stmt_declare_array(arena, registers));
        VECTOR_PUSH(arena, items, window_load(arena, window, rows, registers, first, NULL, lanes->count, lanes->any));
    }
}

// All iterations of the body, with the loads before each iteration of the outermost loop.
static Stmt *window_turns(const Lanes *lanes, Stmt *body)
{
    Arena *arena = lanes->arena;
    StmtList items = {0};
    FOR_EACH(w, &lanes->windows.list) {
        const LaneWindow *window = &lanes->windows.list.items[w];
        Expr *first = turns_at_inner(arena, &lanes->turns, lanes_at_first(lanes, (Expr *)window->origin));
        if (window->each.count)
            VECTOR_PUSH(arena, &items,
                        window_load(arena, window, &window->each, lanes->near.items[w], first, &lanes->turns,
                                    lanes->count, lanes->any));
    }
    if (!items.count)
        return lanes_whole_turns(lanes, 0, body);
    VECTOR_PUSH(arena, &items, lanes_whole_turns(lanes, 1, body));
    return whole_loop(lanes, lanes->turns.loops[0], 0, lanes->turns.extent[0], lanes_together(lanes, &items));
}

Stmt *lanes_with_vectors(Lanes *lanes)
{
    StmtList turn = {0}, loads = {0}, stores = {0}, whole = {0}, first = {0};
    add_windows(lanes, lanes->turns.count ? &whole : &turn);
    FOR_EACH(i, &lanes->groups.list)
        VECTOR_PUSH(lanes->arena, &lanes->registers, make_registers(lanes, &lanes->groups.list.items[i]));
    add_groups(lanes, false, &turn, &loads, &stores);
    append(lanes, &turn, &loads);
    Stmt *body = stmt_rewrite(lanes->arena, lanes->loop->body, NULL, use_register, lanes);
    Stmt *updates = lanes_updates(lanes, body);
    body = lanes->threads ? lanes_defined(lanes, body, lanes->definition) : body;
    VECTOR_PUSH(lanes->arena, &turn, updates ? updates : whole_loop(lanes, lanes->loop, 0, lanes->count, body));
    append(lanes, &turn, &stores);
    if (lanes->ahead_of)
        VECTOR_PUSH(lanes->arena, &turn, ahead_next(lanes));
    if (!lanes->turns.count)
        return lanes_together(lanes, &turn);
    add_groups(lanes, true, lanes->ahead_of ? &lanes->before : &whole, &first, &stores);
    Stmt *all = first.count ? lanes_whole_turns(lanes, 0, lanes_together(lanes, &first)) : NULL;
    if (all)
        VECTOR_PUSH(lanes->arena, &whole, lanes->ahead_of ? ahead_first(lanes, all) : all);
    VECTOR_PUSH(lanes->arena, &whole, window_turns(lanes, lanes_together(lanes, &turn)));
    return lanes_together(lanes, &whole);
}

// ---- without

static Stmt *serial_loop(const Lanes *lanes, const Stmt *stmt, Stmt *body)
{
    Loop loop = *stmt->loop;
    loop.id = nest_loop_id(lanes->state->nest);
    loop.binding = BIND_SERIAL;
    loop.limit = 0;
    return stmt_loop_for(lanes->arena, stmt, &loop, body);
}

// In unrolled outer loops, each iteration tests for itself.
Stmt *lanes_serially(const Lanes *lanes)
{
    if (!lanes->turns.count)
        return serial_loop(lanes, lanes->loop, lanes->loop->body);
    Stmt *body = tree_renew_loops(lanes->state, (Stmt *)lanes->loop);
    for (int t = lanes->turns.count - 1; t >= 0; t--)
        body = serial_loop(lanes, lanes->turns.loops[t], body);
    return body;
}

// ---- together

// At most one unrolled loop: all of its vectors are loaded at once.
static bool fits_turns(const Lanes *lanes)
{
    if (!lanes->turns.count)
        return true;
    const Loop *turns = lanes->turns.loops[0]->loop;
    Expr *upper = lanes_definition(lanes->arena, turns, lanes->loop->loop->upper);
    return lanes->turns.count == 1 && lanes->turns.extent[0] >= 1 && loop_is_normal(turns) &&
           lanes_keep_alignment(lanes, turns) && bound_is_linear(lanes->arena, upper, turns->iterator);
}

// Whether all unrolled iterations have the same vector elements, which a window needs.
static bool fits_windows(const Lanes *lanes, const Varying *around)
{
    const Loop *loop = lanes->loop->loop;
    return turns_are_box(&lanes->turns, around) && !turns_mention(&lanes->turns, loop->upper) && loop->definition &&
           !turns_mention(&lanes->turns, loop->definition);
}

static bool in_window(const LaneWindows *windows, const Expr *access)
{
    FOR_EACH(w, &windows->list)
        FOR_EACH(u, &windows->list.items[w].uses)
            if (expr_equal(windows->list.items[w].uses.items[u].access, access))
                return true;
    return false;
}

// Threads see the same rows of a window: their iterator moves the threads along the rows at most.
static bool share_windows(const Lanes *lanes)
{
    FOR_EACH(w, &lanes->windows.list) {
        const LaneWindow *window = &lanes->windows.list.items[w];
        for (int d = 0; d + 1 < window->origin->noperands; d++)
            if (expr_mentions(lanes_at_first_turn(lanes, window->origin->operands[d]), lanes->threads->iterator))
                return false;
    }
    return true;
}

// if (all turns run) { load windows; for turns [unroll] S with registers } else for turns S
static Stmt *one_lane(Lanes *lanes)
{
    StmtList items = {0};
    Conjunction conditions = {.arena = lanes->arena};
    also_full(lanes, &conditions);
    lanes->groups = (LaneGroups){0};
    lanes->definition =
        expr_substitute(lanes->arena, lanes->definition, lanes->loop->loop->iterator, expr_index(lanes->arena, 0));
    add_windows(lanes, &items);
    Stmt *body = stmt_rewrite(lanes->arena, lanes->loop->body, NULL, use_register, lanes);
    VECTOR_PUSH(lanes->arena, &items, window_turns(lanes, lanes_defined(lanes, body, lanes->definition)));
    Stmt *whole = lanes_together(lanes, &items);
    return conditions.all ? stmt_if(lanes->arena, conditions.all, whole, lanes_serially(lanes)) : whole;
}

// If elements are read several times, each is loaded once. NULL: there are none.
static Stmt *expand_windows(Lanes lanes, const Varying *bound, const Varying *around)
{
    if (!lanes.groups.list.items[0].written || !fits_windows(&lanes, around))
        return NULL;
    if (lanes.count > 1 || lanes.turns.count)
        lanes.windows =
            windows_find(lanes.arena, &lanes.turns, lanes.loop, lanes.count, lanes.groups.list.items[0].access);
    if (lanes.count == 1)
        return tree_mentions(lanes.loop->body, lanes.loop->loop->iterator) ? NULL : one_lane(&lanes);
    LaneGroups plain = {0};
    FOR_EACH(i, &lanes.groups.list)
        if (!in_window(&lanes.windows, lanes.groups.list.items[i].access))
            VECTOR_PUSH(lanes.arena, &plain.list, lanes.groups.list.items[i]);
    lanes.groups = plain;
    lanes.threads = lanes.windows.list.count ? row_threads(&lanes, bound, &lanes.ahead) : NULL;
    if (!lanes.threads || !share_windows(&lanes))
        return NULL;
    lanes.any = !lanes.turns.count;
    lanes.tiles = row_tiles(&lanes, bound);
    return row_share(&lanes, lanes.turns.count ? lanes_serially(&lanes) : NULL);
}

static bool find_lanes(Candidate *state, const Stmt *stmt, Lanes *lanes)
{
    *lanes = (Lanes){.state = state, .arena = state->arena};
    lanes->loop = turns_around(stmt, &lanes->turns);
    if (!lanes->loop)
        return false;
    lanes->count = lanes->loop->loop->limit;
    lanes->groups = lanes_find(state->arena, lanes->loop, lanes->count);
    lanes->definition = lanes->loop->loop->definition;
    return true;
}

// A loop whose only inner loop loads all vectors of an iteration at once, together with those of the next one. NULL: it
// is not one.
static Stmt *expand_ahead(Candidate *state, const Stmt *stmt)
{
    Lanes lanes;
    const Stmt *turns = stmt->kind == ST_LOOP && stmt->loop->ahead ? only_loop(stmt->body) : NULL;
    if (!turns || !find_lanes(state, turns, &lanes) || lanes.turns.count != 1 || lanes.count == 1 ||
        !lanes.groups.list.count || !fits_turns(&lanes))
        return NULL;
    FOR_EACH(i, &lanes.groups.list)
        if (!at_once(&lanes, &lanes.groups.list.items[i]))
            return NULL;
    return ahead_expand(&lanes, stmt);
}

Stmt *lanes_expand(Candidate *state, const Varying *bound, const Varying *around, const Stmt *stmt)
{
    Lanes lanes;
    Stmt *ahead = expand_ahead(state, stmt);
    if (ahead || !find_lanes(state, stmt, &lanes))
        return ahead;
    Stmt *windows = lanes.groups.list.count ? expand_windows(lanes, bound, around) : NULL;
    if (windows || lanes.turns.count > 1)
        return windows;
    if (!lanes.groups.list.count || lanes.count == 1 || !fits_turns(&lanes)) {
        Loop loop = *stmt->loop;
        loop.binding = BIND_SERIAL;
        loop.limit = 0;
        return stmt_loop(state->arena, &loop, stmt->body);
    }
    lanes.threads = lanes.turns.count ? NULL : row_threads(&lanes, bound, &lanes.ahead);
    if (lanes.threads) {
        lanes.tiles = row_tiles(&lanes, bound);
        return row_share(&lanes, NULL);
    }
    return stmt_if(state->arena, lanes_are_whole(&lanes), lanes_with_vectors(&lanes), lanes_serially(&lanes));
}
