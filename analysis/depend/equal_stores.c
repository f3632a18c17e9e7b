// flag[idx[i]] = 1: whichever iteration is the last one, the element gets the same value.
#include "analysis/depend/equal_stores.h"
#include "analysis/depend/set_alike.h"
#include "analysis/depend/depend.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/symbols.h"
#include "analysis/words.h"

typedef struct Variation {
    const Analysis *analysis;
    bool found;
} Variation;

static bool is_written(const Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->facts->accesses)
        if (analysis->facts->accesses.items[i].array == array && analysis->facts->accesses.items[i].is_write)
            return true;
    return false;
}

static bool look_for_variation(void *context, const Expr *expr)
{
    Variation *variation = context;
    if (expr->kind == EX_ACCESS)
        variation->found = variation->found || expr->array->is_volatile || is_written(variation->analysis, expr->array);
    if (expr->kind == EX_CALL)
        variation->found = true;
    if (expr->kind != EX_SYMBOL || expr->symbol->role == SYM_PARAM)
        return !variation->found;
    const Expr *value = symbol_definition(variation->analysis, expr->symbol);
    if (value && value != expr)
        expr_walk(value, look_for_variation, variation);
    else
        variation->found = true;
    return !variation->found;
}

static bool is_same_for_all(const Analysis *analysis, const Expr *value)
{
    Variation variation = {.analysis = analysis};
    expr_walk(value, look_for_variation, &variation);
    return !variation.found;
}

static bool is_carried(const Dependence *dependence)
{
    for (int l = 0; l < dependence->nloops; l++)
        if (dependence->direction[l] != DIRECTION_EQ)
            return true;
    return false;
}

static bool is_plain_store(const Access *access)
{
    const Stmt *stmt = access->stmt;
    return access->is_write && access->array && access->array->space == SPACE_GLOBAL && !access->array->is_volatile &&
           stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && stmt->place->kind == EX_ACCESS &&
           stmt->place->array == access->array;
}

static bool sets_one_value(const Analysis *analysis, const Dependence *dependence)
{
    const Access *source = dependence->source, *sink = dependence->sink;
    return dependence->kind == DEPEND_OUTPUT && is_plain_store(source) && is_plain_store(sink) &&
           source->stmt->place->type == sink->stmt->place->type && expr_equal(source->stmt->value, sink->stmt->value) &&
           is_same_for_all(analysis, source->stmt->value);
}

// ---- if (seen[k] == 0) seen[k] = 1: an element is what it was, or has the one value. An iteration whose condition
// holds for the former sets it, whichever iterations have set it before.

static bool is_read(const Analysis *analysis, const Expr *place)
{
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *access = &analysis->facts->accesses.items[i];
        bool same = place->kind == EX_SYMBOL ? access->scalar == place->symbol : access->array == place->array;
        if (same && !access->is_write)
            return true;
    }
    return false;
}

// Whether the place is the guarded one, or one that the nest does not read, in another array at the same subscripts or
// the same for all iterations.
static bool is_place_of(const Analysis *analysis, const Expr *guarded, const Expr *place)
{
    if (expr_equal(place, guarded))
        return true;
    if (is_read(analysis, place))
        return false;
    if (place->kind == EX_SYMBOL)
        return true;
    bool same = !place->npath && !guarded->npath && place->noperands == guarded->noperands, fixed = !place->npath;
    for (int d = 0; d < place->noperands; d++) {
        same = same && expr_equal(place->operands[d], guarded->operands[d]);
        fixed = fixed && is_same_for_all(analysis, place->operands[d]);
    }
    return same || fixed;
}

// Whether the statement has the same effect however often it runs for one element.
static bool repeats_itself(const Analysis *analysis, const Expr *guarded, const Stmt *stmt)
{
    if (stmt->kind == ST_BLOCK) {
        for (int i = 0; i < stmt->nitems; i++)
            if (!repeats_itself(analysis, guarded, stmt->items[i]))
                return false;
        return true;
    }
    return stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && is_same_for_all(analysis, stmt->value) &&
           is_place_of(analysis, guarded, stmt->place);
}

typedef struct Subscripts {
    const Stmt *body;
    bool change;
} Subscripts;

static bool look_for_change(void *context, const Expr *expr)
{
    Subscripts *subscripts = context;
    subscripts->change = subscripts->change ||
                         (expr->kind == EX_SYMBOL && stmt_writes(subscripts->body, expr->symbol, NULL)) ||
                         (expr->kind == EX_ACCESS && stmt_writes(subscripts->body, NULL, expr->array));
    return !subscripts->change;
}

// Whether the body changes what the place's subscripts mention.
static bool moves(const Stmt *body, const Expr *place)
{
    Subscripts subscripts = {.body = body};
    for (int d = 0; d < place->noperands; d++)
        expr_walk(place->operands[d], look_for_change, &subscripts);
    for (int i = 0; i < place->npath; i++)
        for (int d = 0; d < place->path[i].field->ndim; d++)
            expr_walk(place->path[i].subscripts[d], look_for_change, &subscripts);
    return subscripts.change;
}

static bool is_guard(const Analysis *analysis, const Dependence *dependence)
{
    bool reads_first = dependence->kind == DEPEND_ANTI;
    const Access *read = reads_first ? dependence->source : dependence->sink;
    const Access *write = reads_first ? dependence->sink : dependence->source;
    const Stmt *branch = read->stmt;
    return dependence->kind != DEPEND_OUTPUT && is_plain_store(write) && branch->kind == ST_IF && !branch->otherwise &&
           stmt_contains(branch->body, write->stmt) && expr_equal(read->expr, write->stmt->place) &&
           !moves(branch->body, read->expr) && repeats_itself(analysis, read->expr, branch->body);
}

// ---- if (level[v] == depth) .. if (level[u] < 0) level[u] = depth + 1: a test of an element has one result before and
// after such an update, so it does not matter when it is made.

typedef struct Test {
    const Expr *read;       // what is looked for
    const Expr *comparison; // read op value, the same value for all iterations; NULL: none so far
    Operator op;
    const Expr *value;
    int count; // of the comparisons that hold it, or of other uses
} Test;

// The comparisons in which every value of the place is itself.
static const Expr *compared(const Expr *operand)
{
    const Expr *inner = expr_strip_casts(operand);
    bool kept = type_is_integer(operand->type) && type_is_integer(inner->type) &&
                (inner->type->kind == operand->type->kind ||
                 (type_is_signed(operand->type) && inner->type->size < operand->type->size));
    return kept ? inner : operand;
}

static bool look_for_comparison(void *context, const Expr *expr)
{
    Test *test = context;
    for (int side = 0; expr->kind == EX_BINARY && op_is_comparison(expr->op) && side < 2; side++)
        if (compared(expr->operands[side]) == test->read) {
            test->comparison = expr;
            test->op = side ? op_mirrored(expr->op) : expr->op;
            test->value = expr->operands[1 - side];
        }
    test->count += expr == test->read;
    return true;
}

static bool fits_long(const Type *type)
{
    return type_is_integer(type) && (type_is_signed(type) || type->size < 8);
}

static bool find_test(const Analysis *analysis, const Expr *condition, const Expr *read, Test *test)
{
    *test = (Test){.read = read};
    expr_walk(condition, look_for_comparison, test);
    return test->comparison && test->count == 1 && is_same_for_all(analysis, test->value) &&
           fits_long(test->value->type);
}

typedef struct GuardSearch {
    const Analysis *analysis;
    const Stmt *store;
    Test test;
    bool found;
} GuardSearch;

static void find_guarding_test(GuardSearch *search, const Expr *condition)
{
    if (condition->kind == EX_BINARY && condition->op == OP_LOGICAL_AND) {
        find_guarding_test(search, condition->operands[0]);
        find_guarding_test(search, condition->operands[1]);
        return;
    }
    condition = expr_strip_casts(condition);
    for (int side = 0; condition->kind == EX_BINARY && op_is_comparison(condition->op) && side < 2; side++) {
        const Expr *read = compared(condition->operands[side]);
        if (expr_equal(read, search->store->place) && !search->found)
            search->found = find_test(search->analysis, condition, read, &search->test);
    }
}

static bool look_for_guard(void *context, const Stmt *stmt)
{
    GuardSearch *search = context;
    bool around = stmt->kind == ST_IF && stmt_contains(stmt->body, search->store);
    if (around && !moves(stmt->body, search->store->place) &&
        repeats_itself(search->analysis, search->store->place, stmt->body))
        find_guarding_test(search, stmt->condition);
    return !search->found;
}

// `left op right` as a condition that the launcher tests: the constant 1 if it is known, NULL if it cannot hold or
// cannot be tested.
static Expr *testable(Analysis *analysis, const Expr *left, Operator op, const Expr *right)
{
    Arena *arena = analysis->arena;
    const Expr *sum = expr_strip_casts(left), *value = expr_strip_casts(right);
    bool offset = sum->kind == EX_BINARY && (sum->op == OP_ADD || sum->op == OP_SUB) &&
                  expr_strip_casts(sum->operands[1])->kind == EX_INT && !expr_is_int(sum->operands[1], 0) &&
                  expr_equal(expr_strip_casts(sum->operands[0]), value);
    if (op == OP_NE && offset)
        return expr_index(arena, 1);
    if (op == OP_NE && expr_equal(sum, value))
        return NULL;
    Expr *condition =
        expr_binary(arena, op, index_cast(arena, (Expr *)left), index_cast(arena, (Expr *)right), type_scalar(TY_I64));
    bool fine = condition->kind == EX_INT ? condition->integer != 0
                                          : !expr_has_access(condition) && expr_is_invariant(analysis, condition);
    return fine ? condition : NULL;
}

static void demand(Analysis *analysis, Expr *condition, Loc loc)
{
    if (condition->kind == EX_INT)
        return;
    FOR_EACH(i, &analysis->facts->assumptions) {
        const Expr *other = analysis->facts->assumptions.items[i].condition;
        if (other && expr_equal(other, condition))
            return;
    }
    Assumption assumption = {.condition = condition, .loc = loc, .words = user_words(analysis->arena, condition)};
    VECTOR_PUSH(analysis->arena, &analysis->facts->assumptions, assumption);
}

// Whether the read value is only compared, for equality, with one that the element neither has before the update nor
// after it.
static bool is_indifferent(Analysis *analysis, const Dependence *dependence)
{
    bool reads_first = dependence->kind == DEPEND_ANTI;
    const Access *read = reads_first ? dependence->source : dependence->sink;
    const Access *write = reads_first ? dependence->sink : dependence->source;
    Test test;
    if (dependence->kind == DEPEND_OUTPUT || !is_plain_store(write) || read->stmt->kind != ST_IF ||
        read->expr->kind != EX_ACCESS || !find_test(analysis, read->stmt->condition, read->expr, &test) ||
        (test.op != OP_EQ && test.op != OP_NE))
        return false;
    GuardSearch search = {.analysis = analysis, .store = write->stmt};
    stmt_walk(analysis->nest->body, look_for_guard, &search);
    const Expr *value = expr_strip_casts(write->stmt->value);
    bool kept = fits_long(value->type) &&
                (value->kind == EX_INT ? write->stmt->place->type->size >= 4 : value->type == write->stmt->place->type);
    if (!search.found || !kept || !is_same_for_all(analysis, value))
        return false;
    Loc loc = read->expr->loc.file ? read->expr->loc : read->stmt->loc;
    Expr *after = testable(analysis, value, OP_NE, test.value),
         *before = testable(analysis, test.value, op_negated(search.test.op), search.test.value);
    if (!after || !before)
        return false;
    demand(analysis, after, loc);
    demand(analysis, before, loc);
    return true;
}

static void list(Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->facts->set_alike)
        if (analysis->facts->set_alike.items[i] == array)
            return;
    VECTOR_PUSH(analysis->arena, &analysis->facts->set_alike, array);
}

static bool orders(const Dependence *dependence)
{
    return is_carried(dependence) && !dependence->privatized && dependence->reduction < 0;
}

static bool is_alike(const Analysis *analysis, const Dependence *dependence)
{
    return orders(dependence) && (sets_one_value(analysis, dependence) || is_guard(analysis, dependence));
}

// Whether other dependences of the array keep the loop's iterations in order.
static bool is_ordered(const Analysis *analysis, const Array *array, LoopId loop)
{
    FOR_EACH(i, &analysis->facts->dependences) {
        const Dependence *dependence = &analysis->facts->dependences.items[i];
        if (dependence->source->array == array && orders(dependence) && depend_carries(dependence, loop) &&
            !is_alike(analysis, dependence))
            return true;
    }
    return false;
}

// Whether some loop may be parallel without it.
static bool matters(const Analysis *analysis, const Dependence *dependence)
{
    for (int l = 0; l < dependence->nloops; l++)
        if (depend_carries(dependence, dependence->loops[l]) &&
            !is_ordered(analysis, dependence->source->array, dependence->loops[l]))
            return true;
    return false;
}

void equal_stores_find(Analysis *analysis)
{
    Facts *facts = analysis->facts;
    VECTOR(Dependence) kept = {0};
    FOR_EACH(i, &facts->dependences) {
        const Dependence *dependence = &facts->dependences.items[i];
        bool alike = is_alike(analysis, dependence);
        bool listed =
            alike ? matters(analysis, dependence) : orders(dependence) && is_indifferent(analysis, dependence);
        if (listed)
            list(analysis, dependence->source->array);
        if (!alike && !listed)
            VECTOR_PUSH(analysis->arena, &kept, *dependence);
    }
    for (int i = 0; i < kept.count; i++)
        facts->dependences.items[i] = kept.items[i];
    facts->dependences.count = kept.count;
}

bool facts_set_alike(const Facts *facts, const Array *array)
{
    FOR_EACH(i, &facts->set_alike)
        if (array_is(facts->set_alike.items[i], array))
            return true;
    return false;
}
