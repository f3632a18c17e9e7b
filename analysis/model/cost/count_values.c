#include "ir/fold.h"
#include "analysis/model/cost/count_index.h"
#include "analysis/model/cost/count_batches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- lanes

uint32_t counter_lanes(const Counter *counter, const Form *value)
{
    int64_t lane[WARP_SIZE];
    uint32_t set = 0;
    int64_t all;
    if (!value->known)
        return counter->active;
    if (form_is_uniform(counter->variables, value, &all))
        return all ? counter->active : 0;
    form_lanes(counter->variables, value, lane);
    for (int i = 0; i < WARP_SIZE; i++)
        set |= lane[i] ? (uint32_t)1 << i : 0;
    return set & counter->active;
}

// A value that is given lane by lane: a constant, or a variable of its own.
static Form of_lanes(Counter *counter, const Expr *expr, const int64_t *lane)
{
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (int i = 0; i < WARP_SIZE; i++)
        if (counter->active >> i & 1) {
            least = lane[i] < least ? lane[i] : least;
            most = lane[i] > most ? lane[i] : most;
        }
    if (least >= most)
        return form_constant(least == INT64_MAX ? 0 : least);
    int number = variable_of(counter->arena, counter->variables, VARIABLE_PART, expr);
    Variable *variable = &counter->variables->items[number];
    variable->by_lane = true;
    variable->extent = most - least + 1 > variable->extent ? most - least + 1 : variable->extent;
    for (int i = 0; i < WARP_SIZE; i++)
        variable->lane[i] = counter->active >> i & 1 ? lane[i] - least : 0;
    Form form = form_variable(number), base = form_constant(least);
    return form_add(&form, &base, 1);
}

static int64_t operate(Operator op, int64_t left, int64_t right)
{
    bool divides = right != 0 && !(left == INT64_MIN && right == -1);
    switch (op) {
    case OP_MUL: return (int64_t)((uint64_t)left * (uint64_t)right);
    case OP_DIV: return divides ? left / right : 0;
    case OP_REM: return divides ? left % right : 0;
    case OP_FLOOR_DIV: return divides ? fold_floor_div(left, right) : 0;
    case OP_CEIL_DIV: return divides ? fold_ceil_div(left, right) : 0;
    case OP_FLOOR_MOD: return divides ? fold_floor_mod(left, right) : 0;
    case OP_AND: return left & right;
    case OP_OR: return left | right;
    case OP_XOR: return left ^ right;
    case OP_SHL: return (int64_t)((uint64_t)left << (right & 63));
    case OP_SHR: return left >> (right & 63);
    case OP_LOGICAL_AND: return left && right;
    case OP_LOGICAL_OR: return left || right;
    case OP_EQ: return left == right;
    case OP_NE: return left != right;
    case OP_LT: return left < right;
    case OP_LE: return left <= right;
    case OP_GT: return left > right;
    case OP_GE: return left >= right;
    case OP_MIN: return left < right ? left : right;
    case OP_MAX: return left > right ? left : right;
    default: return 0;
    }
}

static Form by_lanes(Counter *counter, const Expr *expr, Operator op, const Form *left, const Form *right)
{
    int64_t l[WARP_SIZE], r[WARP_SIZE];
    if (counter->active && form_is_uniform(counter->variables, left, l) &&
        form_is_uniform(counter->variables, right, r))
        return form_constant(operate(op, l[0], r[0]));
    form_lanes(counter->variables, left, l);
    form_lanes(counter->variables, right, r);
    for (int i = 0; i < WARP_SIZE; i++)
        l[i] = operate(op, l[i], r[i]);
    return of_lanes(counter, expr, l);
}

// ---- quotients: what is a multiple of the divisor for all iterations leaves the rest alone

static Form part_of_quotient(Counter *counter, const Expr *expr, const Form *rest, int64_t divisor, bool remainder)
{
    int64_t least, most, lane[WARP_SIZE];
    form_range(counter->variables, rest, &least, &most);
    int64_t first = remainder ? 0 : fold_floor_div(least, divisor);
    int number = variable_of(counter->arena, counter->variables, VARIABLE_PART, expr);
    Variable *variable = &counter->variables->items[number];
    variable->by_lane = true;
    variable->extent = remainder ? divisor : fold_floor_div(most, divisor) - first + 1;
    form_lanes(counter->variables, rest, lane);
    for (int i = 0; i < WARP_SIZE; i++)
        variable->lane[i] =
            remainder ? lane[i] - divisor * fold_floor_div(lane[i], divisor) : fold_floor_div(lane[i], divisor) - first;
    Form form = form_variable(number), base = form_constant(first);
    return form_add(&form, &base, 1);
}

static Form quotient(Counter *counter, const Expr *expr, const Form *value, int64_t divisor, bool remainder)
{
    Form whole = form_constant(fold_floor_div(value->constant, divisor)), rest = *value;
    rest.count = 0;
    rest.constant = value->constant - divisor * whole.constant;
    for (int t = 0; t < value->count; t++) {
        FormTerm term = value->terms[t];
        bool divides = term.factor % divisor == 0;
        if (divides)
            whole.terms[whole.count++] = (FormTerm){term.variable, term.factor / divisor};
        else
            rest.terms[rest.count++] = term;
    }
    int64_t least, most;
    form_range(counter->variables, &rest, &least, &most);
    if (least >= 0 && most < divisor)
        return remainder ? rest : whole;
    Form part = part_of_quotient(counter, expr, &rest, divisor, remainder);
    return remainder ? part : form_add(&whole, &part, 1);
}

static Form extreme(Counter *counter, const Expr *expr, Operator op, const Form *left, const Form *right)
{
    Form difference = form_add(left, right, -1);
    int64_t lane[WARP_SIZE];
    uint32_t less = 0;
    if (counter->active && form_is_uniform(counter->variables, &difference, lane))
        return (lane[0] < 0) == (op == OP_MIN) ? *left : *right;
    form_lanes(counter->variables, &difference, lane);
    for (int i = 0; i < WARP_SIZE; i++)
        less |= lane[i] < 0 ? (uint32_t)1 << i : 0;
    less &= counter->active;
    if (less == counter->active || !less)
        return (less != 0) == (op == OP_MIN) ? *left : *right;
    return by_lanes(counter, expr, op, left, right);
}

Form counter_known(Counter *counter, const Expr *expr, Operator op, const Form *left, const Form *right)
{
    bool constant = form_is_constant(right);
    switch (op) {
    case OP_ADD: return form_add(left, right, 1);
    case OP_SUB: return form_add(left, right, -1);
    case OP_MUL:
        if (constant || form_is_constant(left))
            return constant ? form_scale(left, right->constant) : form_scale(right, left->constant);
        break;
    case OP_SHL:
        if (constant && right->constant >= 0 && right->constant < 32)
            return form_scale(left, (int64_t)1 << right->constant);
        break;
    case OP_DIV:
    case OP_FLOOR_DIV:
    case OP_REM:
    case OP_FLOOR_MOD:
        if (constant && right->constant > 0 && left->count)
            return quotient(counter, expr, left, right->constant, op == OP_REM || op == OP_FLOOR_MOD);
        break;
    case OP_MIN:
    case OP_MAX: return extreme(counter, expr, op, left, right);
    default: break;
    }
    if (constant && form_is_constant(left))
        return form_constant(operate(op, left->constant, right->constant));
    return by_lanes(counter, expr, op, left, right);
}

// ---- operations on data

// Quotients of numbers in floating point are computed by a fast way, and by another one if that fails.
void counter_operation(Counter *counter, Operator op, const Type *type, bool fused)
{
    WarpCounts *counts = &counter->counts;
    bool real = type_is_float(type), wide = real && type->size > 4;
    double *pipe = wide ? &counts->fp64 : real || op == OP_MUL ? &counts->fma : &counts->alu;
    if (op == OP_DIV || op == OP_REM) { // a reciprocal and its refinement, as measured for functions (below)
        counts->special += counter->weight;
        *pipe += counter->weight * (wide ? 11 : real ? 15 : 12);
        if (real)
            counter_split(counter);
    } else if (op_is_comparison(op) || op == OP_MIN || op == OP_MAX) {
        *(wide ? &counts->fp64 : &counts->alu) += counter->weight;
    } else if (!fused && op != OP_NONE && op != OP_NEG) {
        *pipe += counter->weight;
    }
}

static bool is_product(const Expr *expr)
{
    return expr->kind == EX_BINARY && expr->op == OP_MUL;
}

static bool is_fused(const Expr *expr)
{
    return (expr->op == OP_ADD || expr->op == OP_SUB) &&
           (is_product(expr->operands[0]) || is_product(expr->operands[1]));
}

// The compiler computes it.
static bool is_of_constants(const Expr *expr)
{
    bool constant = expr->kind == EX_INT || expr->kind == EX_FLOAT;
    bool computed = expr->kind == EX_UNARY || expr->kind == EX_BINARY || expr->kind == EX_CAST;
    for (int i = 0; computed && i < expr->noperands; i++)
        computed = is_of_constants(expr->operands[i]);
    return constant || computed;
}

// A quotient that is a product: the divisor is a power of 2.
static bool is_scaling(const Expr *expr)
{
    const Expr *divisor = expr->operands[1];
    while (divisor->kind == EX_CAST)
        divisor = divisor->operands[0];
    double value = divisor->kind == EX_INT ? (double)divisor->integer : divisor->kind == EX_FLOAT ? divisor->real : 0;
    int exponent;
    return expr->op == OP_DIV && type_is_float(expr->type) && fabs(frexp(value, &exponent)) == 0.5;
}

// A part of a value moves with the loops that the value moves with.
static void set_level(const Counter *counter, const Expr *expr, const Form *form, int level)
{
    for (int t = 0; t < form->count; t++) {
        Variable *variable = &counter->variables->items[form->terms[t].variable];
        if (variable->kind == VARIABLE_PART && variable->of == expr)
            variable->depth = level;
    }
}

static Form of_integers(Counter *counter, const Expr *expr, const Form *left, const Form *right)
{
    Form result = counter_known(counter, expr, expr->op, left, right);
    counter_index(counter, expr, left, right);
    set_level(counter, expr, &result, counter_level(counter, left, right));
    return result;
}

// The second operand of && or ||.
static Form decided(Counter *counter, const Expr *expr, const Form *left)
{
    Pending before = counter->pending;
    Form right = counter_value(counter, expr->operands[1]);
    if (!left->known && counter->decides)
        counter_leave(counter, &before);
    return right;
}

static Form binary(Counter *counter, const Expr *expr)
{
    Form left = counter_value(counter, expr->operands[0]);
    if (op_is_logical(expr->op) && form_is_constant(&left) && (left.constant != 0) == (expr->op == OP_LOGICAL_OR))
        return form_constant(expr->op == OP_LOGICAL_OR);
    Form right = op_is_logical(expr->op) ? decided(counter, expr, &left) : counter_value(counter, expr->operands[1]);
    if (left.known && right.known && type_is_integer(expr->operands[0]->type))
        return of_integers(counter, expr, &left, &right);
    if (!is_of_constants(expr))
        counter_operation(counter, is_scaling(expr) ? OP_MUL : expr->op, expr->operands[0]->type, is_fused(expr));
    return form_unknown();
}

// ---- calls

// Instructions of functions of the C library for numbers of 4 and of 8 bytes (clocks that a multiprocessor of an H200
// takes for a warp of them, times 4, of nvcc 13).
typedef struct Library {
    const char *name;
    int single, wide;
    bool branches; // that of 4 bytes
} Library;

int counter_library(const char *name, bool wide, bool *branches)
{
    enum { POLYNOMIAL = 8, WIDE_POLYNOMIAL = 28 };
    static const Library library[] = {{"sqrt", 11, 13, true},   {"rsqrt", 7, 9, false}, {"exp", 9, 24, false},
                                      {"exp2", 9, 24, false},   {"log", 33, 48, false}, {"log2", 33, 48, false},
                                      {"log10", 33, 48, false}, {"sin", 27, 28, true},  {"cos", 27, 28, true},
                                      {"pow", 80, 126, true},   {"tanh", 19, 37, false}};
    static const char builtin[] = "__builtin_";
    name += strncmp(name, builtin, sizeof builtin - 1) == 0 ? sizeof builtin - 1 : 0;
    size_t length = strlen(name);
    length -= length > 0 && !wide && name[length - 1] == 'f';
    for (size_t i = 0; i < sizeof library / sizeof *library; i++)
        if (strlen(library[i].name) == length && strncmp(library[i].name, name, length) == 0) {
            *branches = wide || library[i].branches;
            return wide ? library[i].wide : library[i].single;
        }
    *branches = false;
    return wide ? WIDE_POLYNOMIAL : POLYNOMIAL;
}

static Form call(Counter *counter, const Expr *expr)
{
    enum { DEEPEST = 4 };
    Form arguments[16];
    int count = expr->noperands < 16 ? expr->noperands : 16;
    for (int i = 0; i < count; i++)
        arguments[i] = counter_value(counter, expr->operands[i]);
    const Function *function = expr->function;
    bool wide = expr->type->size > 4;
    if (!function && strncmp(expr->text, "crs_byte_pair", 13) == 0) { // of two bytes: one instruction
        counter->counts.alu += counter->weight;
        return form_unknown();
    }
    if (!function) {
        bool one = strncmp(expr->text, "crs_", 4) == 0; // an approximation of the prelude: one instruction
        bool branches = false;
        int arithmetic = one ? 1 : counter_library(expr->text, wide, &branches) - 1;
        *(wide ? &counter->counts.fp64 : &counter->counts.fma) += arithmetic * counter->weight;
        counter->counts.special += strcmp(expr->text, "crs_plus_square") == 0 ? 0 : counter->weight;
        if (branches)
            counter_split(counter);
        return form_unknown();
    }
    for (int i = 0; i < count && i < function->nparameters; i++)
        counter_set(counter, function->parameters[i], &arguments[i]);
    if (counter->calls++ < DEEPEST)
        counter_walk(counter, function->body);
    counter->calls--;
    return form_unknown();
}

// Arrays begin at multiples of 256 bytes.
static Form alignment(Counter *counter, const Expr *expr)
{
    const Expr *access = expr->operands[0]->operands[0];
    Form address = counter_address(counter, access);
    int64_t lane[WARP_SIZE], of = expr->operands[1]->integer, size = access->array->element->size;
    if (!address.known || of <= 0)
        return form_constant(expr->intrinsic == IN_ALIGNED);
    form_lanes(counter->variables, &address, lane);
    for (int i = 0; i < WARP_SIZE; i++) {
        int64_t beyond = lane[i] - of * fold_floor_div(lane[i], of);
        lane[i] = expr->intrinsic == IN_ALIGNED ? beyond == 0 : (of - beyond) % of / size;
    }
    return of_lanes(counter, expr, lane);
}

// Results are in registers, and so are factors.
static Form products(Counter *counter, const Expr *expr)
{
    for (int i = 0; i < expr->noperands; i++)
        counter_value(counter,
                      expr->operands[i]->kind == EX_ADDRESS ? expr->operands[i]->operands[0] : expr->operands[i]);
    counter->counts.tensor64 += PRODUCTS_OF_LANE * counter->weight;
    return form_unknown();
}

static Form intrinsic(Counter *counter, const Expr *expr)
{
    int which = (int)expr->intrinsic;
    if (which >= IN_THREAD_X && which <= IN_THREAD_Z)
        return form_variable(FIRST_THREAD + which - IN_THREAD_X);
    if (which >= IN_BLOCK_X && which <= IN_BLOCK_Z)
        return form_variable(FIRST_BLOCK + which - IN_BLOCK_X);
    if (which >= IN_BLOCK_DIM_X && which <= IN_BLOCK_DIM_Z)
        return form_constant(counter->shape->block[which - IN_BLOCK_DIM_X]);
    if (which >= IN_GRID_DIM_X && which <= IN_GRID_DIM_Z)
        return form_constant(counter->shape->grid[which - IN_GRID_DIM_X]);
    switch (expr->intrinsic) {
    case IN_ALIGNED:
    case IN_TO_ALIGNED: return alignment(counter, expr);
    case IN_LAST_BLOCK:
        counter->counts.tickets += counter->weight;
        return form_variable(variable_of(counter->arena, counter->variables, VARIABLE_LAST, expr));
    case IN_NEXT_TURN: return form_variable(FIRST_BLOCK); // as if blocks began in the order of their numbers
    case IN_LOAD_ANY:
    case IN_LOAD_INSIDE:
    case IN_LOAD_ANY_WORDS:
        counter_access_any(counter, expr->operands[1]->operands[0], expr->operands[2]->integer, false);
        return form_unknown();
    case IN_LOAD_LANES:
    case IN_LOAD_WORDS:
        counter_access(counter, expr->operands[1]->operands[0], expr->operands[2]->integer, false, false);
        return form_unknown();
    case IN_STORE_ANY:
        counter_access_any(counter, expr->operands[0]->operands[0], expr->operands[2]->integer, true);
        return form_unknown();
    case IN_STORE_LANES:
    case IN_STORE_SOME:
    case IN_STORE_WORDS:
        counter_access(counter, expr->operands[0]->operands[0], expr->operands[2]->integer, true, false);
        return form_unknown();
    case IN_OFFERED: counter_access(counter, expr->operands[0]->operands[0], 1, false, false); return form_unknown();
    case IN_ADD_PRODUCTS: return products(counter, expr);
    case IN_COPIES_WAIT:
    case IN_COPIES_CLOSE:
    case IN_THREADFENCE: counter->counts.control += counter->weight; return form_unknown();
    default: break;
    }
    for (int i = 0; i < expr->noperands; i++)
        if (expr->operands[i]->kind == EX_ADDRESS)
            counter_access(counter, expr->operands[i]->operands[0], 1, true, true);
        else
            counter_value(counter, expr->operands[i]);
    counter->counts.memory += counter->weight;
    return form_unknown();
}

// ---- all

void counter_set(Counter *counter, const Symbol *symbol, const Form *value)
{
    FOR_EACH(i, &counter->known) {
        Known *known = &counter->known.items[i];
        if (known->symbol != symbol)
            continue;
        form_copy(&known->value, value);
        known->defined = NULL;
        return;
    }
    Known known = {symbol, *value, NULL};
    VECTOR_PUSH(counter->arena, &counter->known, known);
}

void counter_define(Counter *counter, const Symbol *symbol, const Expr *value)
{
    FOR_EACH(i, &counter->known)
        if (counter->known.items[i].symbol == symbol)
            counter->known.items[i].defined = value;
}

static Form symbol_value(const Counter *counter, const Symbol *symbol)
{
    FOR_EACH(i, &counter->known)
        if (counter->known.items[i].symbol == symbol)
            return form_copied(&counter->known.items[i].value);
    FOR_EACH(i, &counter->sizes->values)
        if (counter->sizes->values.items[i].symbol == symbol)
            return form_constant(counter->sizes->values.items[i].value);
    return form_unknown();
}

// The larger or the smaller one of two values, which are computed once: one instruction for integers, a comparison and
// a choice for numbers in floating point, of which neither may be one.
static bool is_extreme(const Expr *expr)
{
    const Expr *condition = expr->operands[0], *yes = expr->operands[1], *no = expr->operands[2];
    bool orders = condition->kind == EX_BINARY && (condition->op == OP_LT || condition->op == OP_LE ||
                                                   condition->op == OP_GT || condition->op == OP_GE);
    if (!orders)
        return false;
    const Expr *left = condition->operands[0], *right = condition->operands[1];
    return (expr_equal(left, yes) && expr_equal(right, no)) || (expr_equal(left, no) && expr_equal(right, yes));
}

static bool find_load(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || (expr->kind == EX_ACCESS && expr->array->space != SPACE_REGISTER);
    return !*found;
}

static bool loads(const Expr *expr)
{
    bool found = false;
    expr_walk(expr, find_load, &found);
    return found;
}

// A value that is computed in a branch, since it is loaded.
static Form in_branch(Counter *counter, const Expr *expr, bool large)
{
    double counted = count_instructions(&counter->counts);
    int64_t computed = counter->computed.count;
    Pending before = counter->pending;
    counter->branches++;
    Form value = counter_value(counter, expr);
    counter_leave_branch(counter);
    bool skipped = count_instructions(&counter->counts) - counted > PREDICATED * counter->weight;
    if (large || skipped)
        counter_leave(counter, &before);
    if (skipped)
        counter_forget_side(counter, computed);
    return value;
}

static bool add_operation(void *context, const Expr *expr)
{
    *(int *)context += expr->noperands > 0;
    return true;
}

// A choice of numbers in floating point in one of whose values is another one that loads: nvcc does not compute both
// values of these.
static bool is_nested(const Expr *expr)
{
    for (int i = 1; type_is_float(expr->type) && i < 3; i++) {
        const Expr *value = expr_strip_casts(expr->operands[i]);
        if (value->kind == EX_SELECT && (loads(value->operands[1]) || loads(value->operands[2])))
            return true;
    }
    return false;
}

static Form selected(Counter *counter, const Expr *expr)
{
    bool extreme_value = is_extreme(expr), branches = loads(expr->operands[1]) || loads(expr->operands[2]);
    int operations = 0;
    expr_walk(expr->operands[1], add_operation, &operations);
    expr_walk(expr->operands[2], add_operation, &operations);
    bool large = operations > PREDICATED;
    counter->decides = branches && large;
    Form condition = counter_value(counter, expr->operands[0]);
    counter->decides = false;
    if (!condition.known && extreme_value) {
        bool real = type_is_float(expr->operands[0]->operands[0]->type);
        counter->counts.alu += real ? counter->weight : 0;
        return form_unknown();
    }
    uint32_t lanes = counter_lanes(counter, &condition);
    if (condition.known && (!lanes || lanes == counter->active))
        return counter_value(counter, expr->operands[lanes ? 1 : 2]);
    if (branches && !condition.known) {
        counter->counts.control += counter->weight;
        if (is_nested(expr))
            counter_split(counter);
        in_branch(counter, expr->operands[1], large);
        in_branch(counter, expr->operands[2], large);
        return form_unknown();
    }
    Form yes = counter_value(counter, expr->operands[1]), no = counter_value(counter, expr->operands[2]);
    if (!condition.known || !yes.known || !no.known) {
        counter->counts.alu += counter->weight;
        return form_unknown();
    }
    int64_t first[WARP_SIZE], second[WARP_SIZE];
    form_lanes(counter->variables, &yes, first);
    form_lanes(counter->variables, &no, second);
    for (int i = 0; i < WARP_SIZE; i++)
        first[i] = lanes >> i & 1 ? first[i] : second[i];
    return of_lanes(counter, expr, first);
}

static Form converted(Counter *counter, const Expr *expr)
{
    Form value = counter_value(counter, expr->operands[0]);
    const Type *from = expr->operands[0]->type, *to = expr->type;
    bool real = type_is_float(from) || type_is_float(to);
    if (!real)
        return value;
    if (from->size != to->size || type_is_float(from) != type_is_float(to))
        counter->counts.convert += is_of_constants(expr) ? 0 : counter->weight;
    return form_unknown();
}

static Form unary(Counter *counter, const Expr *expr)
{
    Form value = counter_value(counter, expr->operands[0]), zero = form_constant(0);
    if (value.known && expr->op == OP_NEG)
        return form_scale(&value, -1);
    if (value.known && expr->op == OP_NOT)
        return by_lanes(counter, expr, OP_EQ, &value, &zero);
    if (!value.known && expr->op != OP_NEG)
        counter->counts.alu += counter->weight;
    return form_unknown();
}

Form counter_value(Counter *counter, const Expr *expr)
{
    switch (expr->kind) {
    case EX_INT: return form_constant(expr->integer);
    case EX_SYMBOL: return symbol_value(counter, expr->symbol);
    case EX_ACCESS: counter_access(counter, expr, 1, false, false); return form_unknown();
    case EX_UNARY: return unary(counter, expr);
    case EX_BINARY: return binary(counter, expr);
    case EX_SELECT: return selected(counter, expr);
    case EX_CAST: return converted(counter, expr);
    case EX_CALL: return call(counter, expr);
    case EX_INTRINSIC: return intrinsic(counter, expr);
    case EX_FLOAT:
    case EX_ADDRESS: break;
    }
    return form_unknown();
}
