// Elements that iterations of a serial loop have in common stay in registers, which move along with the iterations
// (contract in transform.h). Known as scalar replacement: D. Callahan, S. Carr, K. Kennedy, "Improving register
// allocation for subscripted variables", PLDI 1990.
//
// The accesses of one window are at a constant distance along the loop. A window has a register for each element from
// its first to its last one, and `first`, `last` count in iterations: the register at k holds the element that the
// access at 0 has k iterations later. Everywhere in the loop that register equals memory: what is stored goes to both.
#include "transform/memory/rotate.h"
#include "analysis/depend/set_alike.h"
#include "transform/memory/stage.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

static Stmt *refuse(const Rotation *rotation, const char *reason)
{
    diag_refuse(rotation->state->diag, rotation->stmt->loc, "rotate %s at %s refused: %s", rotation->array->name,
                rotation->stmt->loop->name, reason);
    return NULL;
}

// ---- the same access in another iteration

// x + 1 + 2 is x + 3, for signed integers.
static Expr *add_constants(void *context, Expr *expr)
{
    Arena *arena = context;
    bool sum = expr->kind == EX_BINARY && (expr->op == OP_ADD || expr->op == OP_SUB) && type_is_integer(expr->type) &&
               type_is_signed(expr->type) && expr->operands[1]->kind == EX_INT;
    const Expr *left = sum ? expr->operands[0] : NULL;
    if (!left || left->kind != EX_BINARY || (left->op != OP_ADD && left->op != OP_SUB) ||
        left->operands[1]->kind != EX_INT || left->type != expr->type)
        return expr;
    int64_t inner = left->operands[1]->integer, outer = expr->operands[1]->integer;
    int64_t added = (left->op == OP_ADD ? inner : -inner) + (expr->op == OP_ADD ? outer : -outer);
    return expr_binary(arena, added < 0 ? OP_SUB : OP_ADD, left->operands[0],
                       expr_int(arena, added < 0 ? -added : added, expr->type), expr->type);
}

static Expr *with_iterator(const Rotation *rotation, Expr *expr, Expr *value)
{
    Arena *arena = rotation->state->arena;
    const Loop *loop = rotation->stmt->loop;
    bool found = true;
    for (int rounds = 0; found && rounds <= rotation->around.count; rounds++) {
        found = false;
        for (int i = rotation->around.count - 1; i >= 0; i--) {
            const Loop *other = rotation->around.loops[i];
            if (!other->defines || !expr_mentions(expr, other->defines))
                continue;
            Expr *whole = expand_definitions(arena, &rotation->around, other->definition);
            if (!expr_mentions(whole, loop->iterator))
                continue;
            expr = expr_substitute(arena, expr, other->defines, other->definition);
            found = true;
        }
    }
    expr = expr_substitute(arena, expr, loop->iterator, value);
    return expr_rewrite(arena, expr, add_constants, arena);
}

// The iterator so many iterations later. The iteration exists, so its type holds the value.
static Expr *iterator_later(const Rotation *rotation, int64_t iterations)
{
    Arena *arena = rotation->state->arena;
    const Symbol *iterator = rotation->stmt->loop->iterator;
    int64_t by = iterations * rotation->step;
    bool plain = type_is_signed(iterator->type) && iterator->type->size >= type_scalar(TY_I32)->size;
    const Type *type = plain ? iterator->type : type_scalar(TY_I64);
    Expr *value = expr_cast(arena, type, expr_symbol(arena, iterator));
    return expr_binary(arena, by < 0 ? OP_SUB : OP_ADD, value, expr_int(arena, by < 0 ? -by : by, type), type);
}

static Expr *access_later(const Rotation *rotation, const Expr *access, int64_t iterations)
{
    return iterations ? with_iterator(rotation, (Expr *)access, iterator_later(rotation, iterations)) : (Expr *)access;
}

// As the first iteration has it.
static Expr *access_before_loop(const Rotation *rotation, const Expr *access, int64_t later)
{
    Arena *arena = rotation->state->arena;
    const Loop *loop = rotation->stmt->loop;
    Expr *value = linear_simplify(arena, index_add(arena, loop->lower, expr_index(arena, later * rotation->step)));
    return with_iterator(rotation, (Expr *)access, value);
}

// Whether the loop has more iterations than so many.
static Expr *has_more(const Rotation *rotation, Expr *from, int64_t iterations)
{
    Arena *arena = rotation->state->arena;
    const Loop *loop = rotation->stmt->loop;
    Expr *at = linear_simplify(arena, index_add(arena, from, expr_index(arena, iterations * rotation->step)));
    Expr *upper = index_cast(arena, loop->upper);
    return rotation->step > 0 ? linear_less(arena, at, upper) : linear_less(arena, upper, at);
}

// ---- the tree

// Some access at that place of the window, or one from which it is so many iterations later.
static const Reference *reference_at(const Rotation *rotation, int window, int64_t at)
{
    const Reference *found = NULL;
    for (int i = 0; i < rotation->count; i++) {
        const Reference *reference = &rotation->references[i];
        if (reference->window == window && (!found || reference->at == at))
            found = reference;
    }
    return found;
}

static Expr *register_at(const Rotation *rotation, int window, int64_t at)
{
    const Window *of = &rotation->windows[window];
    return expr_symbol(rotation->state->arena, of->registers[at - of->first]);
}

static Expr *use_register(void *context, Expr *expr)
{
    const Rotation *rotation = context;
    if (expr->kind != EX_ACCESS || expr->array != rotation->array)
        return expr;
    for (int i = 0; i < rotation->count; i++) {
        const Reference *reference = &rotation->references[i];
        if (rotation_surely_holds(rotation, reference) && expr_equal(reference->access, expr))
            return register_at(rotation, reference->window, reference->at);
    }
    return expr;
}

// What is assigned: a register in place of an access, or an element that may be in one. NULL: neither.
static const Reference *assigned(const Rotation *rotation, const Expr *place)
{
    for (int i = 0; i < rotation->count; i++) {
        const Reference *reference = &rotation->references[i];
        if (!rotation_holds(rotation, reference) || !reference->writes)
            continue;
        Expr *held = register_at(rotation, reference->window, reference->at);
        if (place->kind == EX_SYMBOL ? held->symbol == place->symbol : expr_equal(reference->access, place))
            return reference;
    }
    return NULL;
}

// What is stored goes to the register and to memory.
static Stmt *store_both(void *context, Stmt *stmt)
{
    const Rotation *rotation = context;
    Arena *arena = rotation->state->arena;
    const Reference *reference = stmt->kind == ST_ASSIGN ? assigned(rotation, stmt->place) : NULL;
    if (!reference)
        return stmt;
    Expr *held = register_at(rotation, reference->window, reference->at);
    if (stmt->place->kind != EX_SYMBOL)
        return stmt_block(arena, (Stmt *[]){stmt, stmt_assign(arena, held, OP_NONE, stmt->place, NULL)}, 2);
    Stmt *set = stmt_assign(arena, held, stmt->op, stmt->value, stmt->compute);
    Stmt *store = stmt_assign(arena, reference->access, OP_NONE, held, NULL);
    set->loc = store->loc = stmt->loc;
    store->id = stmt->id;
    return stmt_block(arena, (Stmt *[]){set, store}, 2);
}

static void declare_registers(Rotation *rotation, int number, StmtList *items)
{
    Candidate *state = rotation->state;
    Window *window = &rotation->windows[number];
    const Type *type = reference_at(rotation, number, window->first)->access->type;
    for (int64_t at = window->first; at <= window->last; at++) {
        int64_t by = at - window->newest;
        const char *name = by ? intern_printf("%s_%s%lld", rotation->array->name, by < 0 ? "back" : "next",
                                              (long long)(by < 0 ? -by : by))
                              : intern_printf("%s_newest", rotation->array->name);
        Symbol *symbol = nest_symbol(state->nest, name, type, SYM_LOCAL);
        window->registers[at - window->first] = symbol;
        VECTOR_PUSH(state->arena, items, stmt_declare(state->arena, symbol, NULL));
    }
}

// After how many iterations the element that the register holds before the loop is read; -1: never.
static int64_t first_read_after(const Rotation *rotation, int window, int64_t at)
{
    int64_t newest = rotation->windows[window].newest;
    for (int64_t place = at < newest ? at : newest; place >= rotation->windows[window].first; place--) {
        const Event *event = rotation_first(rotation, window, place);
        if (event && !event->sure && place < newest) // it lies between elements that the first iteration uses
            return 0;
        if (event)
            return event->writes && event->sure ? -1 : at - place;
    }
    return -1;
}

// What the first iterations use of elements before the newest one.
static void fill(const Rotation *rotation, int number, StmtList *items)
{
    Arena *arena = rotation->state->arena;
    const Window *window = &rotation->windows[number];
    int64_t end = window->loads ? window->last : window->newest; // the last one is loaded in the loop
    for (int64_t at = window->first; at < end; at++) {
        const Reference *reference = reference_at(rotation, number, at);
        int64_t after = first_read_after(rotation, number, at);
        if (after < 0)
            continue;
        Expr *access = access_before_loop(rotation, reference->access, at - reference->at);
        Stmt *load = stmt_assign(arena, register_at(rotation, number, at), OP_NONE, access, NULL);
        Expr *exists = after ? has_more(rotation, rotation->stmt->loop->lower, after) : NULL;
        VECTOR_PUSH(arena, items, exists ? stmt_if(arena, exists, load, NULL) : load);
    }
}

static void load_last(const Rotation *rotation, int number, StmtList *items)
{
    Arena *arena = rotation->state->arena;
    const Window *window = &rotation->windows[number];
    if (!window->loads)
        return;
    int64_t ahead = window->last - window->newest;
    const Reference *reference = reference_at(rotation, number, window->newest);
    Expr *access = access_later(rotation, reference->access, window->last - reference->at);
    Stmt *load = stmt_assign(arena, register_at(rotation, number, window->last), OP_NONE, access, NULL);
    Expr *exists = ahead ? has_more(rotation, expr_symbol(arena, rotation->stmt->loop->iterator), ahead) : NULL;
    VECTOR_PUSH(arena, items, exists ? stmt_if(arena, exists, load, NULL) : load);
}

static void move_along(const Rotation *rotation, int number, StmtList *items)
{
    const Window *window = &rotation->windows[number];
    for (int64_t at = window->first; at < window->last; at++)
        VECTOR_PUSH(rotation->state->arena, items,
                    stmt_assign(rotation->state->arena, register_at(rotation, number, at), OP_NONE,
                                register_at(rotation, number, at + 1), NULL));
}

static Stmt *make(Rotation *rotation, Stmt *root)
{
    Arena *arena = rotation->state->arena;
    const Stmt *stmt = rotation->stmt;
    StmtList made = {0}, before = {0}, inside = {0};
    for (int w = 0; w < rotation->nwindows; w++)
        if (rotation->windows[w].used)
            declare_registers(rotation, w, &made);
    for (int w = 0; w < rotation->nwindows; w++) {
        if (!rotation->windows[w].used)
            continue;
        fill(rotation, w, &before);
        load_last(rotation, w, &inside);
    }
    VECTOR_PUSH(arena, &inside, stmt_rewrite(arena, stmt->body, store_both, use_register, rotation));
    for (int w = 0; w < rotation->nwindows; w++)
        if (rotation->windows[w].used)
            move_along(rotation, w, &inside);
    Expr *runs = loop_runs(arena, stmt->loop);
    bool always = expr_is_int(runs, 1);
    Stmt *filled = before.count ? stmt_block(arena, before.items, before.count) : NULL;
    if (filled)
        VECTOR_PUSH(arena, &made, always ? filled : stmt_if(arena, runs, filled, NULL));
    Loop loop = *stmt->loop;
    loop.carries = true;
    VECTOR_PUSH(arena, &made, tree_loop_again(arena, stmt, &loop, stmt_block(arena, inside.items, inside.count)));
    return tree_replace(arena, root, stmt, stmt_block(arena, made.items, made.count));
}

// ---- the entry

static bool is_reduced(const Facts *facts, const Array *array)
{
    FOR_EACH(i, &facts->reductions) {
        const Expr *place = facts->reductions.items[i].place;
        if (place->kind == EX_ACCESS && array_is(place->array, array))
            return true;
    }
    return false;
}

// Why nothing can be held at this loop, or NULL.
static const char *obstacle(const Rotation *rotation)
{
    const Stmt *stmt = rotation->stmt;
    const Loop *loop = stmt->loop;
    const Array *array = rotation->array;
    const Facts *facts = rotation->state->facts;
    bool writes = tree_writes_array(stmt->body, array);
    if (array->space != SPACE_GLOBAL || array->is_volatile || array->rotates)
        return "only arrays in global memory, whose pointers do not change places, can be held";
    if (loop_obstacle(loop))
        return loop_obstacle(loop);
    if (!loop_ends_as_written(loop) || loop->persists || loop->step->kind != EX_INT || !loop->step->integer)
        return "its iterations do not go on by a number, or not to an end that is known before it";
    if (tree_has_concurrent(stmt->body) || tree_is_collective(stmt->body) || !path_has_threads(&rotation->path))
        return "the loop does not run inside a thread";
    if (tree_leaves(stmt->body, ST_BREAK) || tree_leaves(stmt->body, ST_CONTINUE))
        return "a 'break' or 'continue' ends an iteration early";
    if (tree_takes_address(stmt->body, array))
        return "an operation needs the address of its elements";
    if (writes && facts_set_alike(facts, array))
        return "threads may set one element to the same value";
    if (writes && is_reduced(facts, array))
        return "it is the result of a reduction";
    return NULL;
}

Stmt *rotate(Candidate *state, Stmt *root, const Array *array, LoopId at, int64_t ahead)
{
    Rotation *rotation = ARENA_NEW(state->arena, Rotation);
    *rotation = (Rotation){.state = state, .array = array, .stmt = stmt_find_loop(root, at), .ahead = ahead};
    tree_path(root, rotation->stmt, &rotation->path);
    rotation->around = path_varying(&rotation->path, 0);
    const char *reason = ahead > MOST_AHEAD ? "more than 16 iterations ahead" : obstacle(rotation);
    if (reason)
        return refuse(rotation, reason);
    const ArrayFact *fact = facts_array(state->facts, array);
    rotation->step = rotation->stmt->loop->step->integer;
    rotation->lifts = fact && !fact->written;
    return rotation_find(rotation) ? make(rotation, root) : refuse(rotation, rotation->reason);
}
