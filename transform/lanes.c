#include "transform/lanes.h"

// ---- the loops

typedef struct Lanes {
    Restructuring *state;
    Arena *arena;
    const Stmt *turns; // the unrolled loop directly around; NULL: none
    const Stmt *loop;
    int64_t nturns, count;
    LaneGroups groups;
    VECTOR(Array *) registers; // of each group
    Expr *definition;          // of what the loop defines, where vectors are
    // The loop over threads whose lanes make a row, which begins where the first group is aligned; NULL: every thread is alone.
    const Loop *threads;
    Expr *ahead;   // how many lanes the row has at most; NULL: all
    Symbol *shift, *whole; // lanes of the row before the first aligned one; lanes in whole vectors
} Lanes;

bool lanes_is_vector(const Stmt *stmt)
{
    if (stmt->kind != ST_LOOP)
        return false;
    const Stmt *inner = stmt->loop->binding == BIND_UNROLL ? only_loop(stmt->body) : stmt;
    return inner && inner->loop->binding == BIND_VECTOR;
}

// The loop's constant part of min(4, N - 4*t).
static int64_t constant_limit(const Expr *upper)
{
    const Expr *plain = expr_strip_casts(upper);
    if (plain->kind == EX_INT)
        return plain->integer;
    for (int i = 0; plain->kind == EX_BINARY && plain->op == OP_MIN && i < 2; i++) {
        int64_t limit = constant_limit(plain->operands[i]);
        if (limit >= 0)
            return limit;
    }
    return -1;
}

static int64_t access_bytes(const Lanes *lanes, const LaneGroup *group)
{
    int64_t bytes = lanes->count * group->access->type->size;
    return bytes < ACCESS_BYTES ? bytes : ACCESS_BYTES;
}

// By how many elements the group moves with the iterator of a loop outside.
static bool moves_with(const Lanes *lanes, const LaneGroup *group, const Symbol *iterator, int64_t *distance)
{
    *distance = 0;
    for (int d = 0; d < group->access->noperands; d++) {
        Linear form = linear_of(lanes->arena, lanes_definition(lanes->arena, lanes->loop->loop, group->access->operands[d]));
        FOR_EACH(i, &form.terms) {
            const Expr *atom = expr_strip_casts(form.terms.items[i].atom);
            if (!expr_mentions(atom, iterator))
                continue;
            if (atom->kind != EX_SYMBOL || d != group->access->noperands - 1)
                return false;
            *distance = form.terms.items[i].factor;
        }
    }
    return true;
}

static bool keeps_alignment(const Lanes *lanes, const Symbol *iterator)
{
    FOR_EACH(i, &lanes->groups.list) {
        const LaneGroup *group = &lanes->groups.list.items[i];
        int64_t distance;
        if (!moves_with(lanes, group, iterator, &distance) || distance * group->access->type->size % access_bytes(lanes, group))
            return false;
    }
    return true;
}

// ---- whether all lanes run

typedef struct Conjunction {
    Arena *arena;
    Expr *all;
} Conjunction;

static void also(Conjunction *conjunction, Expr *term)
{
    conjunction->all = conjunction->all ? expr_binary(conjunction->arena, OP_LOGICAL_AND, conjunction->all, term, type_scalar(TY_I32)) : term;
}

// index < upper, where index < limit.
static void also_below(Conjunction *conjunction, Expr *index, int64_t limit, Expr *upper)
{
    Arena *arena = conjunction->arena;
    Expr *plain = (Expr *)expr_strip_casts(upper);
    if (plain->kind == EX_BINARY && plain->op == OP_MIN) {
        also_below(conjunction, index, limit, plain->operands[0]);
        also_below(conjunction, index, limit, plain->operands[1]);
    } else if (plain->kind != EX_INT || plain->integer < limit) {
        also(conjunction, linear_less(arena, index, plain));
    }
}

// That a loop outside has its last turn makes the rest shorter at most.
static bool shortens(Arena *arena, const Expr *upper, const Symbol *iterator)
{
    const Expr *plain = expr_strip_casts(upper);
    if (plain->kind == EX_BINARY && plain->op == OP_MIN)
        return shortens(arena, plain->operands[0], iterator) && shortens(arena, plain->operands[1], iterator);
    Linear form = linear_of(arena, (Expr *)plain);
    FOR_EACH(i, &form.terms) {
        const Expr *atom = expr_strip_casts(form.terms.items[i].atom);
        if (expr_mentions(atom, iterator) && (atom->kind != EX_SYMBOL || form.terms.items[i].factor > 0))
            return false;
    }
    return !form.overflow;
}

static void also_full(const Lanes *lanes, Conjunction *conjunction)
{
    Arena *arena = lanes->arena;
    Expr *upper = lanes->loop->loop->upper;
    if (lanes->turns) {
        const Loop *turns = lanes->turns->loop;
        Expr *last = expr_index(arena, lanes->nturns - 1);
        also_below(conjunction, last, lanes->nturns, turns->upper);
        upper = expr_substitute(arena, upper, turns->iterator, last);
    }
    also_below(conjunction, expr_index(arena, lanes->count - 1), lanes->count, upper);
}

// ---- alignment

static Expr *first_element(const Lanes *lanes, const LaneGroup *group)
{
    const Loop *loop = lanes->loop->loop;
    Expr *access = (Expr *)group->access;
    if (loop->defines)
        access = expr_substitute(lanes->arena, access, loop->defines, lanes->definition);
    return expr_substitute(lanes->arena, access, loop->iterator, expr_index(lanes->arena, 0));
}

static void also_aligned(const Lanes *lanes, Conjunction *conjunction)
{
    Arena *arena = lanes->arena;
    FOR_EACH(i, &lanes->groups.list) {
        const LaneGroup *group = &lanes->groups.list.items[i];
        Expr *access = first_element(lanes, group);
        if (lanes->turns)
            access = expr_substitute(arena, access, lanes->turns->loop->iterator, expr_index(arena, 0));
        Expr *operands[] = {expr_address(arena, access), expr_index(arena, access_bytes(lanes, group))};
        also(conjunction, expr_intrinsic(arena, IN_ALIGNED, type_scalar(TY_I32), operands, 2));
    }
}

// ---- with vectors

static bool at_once(const Lanes *lanes, const LaneGroup *group)
{
    return lanes->turns && !group->written;
}

static Array *make_registers(const Lanes *lanes, const LaneGroup *group)
{
    Expr *extent[] = {expr_index(lanes->arena, lanes->nturns), expr_index(lanes->arena, lanes->count)};
    const Array *array = group->access->array;
    int first = at_once(lanes, group) ? 0 : 1;
    return nest_array(lanes->state->nest, intern_printf("%s_lanes", array->name), array->element, SPACE_REGISTER, extent + first, 2 - first);
}

static Expr *in_register(const Lanes *lanes, int group, Expr *lane)
{
    Expr *turn = lanes->turns ? expr_symbol(lanes->arena, lanes->turns->loop->iterator) : NULL;
    Expr *subscripts[] = {turn, lane};
    int first = at_once(lanes, &lanes->groups.list.items[group]) ? 0 : 1;
    return expr_access(lanes->arena, lanes->registers.items[group], subscripts + first);
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
    FOR_EACH(i, &lanes->groups.list)
        if (expr_equal(expr, lanes->groups.list.items[i].access))
            return in_register(lanes, i, expr_symbol(lanes->arena, lanes->loop->loop->iterator));
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
    if (lanes->threads) {
        loop.defines = NULL; // `defined` has declared it
        loop.definition = NULL;
    }
    Stmt *made = stmt_loop(lanes->arena, &loop, body);
    made->loc = like->loc;
    return made;
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

static Stmt *with_vectors(Lanes *lanes)
{
    Stmts turn = {0}, loads = {0}, stores = {0}, whole = {0}, first = {0};
    FOR_EACH(i, &lanes->groups.list)
        VECTOR_PUSH(lanes->arena, &lanes->registers, make_registers(lanes, &lanes->groups.list.items[i]));
    add_groups(lanes, false, &turn, &loads, &stores);
    append(lanes, &turn, &loads);
    Stmt *body = stmt_rewrite(lanes->arena, lanes->loop->body, NULL, use_register, lanes);
    VECTOR_PUSH(lanes->arena, &turn, whole_loop(lanes, lanes->loop, lanes->count, lanes->threads ? defined(lanes, body, lanes->definition) : body));
    append(lanes, &turn, &stores);
    if (!lanes->turns)
        return together(lanes, &turn);
    add_groups(lanes, true, &whole, &first, &stores);
    if (first.count)
        VECTOR_PUSH(lanes->arena, &whole, whole_loop(lanes, lanes->turns, lanes->nturns, together(lanes, &first)));
    VECTOR_PUSH(lanes->arena, &whole, whole_loop(lanes, lanes->turns, lanes->nturns, together(lanes, &turn)));
    return together(lanes, &whole);
}

// ---- without

// In an unrolled loop around, each turn finds out for itself.
static Stmt *serially(const Lanes *lanes, const Stmt *stmt)
{
    Loop loop = *stmt->loop;
    loop.id = nest_loop_id(lanes->state->nest);
    loop.binding = BIND_SERIAL;
    loop.limit = 0;
    Stmt *made = stmt_loop(lanes->arena, &loop, stmt == lanes->loop ? stmt->body : tree_renew_loops(lanes->state, stmt->body));
    made->loc = stmt->loc;
    return made;
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
    if (!loop->unordered || !loop->defines || lanes->turns || tree_mentions(body, loop->iterator))
        return NULL;
    Linear form = linear_of(lanes->arena, loop->definition);
    for (int i = 0; i < bound->count; i++) {
        const Loop *threads = bound->loops[i];
        *ahead = NULL;
        if (binding_is_thread(threads->binding) && loop_is_normal(threads) && threads->limit && linear_factor(&form, loop->iterator) == 1 &&
            linear_factor(&form, threads->iterator) == lanes->count && keeps_alignment(lanes, threads->iterator) &&
            !tree_mentions(body, threads->iterator) && lanes_ahead(lanes, threads, loop->upper, ahead))
            return threads;
    }
    return NULL;
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
    Expr *row = expr_substitute(arena, first_element(lanes, leader), lanes->threads->iterator, expr_index(arena, 0));
    Expr *operands[] = {expr_address(arena, row), expr_index(arena, access_bytes(lanes, leader))};
    return expr_intrinsic(arena, IN_TO_ALIGNED, type_scalar(TY_I64), operands, 2);
}

// for k in t..length - whole step m S with place = k < shift ? k : k + whole
static Stmt *share_rest(const Lanes *lanes, const Symbol *length)
{
    Arena *arena = lanes->arena;
    const Type *type = type_scalar(TY_I64);
    Symbol *number = row_symbol(lanes, "rest"), *place = row_symbol(lanes, "place");
    Expr *k = expr_symbol(arena, number), *whole = expr_symbol(arena, lanes->whole);
    Expr *before = expr_binary(arena, OP_LT, k, expr_symbol(arena, lanes->shift), type);
    Expr *value = expr_select(arena, before, k, index_add(arena, k, whole));
    Stmt *items[] = {stmt_declare(arena, place, value), defined(lanes, lanes->loop->body, at_place(lanes, expr_symbol(arena, place)))};
    Loop loop = {
        .id = nest_loop_id(lanes->state->nest), .origin = lanes->loop->loop->origin, .name = number->name, .iterator = number,
        .lower = expr_symbol(arena, lanes->threads->iterator), .upper = index_sub(arena, expr_symbol(arena, length), whole),
        .step = expr_cast(arena, type, lanes->threads->upper), .step_sign = 1,
    };
    Stmt *made = stmt_loop(arena, &loop, stmt_block(arena, items, 2));
    made->loc = lanes->loop->loc;
    return made;
}

static Stmt *share_row(Lanes *lanes)
{
    Arena *arena = lanes->arena;
    Symbol *length = row_symbol(lanes, "row");
    Expr *most = expr_index(arena, lanes->count * lanes->threads->limit), *count = expr_index(arena, lanes->count);
    Expr *shift = row_shift(lanes);
    lanes->shift = row_symbol(lanes, "shift");
    lanes->whole = row_symbol(lanes, "whole");
    Expr *behind = index_sub(arena, expr_symbol(arena, length), expr_symbol(arena, lanes->shift));
    Expr *vectors = expr_binary(arena, OP_DIV, behind, count, type_scalar(TY_I64));
    Expr *place = index_add(arena, index_add(arena, own_lanes(lanes), expr_symbol(arena, lanes->shift)),
                            expr_symbol(arena, lanes->loop->loop->iterator));
    lanes->definition = at_place(lanes, place);
    Expr *full = linear_less(arena, own_lanes(lanes), expr_symbol(arena, lanes->whole));
    Stmt *items[] = {
        stmt_declare(arena, length, lanes->ahead ? index_min(arena, most, lanes->ahead) : most),
        stmt_declare(arena, lanes->shift, shift),
        stmt_declare(arena, lanes->whole, index_mul(arena, vectors, count)), // none where the row ends before: the quotient is 0
        stmt_if(arena, full, with_vectors(lanes), NULL),
        share_rest(lanes, length),
    };
    return stmt_block(arena, items, 5);
}

// ---- together

static bool find_turns(Lanes *lanes, const Stmt *stmt)
{
    const Loop *turns = stmt->loop;
    if (stmt == lanes->loop)
        return true;
    lanes->nturns = constant_limit(turns->upper);
    if (lanes->nturns < 1 || turns->defines || !loop_is_normal(turns) || !keeps_alignment(lanes, turns->iterator) ||
        !shortens(lanes->arena, lanes->loop->loop->upper, turns->iterator))
        return false;
    lanes->turns = stmt;
    return true;
}

Stmt *lanes_expand(Restructuring *state, const Varying *bound, const Stmt *stmt)
{
    Lanes lanes = {.state = state, .arena = state->arena, .nturns = 1};
    lanes.loop = stmt->loop->binding == BIND_VECTOR ? stmt : only_loop(stmt->body);
    lanes.count = lanes.loop->loop->limit;
    lanes.groups = lanes_find(state->arena, lanes.loop, lanes.count);
    if (!lanes.groups.list.count || !find_turns(&lanes, stmt)) {
        Loop loop = *stmt->loop;
        loop.binding = BIND_SERIAL;
        loop.limit = 0;
        return stmt_loop(state->arena, &loop, stmt->body);
    }
    lanes.definition = lanes.loop->loop->definition;
    lanes.threads = find_threads(&lanes, bound, &lanes.ahead);
    if (lanes.threads)
        return share_row(&lanes);
    Conjunction conditions = {.arena = state->arena};
    also_aligned(&lanes, &conditions);
    also_full(&lanes, &conditions);
    return stmt_if(state->arena, conditions.all, with_vectors(&lanes), serially(&lanes, stmt));
}
