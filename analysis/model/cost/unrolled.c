#include "analysis/model/cost/unrolled.h"

#include "ir/ir.h"

#include <stdlib.h>

// What nvcc 13 does for sm_90 with loops of one to five loads (seen in its machine code). A loop with a constant number
// of iterations is written out if that makes at most WRITTEN_OUT loads, stores and operations, and otherwise unrolled
// as far as PARTLY allows. Any other loop is unrolled four times by one part of the compiler, and four times again by
// another one if its body has no branch, its addresses move by constants, and it does not count in 64 bits by ones. A
// loop around loops that stay is not.
enum { WRITTEN_OUT = 256, PARTLY = 72, UNROLLS = 4, UNROLLS_TWICE = 16, UPPER_BOUND = 8 };

typedef struct Body {
    double operations;
    bool branches;
    bool stays; // a loop or a barrier
} Body;

// ---- bodies

static bool find_operations(void *context, const Expr *expr)
{
    Body *body = context;
    bool real = expr->kind == EX_BINARY && type_is_float(expr->type);
    bool loads = expr->kind == EX_ACCESS && expr->array->space != SPACE_REGISTER;
    bool fused = real && expr->op != OP_MUL && (expr->operands[0]->op == OP_MUL || expr->operands[1]->op == OP_MUL);
    body->operations += loads + real - fused;
    body->branches = body->branches || (real && expr->op == OP_DIV) || expr_is_indirect(expr);
    return true;
}

// The most iterations of a loop to the lesser of a small constant and another bound: it is written out, with a branch
// before each iteration (unroll-max-upperbound of LLVM). 0: there is no such bound.
static double most_trips(const Loop *loop)
{
    const Expr *upper = loop->upper;
    if (loop->factor || !expr_is_int(loop->lower, 0) || !expr_is_int(loop->step, 1) || upper->op != OP_MIN)
        return 0;
    for (int side = 0; upper->kind == EX_BINARY && side < 2; side++)
        if (upper->operands[side]->kind == EX_INT && upper->operands[side]->integer <= UPPER_BOUND)
            return (double)upper->operands[side]->integer;
    return 0;
}

static double constant_trips(const Loop *loop)
{
    if (loop->factor || loop->lower->kind != EX_INT || loop->upper->kind != EX_INT || loop->step->kind != EX_INT)
        return 0;
    int64_t step = llabs(loop->step->integer), distance = llabs(loop->upper->integer - loop->lower->integer);
    int64_t trips = step ? (distance + step - 1) / step : 0;
    return (double)trips;
}

static void measure(Body *body, const Stmt *stmt, double times);

static bool vanishes(const Stmt *stmt, double *operations)
{
    const Loop *loop = stmt->loop;
    double trips = constant_trips(loop);
    Body body = {0};
    trips = trips ? trips : most_trips(loop);
    if (loop->binding == BIND_UNROLL || loop->binding == BIND_VECTOR)
        trips = trips ? trips : UNROLLS;
    else if (loop->copies || !trips)
        return false;
    measure(&body, stmt->body, trips);
    *operations = body.operations;
    return !body.stays && (body.operations <= WRITTEN_OUT || loop->binding != BIND_SERIAL);
}

static void measure(Body *body, const Stmt *stmt, double times)
{
    Body own = {0};
    double operations = 0;
    if (!stmt)
        return;
    if (stmt->kind == ST_LOOP) {
        body->stays = body->stays || !vanishes(stmt, &operations);
        body->operations += times * operations;
        return;
    }
    stmt_expressions(stmt, find_operations, &own);
    body->operations += times * own.operations;
    body->branches = body->branches || own.branches || stmt->kind == ST_IF;
    body->stays = body->stays || stmt->kind == ST_BARRIER || stmt->kind == ST_WHILE;
    for (int i = 0; i < stmt->nitems; i++)
        measure(body, stmt->items[i], times);
    measure(body, stmt->body, times);
    measure(body, stmt->otherwise, times);
}

// ---- addresses

enum { MOST_SYMBOLS = 32 };

typedef struct Moving {
    const Array *of;                     // the array whose addresses are looked at; NULL: all arrays
    const Symbol *symbols[MOST_SYMBOLS]; // that change with the iterations
    int count;
    bool moves, by_unknown; // an expression; an address by a distance that is not a constant
} Moving;

static bool find_moving(void *context, const Expr *expr)
{
    Moving *moving = context;
    for (int i = 0; expr->kind == EX_SYMBOL && i < moving->count; i++)
        moving->moves = moving->moves || expr->symbol == moving->symbols[i];
    return !moving->moves;
}

static bool moves(Moving *moving, const Expr *expr)
{
    moving->moves = false;
    expr_walk(expr, find_moving, moving);
    return moving->moves;
}

static bool find_unknown(void *context, const Expr *expr)
{
    Moving *moving = context;
    if (expr->kind != EX_ACCESS || expr->array->space > SPACE_SCRATCH || (moving->of && expr->array != moving->of))
        return true;
    bool constant = true;
    for (int d = expr->array->ndim - 1; d >= 0; d--) {
        moving->by_unknown = moving->by_unknown || (!constant && moves(moving, expr->operands[d]));
        constant = constant && d > 0 && expr->array->extent[d] && expr->array->extent[d]->kind == EX_INT;
    }
    return true;
}

static bool look_for_moving(void *context, const Stmt *stmt)
{
    Moving *moving = context;
    bool changes = stmt->kind == ST_DECLARE && stmt->symbol && stmt->value && moves(moving, stmt->value);
    if (changes && moving->count < MOST_SYMBOLS)
        moving->symbols[moving->count++] = stmt->symbol;
    stmt_expressions(stmt, find_unknown, moving);
    return true;
}

bool moves_by_unknown(const Stmt *loop, const Array *array)
{
    Moving moving = {.of = array, .symbols = {loop->loop->iterator}, .count = 1};
    stmt_walk(loop->body, look_for_moving, &moving);
    return moving.by_unknown || loop->loop->step->kind != EX_INT;
}

static bool moves_by_constants(const Stmt *loop)
{
    int64_t step = llabs(loop->loop->step->integer);
    bool counts = loop->loop->iterator->type->size > 4 && step == 1; // in 64 bits
    return !counts && !moves_by_unknown(loop, NULL);
}

// ---- all

bool is_written_out(const Stmt *loop)
{
    double operations;
    return loop->loop->binding == BIND_SERIAL && vanishes(loop, &operations);
}

bool is_written_apart(const Stmt *loop)
{
    return is_written_out(loop) && !constant_trips(loop->loop);
}

double unrolled_iterations(const Stmt *loop)
{
    double trips = constant_trips(loop->loop), factor = 1;
    Body body = {0};
    if (loop->loop->copies)
        return loop->loop->copies;
    measure(&body, loop->body, 1);
    if (body.stays)
        return 1;
    if (!trips)
        return body.branches || !moves_by_constants(loop) ? UNROLLS : UNROLLS_TWICE;
    while (2 * factor <= trips && 2 * factor * body.operations <= PARTLY)
        factor *= 2;
    return factor;
}

int merged_iterations(const Stmt *loop)
{
    double unrolled = unrolled_iterations(loop);
    return unrolled == UNROLLS_TWICE && !loop->loop->copies ? UNROLLS : (int)unrolled;
}
