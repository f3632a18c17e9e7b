// look_back: what a thread, a warp or a tile knows of its iterations, and how it is combined; factors that depend on
// the number of iterations alone (contracts in look_back_values.h).
#include "transform/scan/look_back_values.h"
#include "transform/reduction/operator.h"
#include "transform/tree/query.h"

#include <math.h>

// ---- values of several iterations

bool skips(const LookBack *scan, int component)
{
    return scan->inside && scan->components[component].steady;
}

// place = factor * place + term; numbers up to 1 have no product that overflows.
static Stmt *scaled(const LookBack *scan, int value, Expr *place, Expr *factor, Expr *term)
{
    const DividedValue *divided = &scan->divided->values[value];
    const Type *type = recurrence_type(divided->update->type, factor);
    const Expr *steady = divided->steady;
    if (!steady || steady->kind != EX_FLOAT || !(fabs(steady->real) <= 1))
        return recurrence(scan->arena, type, place, factor, term);
    Expr *product = expr_binary(scan->arena, OP_MUL, expr_cast(scan->arena, type, factor),
                                expr_cast(scan->arena, type, place), type);
    Expr *sum = expr_binary(scan->arena, OP_ADD, product, expr_cast(scan->arena, type, term), type);
    return stmt_assign(scan->arena, place, OP_NONE, expr_cast(scan->arena, place->type, sum), NULL);
}

// `forgets`: the right value may have been set, and then the left one does not matter.
static void combine_value(const LookBack *scan, int value, Symbol *const *left, Expr *const *right, bool whole,
                          bool forgets, StmtList *out)
{
    Arena *arena = scan->arena;
    const Reduction *update = scan->divided->values[value].update;
    int factor = scan->factors[value], set = forgets ? scan->sets[value] : 0;
    bool steady = factor && skips(scan, factor);
    Expr *place = expr_symbol(arena, left[value]);
    Stmt *added = NULL;
    if (factor)
        added = scaled(scan, value, place, steady ? scan->spans[value] : right[factor], right[value]);
    else if (update->op != OP_NONE)
        added = reduction_accumulate(arena, update, place, right[value]);
    if (set)
        added = stmt_if(arena,
                        expr_binary(arena, OP_NE, right[set], expr_int(arena, 0, right[set]->type), right[set]->type),
                        stmt_assign(arena, place, OP_NONE, right[value], NULL), added);
    if (added)
        VECTOR_PUSH(arena, out, added);
    if (factor && whole && !steady) {
        const Type *type = recurrence_type(update->type, right[factor]);
        Expr *own = expr_symbol(arena, left[factor]);
        Expr *product =
            expr_binary(arena, OP_MUL, expr_cast(arena, type, own), expr_cast(arena, type, right[factor]), type);
        VECTOR_PUSH(arena, out, stmt_assign(arena, own, OP_NONE, expr_cast(arena, own->type, product), NULL));
    }
    if (set && whole) {
        Expr *own = expr_symbol(arena, left[set]);
        Expr *either = expr_binary(arena, OP_OR, own, right[set], own->type);
        VECTOR_PUSH(arena, out, stmt_assign(arena, own, OP_NONE, either, NULL));
    }
}

void combine(const LookBack *scan, Symbol *const *left, Expr *const *right, bool whole, StmtList *out)
{
    for (int r = 0; r < scan->divided->count; r++)
        combine_value(scan, r, left, right, whole, true, out);
}

void combine_added(const LookBack *scan, int value, Symbol *const *left, Expr *const *right, StmtList *out)
{
    combine_value(scan, value, left, right, true, false, out);
}

Symbol *local(const LookBack *scan, const char *stem, const char *suffix, const Type *type)
{
    return nest_symbol(scan->state->nest, suffix ? intern_printf("%s_%s", stem, suffix) : stem, type, SYM_LOCAL);
}

void declare_neutral(const LookBack *scan, const char *suffix, Symbol **made, StmtList *out)
{
    for (int c = 0; c < scan->count; c++) {
        const Component *component = &scan->components[c];
        made[c] = NULL;
        if (skips(scan, c))
            continue;
        made[c] = local(scan, component->own->name, suffix, component->type);
        VECTOR_PUSH(scan->arena, out, stmt_declare(scan->arena, made[c], component->neutral));
    }
}

void values_of(const LookBack *scan, Symbol *const *symbols, Expr **values)
{
    for (int c = 0; c < scan->count; c++)
        values[c] = skips(scan, c) ? NULL : expr_symbol(scan->arena, symbols[c]);
}

Stmt *set_symbol(const LookBack *scan, const Symbol *symbol, Expr *value)
{
    return stmt_assign(scan->arena, expr_symbol(scan->arena, symbol), OP_NONE, value, NULL);
}

Expr *less(const LookBack *scan, Operator op, Expr *left, Expr *right)
{
    return expr_binary(scan->arena, op, left, right, type_scalar(TY_I64));
}

Stmt *where(const LookBack *scan, Expr *condition, const StmtList *items)
{
    return stmt_if(scan->arena, condition, block_of(scan, items), NULL);
}

Expr *element_at(const LookBack *scan, const Array *array, Expr *at)
{
    return expr_access(scan->arena, array, &at);
}

// ---- of lanes

static void shuffle_component(const LookBack *scan, int component, Intrinsic intrinsic, Symbol *const *from,
                              int64_t distance, Symbol *const *to, StmtList *out)
{
    if (skips(scan, component))
        return;
    Expr *operands[] = {expr_symbol(scan->arena, from[component]),
                        expr_int(scan->arena, distance, type_scalar(TY_U32))};
    const Type *type = scan->components[component].type;
    VECTOR_PUSH(scan->arena, out,
                set_symbol(scan, to[component], expr_intrinsic(scan->arena, intrinsic, type, operands, 2)));
}

void shuffle(const LookBack *scan, Intrinsic intrinsic, Symbol *const *from, int64_t distance, Symbol *const *to,
             StmtList *out)
{
    for (int c = 0; c < scan->count; c++)
        shuffle_component(scan, c, intrinsic, from, distance, to, out);
}

void shuffle_added(const LookBack *scan, Intrinsic intrinsic, Symbol *const *from, int64_t distance, Symbol *const *to,
                   StmtList *out)
{
    for (int c = 0; c < scan->count; c++)
        if (scan->components[c].kind != SET)
            shuffle_component(scan, c, intrinsic, from, distance, to, out);
}

void set_all(const LookBack *scan, Symbol *const *to, Expr *const *values, StmtList *out)
{
    for (int c = 0; c < scan->count; c++)
        if (!skips(scan, c))
            VECTOR_PUSH(scan->arena, out, set_symbol(scan, to[c], values[c]));
}

Symbol *declared(const LookBack *scan, const char *name, Expr *value, StmtList *out)
{
    Symbol *made = nest_symbol(scan->state->nest, name, value->type, SYM_LOCAL);
    VECTOR_PUSH(scan->arena, out, stmt_declare(scan->arena, made, value));
    return made;
}

Expr *last_set(const LookBack *scan, const Symbol *set, Expr *lane)
{
    const Type *type = type_scalar(TY_I32);
    Expr *operands[] = {expr_symbol(scan->arena, set), expr_cast(scan->arena, type, lane)};
    return expr_intrinsic(scan->arena, IN_LAST_SET, type, operands, 2);
}

// All lanes know at once where values are set: what lanes before the last such one have is not combined.
void scan_lanes(LookBack *scan, Symbol *const *own, Symbol *const *other, StmtList *out)
{
    Arena *arena = scan->arena;
    Expr *mine[MAX_COMPONENTS], *sum[MAX_COMPONENTS];
    Symbol *last[MAX_RUNNING] = {NULL}, *reach[MAX_RUNNING] = {NULL};
    values_of(scan, own, mine);
    values_of(scan, other, sum);
    for (int r = 0; r < scan->divided->count; r++) {
        Symbol *set = scan->sets[r] ? own[scan->sets[r]] : NULL;
        if (!set)
            continue;
        last[r] = declared(scan, intern_printf("%s_last", set->name), last_set(scan, set, scan->lane), out);
        Expr *first = index_max(arena, index_cast(arena, expr_symbol(arena, last[r])), expr_index(arena, 0));
        Expr *before = expr_cast(arena, type_scalar(TY_I32), index_sub(arena, scan->lane, first));
        reach[r] = declared(scan, intern_printf("%s_reach", set->name), before, out);
    }
    for (int64_t distance = 1; distance < scan->width; distance *= 2) {
        StmtList joined = {0};
        Expr *beyond = expr_index(arena, distance), *far = less(scan, OP_GE, scan->lane, beyond);
        shuffle_added(scan, IN_SHUFFLE_UP, own, distance, other, out);
        span_iterations(scan, scan->lanes * distance);
        for (int r = 0; r < scan->divided->count; r++) {
            StmtList items = {0};
            int factor = scan->factors[r];
            combine_added(scan, r, other, mine, &items);
            VECTOR_PUSH(arena, &items, set_symbol(scan, own[r], sum[r]));
            if (factor && !skips(scan, factor))
                VECTOR_PUSH(arena, &items, set_symbol(scan, own[factor], sum[factor]));
            if (reach[r])
                VECTOR_PUSH(
                    arena, out,
                    where(scan, less(scan, OP_GE, index_cast(arena, expr_symbol(arena, reach[r])), beyond), &items));
            else
                VECTOR_PUSH(arena, &joined, block_of(scan, &items));
        }
        if (joined.count)
            VECTOR_PUSH(arena, out, where(scan, far, &joined));
    }
    for (int r = 0; r < scan->divided->count; r++)
        if (last[r])
            VECTOR_PUSH(arena, out,
                        set_symbol(scan, own[scan->sets[r]],
                                   expr_binary(arena, OP_GE, expr_symbol(arena, last[r]),
                                               expr_int(arena, 0, type_scalar(TY_I32)), type_scalar(TY_I32))));
}

void sum_lanes(const LookBack *scan, Symbol *const *own, Symbol *const *other, StmtList *out)
{
    Expr *later[MAX_COMPONENTS];
    values_of(scan, other, later);
    for (int64_t distance = 1; distance < scan->width; distance *= 2) {
        shuffle(scan, IN_SHUFFLE_DOWN, own, distance, other, out);
        combine(scan, own, later, true, out);
    }
}

// ---- steady factors

static Expr *product(LookBack *scan, int value, Expr *left, Expr *right, int64_t count, StmtList *out)
{
    const Component *component = &scan->components[scan->factors[value]];
    Arena *arena = scan->arena;
    Expr *made = expr_binary(arena, OP_MUL, left, right, left->type);
    Symbol *symbol = nest_symbol(scan->state->nest, intern_printf("%s_%lld", component->own->name, (long long)count),
                                 made->type, SYM_LOCAL);
    VECTOR_PUSH(arena, out, stmt_declare(arena, symbol, made));
    Power power = {value, count, expr_symbol(arena, symbol)};
    VECTOR_PUSH(arena, &scan->powers, power);
    return power.product;
}

Expr *power_of(const LookBack *scan, int value, int64_t count)
{
    FOR_EACH(i, &scan->powers)
        if (scan->powers.items[i].value == value && scan->powers.items[i].count == count)
            return scan->powers.items[i].product;
    return NULL;
}

// Squares, and products of those that the binary digits of `count` select.
static void multiply_powers(LookBack *scan, int value, int64_t from, int64_t count, StmtList *out)
{
    Expr *square = power_of(scan, value, from), *made = NULL;
    int64_t have = 0;
    for (int64_t digit = 1; digit <= count / from; digit *= 2) {
        Expr *known = power_of(scan, value, from * digit);
        square = known ? known : product(scan, value, square, square, from * digit, out);
        if (!(count / from & digit))
            continue;
        have += from * digit;
        known = power_of(scan, value, have);
        made = known ? known : product(scan, value, made, square, have, out);
    }
}

void declare_powers(LookBack *scan, StmtList *out)
{
    Arena *arena = scan->arena;
    int64_t round = scan->width * scan->lanes, warp = round * scan->rounds;
    for (int r = 0; r < scan->divided->count; r++) {
        Expr *factor = scan->divided->values[r].steady;
        if (!scan->components[scan->factors[r]].steady)
            continue;
        Power one = {r, 1, factor};
        VECTOR_PUSH(arena, &scan->powers, one);
        multiply_powers(scan, r, 1, round, out);
        multiply_powers(scan, r, round, warp, out);
        multiply_powers(scan, r, warp, warp * (scan->threads / scan->width), out);
        Expr *number = expr_float(arena, 1, factor->type), *lanes = number;
        for (int64_t lane = 1; lane < scan->width; lane *= 2) {
            Expr *digit = expr_binary(arena, OP_DIV, scan->lane, expr_index(arena, lane), scan->lane->type);
            digit = expr_binary(arena, OP_REM, digit, expr_index(arena, 2), digit->type);
            Expr *set = expr_binary(arena, OP_NE, digit, expr_index(arena, 0), type_scalar(TY_I64));
            Expr *power = expr_select(arena, set, power_of(scan, r, scan->lanes * lane), number);
            lanes = lane == 1 ? power : expr_binary(arena, OP_MUL, lanes, power, power->type);
        }
        const char *name = scan->components[scan->factors[r]].own->name;
        scan->of_lanes[r] = nest_symbol(scan->state->nest, intern_printf("%s_lanes", name), lanes->type, SYM_LOCAL);
        VECTOR_PUSH(arena, out, stmt_declare(arena, scan->of_lanes[r], lanes));
    }
}

void span_iterations(LookBack *scan, int64_t count)
{
    for (int r = 0; r < scan->divided->count; r++)
        scan->spans[r] = power_of(scan, r, count);
}

void steady_values(const LookBack *scan, int64_t count, Expr **values)
{
    for (int r = 0; r < scan->divided->count; r++) {
        const Component *component = &scan->components[scan->factors[r]];
        if (component->steady)
            values[scan->factors[r]] = expr_cast(scan->arena, component->type, power_of(scan, r, count));
    }
}
