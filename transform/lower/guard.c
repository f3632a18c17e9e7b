// Guards and control flow inside a kernel: which threads run which statements, after loops became indices (contract in
// lower.h).
#include "transform/lower/lower.h"
#include "transform/tree/query.h"
#include "transform/tree/speculate.h"

// ---- guards around everything but barriers

static bool may_trap_or_load(void *context, const Expr *expr)
{
    bool *found = context;
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM) &&
                   !(expr->operands[1]->kind == EX_INT && expr->operands[1]->integer > 0);
    *found = *found || expr->kind == EX_ACCESS || expr->kind == EX_CALL || divides;
    return !*found;
}

// A declaration stays visible to the following statements; a value that is not speculatable is set under the guard.
// What names an index is never assigned: it has another value where the guard does not hold.
static void guard_declaration(Arena *arena, Stmt *stmt, Expr *active, Stmt **declaration, Stmt **assignment)
{
    bool careful = false;
    *declaration = stmt;
    *assignment = NULL;
    if (stmt->value)
        expr_walk(stmt->value, may_trap_or_load, &careful);
    if (!careful)
        return;
    if (stmt->symbol->role == SYM_ITERATOR) {
        Expr *none = expr_zero(arena, stmt->symbol->type);
        *declaration = stmt_declare(arena, stmt->symbol, expr_select(arena, active, stmt->value, none));
        return;
    }
    *declaration = stmt_declare(arena, stmt->symbol, NULL);
    *assignment = stmt_assign(arena, expr_symbol(arena, stmt->symbol), OP_NONE, stmt->value, NULL);
    (*assignment)->id = stmt->id;
}

typedef struct Combined {
    const Stmt *kernel;
    const Array *array;
    bool found;
} Combined;

static bool look_for_element(void *context, const Expr *expr)
{
    Combined *combined = context;
    combined->found = combined->found || (expr->kind == EX_ACCESS && expr->array == combined->array);
    return !combined->found;
}

static bool look_for_given(void *context, const Stmt *stmt)
{
    Combined *combined = context;
    if (stmt->kind == ST_ASSIGN)
        expr_walk(stmt->value, look_for_element, combined);
    return !combined->found;
}

static bool look_for_combination(void *context, const Stmt *stmt)
{
    Combined *combined = context;
    if (stmt->all_threads)
        stmt_walk(stmt, look_for_given, combined);
    return !combined->found && !stmt->all_threads;
}

static bool look_for_combined(void *context, const Stmt *stmt)
{
    Combined *combined = context;
    combined->array = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS ? stmt->place->array : NULL;
    if (combined->array)
        stmt_walk(combined->kernel, look_for_combination, combined);
    return !combined->found;
}

// Whether code for all threads gives to others what the statement sets, as where threads add up their parts of a sum.
static bool is_combined(const Stmt *kernel, const Stmt *stmt)
{
    Combined combined = {.kernel = kernel};
    stmt_walk(stmt, look_for_combined, &combined);
    return combined.found;
}

static bool look_for_results(void *context, const Stmt *stmt)
{
    bool *found = context;
    const Expr *place = stmt->kind == ST_ASSIGN ? stmt->place : NULL;
    bool inside = place && (place->kind != EX_ACCESS || place->array->space == SPACE_SHARED ||
                            place->array->space == SPACE_REGISTER);
    const Expr *value = stmt->kind == ST_EVALUATE ? stmt->value : NULL;
    bool copies = value && value->kind == EX_INTRINSIC &&
                  (value->intrinsic == IN_COPIES_WAIT || value->intrinsic == IN_COPIES_CLOSE);
    bool plain = inside || copies || stmt->kind == ST_BLOCK || stmt->kind == ST_LOOP || stmt->kind == ST_IF ||
                 stmt->kind == ST_DECLARE || stmt->kind == ST_BARRIER;
    *found = *found || !plain;
    return !*found;
}

static bool look_for_global(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || (expr->kind == EX_ACCESS && expr->array->space == SPACE_GLOBAL);
    return !*found;
}

// Whether it copies elements of the program's arrays to shared memory or to registers.
static bool is_copy(const Stmt *stmt)
{
    bool reads = false, has_results = false;
    stmt_walk_expressions(stmt, look_for_global, &reads);
    stmt_walk(stmt, look_for_results, &has_results);
    return reads && !has_results && !tree_has_kind(stmt, ST_BARRIER);
}

static Stmt *guard_inside(const Guard *guard, Stmt *stmt)
{
    Stmt *made = arena_copy(guard->state->arena, stmt, sizeof *stmt);
    made->body = push_guard(guard, stmt->body);
    made->otherwise = stmt->otherwise ? push_guard(guard, stmt->otherwise) : NULL;
    return made;
}

static void flush(const Guard *guard, StmtList *waiting, StmtList *out)
{
    Arena *arena = guard->state->arena;
    if (!waiting->count)
        return;
    VECTOR_PUSH(arena, out, stmt_if(arena, guard->active, stmt_block(arena, waiting->items, waiting->count), NULL));
    *waiting = (StmtList){0};
}

static void guard_item(const Guard *guard, Stmt *item, StmtList *waiting, StmtList *out)
{
    Arena *arena = guard->state->arena;
    Stmt *made = item, *assignment = NULL;
    bool barriers = tree_is_collective(item);
    if (!item->all_threads && item->kind == ST_LOOP && !barriers && is_harmless(item, NULL) &&
        !is_combined(guard->kernel, item)) {
        flush(guard, waiting, out);
        VECTOR_PUSH(arena, out, item);
        return;
    }
    if (!item->all_threads && item->kind != ST_DECLARE && !barriers) {
        VECTOR_PUSH(arena, waiting, item);
        return;
    }
    flush(guard, waiting, out);
    if (!item->all_threads && item->kind == ST_DECLARE)
        guard_declaration(arena, item, guard->active, &made, &assignment);
    else if (!item->all_threads && item->kind != ST_BARRIER)
        made = guard_inside(guard, item);
    else if (guard->in_range && item->kind != ST_DECLARE && is_copy(item))
        made = stmt_if(arena, guard->in_range, item, NULL);
    VECTOR_PUSH(arena, out, made);
    if (assignment)
        VECTOR_PUSH(arena, waiting, assignment);
}

Stmt *push_guard(const Guard *guard, Stmt *body)
{
    StmtList waiting = {0}, out = {0};
    int count = stmt_count(body);
    for (int i = 0; i < count; i++)
        guard_item(guard, stmt_item(body, i), &waiting, &out);
    flush(guard, &waiting, &out);
    return stmt_block(guard->state->arena, out.items, out.count);
}

// ---- blocks without iterations

static bool look_for_common_work(void *context, const Stmt *stmt)
{
    if (!stmt->all_threads)
        return true;
    stmt_walk(stmt, look_for_results, context);
    return false;
}

bool blocks_may_leave(const Stmt *body)
{
    bool found = false;
    stmt_walk(body, look_for_common_work, &found);
    return !found;
}

// ---- continue

static bool is_continue(const Stmt *stmt)
{
    if (stmt->kind == ST_BLOCK && stmt->nitems == 1)
        stmt = stmt->items[0];
    return stmt->kind == ST_CONTINUE;
}

// if (c) continue; rest   ->   if (!c) { rest }
static Stmt *skip_rest(Candidate *state, const Stmt *block, int at)
{
    Arena *arena = state->arena;
    Stmt *rest = stmt_block(arena, block->items + at + 1, block->nitems - at - 1);
    rest = without_continue(state, rest);
    StmtList items = {0};
    for (int i = 0; i < at; i++)
        VECTOR_PUSH(arena, &items, block->items[i]);
    VECTOR_PUSH(arena, &items, stmt_if(arena, expr_unary(arena, OP_NOT, block->items[at]->condition), rest, NULL));
    return stmt_block(arena, items.items, items.count);
}

Stmt *without_continue(Candidate *state, Stmt *body)
{
    if (!tree_leaves(body, ST_CONTINUE))
        return body;
    for (int i = 0; body->kind == ST_BLOCK && i < body->nitems; i++) {
        const Stmt *item = body->items[i];
        if (!tree_leaves(item, ST_CONTINUE))
            continue;
        if (item->kind == ST_IF && !item->otherwise && is_continue(item->body))
            return skip_rest(state, body, i);
        break;
    }
    // do { body } while (0): a continue ends it
    Arena *arena = state->arena;
    return stmt_while(arena, expr_int(arena, 0, type_scalar(TY_I32)), body, true);
}
