// flag[idx[i]] = 1: whichever iteration is the last one, the element gets the same value.
#include "analysis/depend/equal_stores.h"
#include "analysis/depend/depend.h"
#include "analysis/sets/symbols.h"

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

static void list(Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->facts->set_alike)
        if (analysis->facts->set_alike.items[i] == array)
            return;
    VECTOR_PUSH(analysis->arena, &analysis->facts->set_alike, array);
}

void equal_stores_find(Analysis *analysis)
{
    Facts *facts = analysis->facts;
    int kept = 0;
    FOR_EACH(i, &facts->dependences) {
        const Dependence *dependence = &facts->dependences.items[i];
        if (is_carried(dependence) && !dependence->privatized && dependence->reduction < 0 &&
            (sets_one_value(analysis, dependence) || is_guard(analysis, dependence)))
            list(analysis, dependence->source->array);
        else
            facts->dependences.items[kept++] = facts->dependences.items[i];
    }
    facts->dependences.count = kept;
}
