#include "analysis/model/cost/unrolled.h"

#include "analysis/model/cost/counter.h"
#include "ir/ir.h"

#include <stdlib.h>

// What nvcc 13 does for sm_90 (seen in its machine code). A loop with a constant number of iterations is written out if
// that makes at most WRITTEN_OUT loads, stores and operations, and otherwise unrolled as far as PARTLY allows. Any
// other loop is unrolled four times by one part of the compiler, and four times again by another one if it has loads of
// global memory, at most TWICE_LOADS of them and TWICE_OPERATIONS in all, no branch, and does not count in 64 bits by
// ones. A loop around loops that stay is not.
enum { WRITTEN_OUT = 256, PARTLY = 72, UNROLLS = 4, UNROLLS_TWICE = 16, UPPER_BOUND = 8 };
enum { TWICE_LOADS = 3, TWICE_OPERATIONS = 10 };

typedef struct Body {
    double operations;
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

// ---- loops that are unrolled twice

enum { MOST_INNER = 6, MOST_LOADS = 16 };

// One iteration of a loop, with all iterations of the loops in it, which are written out.
typedef struct Iteration {
    Moving moving[MOST_INNER]; // with the loop's iterations, and with those of each loop in it
    double trips[MOST_INNER];
    int nloops;
    double times;                   // how often the present statement runs
    const Expr *loaded[MOST_LOADS]; // different ones
    int nloaded;
    double loads, operations; // of global memory; all, but for index arithmetic
    bool branches;
} Iteration;

static void add_load(Iteration *iteration, const Expr *access)
{
    double count = 1;
    for (int i = 0; i < iteration->nloaded; i++)
        if (expr_equal(iteration->loaded[i], access))
            return;
    if (access->array->space > SPACE_SCRATCH || !moves(&iteration->moving[0], access))
        return;
    for (int l = 1; l < iteration->nloops; l++)
        count *= moves(&iteration->moving[l], access) ? iteration->trips[l] : 1;
    if (iteration->nloaded < MOST_LOADS)
        iteration->loaded[iteration->nloaded++] = access;
    iteration->loads += count;
    iteration->operations += count;
}

static bool add_indirect(void *context, const Expr *expr)
{
    if (expr->kind == EX_ACCESS)
        add_load(context, expr);
    return true;
}

static int instructions_of(const Expr *call, bool *branches)
{
    enum { HELPER = 8 };
    return call->function ? HELPER : counter_library(call->text, call->type->size > 4, branches);
}

static bool add_operation(void *context, const Expr *expr)
{
    Iteration *iteration = context;
    bool fused = expr->kind == EX_BINARY && expr->op != OP_MUL && type_is_float(expr->type) &&
                 (expr->operands[0]->op == OP_MUL || expr->operands[1]->op == OP_MUL);
    bool computes = expr->kind == EX_BINARY || expr->kind == EX_SELECT;
    if (expr->kind == EX_ACCESS) {
        expr_walk(expr, add_indirect, iteration);
        return false;
    }
    bool branches = computes && expr->op == OP_DIV && type_is_float(expr->type);
    int instructions = expr->kind == EX_CALL ? instructions_of(expr, &branches) : computes - fused;
    iteration->operations += iteration->times * instructions;
    iteration->branches = iteration->branches || branches;
    return true;
}

static void add_statement(Iteration *iteration, const Stmt *stmt)
{
    double before = iteration->operations, times = iteration->times;
    if (!stmt)
        return;
    if (stmt->kind == ST_LOOP) {
        double trips = constant_trips(stmt->loop);
        trips = trips ? trips : UNROLLS;
        if (iteration->nloops == MOST_INNER) {
            iteration->branches = true;
            return;
        }
        iteration->moving[iteration->nloops] = (Moving){.symbols = {stmt->loop->iterator}, .count = 1};
        iteration->trips[iteration->nloops++] = stmt->loop->binding == BIND_VECTOR ? 1 : trips;
        iteration->times *= trips;
        add_statement(iteration, stmt->body);
        iteration->times = times;
        iteration->nloops--;
        return;
    }
    for (int l = 0; l < iteration->nloops; l++)
        look_for_moving(&iteration->moving[l], stmt);
    if (stmt->value)
        expr_walk(stmt->value, add_operation, iteration);
    if (stmt->condition)
        expr_walk(stmt->condition, add_operation, iteration);
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS)
        for (int d = 0; d < stmt->place->noperands; d++)
            expr_walk(stmt->place->operands[d], add_indirect, iteration);
    if (stmt->kind == ST_ASSIGN && stmt->op != OP_NONE) {
        bool fused = stmt->value->kind == EX_BINARY && stmt->value->op == OP_MUL && type_is_float(stmt->value->type);
        iteration->operations += fused ? 0 : times;
        expr_walk(stmt->place, add_indirect, iteration);
    }
    for (int i = 0; i < stmt->nitems; i++)
        add_statement(iteration, stmt->items[i]);
    add_statement(iteration, stmt->body);
    add_statement(iteration, stmt->otherwise);
    iteration->branches =
        iteration->branches || (stmt->kind == ST_IF && iteration->operations - before > PREDICATED * times);
}

static bool unrolls_twice(const Stmt *loop)
{
    Iteration iteration = {.moving = {{.symbols = {loop->loop->iterator}, .count = 1}}, .nloops = 1, .times = 1};
    int64_t step = loop->loop->step->kind == EX_INT ? llabs(loop->loop->step->integer) : 0;
    if (loop->loop->factor || (loop->loop->iterator->type->size > 4 && step == 1)) // in 64 bits
        return false;
    add_statement(&iteration, loop->body);
    return !iteration.branches && iteration.loads > 0 && iteration.loads <= TWICE_LOADS &&
           iteration.operations <= TWICE_OPERATIONS;
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
        return unrolls_twice(loop) ? UNROLLS_TWICE : UNROLLS;
    while (2 * factor <= trips && 2 * factor * body.operations <= PARTLY)
        factor *= 2;
    return factor;
}

int merged_iterations(const Stmt *loop)
{
    double unrolled = unrolled_iterations(loop);
    return unrolled == UNROLLS_TWICE && !loop->loop->copies ? UNROLLS : (int)unrolled;
}
