#include "transform/lanes.h"

enum { MOST_TURNS_OF_REST = 2 }; // that one thread does of lanes outside of vectors

// ---- the loops

typedef struct Lanes {
    Restructuring *state;
    Arena *arena;
    Turns turns;
    const Stmt *loop;
    int64_t count;
    LaneGroups groups;
    VECTOR(Array *) registers; // of each group
    LaneWindows windows;
    VECTOR(Array *) near;      // registers of each window
    bool any;                  // each vector of a window finds out whether it is aligned
    Expr *definition;          // of what the loop defines, where vectors are
    // The loop over threads whose lanes make a row, which begins where the first group is aligned; NULL: every thread is alone.
    const Loop *threads;
    const Loop *tiles;     // the loop over parts of the row around the threads; NULL: it has one
    Expr *ahead;           // how many lanes the row has at most; NULL: all
    Symbol *shift, *whole; // lanes of the row before the first aligned one; lanes in whole vectors
} Lanes;

static int64_t access_bytes(const Lanes *lanes, const LaneGroup *group)
{
    int64_t bytes = lanes->count * group->access->type->size;
    return bytes < ACCESS_BYTES ? bytes : ACCESS_BYTES;
}

// Whether the term moves by whole vectors with the iterator, whatever its other factors are.
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
    return !moving || term->factor % (access_bytes(lanes, group) / group->access->type->size) == 0;
}

// Whether all groups are as aligned in one iteration of a loop outside as in another.
static bool keeps_alignment(const Lanes *lanes, const Loop *outer)
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

static Expr *at_first_turn(const Lanes *lanes, Expr *expr)
{
    return turns_at(lanes->arena, &lanes->turns, expr, (int64_t[MAX_TURNS]){0});
}

// All lanes of the last turn, and of the first where turns that come later may have more.
static void also_full(const Lanes *lanes, Conjunction *conjunction)
{
    Arena *arena = lanes->arena;
    Expr *upper = lanes->loop->loop->upper, *last = expr_index(arena, lanes->count - 1);
    int64_t end[MAX_TURNS];
    bool shortens = true;
    also_full_turns(conjunction, &lanes->turns);
    for (int t = 0; t < lanes->turns.count; t++) {
        end[t] = lanes->turns.extent[t] - 1;
        shortens = shortens && bound_shortens(arena, turns_definition(arena, &lanes->turns, upper), lanes->turns.loops[t]->loop->iterator);
    }
    if (!shortens)
        also_below(conjunction, last, lanes->count, at_first_turn(lanes, upper));
    also_below(conjunction, last, lanes->count, turns_at(arena, &lanes->turns, upper, end));
}

// ---- alignment

static Expr *at_first_lane(const Lanes *lanes, Expr *access)
{
    const Loop *loop = lanes->loop->loop;
    if (loop->defines)
        access = expr_substitute(lanes->arena, access, loop->defines, lanes->definition);
    return expr_substitute(lanes->arena, access, loop->iterator, expr_index(lanes->arena, 0));
}

static Expr *first_element(const Lanes *lanes, const LaneGroup *group)
{
    return at_first_lane(lanes, (Expr *)group->access);
}

static void also_multiple(const Lanes *lanes, Conjunction *conjunction, Expr *access, int64_t bytes)
{
    Expr *operands[] = {expr_address(lanes->arena, access), expr_index(lanes->arena, bytes)};
    also(conjunction, expr_intrinsic(lanes->arena, IN_ALIGNED, type_scalar(TY_I32), operands, 2));
}

static void also_aligned(const Lanes *lanes, Conjunction *conjunction)
{
    FOR_EACH(i, &lanes->groups.list) {
        const LaneGroup *group = &lanes->groups.list.items[i];
        Expr *access = first_element(lanes, group);
        also_multiple(lanes, conjunction, at_first_turn(lanes, access), access_bytes(lanes, group));
    }
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
    return nest_array(lanes->state->nest, intern_printf("%s_lanes", array->name), array->element, SPACE_REGISTER, extent, ndim);
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

static Stmt *move_group(const Lanes *lanes, int index, Intrinsic direction)
{
    Arena *arena = lanes->arena;
    Expr *lane = expr_address(arena, in_register(lanes, index, expr_index(arena, 0)));
    Expr *memory = expr_address(arena, first_element(lanes, &lanes->groups.list.items[index]));
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

// The loop over what is its whole length, unrolled.
static Stmt *whole_loop(const Lanes *lanes, const Stmt *like, int64_t count, Stmt *body)
{
    Loop loop = *like->loop;
    loop.id = nest_loop_id(lanes->state->nest);
    loop.binding = BIND_UNROLL;
    loop.limit = 0;
    loop.upper = expr_index(lanes->arena, count);
    if (lanes->threads && like == lanes->loop) {
        loop.defines = NULL; // `defined` has declared it
        loop.definition = NULL;
    }
    Stmt *made = stmt_loop(lanes->arena, &loop, body);
    made->loc = like->loc;
    return made;
}

static Stmt *whole_turns(const Lanes *lanes, Stmt *body)
{
    for (int t = lanes->turns.count - 1; t >= 0; t--)
        body = whole_loop(lanes, lanes->turns.loops[t], lanes->turns.extent[t], body);
    return body;
}

// The body behind the declaration of what the loop defines, if it is mentioned.
static Stmt *defined(const Lanes *lanes, Stmt *body, Expr *value)
{
    Symbol *symbol = (Symbol *)lanes->loop->loop->defines;
    Stmt *items[] = {stmt_declare(lanes->arena, symbol, expr_cast(lanes->arena, symbol->type, value)), body};
    return tree_mentions(body, symbol) ? stmt_block(lanes->arena, items, 2) : body;
}

typedef VECTOR(Stmt *) Stmts;

static Stmt *together(const Lanes *lanes, const Stmts *items)
{
    return stmt_block(lanes->arena, items->items, items->count);
}

static void add_groups(const Lanes *lanes, bool once, Stmts *declarations, Stmts *loads, Stmts *stores)
{
    FOR_EACH(i, &lanes->groups.list) {
        const LaneGroup *group = &lanes->groups.list.items[i];
        if (at_once(lanes, group) != once)
            continue;
        VECTOR_PUSH(lanes->arena, declarations, stmt_declare_array(lanes->arena, lanes->registers.items[i]));
        if (group->read)
            VECTOR_PUSH(lanes->arena, loads, move_group(lanes, i, IN_LOAD_LANES));
        if (group->written)
            VECTOR_PUSH(lanes->arena, stores, move_group(lanes, i, IN_STORE_LANES));
    }
}

static void append(const Lanes *lanes, Stmts *to, const Stmts *from)
{
    FOR_EACH(i, from)
        VECTOR_PUSH(lanes->arena, to, from->items[i]);
}

static void add_windows(Lanes *lanes, Stmts *items)
{
    Arena *arena = lanes->arena;
    FOR_EACH(w, &lanes->windows.list) {
        const LaneWindow *window = &lanes->windows.list.items[w];
        Array *registers = window_registers(arena, lanes->state->nest, window);
        Expr *first = at_first_turn(lanes, at_first_lane(lanes, (Expr *)window->origin));
        VECTOR_PUSH(arena, &lanes->near, registers);
        VECTOR_PUSH(arena, items, stmt_declare_array(arena, registers));
        VECTOR_PUSH(arena, items, window_load(arena, window, registers, first, lanes->count, lanes->any));
    }
}

static Stmt *with_vectors(Lanes *lanes)
{
    Stmts turn = {0}, loads = {0}, stores = {0}, whole = {0}, first = {0};
    add_windows(lanes, lanes->turns.count ? &whole : &turn);
    FOR_EACH(i, &lanes->groups.list)
        VECTOR_PUSH(lanes->arena, &lanes->registers, make_registers(lanes, &lanes->groups.list.items[i]));
    add_groups(lanes, false, &turn, &loads, &stores);
    append(lanes, &turn, &loads);
    Stmt *body = stmt_rewrite(lanes->arena, lanes->loop->body, NULL, use_register, lanes);
    VECTOR_PUSH(lanes->arena, &turn, whole_loop(lanes, lanes->loop, lanes->count, lanes->threads ? defined(lanes, body, lanes->definition) : body));
    append(lanes, &turn, &stores);
    if (!lanes->turns.count)
        return together(lanes, &turn);
    add_groups(lanes, true, &whole, &first, &stores);
    if (first.count)
        VECTOR_PUSH(lanes->arena, &whole, whole_turns(lanes, together(lanes, &first)));
    VECTOR_PUSH(lanes->arena, &whole, whole_turns(lanes, together(lanes, &turn)));
    return together(lanes, &whole);
}

// ---- without

static Stmt *serial_loop(const Lanes *lanes, const Stmt *stmt, Stmt *body)
{
    Loop loop = *stmt->loop;
    loop.id = nest_loop_id(lanes->state->nest);
    loop.binding = BIND_SERIAL;
    loop.limit = 0;
    Stmt *made = stmt_loop(lanes->arena, &loop, body);
    made->loc = stmt->loc;
    return made;
}

// In unrolled loops around, each turn finds out for itself.
static Stmt *serially(const Lanes *lanes)
{
    if (!lanes->turns.count)
        return serial_loop(lanes, lanes->loop, lanes->loop->body);
    Stmt *body = tree_renew_loops(lanes->state, (Stmt *)lanes->loop);
    for (int t = lanes->turns.count - 1; t >= 0; t--)
        body = serial_loop(lanes, lanes->turns.loops[t], body);
    return body;
}

// min(4, N - 4*t) with t out of it: N. NULL: all lanes always run; false: it has another form.
static bool lanes_ahead(const Lanes *lanes, const Loop *threads, Expr *upper, Expr **ahead)
{
    Arena *arena = lanes->arena;
    Expr *plain = (Expr *)expr_strip_casts(upper);
    if (plain->kind == EX_INT)
        return plain->integer == lanes->count;
    if (plain->kind == EX_BINARY && plain->op == OP_MIN)
        return lanes_ahead(lanes, threads, plain->operands[0], ahead) && lanes_ahead(lanes, threads, plain->operands[1], ahead);
    Expr *taken = index_mul(arena, expr_index(arena, lanes->count), expr_symbol(arena, threads->iterator));
    Expr *rest = linear_simplify(arena, index_add(arena, plain, taken));
    *ahead = *ahead ? index_min(arena, *ahead, rest) : rest;
    return !expr_mentions(rest, threads->iterator);
}

// ---- rows: the lanes of neighbouring threads
//
// The row of a tile may begin anywhere in memory. Its first vector begins at the first lane that is aligned; what is left before
// it and behind the last whole vector is shared out to the threads one by one.

// The loop over threads that this one is the inner part of, if they may share out a row in another way.
static const Loop *find_threads(const Lanes *lanes, const Varying *bound, Expr **ahead)
{
    const Loop *loop = lanes->loop->loop;
    const Stmt *body = lanes->loop->body;
    if (!loop->unordered || !loop->defines || tree_mentions(body, loop->iterator))
        return NULL;
    Linear form = linear_of(lanes->arena, loop->definition);
    for (int i = 0; i < bound->count; i++) {
        const Loop *threads = bound->loops[i];
        *ahead = NULL;
        if (binding_is_thread(threads->binding) && loop_is_normal(threads) && threads->limit && linear_factor(&form, loop->iterator) == 1 &&
            linear_factor(&form, threads->iterator) == lanes->count && keeps_alignment(lanes, threads) &&
            !tree_mentions(body, threads->iterator) && lanes_ahead(lanes, threads, loop->upper, ahead))
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

// The loop around the threads whose iterations are the parts of the row, from its beginning to its end, if lanes may move from one to
// another.
static const Loop *find_tiles(const Lanes *lanes, const Varying *bound)
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
        tiles = loop_is_normal(outer) && binding_is_block(outer->binding) && !tree_mentions(body, outer->iterator) ? outer : NULL;
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
    Expr *now = index_add(arena, index_mul(arena, expr_index(arena, lanes->count), expr_symbol(arena, lanes->threads->iterator)),
                          expr_symbol(arena, loop->iterator));
    Expr *value = index_add(arena, index_sub(arena, (Expr *)expr_strip_casts(loop->definition), now), place);
    return expr_cast(arena, loop->defines->type, linear_simplify(arena, value));
}

static Expr *own_lanes(const Lanes *lanes)
{
    return index_mul(lanes->arena, expr_index(lanes->arena, lanes->count), expr_symbol(lanes->arena, lanes->threads->iterator));
}

static Symbol *row_symbol(const Lanes *lanes, const char *suffix)
{
    const char *name = intern_printf("%s_%s", lanes->loop->loop->defines->name, suffix);
    return nest_symbol(lanes->state->nest, name, type_scalar(TY_I64), SYM_ITERATOR);
}

static Expr *row_shift(const Lanes *lanes)
{
    Arena *arena = lanes->arena;
    const LaneGroup *leader = &lanes->groups.list.items[0];
    Expr *row = expr_substitute(arena, at_first_turn(lanes, first_element(lanes, leader)), lanes->threads->iterator, expr_index(arena, 0));
    Expr *operands[] = {expr_address(arena, row), expr_index(arena, access_bytes(lanes, leader))};
    return expr_intrinsic(arena, IN_TO_ALIGNED, type_scalar(TY_I64), operands, 2);
}

// The body for what the loop defines as `value`, in all turns.
static Stmt *at_value(const Lanes *lanes, Expr *value)
{
    Stmt *body = tree_renew_loops(lanes->state, lanes->loop->body);
    return defined(lanes, whole_turns(lanes, body), value);
}

// The turn with this number, of all of them together.
static void declare_turn(const Lanes *lanes, Expr *number, Stmts *items)
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

// for k in t..end - whole step m S with place = k < shift ? k : k + whole; behind the first tile from t + shift on. Many turns are dealt
// out to the threads as the lanes are.
static Stmt *share_rest(const Lanes *lanes, const Symbol *end)
{
    Arena *arena = lanes->arena;
    const Type *type = type_scalar(TY_I64);
    Symbol *number = row_symbol(lanes, "rest"), *place = row_symbol(lanes, "place"), *lane = number;
    int64_t turns = turns_number(&lanes->turns);
    bool deals = turns > MOST_TURNS_OF_REST;
    Expr *whole = expr_symbol(arena, lanes->whole), *first = expr_symbol(arena, lanes->threads->iterator), *shift = expr_symbol(arena, lanes->shift);
    Expr *begin = NULL, *upper = index_sub(arena, expr_symbol(arena, end), whole);
    Stmts items = {0};
    if (lanes->tiles) {
        Expr *later = expr_binary(arena, OP_GT, expr_symbol(arena, lanes->tiles->iterator), expr_index(arena, 0), type);
        begin = expr_select(arena, later, shift, expr_index(arena, 0));
    }
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
    VECTOR_PUSH(arena, &items, deals ? defined(lanes, tree_renew_loops(lanes->state, lanes->loop->body), value) : at_value(lanes, value));
    Loop loop = {
        .id = nest_loop_id(lanes->state->nest), .origin = lanes->loop->loop->origin, .name = number->name, .iterator = number,
        .lower = first, .upper = upper,
        .step = expr_cast(arena, type, lanes->threads->upper), .step_sign = 1,
    };
    Stmt *made = stmt_loop(arena, &loop, together(lanes, &items));
    made->loc = lanes->loop->loc;
    return made;
}

// That the rows of all turns begin alike, as do those of the windows.
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
            also_multiple(lanes, conjunction, turns_at(arena, &lanes->turns, first_element(lanes, leader), turn), access_bytes(lanes, leader));
    }
    FOR_EACH(w, &lanes->windows.list) {
        const LaneWindow *window = &lanes->windows.list.items[w];
        Expr *first = at_first_turn(lanes, at_first_lane(lanes, (Expr *)window->origin));
        int64_t lane_count = window_lanes(window, lanes->count);
        for (int d = -1; d < window->ndim && lane_count > 1; d++) {
            int64_t offset[WINDOW_DIMS] = {0};
            if (d >= 0)
                offset[d] = 1;
            if (d < 0 || window->extent[d] > 1)
                also_multiple(lanes, conjunction, window_memory(arena, window, first, offset, window->phase),
                              lane_count * window->array->element->size);
        }
    }
    lanes->definition = definition;
}

static Stmt *share_row(Lanes *lanes, Stmt *otherwise)
{
    Arena *arena = lanes->arena;
    Symbol *end = row_symbol(lanes, "end");
    Expr *most = expr_index(arena, lanes->count * lanes->threads->limit), *count = expr_index(arena, lanes->count);
    Expr *shift = row_shift(lanes);
    lanes->shift = row_symbol(lanes, "shift");
    lanes->whole = row_symbol(lanes, "whole");
    if (lanes->tiles)
        most = index_add(arena, most, expr_symbol(arena, lanes->shift));
    Expr *behind = index_sub(arena, expr_symbol(arena, end), expr_symbol(arena, lanes->shift));
    Expr *vectors = expr_binary(arena, OP_DIV, behind, count, type_scalar(TY_I64));
    Expr *place = index_add(arena, index_add(arena, own_lanes(lanes), expr_symbol(arena, lanes->shift)),
                            expr_symbol(arena, lanes->loop->loop->iterator));
    Conjunction conditions = {.arena = arena};
    if (otherwise) {
        also_full_turns(&conditions, &lanes->turns);
        also_alike(lanes, &conditions);
    }
    lanes->definition = at_place(lanes, place);
    Expr *full = linear_less(arena, own_lanes(lanes), expr_symbol(arena, lanes->whole));
    Stmt *row[] = {
        stmt_declare(arena, end, lanes->ahead ? index_min(arena, most, lanes->ahead) : most),
        stmt_declare(arena, lanes->whole, index_mul(arena, vectors, count)), // none where the row ends before: the quotient is 0
        stmt_if(arena, full, with_vectors(lanes), NULL),
        share_rest(lanes, end),
    };
    Stmt *items[] = {stmt_declare(arena, lanes->shift, shift), stmt_block(arena, row, 4)};
    if (conditions.all)
        items[1] = stmt_if(arena, conditions.all, items[1], otherwise);
    return stmt_block(arena, items, 2);
}

// ---- together

// One loop of turns at most: all of them are loaded at once.
static bool fits_turns(const Lanes *lanes)
{
    if (!lanes->turns.count)
        return true;
    const Loop *turns = lanes->turns.loops[0]->loop;
    Expr *upper = lanes_definition(lanes->arena, turns, lanes->loop->loop->upper);
    return lanes->turns.count == 1 && lanes->turns.extent[0] >= 1 && loop_is_normal(turns) && keeps_alignment(lanes, turns) &&
           bound_is_linear(lanes->arena, upper, turns->iterator);
}

// Whether all turns have the same lanes, as a window needs.
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

// Threads see the same rows of a window: their iterator moves them along these at most.
static bool share_windows(const Lanes *lanes)
{
    FOR_EACH(w, &lanes->windows.list) {
        const LaneWindow *window = &lanes->windows.list.items[w];
        for (int d = 0; d + 1 < window->origin->noperands; d++)
            if (expr_mentions(at_first_turn(lanes, window->origin->operands[d]), lanes->threads->iterator))
                return false;
    }
    return true;
}

// if (all turns run) { load windows; for turns [unroll] S with registers } else for turns S
static Stmt *one_lane(Lanes *lanes)
{
    Stmts items = {0};
    Conjunction conditions = {.arena = lanes->arena};
    also_full(lanes, &conditions);
    lanes->groups = (LaneGroups){0};
    lanes->definition = expr_substitute(lanes->arena, lanes->definition, lanes->loop->loop->iterator, expr_index(lanes->arena, 0));
    add_windows(lanes, &items);
    Stmt *body = stmt_rewrite(lanes->arena, lanes->loop->body, NULL, use_register, lanes);
    VECTOR_PUSH(lanes->arena, &items, whole_turns(lanes, defined(lanes, body, lanes->definition)));
    Stmt *whole = together(lanes, &items);
    return conditions.all ? stmt_if(lanes->arena, conditions.all, whole, serially(lanes)) : whole;
}

// Where elements are read several times: each is loaded once. NULL: there are none.
static Stmt *expand_windows(Lanes lanes, const Varying *bound, const Varying *around)
{
    if (!lanes.groups.list.items[0].written || !fits_windows(&lanes, around))
        return NULL;
    if (lanes.count > 1 || lanes.turns.count)
        lanes.windows = windows_find(lanes.arena, &lanes.turns, lanes.loop, lanes.count, lanes.groups.list.items[0].access);
    if (lanes.count == 1)
        return tree_mentions(lanes.loop->body, lanes.loop->loop->iterator) ? NULL : one_lane(&lanes);
    LaneGroups plain = {0};
    FOR_EACH(i, &lanes.groups.list)
        if (!in_window(&lanes.windows, lanes.groups.list.items[i].access))
            VECTOR_PUSH(lanes.arena, &plain.list, lanes.groups.list.items[i]);
    lanes.groups = plain;
    lanes.threads = lanes.windows.list.count ? find_threads(&lanes, bound, &lanes.ahead) : NULL;
    if (!lanes.threads || !share_windows(&lanes))
        return NULL;
    lanes.any = !lanes.turns.count;
    lanes.tiles = find_tiles(&lanes, bound);
    return share_row(&lanes, lanes.turns.count ? serially(&lanes) : NULL);
}

Stmt *lanes_expand(Restructuring *state, const Varying *bound, const Varying *around, const Stmt *stmt)
{
    Lanes lanes = {.state = state, .arena = state->arena};
    lanes.loop = turns_around(stmt, &lanes.turns);
    if (!lanes.loop)
        return NULL;
    lanes.count = lanes.loop->loop->limit;
    lanes.groups = lanes_find(state->arena, lanes.loop, lanes.count);
    lanes.definition = lanes.loop->loop->definition;
    Stmt *windows = lanes.groups.list.count ? expand_windows(lanes, bound, around) : NULL;
    if (windows || lanes.turns.count > 1)
        return windows;
    if (!lanes.groups.list.count || lanes.count == 1 || !fits_turns(&lanes)) {
        Loop loop = *stmt->loop;
        loop.binding = BIND_SERIAL;
        loop.limit = 0;
        return stmt_loop(state->arena, &loop, stmt->body);
    }
    lanes.threads = lanes.turns.count ? NULL : find_threads(&lanes, bound, &lanes.ahead);
    if (lanes.threads) {
        lanes.tiles = find_tiles(&lanes, bound);
        return share_row(&lanes, NULL);
    }
    Conjunction conditions = {.arena = state->arena};
    also_aligned(&lanes, &conditions);
    also_full(&lanes, &conditions);
    return stmt_if(state->arena, conditions.all, with_vectors(&lanes), serially(&lanes));
}
