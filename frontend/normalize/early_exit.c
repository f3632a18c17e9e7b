// Loops that a condition on the data ends early. A first loop finds the iteration that leaves it, and a second one does
// the work of those before it.
//
//     for i in 0..n { d = f(i); if (d > most) break; s += x[i] * d; }
//     ->   int end = n;
//          for i' in 0..n { d' = f(i'); if (d' > most && i' < end) end = i'; }
//          for i in 0..n { if (i < end) { d = f(i); s += x[i] * d; } }
//
//   If something reads i after the nest, the second loop has an iterator of its own, and i = max(end, 0) follows.
//
//   What precedes the `break` only computes locals of the loop's body, and nothing that it reads is changed after it.
//   So it may be computed for iterations that the loop does not reach, and before those that it does. What is read
//   there has to be memory of the program, as with the elements that a condition on data selects.
#include "frontend/normalize/early_exit.h"
#include "frontend/normalize/growing_change.h"
#include "frontend/normalize/induction_parts.h"
#include "frontend/normalize/loop_copy.h"

enum { MAX_LOCALS = 16 };

typedef struct Exit {
    Nest *nest;
    Arena *arena;
    Stmt *loop;
    const Stmt *test;                  // if (c) break;
    int before;                        // items of the body before it
    const Symbol *locals[MAX_LOCALS];  // that they declare
    const Symbol *renamed[MAX_LOCALS]; // in the first loop
    int nlocals;
} Exit;

static bool leaves_alone(const Stmt *stmt)
{
    return stmt->kind == ST_IF && !stmt->otherwise && stmt_count(stmt->body) == 1 &&
           stmt_item(stmt->body, 0)->kind == ST_BREAK;
}

static int local_of(const Exit *exit, const Symbol *symbol)
{
    for (int i = 0; i < exit->nlocals; i++)
        if (exit->locals[i] == symbol)
            return i;
    return -1;
}

// ---- what may be computed more often, and earlier

static bool look_for_trap(void *context, const Expr *expr)
{
    bool *fine = context;
    *fine = *fine && !induction_may_trap(expr) && expr->kind != EX_ACCESS && expr->kind != EX_ADDRESS &&
            (expr->kind != EX_CALL || call_is_free(expr));
    return *fine;
}

static bool look_for_while(void *context, const Stmt *stmt)
{
    bool *fine = context;
    *fine = *fine && stmt->kind != ST_WHILE;
    return *fine;
}

bool call_is_free(const Expr *call)
{
    bool fine = type_is_arithmetic(call->type) && (!call->function || call->function->pure);
    for (int i = 0; i < call->noperands; i++)
        fine = fine && type_is_arithmetic(call->operands[i]->type);
    if (fine && call->function) {
        stmt_walk(call->function->body, look_for_while, &fine);
        stmt_walk_expressions(call->function->body, look_for_trap, &fine);
    }
    return fine;
}

typedef struct Reads {
    const Exit *exit;
    bool pure;
} Reads;

static bool test_read(void *context, const Expr *expr)
{
    Reads *reads = context;
    bool fine = expr->kind != EX_ADDRESS && !induction_may_trap(expr) && !expr_is_indirect(expr) &&
                (expr->kind != EX_CALL || call_is_free(expr));
    if (expr->kind == EX_SYMBOL && local_of(reads->exit, expr->symbol) < 0)
        fine = !expr->symbol->is_volatile && !expr->symbol->address_taken &&
               !induction_writes(reads->exit->loop->body, expr->symbol);
    if (expr->kind == EX_ACCESS)
        fine = fine && !expr->array->is_volatile && !induction_stores_to(reads->exit->loop->body, expr->array);
    reads->pure = reads->pure && fine;
    return reads->pure;
}

static bool is_pure(const Exit *exit, const Expr *expr)
{
    Reads reads = {.exit = exit, .pure = true};
    if (expr)
        expr_walk(expr, test_read, &reads);
    return reads.pure;
}

// A local that the item declares, or sets.
static bool only_computes(Exit *exit, const Stmt *item)
{
    if (item->kind == ST_DECLARE && item->symbol && exit->nlocals < MAX_LOCALS && is_pure(exit, item->value)) {
        exit->locals[exit->nlocals++] = item->symbol;
        return !item->symbol->address_taken && !item->symbol->is_volatile;
    }
    return item->kind == ST_ASSIGN && item->place->kind == EX_SYMBOL && local_of(exit, item->place->symbol) >= 0 &&
           is_pure(exit, item->value);
}

static bool find_leave(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || stmt->kind == ST_BREAK || stmt->kind == ST_RETURN;
    return stmt->kind != ST_LOOP && stmt->kind != ST_WHILE;
}

static bool find_return(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || stmt->kind == ST_RETURN || stmt->kind == ST_ROTATE;
    return !*found;
}

static bool find_test(Exit *exit)
{
    const Stmt *body = exit->loop->body;
    bool left = false;
    for (int i = 0; body->kind == ST_BLOCK && i < body->nitems; i++) {
        const Stmt *item = body->items[i];
        if (exit->test) {
            stmt_walk(item, find_leave, &left);
            stmt_walk(item, find_return, &left);
        } else if (leaves_alone(item)) {
            exit->test = item;
            exit->before = i;
            left = !is_pure(exit, item->condition);
        } else {
            left = !only_computes(exit, item);
        }
        if (left)
            return false;
    }
    return exit->test != NULL;
}

// The iterator's last value may be read after the nest, if that is where the loop ends.
static bool counts_alone(const Exit *exit, const Stmt *all)
{
    const Loop *loop = exit->loop->loop;
    const Symbol *iterator = loop->iterator;
    bool number = iterator->type->kind == TY_I32 || iterator->type->kind == TY_I64;
    return number && loop_ends_as_written(loop) && loop->step->kind == EX_INT && loop->step->integer > 0 &&
           (!iterator->live_after || loop->step->integer == 1) && !iterator->address_taken && !iterator->is_volatile &&
           is_pure(exit, loop->lower) && is_pure(exit, loop->upper) && (!iterator->host || stmt_count(all) == 1);
}

// ---- the two loops

static Stmt *fresh(const Exit *exit, Stmt *made, Loc loc)
{
    if (stmt_is_numbered(made))
        made->id = ++exit->nest->next_stmt;
    made->loc = loc;
    return made;
}

static Expr *rename_local(void *context, Expr *expr)
{
    const Exit *exit = context;
    int local = expr->kind == EX_SYMBOL ? local_of(exit, expr->symbol) : -1;
    return local >= 0 ? expr_symbol(exit->arena, exit->renamed[local]) : expr;
}

static Expr *renamed(const Exit *exit, Expr *expr, const Symbol *iterator)
{
    expr = expr ? expr_rewrite(exit->arena, expr, rename_local, (void *)exit) : NULL;
    return expr ? expr_substitute(exit->arena, expr, exit->loop->loop->iterator, expr_symbol(exit->arena, iterator))
                : NULL;
}

static Symbol *copy_of(const Exit *exit, const Symbol *symbol, SymbolRole role)
{
    Symbol *copy = nest_symbol(exit->nest, symbol->name, symbol->type, role);
    copy->loc = symbol->loc;
    return copy;
}

// What precedes the test, with locals of its own.
static void repeat(Exit *exit, StmtList *items, const Symbol *iterator)
{
    Arena *arena = exit->arena;
    for (int i = 0; i < exit->before; i++) {
        const Stmt *item = exit->loop->body->items[i];
        Expr *value = renamed(exit, item->value, iterator);
        Stmt *made;
        if (item->kind == ST_DECLARE) {
            Symbol *copy = copy_of(exit, item->symbol, SYM_LOCAL);
            exit->renamed[local_of(exit, item->symbol)] = copy;
            made = stmt_declare(arena, copy, value);
        } else {
            made = stmt_assign(arena, renamed(exit, item->place, iterator), item->op, value, item->compute);
        }
        VECTOR_PUSH(arena, items, fresh(exit, made, item->loc));
    }
}

static Expr *is_earlier(const Exit *exit, const Symbol *iterator, const Symbol *end)
{
    return expr_binary(exit->arena, OP_LT, expr_symbol(exit->arena, iterator), expr_symbol(exit->arena, end),
                       iterator->type);
}

// The loop's upper bound, as far as its iterator counts.
static Expr *last_end(const Exit *exit)
{
    const Loop *loop = exit->loop->loop;
    int64_t most = loop->iterator->type->kind == TY_I32 ? INT32_MAX : INT64_MAX;
    Expr *upper = loop->upper;
    if (upper->kind == EX_CAST && upper->operands[0]->type == loop->iterator->type)
        upper = upper->operands[0];
    if (upper->type != loop->iterator->type)
        upper =
            index_min(exit->arena, expr_cast(exit->arena, type_scalar(TY_I64), upper), expr_index(exit->arena, most));
    return expr_cast(exit->arena, loop->iterator->type, upper);
}

// for i' { if (c(i') && i' < end) end = i'; }
static Stmt *searching(Exit *exit, const Stmt *all, const Symbol *end)
{
    Arena *arena = exit->arena;
    Loop loop = *exit->loop->loop;
    const Symbol *iterator = copy_of(exit, loop.iterator, SYM_ITERATOR);
    StmtList items = {0};
    repeat(exit, &items, iterator);
    Expr *leaves = expr_both(arena, renamed(exit, exit->test->condition, iterator), is_earlier(exit, iterator, end));
    Loc loc = exit->test->loc;
    Stmt *set = stmt_assign(arena, expr_symbol(arena, end), OP_NONE, expr_symbol(arena, iterator), NULL);
    VECTOR_PUSH(arena, &items, fresh(exit, stmt_if(arena, leaves, fresh(exit, set, loc), NULL), loc));
    loop.iterator = iterator;
    loop.id = loop.origin = nest_loop_id(exit->nest);
    loop.name = loop_another_name(all, loop.name, 0);
    Stmt *made = stmt_loop(arena, &loop, stmt_block(arena, items.items, items.count));
    return fresh(exit, made, exit->loop->loc);
}

static Stmt *without_test(const Exit *exit)
{
    StmtList items = {0};
    for (int i = 0; i < exit->loop->body->nitems; i++)
        if (i != exit->before)
            VECTOR_PUSH(exit->arena, &items, exit->loop->body->items[i]);
    return stmt_block(exit->arena, items.items, items.count);
}

// for i { if (i < end) { .. } }
static Stmt *working(const Exit *exit, const Symbol *end)
{
    Arena *arena = exit->arena;
    Stmt *test = stmt_if(arena, is_earlier(exit, exit->loop->loop->iterator, end), without_test(exit), NULL);
    Stmt *made = stmt_loop_for(arena, exit->loop, exit->loop->loop, fresh(exit, test, exit->test->loc));
    made->directive = exit->loop->directive;
    return made;
}

// The loop with an iterator of its own; the variable becomes one that the nest sets.
static Stmt *with_own_iterator(const Exit *exit, const Stmt *loop)
{
    const Symbol *outside = loop->loop->iterator;
    const Symbol *own = copy_of(exit, outside, SYM_ITERATOR);
    Loop counting = *loop->loop;
    counting.iterator = own;
    Stmt *body = stmt_substitute(exit->arena, loop->body, outside, expr_symbol(exit->arena, own));
    Stmt *made = stmt_loop_for(exit->arena, loop, &counting, body);
    made->directive = loop->directive;
    ((Symbol *)outside)->role = SYM_LIVE;
    return made;
}

static Stmt *last_value(const Exit *exit, const Symbol *iterator, const Symbol *end)
{
    Expr *lower = expr_cast(exit->arena, iterator->type, exit->loop->loop->lower);
    Expr *last = expr_binary(exit->arena, OP_MAX, expr_symbol(exit->arena, end), lower, iterator->type);
    Stmt *set = stmt_assign(exit->arena, expr_symbol(exit->arena, iterator), OP_NONE, last, NULL);
    return fresh(exit, set, exit->loop->loc);
}

// ---- a condition that is a bound

static bool is_wide(const Expr *limit)
{
    while (limit->kind == EX_CAST && type_is_integer(limit->operands[0]->type))
        limit = limit->operands[0];
    return limit->kind != EX_INT && limit->type->size == 8;
}

// The largest number of 64 bits, which stands for no limit, is too large to compute with.
static void demand_near(Nest *nest, Expr *limit, Loc loc)
{
    Arena *arena = nest->unit->arena;
    Expr *most = expr_index(arena, INT64_MAX / 2);
    Assertion assertion = {expr_binary(arena, OP_LT, limit, most, type_scalar(TY_I64)), loc, true, false};
    VECTOR_PUSH(arena, &nest->assertions, assertion);
}

// slope * i + rest >= limit, as the first i from which on it holds; NULL: it is not of this form.
static Expr *first_beyond(const Exit *exit, const Expr *condition)
{
    Arena *arena = exit->arena;
    bool compares = condition->kind == EX_BINARY && op_is_comparison(condition->op);
    const Type *type = compares ? condition->operands[0]->type : NULL;
    if (!compares || !type_is_integer(type) || !type_is_signed(type) || type->size < 4)
        return NULL;
    for (int side = 0; side < 2; side++) {
        Operator op = side ? op_mirrored(condition->op) : condition->op;
        Expr *limit = condition->operands[1 - side];
        GrowingChange left;
        if ((op != OP_GE && op != OP_GT) || !induction_fixed(limit, exit->loop, true) ||
            !growing_change_of(arena, exit->loop, condition->operands[side], &left) || left.slope < 1)
            continue;
        limit = index_cast(arena, limit);
        if (is_wide(limit))
            demand_near(exit->nest, limit, exit->test->loc);
        Expr *distance = index_sub(arena, limit, left.rest);
        distance = op == OP_GT ? index_add(arena, distance, expr_index(arena, 1)) : distance;
        return index_ceil_div(arena, distance, left.slope);
    }
    return NULL;
}

Stmt *bounded_exit(Nest *nest, Stmt *loop)
{
    Exit exit = {.nest = nest, .arena = nest->unit->arena, .loop = loop};
    if (loop->kind != ST_LOOP || !find_test(&exit) || !loop_ends_as_written(loop->loop))
        return loop;
    Expr *end = first_beyond(&exit, exit.test->condition);
    if (!end)
        return loop;
    Loop bounded = *loop->loop;
    bounded.upper = index_min(exit.arena, index_cast(exit.arena, bounded.upper), end);
    Stmt *made = stmt_loop_for(exit.arena, loop, &bounded, without_test(&exit));
    made->directive = loop->directive;
    return made;
}

Stmt *early_exit(Nest *nest, const Stmt *all, Stmt *loop)
{
    Exit exit = {.nest = nest, .arena = nest->unit->arena, .loop = loop};
    if (loop->kind != ST_LOOP || !find_test(&exit) || !counts_alone(&exit, all))
        return loop;
    const Symbol *iterator = loop->loop->iterator;
    Symbol *end = nest_symbol(nest, intern_printf("%s_end", iterator->name), iterator->type, SYM_LOCAL);
    end->loc = exit.test->loc;
    Stmt *begin = fresh(&exit, stmt_declare(exit.arena, end, last_end(&exit)), loop->loc);
    Stmt *items[] = {begin, searching(&exit, all, end), working(&exit, end), NULL};
    if (iterator->live_after) {
        items[2] = with_own_iterator(&exit, items[2]);
        items[3] = last_value(&exit, iterator, end);
    }
    nest->is_region = true; // for the declaration
    nest->reordered = true; // the condition reads its arrays before the iterations that the loop reaches write others
    return stmt_block(exit.arena, items, items[3] ? 4 : 3);
}
