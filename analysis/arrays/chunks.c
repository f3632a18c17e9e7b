// A nest with large arrays can run in chunks of its outermost loop, each of which is a call of the same launcher:
//
//     for i in lower..n { b[i] = a[i - 1] + a[i] }      iterations first .. first + count - 1 of it are the nest with
//                                                       b + first, a + first and n - (trips - count)
//
// The iterator may only say which elements are accessed, and it moves all accesses of an array by the same number of
// elements. The bound must not be used for anything else. Whether chunks run at the same time or in order, the launcher
// decides by the addresses. So the loop need not be parallel; but then all that is written has to come back after each.
#include "analysis/arrays/chunks.h"
#include "analysis/arrays/section.h"
#include "analysis/arrays/stride.h"
#include "analysis/sets/domain.h"

// ---- the bound

// bound, bound + x, bound - x, x + bound: it grows as the bound does.
static bool follows(const Expr *expr, const Symbol *bound)
{
    if (expr->kind == EX_CAST && type_is_integer(expr->type) && type_is_integer(expr->operands[0]->type))
        return expr->type->size >= expr->operands[0]->type->size && follows(expr->operands[0], bound);
    if (expr->kind == EX_SYMBOL)
        return expr->symbol == bound;
    if (expr->kind != EX_BINARY || !type_is_signed(expr->type) || (expr->op != OP_ADD && expr->op != OP_SUB))
        return false;
    const Expr *left = expr->operands[0], *right = expr->operands[1];
    if (expr->op == OP_ADD && follows(right, bound))
        return !expr_mentions(left, bound);
    return follows(left, bound) && !expr_mentions(right, bound);
}

static const Symbol *bound_of(const Analysis *analysis, const Loop *loop, const Stmt *body)
{
    FOR_EACH(i, &analysis->nest->symbols) {
        const Symbol *symbol = analysis->nest->symbols.items[i];
        if (symbol->role == SYM_PARAM && symbol->host && type_is_integer(symbol->type) && !symbol->is_enum &&
            follows(loop->upper, symbol) && !expr_mentions(loop->lower, symbol) && !stmt_mentions(body, symbol))
            return symbol;
    }
    return NULL;
}

// ---- the iterator

typedef struct Use {
    const Analysis *analysis;
    const Symbol *symbol;
    bool found;
} Use;

// Other than in the subscripts that say which element of one of the caller's arrays it is.
static bool find_other_use(void *context, const Expr *expr)
{
    Use *use = context;
    use->found |= expr->kind == EX_SYMBOL && expr->symbol == use->symbol;
    if (expr->kind != EX_ACCESS || !find_array_fact(use->analysis, expr->array))
        return true;
    for (int step = 0; step < expr->npath; step++)
        for (int d = 0; d < expr->path[step].field->ndim; d++)
            use->found |= expr_mentions(expr->path[step].subscripts[d], use->symbol);
    return false;
}

static Expr *advance_of(Analysis *analysis, const Access *access, const LoopNode *loop)
{
    const AccessSite *where = &analysis->sites.items[access->index];
    Expr *sum = expr_index(analysis->arena, 0), *row = expr_index(analysis->arena, 1);
    for (int d = where->nelement - 1; d >= 0; d--) {
        int64_t change;
        row = access->pitches[d] ? access->pitches[d] : row;
        if (!where->dims[d] || !stride_slope(where->dims[d], loop->depth, &change) || (change && !row))
            return NULL;
        if (change)
            sum = index_add(
                analysis->arena, sum,
                index_mul(analysis->arena, expr_index(analysis->arena, change), index_cast(analysis->arena, row)));
        row = row && access->extents[d] ? index_mul(analysis->arena, index_cast(analysis->arena, row),
                                                    index_cast(analysis->arena, access->extents[d]))
                                        : NULL;
    }
    return sum;
}

// false: no array has fewer elements in a chunk, or some access moves otherwise than the others of its array, or in a
// way that is not known.
static bool find_advances(Analysis *analysis, const LoopNode *loop, const Symbol *bound)
{
    bool some = false;
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *access = &analysis->facts->accesses.items[i];
        const AccessSite *where = &analysis->sites.items[i];
        ArrayFact *fact = access->array ? find_array_fact(analysis, access->array) : NULL;
        if (!fact)
            continue;
        Expr *advance = access->affine && !where->at_entry && !where->reach ? advance_of(analysis, access, loop) : NULL;
        if (!advance || expr_mentions(advance, bound) || (fact->advance && !expr_equal(fact->advance, advance)))
            return false;
        fact->advance = advance;
        some = some || !expr_is_int(advance, 0);
    }
    return some;
}

// ---- the whole

static bool is_plain(const Analysis *analysis, const ArrayFact *fact)
{
    ClauseKind kind;
    const ClauseItem *item = section_item(analysis, analysis->nest->directive, fact->array, &kind);
    return fact->array->held == HOST_POINTER && !fact->measured && !fact->array->rotates &&
           !(item && item->ranges.count) && !section_is_inside(analysis, fact->array);
}

static bool comes_back(const Facts *facts)
{
    FOR_EACH(i, &facts->arrays)
        if (facts->arrays.items[i].written && !facts->arrays.items[i].copy_out && !facts->arrays.items[i].present)
            return false;
    return true;
}

static bool counts_up_by_one(const Loop *loop)
{
    return expr_is_int(loop->step, 1) && !loop->factor && !loop->may_wrap && !loop->tested && !loop->endless &&
           !loop->from_zero && !loop->not_equal;
}

static const Stmt *only_statement(const Stmt *stmt)
{
    while (stmt->kind == ST_BLOCK && stmt->nitems == 1)
        stmt = stmt->items[0];
    return stmt;
}

void chunks_find(Analysis *analysis)
{
    Facts *facts = analysis->facts;
    const Stmt *stmt = only_statement(analysis->nest->body);
    if (stmt->kind != ST_LOOP || !counts_up_by_one(stmt->loop) || facts->measures.count ||
        (facts_loop(facts, stmt->loop->id)->verdict != LOOP_PARALLEL && !comes_back(facts)))
        return;
    FOR_EACH(i, &facts->privates)
        if (facts->privates.items[i].last_value)
            return;
    FOR_EACH(i, &facts->arrays)
        if (!is_plain(analysis, &facts->arrays.items[i]))
            return;
    const Symbol *bound = bound_of(analysis, stmt->loop, stmt->body);
    Use use = {.analysis = analysis, .symbol = stmt->loop->iterator};
    stmt_walk_expressions(stmt->body, find_other_use, &use);
    const LoopNode *loop = find_loop(analysis, stmt->loop->id);
    if (bound && !use.found && loop && find_advances(analysis, loop, bound)) {
        facts->chunks.bound = bound;
        facts->chunks.trips = index_sub(analysis->arena, index_cast(analysis->arena, stmt->loop->upper),
                                        index_cast(analysis->arena, stmt->loop->lower));
    }
}
