// Bounds of computed subscripts: `x = (int)u; if (x < 0) x = 0; if (x >= n) x = n - 1; a[x]` touches a[0..n - 1].
//
// An abstract interpretation of the nest. A state maps scalars, and expressions that a condition has compared, to
// intervals (interval.h). A loop's body runs until the state at its head does not change; what still changes then is
// not known. All other statements run once, in order.
#include "analysis/arrays/assume.h"
#include "analysis/arrays/value_range.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/counter_growth.h"
#include "analysis/sets/domain.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/floats.h"
#include "analysis/sets/interval.h"
#include "analysis/sets/known_values.h"

#include <string.h>

enum { MOST_STEPS = 400000, MOST_ROUNDS = 8, MOST_CALLS = 6, MOST_NODES = 4000 };

// Where jumps out of a loop body go.
typedef struct Jumps {
    KnownValues next, after; // of `continue` and `break`
} Jumps;

typedef struct Finder {
    Analysis *analysis;
    Arena *arena;
    const Array *array;
    const Symbol *first, *last;
    RangeQuestions *questions; // that are answered instead of measuring what is touched; or NULL
    KnownValues now;
    Jumps *jumps;      // of the loop around, or NULL
    Interval returned; // by the helper function that is run
    bool returns;      // it has been set
    bool dry;          // only the state is wanted
    int steps, calls;
    bool failed;
} Finder;

// ---- values

static Interval eval(Finder *finder, const Expr *expr);
static void refine(Finder *finder, const Expr *condition, bool truth);
static void run(Finder *finder, const Stmt *stmt, StmtList *out);

static Interval of_access(Finder *finder, const Expr *expr)
{
    const Known *known = known_find(&finder->now, NULL, expr->array);
    if (expr->array->constants && !expr->npath)
        return known_of_table(expr->array);
    return known && !known->empty && !expr->npath ? *known->value : interval_unknown();
}

static Interval of_select(Finder *finder, const Expr *expr)
{
    KnownValues before = known_copy(finder->arena, &finder->now);
    refine(finder, expr->operands[0], true);
    Interval yes = eval(finder, expr->operands[1]);
    finder->now = known_copy(finder->arena, &before);
    refine(finder, expr->operands[0], false);
    Interval no = eval(finder, expr->operands[2]);
    finder->now = before;
    return interval_join(finder->arena, &yes, &no);
}

// fmin and fmax: where one is NaN, the value is the other one.
static Interval of_extreme(Finder *finder, const Expr *call, bool least)
{
    Interval one = eval(finder, call->operands[0]), other = eval(finder, call->operands[1]);
    bool is_one = float_is_number(call->operands[0]), is_other = float_is_number(call->operands[1]);
    if (!is_one && !is_other)
        return interval_join(finder->arena, &one, &other);
    if (!is_one)
        *(least ? &one.high : &one.low) = (Limits){0};
    if (!is_other)
        *(least ? &other.high : &other.low) = (Limits){0};
    return interval_binary(finder->arena, least ? OP_MIN : OP_MAX, &one, &other, call->type);
}

static Interval of_math(Finder *finder, const Expr *call)
{
    static const char *const least[] = {"fmin", "fminf", NULL}, *const most[] = {"fmax", "fmaxf", NULL};
    static const char *const down[] = {"floor", "floorf", NULL};
    static const char *const near[] = {"ceil", "ceilf", "round",     "roundf",     "trunc", "truncf",
                                       "rint", "rintf", "nearbyint", "nearbyintf", NULL};
    bool extreme = float_call_is_one_of(call, least) || float_call_is_one_of(call, most);
    if (extreme && call->noperands == 2)
        return of_extreme(finder, call, float_call_is_one_of(call, least));
    static const char *const size[] = {"fabs", "fabsf", "abs", "labs", "llabs", NULL};
    if (call->noperands == 1 && float_call_is_one_of(call, size)) {
        Interval value = eval(finder, call->operands[0]), negative = interval_negate(finder->arena, &value);
        value = interval_binary(finder->arena, OP_MAX, &value, &negative, call->type);
        value.low = interval_constant(0, 0).low;
        return value;
    }
    bool floors = float_call_is_one_of(call, down);
    if (call->noperands != 1 || !(floors || float_call_is_one_of(call, near)))
        return interval_of_function(call->text);
    Interval value = eval(finder, call->operands[0]);
    for (int i = 0; i < value.high.count; i++) {
        value.high.items[i].constant -= floors && value.high.items[i].open;
        value.high.items[i].open = false;
    }
    return value;
}

static Interval of_call(Finder *finder, const Expr *call)
{
    const Function *function = call->function;
    if (!function)
        return of_math(finder, call);
    if (!function->pure || !function->body || function->nparameters != call->noperands || finder->calls == MOST_CALLS)
        return interval_unknown();
    Finder inner = *finder;
    inner.now = (KnownValues){0};
    inner.jumps = NULL;
    inner.returns = false;
    inner.dry = true;
    inner.calls++;
    for (int i = 0; i < function->nparameters; i++) {
        const Type *type = function->parameters[i]->type;
        if (type->kind == TY_POINTER || !type_is_arithmetic(type))
            continue;
        Interval value = eval(finder, expr_cast(finder->arena, type, call->operands[i]));
        inner.steps = finder->steps;
        known_bind(inner.arena, &inner.now, expr_symbol(finder->arena, function->parameters[i]), &value);
    }
    run(&inner, function->body, NULL);
    finder->steps = inner.steps;
    finder->failed = inner.failed;
    return inner.returns ? inner.returned : interval_unknown();
}

static Interval of_middle(Finder *finder, const Expr *left, const Expr *right)
{
    Expr *difference = expr_binary(finder->arena, OP_SUB, (Expr *)right, (Expr *)left, left->type);
    const Known *apart = known_find(&finder->now, difference, NULL);
    Interval low = eval(finder, left), high = eval(finder, right);
    bool ordered = apart && apart->value->low.count == 1 && !apart->value->low.items[0].base;
    int64_t least = ordered ? apart->value->low.items[0].constant : -1;
    bool positive = low.low.count == 1 && !low.low.items[0].base && low.low.items[0].constant >= 0;
    if (!type_is_signed(left->type) && !(least >= 0 && positive))
        return interval_unknown(); // it may wrap around
    if (least >= 0 && positive) {  // the quotient of a negative sum is rounded up
        Interval below = interval_shift(&high, least >= 1 ? -1 : 0);
        if (!type_is_signed(left->type))
            low = interval_constant(0, 0);
        return (Interval){low.low, below.high};
    }
    return interval_join(finder->arena, &low, &high);
}

// The launcher tests that the divisor is positive.
static bool is_positive(Finder *finder, Expr *divisor)
{
    Expr *quotient =
        expr_binary(finder->arena, OP_DIV, expr_int(finder->arena, 1, divisor->type), divisor, divisor->type);
    bool fixed = divisor->kind != EX_INT && expr_is_invariant(finder->analysis, divisor);
    if (fixed)
        assume_divisors(finder->analysis, quotient);
    return fixed && expr_is_invariant(finder->analysis, quotient);
}

// Of two constants; or by a constant of 1 or more, which leads towards 0.
static Interval of_quotient(Finder *finder, const Interval *dividend, const Expr *left, const Expr *right)
{
    const Expr *one = float_constant(left), *divisor = float_constant(right);
    if (one && divisor && divisor->real != 0)
        return interval_between(one->real / divisor->real - 1e-3, one->real / divisor->real + 1e-3);
    Interval zero = interval_constant(0, 0);
    return divisor && divisor->real >= 1 ? interval_join(finder->arena, dividend, &zero) : interval_unknown();
}

static Interval of_binary(Finder *finder, const Expr *expr)
{
    const Expr *low, *high;
    if (op_is_comparison(expr->op) || op_is_logical(expr->op))
        return interval_constant(0, 1);
    if (type_is_integer(expr->type) && expr_is_middle(expr, &low, &high))
        return of_middle(finder, low, high);
    Interval left = eval(finder, expr->operands[0]), right = eval(finder, expr->operands[1]);
    if (expr->op == OP_DIV && type_is_float(expr->type))
        return of_quotient(finder, &left, expr->operands[0], expr->operands[1]);
    if (expr->op == OP_REM && type_is_signed(expr->type) && is_positive(finder, expr->operands[1]))
        right.low = interval_constant(1, 1).low;
    return interval_binary(finder->arena, expr->op, &left, &right, expr->type);
}

static Interval of_unary(Finder *finder, const Expr *expr)
{
    Interval value = eval(finder, expr->operands[0]);
    if (expr->op == OP_NOT)
        return interval_constant(0, 1);
    if (!type_is_float(expr->type) && !type_is_signed(expr->type))
        return interval_unknown();
    value = interval_negate(finder->arena, &value);
    return expr->op == OP_COMPLEMENT ? interval_shift(&value, -1) : value;
}

static Interval of_node(Finder *finder, const Expr *expr)
{
    Interval value;
    switch (expr->kind) {
    case EX_INT: return interval_constant(expr->integer, expr->integer);
    case EX_FLOAT: return interval_between(expr->real, expr->real);
    case EX_SYMBOL:
        if (expr->symbol->role == SYM_PARAM && type_is_integer(expr->type) && !expr->symbol->is_volatile)
            return interval_value(index_cast(finder->arena, (Expr *)expr));
        return interval_unknown();
    case EX_ACCESS: return of_access(finder, expr);
    case EX_UNARY: return of_unary(finder, expr);
    case EX_BINARY: return of_binary(finder, expr);
    case EX_SELECT: return of_select(finder, expr);
    case EX_CAST:
        value = eval(finder, expr->operands[0]);
        return interval_convert(finder->arena, &value, expr->operands[0]->type, expr->type);
    case EX_CALL: return of_call(finder, expr);
    default: return interval_unknown();
    }
}

static Interval eval(Finder *finder, const Expr *expr)
{
    finder->failed = finder->failed || ++finder->steps > MOST_STEPS;
    if (finder->failed)
        return interval_unknown();
    const Known *known = known_find(&finder->now, expr, NULL);
    Interval value = known ? *known->value : of_node(finder, expr), own = known_of_type(expr->type);
    value.low = value.low.count ? value.low : own.low;
    value.high = value.high.count ? value.high : own.high;
    return value;
}

// ---- conditions

static bool is_fixed(const Expr *expr)
{
    return expr->kind == EX_INT || expr->kind == EX_FLOAT ||
           (expr->kind == EX_SYMBOL && expr->symbol->role == SYM_PARAM);
}

// (unsigned)x < n: x is not negative, unless n is too large for its own type.
static Interval as_signed(Finder *finder, const Interval *limits, const Type *type)
{
    Arena *arena = finder->arena;
    Interval result = {.high = limits->high};
    Expr *high = interval_high(arena, limits);
    if (!high || type->size > 8)
        return (Interval){0};
    int64_t most = (int64_t)(((uint64_t)1 << (8 * type->size - 1)) - 1);
    Expr *fits = expr_binary(arena, OP_LE, high, expr_index(arena, most), type_scalar(TY_I64));
    Interval low = interval_value(
        expr_select(arena, fits, expr_index(arena, 0), expr_index(arena, type->size < 8 ? -most - 1 : -(most >> 2))));
    result.low = low.low;
    return result;
}

static void narrow(Finder *finder, const Expr *expr, const Interval *limits)
{
    int64_t distance;
    if (is_fixed(expr) || !interval_is_known(limits))
        return;
    Interval before = eval(finder, expr), after = interval_narrow(&before, limits);
    known_bind(finder->arena, &finder->now, expr, &after);
    const Expr *operand = expr->noperands ? expr->operands[0] : NULL;
    if (expr->kind == EX_CAST && type_is_integer(expr->type) == type_is_integer(operand->type)) {
        bool finer = type_is_float(operand->type) && expr->type->size > operand->type->size; // x < 0.5 of a float
        bool same = finer || type_widens(operand->type, expr->type);
        bool hides = !same && type_is_signed(operand->type) && expr->type->size >= operand->type->size;
        Interval own = hides ? as_signed(finder, limits, operand->type) : *limits;
        if (same || hides)
            narrow(finder, operand, &own);
    }
    bool moves = expr->kind == EX_BINARY && (expr->op == OP_ADD || expr->op == OP_SUB) && type_is_signed(expr->type);
    if (!moves || !type_is_integer(expr->type))
        return;
    Interval step = eval(finder, expr->operands[1]);
    if (!interval_single(&step, &distance))
        return;
    Interval own = interval_shift(limits, expr->op == OP_ADD ? -distance : distance);
    narrow(finder, operand, &own);
}

static void refine_side(Finder *finder, const Expr *expr, Operator op, const Interval *other)
{
    Interval limits = {0};
    bool whole = type_is_integer(expr->type);
    if (op == OP_LT || op == OP_LE || op == OP_EQ)
        limits.high = other->high;
    if (op == OP_GT || op == OP_GE || op == OP_EQ)
        limits.low = other->low;
    if (whole && (op == OP_LT || op == OP_GT))
        limits = interval_shift(&limits, op == OP_LT ? -1 : 1);
    for (int i = 0; i < limits.high.count && !whole && op == OP_LT; i++)
        limits.high.items[i].open = true;
    narrow(finder, expr, &limits);
}

// right - left is at least that: for the middle of two ends (of_middle).
static void note_distance(Finder *finder, const Expr *left, const Expr *right, Operator op)
{
    bool plain = left->kind == EX_SYMBOL && right->kind == EX_SYMBOL && !is_fixed(left) && !is_fixed(right);
    if (!plain || !type_is_integer(left->type) || (op != OP_LT && op != OP_LE))
        return;
    Expr *difference = expr_binary(finder->arena, OP_SUB, (Expr *)right, (Expr *)left, left->type);
    Interval least = interval_constant(op == OP_LT, op == OP_LT);
    least.high.count = 0;
    known_bind(finder->arena, &finder->now, difference, &least);
}

static void refine_comparison(Finder *finder, const Expr *left, const Expr *right, Operator op)
{
    Interval one = eval(finder, left), other = eval(finder, right);
    refine_side(finder, left, op, &other);
    refine_side(finder, right, op_mirrored(op), &one);
    note_distance(finder, left, right, op);
    note_distance(finder, right, left, op_mirrored(op));
}

// a || b: what holds if a does, and what holds if b alone does.
static void refine_either(Finder *finder, const Expr *condition, bool truth)
{
    KnownValues before = known_copy(finder->arena, &finder->now);
    refine(finder, condition->operands[0], truth);
    KnownValues first = finder->now;
    finder->now = before;
    refine(finder, condition->operands[0], !truth);
    refine(finder, condition->operands[1], truth);
    finder->now = known_join(finder->arena, &first, &finder->now);
}

static void refine(Finder *finder, const Expr *condition, bool truth)
{
    condition = expr_strip_casts(condition);
    if (condition->kind == EX_UNARY && condition->op == OP_NOT)
        refine(finder, condition->operands[0], !truth);
    if (condition->kind != EX_BINARY)
        return;
    const Expr *left = condition->operands[0], *right = condition->operands[1];
    if (condition->op == (truth ? OP_LOGICAL_AND : OP_LOGICAL_OR)) {
        refine(finder, left, truth);
        refine(finder, right, truth);
    }
    if (condition->op == (truth ? OP_LOGICAL_OR : OP_LOGICAL_AND))
        refine_either(finder, condition, truth);
    // !(x < 0) also holds of a NaN, but C leaves undefined to what integer that converts.
    if (op_is_comparison(condition->op))
        refine_comparison(finder, left, right, truth ? condition->op : op_negated(condition->op));
}

// ---- accesses

static bool is_meant(const Limits *limits)
{
    bool meant = limits->count > 0;
    for (int i = 0; i < limits->count; i++)
        meant = meant && !limits->items[i].implied;
    return meant;
}

static bool count_node(void *context, const Expr *expr)
{
    (void)expr;
    return ++*(int *)context <= MOST_NODES;
}

// What the launcher can evaluate stays a condition.
static void add_guarded(Finder *finder, Expr *condition, const StmtList *inside, StmtList *out)
{
    if (!out || !inside->count)
        return;
    Stmt *block = stmt_block(finder->arena, inside->items, inside->count);
    condition = condition && condition->kind == EX_INT && condition->integer ? NULL : condition;
    VECTOR_PUSH(finder->arena, out, condition ? stmt_if(finder->arena, condition, block, NULL) : block);
}

// if (low <= high) { measure low and high }
static void emit_limits(Finder *finder, const Interval *interval, StmtList *out)
{
    Arena *arena = finder->arena;
    Expr *limits[] = {interval_low(arena, interval), interval_high(arena, interval)};
    StmtList inside = {0};
    int nodes = 0;
    for (int i = 0; i < 2; i++) {
        Expr *arguments[] = {expr_symbol(arena, finder->first), expr_symbol(arena, finder->last), limits[i]};
        Expr *call = expr_call(arena, type_scalar(TY_VOID), "crs_measure", NULL, arguments, 3);
        expr_walk(limits[i], count_node, &nodes);
        VECTOR_PUSH(arena, &inside, stmt_evaluate(arena, call));
    }
    finder->failed = finder->failed || nodes > MOST_NODES;
    add_guarded(finder, expr_binary(arena, OP_LE, limits[0], limits[1], type_scalar(TY_I64)), &inside, out);
}

// The subscript, or any within the extent.
static Interval subscript_range(Finder *finder, const Expr *access, int d)
{
    Interval value = eval(finder, access->operands[d]);
    Expr *extent = access->array->extent[d];
    if ((is_meant(&value.low) && is_meant(&value.high)) || !extent || !expr_is_invariant(finder->analysis, extent))
        return value;
    Interval end = interval_value(index_cast(finder->arena, extent)), all = interval_constant(0, 0);
    all.high = interval_shift(&end, -1).high;
    return all;
}

static void note_access(Finder *finder, const Expr *access, StmtList *out)
{
    Arena *arena = finder->arena;
    const Type *index = type_scalar(TY_I64);
    Interval flat = subscript_range(finder, access, 0);
    for (int d = 1; d < access->array->ndim; d++) {
        Interval extent = interval_value(index_cast(arena, access->array->extent[d]));
        Interval subscript = subscript_range(finder, access, d);
        flat = interval_binary(arena, OP_MUL, &flat, &extent, index);
        flat = interval_binary(arena, OP_ADD, &flat, &subscript, index);
    }
    finder->failed = finder->failed || !is_meant(&flat.low) || !is_meant(&flat.high);
    if (!finder->failed)
        emit_limits(finder, &flat, out);
}

static void answer(Finder *finder, const Expr *access)
{
    FOR_EACH(i, finder->questions) {
        RangeQuestion *question = &finder->questions->items[i];
        if (question->access != access)
            continue;
        Interval value = eval(finder, question->value);
        question->answer = question->asked ? interval_join(finder->arena, &question->answer, &value) : value;
        question->asked = true;
    }
}

static void visit(Finder *finder, const Expr *expr, StmtList *out)
{
    if (!expr || finder->dry || finder->failed || finder->now.dead)
        return;
    if (expr_branches(expr)) {
        visit(finder, expr->operands[0], out);
        for (int arm = 1; arm < expr->noperands; arm++) {
            KnownValues before = known_copy(finder->arena, &finder->now);
            refine(finder, expr->operands[0], expr->op != OP_LOGICAL_OR && arm == 1);
            visit(finder, expr->operands[arm], out);
            finder->now = before;
        }
        return;
    }
    for (int i = 0; i < expr->noperands; i++)
        visit(finder, expr->operands[i], out);
    for (int step = 0; step < expr->npath; step++)
        for (int d = 0; d < expr->path[step].field->ndim; d++)
            visit(finder, expr->path[step].subscripts[d], out);
    if (expr->kind == EX_ACCESS && expr->array == finder->array) {
        if (finder->questions)
            answer(finder, expr);
        else
            note_access(finder, expr, out);
    }
    if (expr->kind == EX_ADDRESS && expr->operands[0]->kind == EX_ACCESS && expr->operands[0]->array == finder->array)
        finder->failed = true; // a function goes on from there
}

// ---- statements

static void assign_symbol(Finder *finder, const Symbol *symbol, const Interval *value)
{
    known_forget_symbol(&finder->now, symbol);
    if (!symbol->address_taken && !symbol->is_volatile)
        known_bind(finder->arena, &finder->now, expr_symbol(finder->arena, symbol), value);
}

static void assign_element(Finder *finder, const Expr *place, const Interval *value)
{
    known_forget_accesses(&finder->now);
    Known *known = known_find(&finder->now, NULL, place->array);
    if (known) {
        Interval all = known->empty ? *value : interval_join(finder->arena, known->value, value);
        *known = (Known){.array = place->array, .value = arena_copy(finder->arena, &all, sizeof all)};
    } else if (!place->array->is_volatile) {
        known_bind(finder->arena, &finder->now, place, value);
    }
}

static void run_assign(Finder *finder, const Stmt *stmt, StmtList *out)
{
    Arena *arena = finder->arena;
    const Expr *place = stmt->place;
    visit(finder, stmt->value, out);
    visit(finder, place, out);
    Expr *value = stmt->value;
    if (stmt->op != OP_NONE)
        value = expr_binary(arena, stmt->op, expr_cast(arena, stmt->compute, (Expr *)place), value, stmt->compute);
    Interval result = eval(finder, expr_cast(arena, place->type, value));
    if (place->kind == EX_SYMBOL)
        assign_symbol(finder, place->symbol, &result);
    else
        assign_element(finder, place, &result);
}

// A program that reads the variable before it sets it is wrong.
static void forget_value(Finder *finder, const Symbol *symbol)
{
    Known unset = known_empty(finder->arena, expr_symbol(finder->arena, symbol), NULL);
    known_forget_symbol(&finder->now, symbol);
    if (!symbol->address_taken && !symbol->is_volatile)
        VECTOR_PUSH(finder->arena, &finder->now.items, unset);
}

static void run_declare(Finder *finder, const Stmt *stmt, StmtList *out)
{
    if (stmt->array) {
        Known *known = known_find(&finder->now, NULL, stmt->array);
        Known fresh = known_empty(finder->arena, NULL, stmt->array);
        if (known)
            *known = fresh;
        else
            VECTOR_PUSH(finder->arena, &finder->now.items, fresh);
    }
    if (!stmt->symbol)
        return;
    visit(finder, stmt->value, out);
    if (!stmt->value) {
        forget_value(finder, stmt->symbol);
        return;
    }
    Interval value = eval(finder, expr_cast(finder->arena, stmt->symbol->type, stmt->value));
    assign_symbol(finder, stmt->symbol, &value);
}

static void run_if(Finder *finder, const Stmt *stmt, StmtList *out)
{
    Arena *arena = finder->arena;
    bool invariant = expr_is_invariant(finder->analysis, stmt->condition);
    visit(finder, stmt->condition, out);
    KnownValues before = known_copy(arena, &finder->now), after[2];
    for (int branch = 0; branch < 2; branch++) {
        StmtList inside = {0};
        finder->now = known_copy(arena, &before);
        refine(finder, stmt->condition, branch == 0);
        run(finder, branch == 0 ? stmt->body : stmt->otherwise, &inside);
        after[branch] = finder->now;
        Expr *condition = !invariant    ? NULL
                          : branch == 0 ? stmt->condition
                                        : expr_unary(arena, OP_NOT, stmt->condition);
        add_guarded(finder, condition, &inside, out);
    }
    finder->now = known_join(arena, &after[0], &after[1]);
}

// ---- loops

static void begin_iteration(Finder *finder, const Stmt *stmt, const Interval *iterator, StmtList *out)
{
    if (stmt->kind == ST_WHILE && !stmt->test_after) {
        visit(finder, stmt->condition, out);
        refine(finder, stmt->condition, true);
    }
    if (stmt->kind == ST_LOOP)
        assign_symbol(finder, stmt->loop->iterator, iterator);
}

// The state after an iteration that began with `head`; what `break` leaves is added to `after`.
static KnownValues after_iteration(Finder *finder, const Stmt *stmt, const Interval *iterator, const KnownValues *head,
                                   KnownValues *after, StmtList *out)
{
    Jumps jumps = {known_dead(), known_dead()}, *around = finder->jumps;
    finder->jumps = &jumps;
    finder->now = known_copy(finder->arena, head);
    begin_iteration(finder, stmt, iterator, out);
    run(finder, stmt->body, out);
    finder->jumps = around;
    KnownValues end = known_join(finder->arena, &finder->now, &jumps.next);
    finder->now = known_copy(finder->arena, &end);
    if (stmt->kind == ST_WHILE && stmt->test_after)
        visit(finder, stmt->condition, out);
    *after = known_join(finder->arena, after, &jumps.after);
    if (stmt->kind == ST_LOOP) {
        known_forget_symbol(&end, stmt->loop->iterator);
        known_forget_symbol(after, stmt->loop->iterator);
    }
    return end;
}

static void run_iterations(Finder *finder, const Stmt *stmt, const Interval *iterator, Expr *trips, StmtList *out)
{
    Arena *arena = finder->arena;
    GrowingScalars growing = counter_growth_of(arena, finder->analysis, &finder->now, stmt->body, trips);
    KnownValues before = known_copy(arena, &finder->now), head = known_copy(arena, &before), after = known_dead();
    bool dry = finder->dry, settled = false;
    counter_growth_bind(arena, &head, &growing, false);
    finder->dry = true;
    for (int round = 0; !settled && !finder->failed; round++) {
        after = known_dead();
        KnownValues end = after_iteration(finder, stmt, iterator, &head, &after, NULL);
        KnownValues next = known_join(arena, &before, &end);
        counter_growth_bind(arena, &next, &growing, false);
        settled = known_settle(arena, &head, &next, round >= 2);
        finder->failed = finder->failed || round == MOST_ROUNDS;
    }
    finder->dry = dry;
    if (!dry && !finder->failed)
        after_iteration(finder, stmt, iterator, &head, &after, out);
    finder->now = known_copy(arena, &head);
    counter_growth_bind(arena, &finder->now, &growing, true);
    if (stmt->kind == ST_WHILE && !stmt->test_after)
        refine(finder, stmt->condition, false);
    finder->now = known_join(arena, &finder->now, &after);
}

// The loop's bounds are those of the iterator: it counts as it says, whatever its type.
static bool counts(const Finder *finder, const Loop *loop)
{
    const LoopNode *node = find_loop(finder->analysis, loop->id);
    bool tested = loop->may_wrap || loop->not_equal || loop->tested;
    bool in_helper = !node && finder->calls;
    return (node || in_helper) && !loop->endless && !loop->defines && (!tested || (node && node->bounded));
}

static void run_loop(Finder *finder, const Stmt *stmt, StmtList *out)
{
    Arena *arena = finder->arena;
    const Loop *loop = stmt->loop;
    visit(finder, loop->lower, out);
    visit(finder, loop->upper, out);
    visit(finder, loop->step, out);
    bool rises = loop->step_sign > 0;
    Interval lower = eval(finder, loop->lower), upper = eval(finder, loop->upper), iterator = {0};
    if (counts(finder, loop)) {
        Interval last = interval_shift(&upper, rises ? -1 : 1);
        iterator.low = rises ? lower.low : last.low;
        iterator.high = rises ? last.high : lower.high;
    }
    Expr *low = interval_low(arena, rises ? &lower : &upper), *high = interval_high(arena, rises ? &upper : &lower);
    Expr *runs = low && high ? expr_binary(arena, OP_LT, low, high, type_scalar(TY_I64)) : NULL;
    StmtList inside = {0};
    Expr *trips = low && high && counts(finder, loop) ? index_sub(arena, high, low) : NULL;
    run_iterations(finder, stmt, &iterator, trips, &inside);
    add_guarded(finder, runs, &inside, out);
}

static void run_jump(Finder *finder, const Stmt *stmt)
{
    Jumps *jumps = finder->jumps;
    KnownValues *to = !jumps ? NULL : stmt->kind == ST_BREAK ? &jumps->after : &jumps->next;
    if (to)
        *to = known_join(finder->arena, to, &finder->now);
    finder->failed = finder->failed || !to;
    finder->now = known_dead();
}

static void run_return(Finder *finder, const Stmt *stmt)
{
    Interval value = stmt->value ? eval(finder, stmt->value) : interval_unknown();
    finder->returned = finder->returns ? interval_join(finder->arena, &finder->returned, &value) : value;
    finder->returns = true;
    finder->now = known_dead();
}

static void run(Finder *finder, const Stmt *stmt, StmtList *out)
{
    if (!stmt || finder->failed || finder->now.dead)
        return;
    switch (stmt->kind) {
    case ST_BLOCK:
        for (int i = 0; i < stmt->nitems; i++)
            run(finder, stmt->items[i], out);
        break;
    case ST_LOOP: run_loop(finder, stmt, out); break;
    case ST_WHILE: run_iterations(finder, stmt, NULL, NULL, out); break;
    case ST_ASSIGN: run_assign(finder, stmt, out); break;
    case ST_DECLARE: run_declare(finder, stmt, out); break;
    case ST_IF: run_if(finder, stmt, out); break;
    case ST_BREAK:
    case ST_CONTINUE: run_jump(finder, stmt); break;
    case ST_RETURN: run_return(finder, stmt); break;
    case ST_EVALUATE:
        visit(finder, stmt->value, out);
        finder->now.items.count = 0;
        break;
    default: finder->failed = true;
    }
}

bool value_range_find(Analysis *analysis, const Array *array, RangeQuestions *questions)
{
    Finder finder = {.analysis = analysis, .arena = analysis->arena, .array = array, .questions = questions};
    run(&finder, analysis->nest->body, NULL);
    return !finder.failed;
}

Stmt *value_range_walk(Analysis *analysis, const Array *array, const Symbol *first, const Symbol *last)
{
    Finder finder = {.analysis = analysis, .arena = analysis->arena, .array = array, .first = first, .last = last};
    StmtList items = {0};
    Attempt attempt = begin_attempt(analysis);
    run(&finder, analysis->nest->body, &items);
    bool found = !finder.failed && items.count;
    end_attempt(analysis, &attempt, !found);
    return found ? stmt_block(analysis->arena, items.items, items.count) : NULL;
}
