// Histogram updates of private copies, several at a time (contract in vector_kernel.h):
//
//   for element [unroll] copies[key[element]][t] op= e
//     ->  for element [unroll] { at[element] = key[element]; held[element] = copies[at[element]][t] }
//         for element [unroll] {
//             for before in 0..element [unroll] if (at[before] == at[element]) held[element] = held[before]
//             held[element] op= e
//         }
//         for element [unroll] copies[at[element]][t] = held[element]
//
// Single updates wait for each other: the previous one may have had the same place, and has to come back from memory.
// Here all are loaded first, and each takes over the result of an earlier equal place: the same operations in the same
// order.
#include "transform/vector/vector_kernel.h"

enum { AT_A_TIME = 4 };

typedef struct Updates {
    const VectorLoop *vector;
    Arena *arena;
    const Stmt *update;
    int moving;       // the subscript of its place that changes from element to element
    Array *at, *held; // that subscript of each element, and what its place has come to
    int64_t at_a_time;
} Updates;

// ---- what may be done so

typedef struct Look {
    const Expr *place;
    bool reads, other, finds; // the place; another element of its array, or its address; any element
} Look;

static bool look_for_place(void *context, const Expr *expr)
{
    Look *look = context;
    if (expr_equal(expr, look->place)) {
        look->reads = true;
        return false;
    }
    look->finds = look->finds || expr->kind == EX_ACCESS;
    look->other = look->other || (expr->kind == EX_ACCESS && expr->array == look->place->array);
    return !look->other;
}

static bool is_private_copy(const Expr *place)
{
    return place->kind == EX_ACCESS && !place->npath &&
           (place->array->space == SPACE_SHARED || place->array->space == SPACE_SCRATCH);
}

// The one subscript that changes from element to element in a data-dependent way; -1: there is none, or there are
// several.
static int moving_subscript(const VectorLoop *vector, const Expr *place)
{
    int moving = -1;
    for (int d = 0; d < place->noperands; d++) {
        const Expr *subscript = place->operands[d];
        const Loop *loop = vector->loop->loop;
        Look look = {.place = place};
        expr_walk(subscript, look_for_place, &look);
        bool moves =
            expr_mentions(subscript, loop->iterator) || (loop->defines && expr_mentions(subscript, loop->defines));
        if (look.reads || look.other || (moves && (moving >= 0 || !look.finds)))
            return -1;
        moving = moves ? d : moving;
    }
    return moving;
}

static bool find_update(Updates *updates, const Stmt *body)
{
    const Stmt *update = body->kind == ST_BLOCK && body->nitems == 1 ? body->items[0] : body;
    if (update->kind != ST_ASSIGN || !is_private_copy(update->place) || updates->vector->count < 2)
        return false;
    Look look = {.place = update->place};
    expr_walk(update->value, look_for_place, &look);
    updates->update = update;
    updates->moving = moving_subscript(updates->vector, update->place);
    return updates->moving >= 0 && !look.other && (look.reads || update->op != OP_NONE);
}

// ---- the three loops

static Expr *element_of(const Updates *updates, Array *array, const Symbol *element)
{
    Expr *subscripts[] = {expr_symbol(updates->arena, element)};
    return expr_access(updates->arena, array, subscripts);
}

static const Symbol *own_element(const Updates *updates)
{
    return updates->vector->loop->loop->iterator;
}

static Stmt *assign(const Updates *updates, Expr *place, Expr *value)
{
    return stmt_assign(updates->arena, place, OP_NONE, value, NULL);
}

// The subscript that changes, before it became as wide as subscripts are.
static Expr *narrow_subscript(const Updates *updates)
{
    Expr *subscript = updates->update->place->operands[updates->moving];
    const Expr *inside = subscript->kind == EX_CAST ? subscript->operands[0] : subscript;
    bool widened = subscript->kind == EX_CAST && subscript->type == type_scalar(TY_I64) &&
                   type_is_integer(inside->type) && inside->type->size <= 4;
    return widened ? (Expr *)inside : subscript;
}

// The place that the element has found.
static Expr *place_found(const Updates *updates)
{
    const Expr *place = updates->update->place;
    Expr *subscripts[MAX_DIMS];
    for (int d = 0; d < place->noperands; d++)
        subscripts[d] = d != updates->moving ? place->operands[d]
                                             : expr_cast(updates->arena, place->operands[d]->type,
                                                         element_of(updates, updates->at, own_element(updates)));
    return expr_access(updates->arena, place->array, subscripts);
}

static Stmt *load(const Updates *updates)
{
    Expr *at = element_of(updates, updates->at, own_element(updates)),
         *held = element_of(updates, updates->held, own_element(updates));
    Stmt *items[] = {
        assign(updates, at, narrow_subscript(updates)),
        assign(updates, held, place_found(updates)),
    };
    return stmt_block(updates->arena, items, 2);
}

// for before in first..element [unroll] if (at[before] == at[element]) held[element] = held[before]
static Stmt *take_up(const Updates *updates, Expr *first)
{
    Arena *arena = updates->arena;
    Nest *nest = updates->vector->state->nest;
    Symbol *before = nest_symbol(nest, "before", type_scalar(TY_I64), SYM_ITERATOR);
    Expr *equal = expr_binary(arena, OP_EQ, element_of(updates, updates->at, before),
                              element_of(updates, updates->at, own_element(updates)), updates->at->element);
    Stmt *take = assign(updates, element_of(updates, updates->held, own_element(updates)),
                        element_of(updates, updates->held, before));
    Loop loop = {
        .id = nest_loop_id(nest),
        .name = before->name,
        .iterator = before,
        .lower = first,
        .upper = expr_symbol(arena, own_element(updates)),
        .step = expr_index(arena, 1),
        .step_sign = 1,
        .binding = BIND_UNROLL,
    };
    return stmt_loop(arena, &loop, stmt_if(arena, equal, take, NULL));
}

static Expr *use_held(void *context, Expr *expr)
{
    const Updates *updates = context;
    return expr_equal(expr, updates->update->place) ? element_of(updates, updates->held, own_element(updates)) : expr;
}

static Stmt *update(const Updates *updates, Expr *first)
{
    Stmt *items[] = {
        take_up(updates, first),
        stmt_rewrite(updates->arena, (Stmt *)updates->update, NULL, use_held, (void *)updates),
    };
    return stmt_block(updates->arena, items, 2);
}

static Stmt *store(const Updates *updates)
{
    return assign(updates, place_found(updates), element_of(updates, updates->held, own_element(updates)));
}

// ---- all together

static Array *registers(const Updates *updates, const char *suffix, const Type *type)
{
    Expr *extent[] = {expr_index(updates->arena, updates->vector->count)};
    const char *name = intern_printf("%s_%s", updates->update->place->array->name, suffix);
    return nest_array(updates->vector->state->nest, name, type, SPACE_REGISTER, extent, 1);
}

// Those from element `first` on.
static Stmt *some_updates(const Updates *updates, int64_t first)
{
    const VectorLoop *vector = updates->vector;
    Arena *arena = updates->arena;
    Stmt *bodies[] = {load(updates), update(updates, expr_index(arena, first)), store(updates)}, *items[3];
    for (int i = 0; i < 3; i++)
        items[i] = vector_whole_part(vector, first, updates->at_a_time, bodies[i]);
    return stmt_block(arena, items, 3);
}

Stmt *vector_updates(const VectorLoop *vector, Stmt *body)
{
    Updates updates = {.vector = vector, .arena = vector->arena};
    if (vector->threads || !find_update(&updates, body))
        return NULL;
    const Expr *place = updates.update->place;
    StmtList items = {0};
    updates.at = registers(&updates, "at", narrow_subscript(&updates)->type);
    updates.held = registers(&updates, "held", place->type);
    updates.at_a_time = vector->count < AT_A_TIME ? vector->count : AT_A_TIME;
    VECTOR_PUSH(vector->arena, &items, stmt_declare_array(vector->arena, updates.at));
    VECTOR_PUSH(vector->arena, &items, stmt_declare_array(vector->arena, updates.held));
    for (int64_t first = 0; first < vector->count; first += updates.at_a_time)
        VECTOR_PUSH(vector->arena, &items, some_updates(&updates, first));
    return vector_together(vector, &items);
}
