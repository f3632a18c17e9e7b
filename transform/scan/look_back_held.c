// look_back: what the threads of a block hold while they wait, in registers or in shared memory (contract in
// look_back_kernel.h).
#include "transform/loop/part.h"
#include "transform/scan/look_back_kernel.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/vector/vector_find.h"

enum { LINE = 128 }; // bytes

// ---- which accesses

static void hold_access(LookBack *scan, const Expr *access)
{
    bool memory = access->array->space == SPACE_GLOBAL && access->npath == 0 && type_is_arithmetic(access->type);
    if (!memory || expr_is_indirect(access) || !expr_mentions(access, scan->stmt->loop->iterator) ||
        (scan->loads.count + 1) * scan->lanes * (scan->rounds - scan->shared) > MOST_HELD)
        return;
    FOR_EACH(i, &scan->loads)
        if (expr_equal(scan->loads.items[i].access, access))
            return;
    Expr *extents[] = {expr_index(scan->arena, scan->rounds - scan->shared), expr_index(scan->arena, scan->lanes)};
    const char *name = intern_printf("%s_loaded", access->array->name);
    Array *registers = nest_array(scan->state->nest, name, access->type, SPACE_REGISTER, extents, 2);
    Held held = {.access = access, .registers = registers};
    VECTOR_PUSH(scan->arena, &scan->loads, held);
}

// Accesses that are evaluated in any case.
static void hold_certain(LookBack *scan, const Expr *expr)
{
    if (expr->kind == EX_ACCESS)
        hold_access(scan, expr);
    int count = expr_branches(expr) ? 1 : expr->kind == EX_ADDRESS ? 0 : expr->noperands;
    for (int i = 0; i < count; i++)
        hold_certain(scan, expr->operands[i]);
}

static void hold_in(LookBack *scan, const Stmt *stmt)
{
    if (stmt->kind == ST_BLOCK)
        for (int i = 0; i < stmt->nitems; i++)
            hold_in(scan, stmt->items[i]);
    if (stmt->kind == ST_ASSIGN || stmt->kind == ST_DECLARE)
        if (stmt->value)
            hold_certain(scan, stmt->value);
    if (stmt->kind == ST_IF)
        hold_certain(scan, stmt->condition);
}

static Expr *held_element(const LookBack *scan, const Held *held, bool shared)
{
    Expr *subscripts[] = {expr_symbol(scan->arena, scan->round), expr_symbol(scan->arena, scan->item)};
    return shared ? expr_access(scan->arena, held->taken, subscripts + 1)
                  : expr_access(scan->arena, held->registers, subscripts);
}

typedef struct Using {
    const LookBack *scan;
    bool shared;
    VECTOR(const Array *) written; // so far, by the iteration itself
} Using;

static bool may_be_changed(const Using *use, const Array *array)
{
    FOR_EACH(i, &use->written)
        if (use->written.items[i] == array || !arrays_are_apart(use->written.items[i], array))
            return true;
    return false;
}

static Expr *use_held(void *context, Expr *expr)
{
    const Using *use = context;
    FOR_EACH(i, &use->scan->loads) {
        const Held *held = &use->scan->loads.items[i];
        if (expr->kind == EX_ACCESS && expr_equal(expr, held->access) && !may_be_changed(use, expr->array))
            return held_element(use->scan, held, use->shared);
    }
    return expr;
}

static bool note_write(void *context, const Stmt *stmt)
{
    Using *use = context;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS)
        VECTOR_PUSH(use->scan->arena, &use->written, stmt->place->array);
    return true;
}

// The statements with what is in registers, until the iteration may have changed it in memory.
static Stmt *with_loads(Using *use, Stmt *stmt)
{
    Arena *arena = use->scan->arena;
    if (!stmt)
        return NULL;
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt);
    if (stmt->kind == ST_BLOCK) {
        made->items = arena_copy(arena, stmt->items, sizeof(Stmt *) * (size_t)stmt->nitems);
        for (int i = 0; i < stmt->nitems; i++)
            made->items[i] = with_loads(use, stmt->items[i]);
        return made;
    }
    if (stmt->kind == ST_IF) {
        made->condition = expr_rewrite(arena, stmt->condition, use_held, use);
        made->body = with_loads(use, stmt->body);
        made->otherwise = with_loads(use, stmt->otherwise);
        return made;
    }
    if (stmt->kind != ST_ASSIGN && stmt->kind != ST_DECLARE) {
        stmt_walk(stmt, note_write, use);
        return stmt;
    }
    made->value = stmt->value ? expr_rewrite(arena, stmt->value, use_held, use) : NULL;
    note_write(use, stmt);
    return made;
}

Stmt *held_uses(const LookBack *scan, Stmt *stmt, bool shared)
{
    Using use = {.scan = scan, .shared = shared};
    return with_loads(&use, stmt);
}

// ---- in registers

static void load(LookBack *scan, StmtList *out)
{
    Arena *arena = scan->arena;
    StmtList loads = {0}, items = {0};
    FOR_EACH(i, &scan->loads) {
        const Held *held = &scan->loads.items[i];
        VECTOR_PUSH(arena, out, stmt_declare_array(arena, held->registers));
        VECTOR_PUSH(arena, &loads,
                    stmt_assign(arena, held_element(scan, held, false), OP_NONE, (Expr *)held->access, NULL));
    }
    Loop round = counting(scan, "load_round", scan->rounds - scan->shared, BIND_UNROLL);
    VECTOR_PUSH(arena, &items, over_items(scan, "load", &round, true, block_of(scan, &loads)));
    VECTOR_PUSH(arena, out, over_rounds(scan, &round, &items));
}

// ---- in shared memory: a place for each thread, so that no thread waits for another one

// Its lanes in a round; the round is the number of one of all.
static Expr *shared_element(const LookBack *scan, const Held *held, Expr *round, Expr *item)
{
    Expr *subscripts[] = {index_sub(scan->arena, round, expr_index(scan->arena, scan->rounds - scan->shared)),
                          scan->warp, scan->lane, item};
    return expr_access(scan->arena, held->shared, subscripts);
}

static void declare_shared(LookBack *scan, StmtList *out)
{
    Arena *arena = scan->arena;
    Expr *extents[] = {expr_index(arena, scan->shared), expr_index(arena, scan->threads / WARP),
                       expr_index(arena, WARP), expr_index(arena, scan->lanes)};
    FOR_EACH(i, &scan->loads) {
        Held *held = &scan->loads.items[i];
        const Type *type = held->access->type;
        const char *name = held->access->array->name;
        held->shared = nest_array(scan->state->nest, intern_printf("%s_held", name), type, SPACE_SHARED, extents, 4);
        held->taken =
            nest_array(scan->state->nest, intern_printf("%s_taken", name), type, SPACE_REGISTER, extents + 3, 1);
        VECTOR_PUSH(arena, out, stmt_declare_array(arena, held->shared));
    }
}

static Expr *intrinsic(const LookBack *scan, Intrinsic kind, TypeKind type, Expr *const *operands, int count)
{
    return expr_intrinsic(scan->arena, kind, type_scalar(type), operands, count);
}

static int64_t bytes_at_once(const LookBack *scan, const Held *held)
{
    return scan->lanes * held->access->type->size;
}

// What is read in the iteration.
static Expr *access_at(const LookBack *scan, const Held *held, Expr *iteration)
{
    Arena *arena = scan->arena;
    const Loop *loop = scan->stmt->loop;
    Expr *value = part_value(arena, loop, iteration), *made = (Expr *)held->access;
    if (loop->defines)
        made = expr_substitute(arena, made, loop->defines, loop->definition);
    return expr_substitute(arena, made, loop->iterator, expr_cast(arena, loop->iterator->type, value));
}

// All rounds at once, if the lanes of the last one are there.
static Stmt *copy_vectors(const LookBack *scan)
{
    Arena *arena = scan->arena;
    StmtList items = {0};
    Loop round = counting(scan, "copy_round", scan->rounds, BIND_UNROLL);
    round.lower = expr_index(arena, scan->rounds - scan->shared);
    FOR_EACH(i, &scan->loads) {
        const Held *held = &scan->loads.items[i];
        Expr *first = first_of_round(scan, position(scan, &round));
        Stmt *copy = stmt_assign(arena, shared_element(scan, held, position(scan, &round), expr_index(arena, 0)),
                                 OP_NONE, access_at(scan, held, first), NULL);
        copy->neighbours = scan->lanes > 1 ? (int)scan->lanes : 0;
        copy->asynchronous = true;
        VECTOR_PUSH(arena, &items, copy);
    }
    return over_rounds(scan, &round, &items);
}

// Element by element; what is beyond the last iteration is 0, and not used.
static Stmt *copy_elements(const LookBack *scan)
{
    Arena *arena = scan->arena;
    StmtList items = {0}, copies = {0};
    Loop round = counting(scan, "copy_round", scan->rounds, BIND_SERIAL);
    round.lower = expr_index(arena, scan->rounds - scan->shared);
    Loop item = counting(scan, "copy", scan->lanes, BIND_SERIAL);
    Expr *iteration = index_add(arena, first_of_round(scan, position(scan, &round)), position(scan, &item));
    FOR_EACH(i, &scan->loads) {
        const Held *held = &scan->loads.items[i];
        Expr *place = shared_element(scan, held, position(scan, &round), position(scan, &item));
        Stmt *copy = stmt_assign(arena, place, OP_NONE, access_at(scan, held, iteration), NULL);
        Stmt *zero = stmt_assign(arena, place, OP_NONE, expr_zero(arena, held->access->type), NULL);
        VECTOR_PUSH(arena, &copies, stmt_if(arena, linear_less(arena, iteration, scan->iterations), copy, zero));
    }
    VECTOR_PUSH(arena, &items, stmt_loop_for(arena, scan->stmt, &item, block_of(scan, &copies)));
    return over_rounds(scan, &round, &items);
}

static void copy(LookBack *scan, StmtList *out)
{
    Arena *arena = scan->arena;
    declare_shared(scan, out);
    int64_t last = scan->width * scan->lanes * (scan->rounds - 1) + scan->lanes - 1;
    Expr *condition = linear_less(arena, expr_index(arena, last), scan->left);
    Expr *first = first_of_round(scan, expr_index(arena, scan->rounds - scan->shared));
    for (int i = 0; scan->lanes > 1 && i < scan->loads.count; i++) {
        const Held *held = &scan->loads.items[i];
        Expr *operands[] = {expr_address(arena, access_at(scan, held, first)),
                            expr_int(arena, bytes_at_once(scan, held), type_scalar(TY_U32))};
        condition = expr_both(arena, intrinsic(scan, IN_ALIGNED, TY_I32, operands, 2), condition);
    }
    VECTOR_PUSH(arena, out, stmt_if(arena, condition, copy_vectors(scan), copy_elements(scan)));
    VECTOR_PUSH(arena, out, stmt_evaluate(arena, intrinsic(scan, IN_COPIES_CLOSE, TY_VOID, NULL, 0)));
}

void held_await(const LookBack *scan, StmtList *out)
{
    Expr *none = expr_int(scan->arena, 0, type_scalar(TY_I32));
    VECTOR_PUSH(scan->arena, out, stmt_evaluate(scan->arena, intrinsic(scan, IN_COPIES_WAIT, TY_VOID, &none, 1)));
}

void held_from_shared(LookBack *scan, const Loop *round, StmtList *out)
{
    Arena *arena = scan->arena;
    Expr *none = expr_index(arena, 0);
    FOR_EACH(i, &scan->loads) {
        const Held *held = &scan->loads.items[i];
        Expr *from = shared_element(scan, held, position(scan, round), none);
        Expr *to = expr_access(arena, held->taken, &none);
        Expr *operands[] = {expr_address(arena, to), expr_address(arena, from),
                            expr_int(arena, scan->lanes, type_scalar(TY_I32))};
        VECTOR_PUSH(arena, out, stmt_declare_array(arena, held->taken));
        VECTOR_PUSH(arena, out, stmt_evaluate(arena, intrinsic(scan, IN_LOAD_LANES, TY_VOID, operands, 3)));
    }
}

// ---- of a later tile

static bool moves_by_one(const LookBack *scan, const Held *held)
{
    Loop item = *scan->stmt->loop;
    const Stmt *loop = stmt_loop(scan->arena, &item, scan->slice);
    return item.step_sign > 0 && expr_is_int(item.step, 1) && vector_fits(scan->arena, loop, held->access, 1);
}

// Lanes ask for neighbouring lines.
void prefetch(const LookBack *scan, StmtList *out)
{
    Arena *arena = scan->arena;
    int64_t of_warp = scan->width * scan->lanes * scan->rounds, of_tile = scan->threads / scan->width * of_warp;
    Expr *tile = index_add(arena, expr_symbol(arena, scan->at), expr_index(arena, scan->ahead));
    Expr *first = index_add(arena, index_mul(arena, expr_index(arena, of_tile), tile),
                            index_mul(arena, expr_index(arena, of_warp), scan->warp));
    for (int i = 0; scan->ahead && i < scan->loads.count; i++) {
        const Held *held = &scan->loads.items[i];
        int64_t of_line = LINE / held->access->type->size;
        if (!moves_by_one(scan, held))
            continue;
        for (int64_t line = 0; line * of_line < of_warp; line += scan->width) {
            StmtList items = {0};
            Expr *within = index_mul(arena, expr_index(arena, of_line), scan->lane);
            within = index_add(arena, within, expr_index(arena, line * of_line));
            Expr *iteration = index_add(arena, first, within);
            Expr *operand = expr_address(arena, access_at(scan, held, iteration));
            VECTOR_PUSH(arena, &items, stmt_evaluate(arena, intrinsic(scan, IN_PREFETCH, TY_VOID, &operand, 1)));
            Expr *asks = linear_less(arena, iteration, scan->iterations);
            if ((line + scan->width) * of_line > of_warp)
                asks = expr_both(arena, linear_less(arena, within, expr_index(arena, of_warp)), asks);
            VECTOR_PUSH(arena, out, stmt_if(arena, asks, block_of(scan, &items), NULL));
        }
    }
}

// ---- both

void held_find(LookBack *scan)
{
    hold_in(scan, scan->slice);
}

// Whether each load is one of 4, 8 or 16 bytes to shared memory.
bool held_fits_shared(const LookBack *scan)
{
    Loop item = *scan->stmt->loop;
    const Stmt *loop = stmt_loop(scan->arena, &item, scan->slice);
    bool fits = scan->loads.count > 0;
    FOR_EACH(i, &scan->loads) {
        const Held *held = &scan->loads.items[i];
        int64_t bytes = bytes_at_once(scan, held), size = held->access->type->size;
        fits = fits && (bytes == 4 || bytes == 8 || bytes == 16) && size >= 4 && item.step_sign > 0 &&
               expr_is_int(item.step, 1) && vector_fits(scan->arena, loop, held->access, scan->lanes);
    }
    return fits;
}

void hold(LookBack *scan, StmtList *out)
{
    if (scan->shared)
        copy(scan, out);
    if (scan->loads.count && scan->rounds > scan->shared)
        load(scan, out);
}
