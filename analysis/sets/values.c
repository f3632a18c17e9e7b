// The values of integer scalars at the current statement of the walk over the nest, as expressions of iterators and
// parameters. `xx = x + d; if (xx < 0) xx = 0;` makes xx a conditional expression that subscripts can be read through.
//
// A condition on data has an unknown value: of xx only the two values are known between which it chooses.
//
// At a loop or a while, the values that it writes are forgotten, both before it (an earlier iteration may have written
// them) and after it.
#include "analysis/sets/symbols.h"
#include "analysis/sets/values.h"

enum { LARGEST_VALUE = 120 }; // nodes: beyond, nothing would be won

static int index_of(const Analysis *analysis, const Symbol *symbol)
{
    FOR_EACH(i, &analysis->values)
        if (analysis->values.items[i].symbol == symbol)
            return i;
    return -1;
}

const Expr *values_current(const Analysis *analysis, const Symbol *symbol)
{
    int index = index_of(analysis, symbol);
    return index < 0 ? NULL : analysis->values.items[index].value;
}

static void forget(Analysis *analysis, const Symbol *symbol)
{
    int index = index_of(analysis, symbol);
    if (index >= 0)
        analysis->values.items[index] = analysis->values.items[--analysis->values.count];
}

static void bind(Analysis *analysis, const Symbol *symbol, Expr *value)
{
    forget(analysis, symbol);
    CurrentValue current = {symbol, value};
    VECTOR_PUSH(analysis->arena, &analysis->values, current);
}

static Expr *substitute(void *context, Expr *expr)
{
    if (expr->kind != EX_SYMBOL)
        return expr;
    const Expr *value = symbol_definition(context, expr->symbol), *current = values_current(context, expr->symbol);
    return value ? (Expr *)value : current ? (Expr *)current : expr;
}

typedef struct ValueTest {
    const Analysis *analysis;
    int nodes;
    bool plain;
} ValueTest;

// A value of which nothing is known, as it is chosen by data.
static Expr *unknown_value(Analysis *analysis)
{
    Symbol *symbol = ARENA_NEW(analysis->arena, Symbol);
    *symbol = (Symbol){.name = "unknown", .type = type_scalar(TY_I32), .role = SYM_LOCAL};
    return expr_symbol(analysis->arena, symbol);
}

static bool is_unknown(const Analysis *analysis, const Expr *expr)
{
    return expr->kind == EX_SYMBOL && expr->symbol->role == SYM_LOCAL && !symbol_info(analysis, expr->symbol);
}

typedef struct Search {
    const Analysis *analysis;
    bool found;
} Search;

static bool look_for_unknown(void *context, const Expr *expr)
{
    Search *search = context;
    search->found = search->found || is_unknown(search->analysis, expr);
    return !search->found;
}

bool value_is_certain(const Analysis *analysis, const Expr *value)
{
    Search search = {analysis, false};
    expr_walk(value, look_for_unknown, &search);
    return !search.found;
}

static bool test_value(void *context, const Expr *expr)
{
    ValueTest *test = context;
    bool symbol = expr->kind == EX_SYMBOL && !expr->symbol->is_volatile &&
                  (expr->symbol->role == SYM_PARAM || expr->symbol->role == SYM_ITERATOR);
    bool operator= expr->kind == EX_INT || expr->kind == EX_UNARY || expr->kind == EX_BINARY ||
        expr->kind == EX_SELECT || expr->kind == EX_CAST;
    bool constant = expr->kind == EX_ACCESS && expr->array->constants;
    bool known = symbol || operator|| constant || is_unknown(test->analysis, expr);
    test->plain = test->plain && type_is_integer(expr->type) && known && ++test->nodes <= LARGEST_VALUE;
    return test->plain;
}

// The value in terms of iterators and parameters, NULL: it is none.
static Expr *plain_value(Analysis *analysis, Expr *value)
{
    value = expr_rewrite(analysis->arena, value, substitute, analysis);
    ValueTest test = {analysis, 0, true};
    expr_walk(value, test_value, &test);
    return test.plain ? value : NULL;
}

static bool is_tracked(const Symbol *symbol)
{
    return type_is_integer(symbol->type) && !symbol->address_taken && !symbol->is_volatile;
}

void values_assigned(Analysis *analysis, const Symbol *symbol, Operator op, Expr *value, const Type *compute)
{
    Arena *arena = analysis->arena;
    if (op != OP_NONE && type_is_integer(compute))
        value = expr_binary(arena, op, expr_cast(arena, compute, expr_symbol(arena, symbol)), value, compute);
    bool fine = value && is_tracked(symbol) && type_is_integer(value->type);
    Expr *plain = fine ? plain_value(analysis, expr_cast(arena, symbol->type, value)) : NULL;
    if (plain)
        bind(analysis, symbol, plain);
    else
        forget(analysis, symbol);
}

void values_written(Analysis *analysis, const Stmt *root)
{
    for (int i = analysis->values.count - 1; i >= 0; i--)
        if (stmt_writes(root, analysis->values.items[i].symbol, NULL))
            analysis->values.items[i] = analysis->values.items[--analysis->values.count];
}

CurrentValues values_saved(Analysis *analysis)
{
    CurrentValues saved = {0};
    FOR_EACH(i, &analysis->values)
        VECTOR_PUSH(analysis->arena, &saved, analysis->values.items[i]);
    return saved;
}

void values_restored(Analysis *analysis, const CurrentValues *saved)
{
    analysis->values.count = 0;
    FOR_EACH(i, saved)
        VECTOR_PUSH(analysis->arena, &analysis->values, saved->items[i]);
}

static Expr *find_in(const CurrentValues *values, const Symbol *symbol)
{
    FOR_EACH(i, values)
        if (values->items[i].symbol == symbol)
            return values->items[i].value;
    return NULL;
}

// After an `if`: the values on which both branches agree, or a conditional expression with the condition's old values.
// The condition is one of numbers that the nest does not load, or an unknown value.
void values_merged(Analysis *analysis, const CurrentValues *before, Expr *condition, const CurrentValues *yes,
                   const CurrentValues *no)
{
    values_restored(analysis, before);
    Expr *test = type_is_integer(condition->type) ? plain_value(analysis, condition) : NULL;
    analysis->values.count = 0;
    FOR_EACH(i, yes) {
        const Symbol *symbol = yes->items[i].symbol;
        Expr *left = yes->items[i].value, *right = find_in(no, symbol);
        if (right && expr_equal(left, right))
            bind(analysis, symbol, left);
        else if (right) {
            test = test ? test : unknown_value(analysis);
            bind(analysis, symbol, expr_select(analysis->arena, test, left, right));
        }
    }
}
