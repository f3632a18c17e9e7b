#include "transform/lanes.h"

enum { ACCESS_BYTES = 16, MOST_BYTES = 64 };

// ---- what the body accesses

typedef struct Use {
    const Expr *access;
    bool write, conditional;
} Use;

typedef struct Uses {
    Arena *arena;
    VECTOR(Use) list;               // as they are evaluated
    VECTOR(const Array *) withheld; // their elements are passed on by address
} Uses;

static void note_use(Uses *uses, const Expr *access, bool write, bool conditional)
{
    Use use = {access, write, conditional};
    VECTOR_PUSH(uses->arena, &uses->list, use);
}

static void note_reads(Uses *uses, const Expr *expr, bool conditional)
{
    if (!expr)
        return;
    if (expr->kind == EX_ADDRESS)
        VECTOR_PUSH(uses->arena, &uses->withheld, expr->operands[0]->array);
    bool branches = expr->kind == EX_SELECT ||
                    (expr->kind == EX_BINARY && (expr->op == OP_LOGICAL_AND || expr->op == OP_LOGICAL_OR));
    for (int i = 0; i < expr->noperands; i++)
        note_reads(uses, expr->operands[i], conditional || (branches && i > 0));
    for (int i = 0; i < expr->npath; i++)
        for (int d = 0; d < expr->path[i].field->ndim; d++)
            note_reads(uses, expr->path[i].subscripts[d], conditional);
    if (expr->kind == EX_ACCESS)
        note_use(uses, expr, false, conditional);
}

static void note_assignment(Uses *uses, const Stmt *stmt, bool conditional)
{
    const Expr *place = stmt->place;
    note_reads(uses, stmt->value, conditional);
    for (int i = 0; i < place->noperands; i++)
        note_reads(uses, place->operands[i], conditional);
    if (place->kind != EX_ACCESS)
        return;
    if (stmt->op != OP_NONE)
        note_use(uses, place, false, conditional);
    note_use(uses, place, true, conditional);
}

static void note_uses(Uses *uses, const Stmt *stmt, bool conditional)
{
    if (stmt->kind == ST_ASSIGN)
        note_assignment(uses, stmt, conditional);
    else
        note_reads(uses, stmt->value, conditional);
    note_reads(uses, stmt->condition, conditional);
    for (int i = 0; i < stmt->nitems; i++)
        note_uses(uses, stmt->items[i], conditional);
    if (stmt->body)
        note_uses(uses, stmt->body, true);
    if (stmt->otherwise)
        note_uses(uses, stmt->otherwise, true);
}

// ---- which accesses are vectors

// In terms of the loop's own iterator.
static Expr *over_lanes(Arena *arena, const Loop *loop, Expr *expr)
{
    return loop->defines ? expr_substitute(arena, expr, loop->defines, loop->definition) : expr;
}

typedef struct Steadiness {
    const Stmt *body;
    bool steady;
} Steadiness;

static bool look_for_change(void *context, const Expr *expr)
{
    Steadiness *steadiness = context;
    bool computed = expr->kind == EX_ACCESS || expr->kind == EX_CALL || expr->kind == EX_INTRINSIC;
    bool changes = expr->kind == EX_SYMBOL &&
                   (tree_declares(steadiness->body, expr->symbol) || tree_writes_symbol(steadiness->body, expr->symbol));
    steadiness->steady = steadiness->steady && !computed && !changes;
    return steadiness->steady;
}

// By how many elements the subscript moves from lane to lane; false: not by the same number everywhere.
static bool moves_by(Arena *arena, const Stmt *stmt, Expr *subscript, int64_t *distance)
{
    const Loop *loop = stmt->loop;
    Linear form = linear_of(arena, over_lanes(arena, loop, subscript));
    Steadiness steadiness = {stmt->body, !form.overflow};
    *distance = linear_factor(&form, loop->iterator);
    FOR_EACH(i, &form.terms) {
        const Expr *atom = form.terms.items[i].atom;
        bool lane = expr_strip_casts(atom)->kind == EX_SYMBOL && expr_strip_casts(atom)->symbol == loop->iterator;
        if (!lane && expr_mentions(atom, loop->iterator))
            return false;
        expr_walk(atom, look_for_change, &steadiness);
    }
    return steadiness.steady;
}

static bool is_vector_access(Arena *arena, const Stmt *stmt, const Expr *access, int64_t lanes)
{
    const Array *array = access->array;
    bool placed = array->space == SPACE_GLOBAL || array->space == SPACE_SCRATCH;
    if (!placed || array->ndim < 1 || access->npath || array->is_volatile || array->is_enum)
        return false;
    if (!type_is_arithmetic(array->element) || array->element->kind == TY_BOOL || array->element->size * lanes > MOST_BYTES)
        return false;
    for (int d = 0; d < array->ndim; d++) {
        int64_t distance;
        if (!moves_by(arena, stmt, access->operands[d], &distance) || distance != (d == array->ndim - 1))
            return false;
    }
    return true;
}

static bool is_withheld(const Uses *uses, const Array *array)
{
    FOR_EACH(i, &uses->withheld)
        if (uses->withheld.items[i] == array)
            return true;
    return false;
}

// The group of the first use of such an access: false: its elements have to be accessed one by one.
static bool group_of(const Uses *uses, const Expr *access, LaneGroup *group)
{
    bool surely = false, uniform = true;
    *group = (LaneGroup){.access = access};
    FOR_EACH(i, &uses->list) {
        const Use *use = &uses->list.items[i];
        if (use->access->array != access->array)
            continue;
        bool same = expr_equal(use->access, access);
        uniform = uniform && same && !(use->write && use->conditional);
        if (same && !use->write && !group->written)
            group->read = true;
        group->written = group->written || use->write;
        surely = surely || (same && !use->conditional);
    }
    return surely && (uniform || !group->written);
}

static bool is_known(const LaneGroups *groups, const Expr *access)
{
    FOR_EACH(i, &groups->list)
        if (expr_equal(groups->list.items[i].access, access))
            return true;
    return false;
}

LaneGroups lanes_find(Arena *arena, const Stmt *loop, int64_t lanes)
{
    LaneGroups groups = {0};
    Uses uses = {.arena = arena};
    note_uses(&uses, loop->body, false);
    FOR_EACH(i, &uses.list) {
        const Expr *access = uses.list.items[i].access;
        LaneGroup group;
        if (!is_known(&groups, access) && !is_withheld(&uses, access->array) &&
            is_vector_access(arena, loop, access, lanes) && group_of(&uses, access, &group))
            VECTOR_PUSH(arena, &groups.list, group);
    }
    return groups;
}

// ---- the loops

typedef struct Lanes {
    Restructuring *state;
    Arena *arena;
    const Stmt *turns; // the unrolled loop directly around; NULL: none
    const Stmt *loop;
    int64_t nturns, count;
    LaneGroups groups;
    VECTOR(Array *) registers; // of each group
    const Loop *threads;       // that share the alignment of their row; NULL: each sees its own
    Expr *ahead;               // of `threads`: the number of lanes that the row has left, from the first thread's first lane on
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
        Linear form = linear_of(lanes->arena, over_lanes(lanes->arena, lanes->loop->loop, group->access->operands[d]));
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
    Expr *access = over_lanes(lanes->arena, loop, (Expr *)group->access);
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
        if (lanes->threads)
            access = expr_substitute(arena, access, lanes->threads->iterator, expr_index(arena, 0));
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
    Stmt *made = stmt_loop(lanes->arena, &loop, body);
    made->loc = like->loc;
    return made;
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
    VECTOR_PUSH(lanes->arena, &turn, whole_loop(lanes, lanes->loop, lanes->count, body));
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

static Stmt *serially(const Lanes *lanes, const Stmt *stmt)
{
    Loop loop = *stmt->loop;
    loop.id = nest_loop_id(lanes->state->nest);
    loop.binding = BIND_SERIAL;
    loop.limit = 0;
    Stmt *made = stmt_loop(lanes->arena, &loop, stmt == lanes->loop ? stmt->body : serially(lanes, lanes->loop));
    made->loc = stmt->loc;
    return made;
}

// Lane l of thread t of m takes iteration t + m*l of the row, not n*t + l.
static Stmt *across_threads(const Lanes *lanes)
{
    Arena *arena = lanes->arena;
    Loop loop = *lanes->loop->loop;
    Expr *lane = expr_symbol(arena, loop.iterator), *thread = expr_symbol(arena, lanes->threads->iterator);
    Expr *place = index_add(arena, thread, index_mul(arena, lanes->threads->upper, lane));
    Expr *now = index_add(arena, index_mul(arena, expr_index(arena, lanes->count), thread), lane);
    Expr *value = index_add(arena, index_sub(arena, (Expr *)expr_strip_casts(loop.definition), now), place);
    loop.id = nest_loop_id(lanes->state->nest);
    loop.binding = BIND_UNROLL;
    loop.limit = 0;
    loop.upper = expr_index(arena, lanes->count);
    loop.definition = expr_cast(arena, loop.defines->type, linear_simplify(arena, value));
    Stmt *body = lanes->loop->body;
    if (lanes->ahead)
        body = stmt_if(arena, linear_less(arena, place, lanes->ahead), body, NULL);
    Stmt *made = stmt_loop(arena, &loop, body);
    made->loc = lanes->loop->loc;
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

// The loop over threads that this one is the inner part of, if they may share out a row in another way.
static void find_threads(Lanes *lanes, const Varying *bound)
{
    const Loop *loop = lanes->loop->loop;
    if (!loop->unordered || !loop->defines || lanes->turns || !loop_is_normal(loop))
        return;
    for (int i = 0; i < bound->count; i++) {
        const Loop *threads = bound->loops[i];
        Expr *ahead = NULL;
        Linear form = linear_of(lanes->arena, loop->definition);
        bool parts = binding_is_thread(threads->binding) && loop_is_normal(threads) && linear_factor(&form, loop->iterator) == 1 &&
                     linear_factor(&form, threads->iterator) == lanes->count;
        if (parts && keeps_alignment(lanes, threads->iterator) && !tree_mentions(lanes->loop->body, threads->iterator) &&
            !tree_mentions(lanes->loop->body, loop->iterator) && lanes_ahead(lanes, threads, loop->upper, &ahead)) {
            lanes->threads = threads;
            lanes->ahead = ahead;
        }
    }
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
    find_threads(&lanes, bound);
    Conjunction aligned = {.arena = state->arena}, full = {.arena = state->arena};
    also_aligned(&lanes, &aligned);
    also_full(&lanes, &full);
    Stmt *vectors = with_vectors(&lanes), *otherwise = serially(&lanes, stmt);
    if (lanes.threads) {
        Stmt *whole = full.all ? stmt_if(state->arena, full.all, vectors, otherwise) : vectors;
        return stmt_if(state->arena, aligned.all, whole, across_threads(&lanes));
    }
    if (full.all)
        also(&aligned, full.all);
    return stmt_if(state->arena, aligned.all, vectors, otherwise);
}
