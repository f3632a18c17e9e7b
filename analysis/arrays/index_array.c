// Index arrays: which arrays hold subscripts of others, or offsets into them, and the bounds of these. The harness
// needs this to make inputs.
#include "analysis/arrays/index_array.h"
#include "analysis/arrays/packed.h"
#include "analysis/sets/symbols.h"
#include "analysis/sets/domain.h"

typedef struct IndexSearch {
    Analysis *analysis;
    const Array *indexed;
    Expr *limit;
} IndexSearch;

static const Expr *value_of_scalar(const Analysis *analysis, const Symbol *symbol)
{
    const SymbolInfo *info = symbol_info(analysis, symbol);
    return info && info->writes == 1 && info->declaration ? info->declaration->value : NULL;
}

static bool note_index(void *context, const Expr *expr)
{
    IndexSearch *search = context;
    const Expr *definition = expr->kind == EX_SYMBOL ? value_of_scalar(search->analysis, expr->symbol) : NULL;
    if (definition)
        expr_walk(definition, note_index, search);
    if (expr->kind != EX_ACCESS)
        return true;
    ArrayFact *fact = find_array_fact(search->analysis, expr->array);
    if (fact && !fact->indexes_array)
        fact->indexed = search->indexed;
    if (fact && search->limit)
        fact->index_limit =
            fact->index_limit ? index_min(search->analysis->arena, fact->index_limit, search->limit) : search->limit;
    if (fact)
        fact->indexes_array = true;
    return false;
}

// Subscript d of the array must stay below this.
static Expr *limit_of(Analysis *analysis, const Array *array, int d)
{
    const ArrayFact *fact = find_array_fact(analysis, array);
    if (array->extent[d])
        return expr_cast(analysis->arena, type_scalar(TY_I64), array->extent[d]);
    Expr *last = d > 0 || !fact || fact->measured ? NULL : array->ndim == 1 ? fact->last : fact->last_row;
    return last ? index_add(analysis->arena, last, expr_index(analysis->arena, 1)) : NULL;
}

static bool note_offsets(void *context, const Expr *expr)
{
    Analysis *analysis = context;
    ArrayFact *fact = expr->kind == EX_ACCESS ? find_array_fact(analysis, expr->array) : NULL;
    if (fact)
        fact->monotone = true;
    return true;
}

// A loop from one element of an array to another: offsets. The array that its iterator indexes bounds them.
static void note_segments(Analysis *analysis, const LoopNode *loop)
{
    if (loop->affine)
        return;
    expr_walk(loop->loop->lower, note_offsets, analysis);
    expr_walk(loop->loop->upper, note_offsets, analysis);
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *access = &analysis->facts->accesses.items[i];
        if (!access->array || !expr_mentions(access->expr, loop->loop->iterator))
            continue;
        Expr *limit = limit_of(analysis, access->array, 0);
        limit = limit ? index_add(analysis->arena, limit, expr_index(analysis->arena, 1)) : NULL;
        IndexSearch search = {analysis, access->array, limit};
        expr_walk(loop->loop->lower, note_index, &search);
        expr_walk(loop->loop->upper, note_index, &search);
    }
}

typedef struct CountSearch {
    IndexSearch *search;
    const LoopNode *innermost;
} CountSearch;

// Data that end a loop which counts through a row are at most the row's length.
static bool note_count(void *context, const Expr *expr)
{
    CountSearch *counts = context;
    for (const LoopNode *node = counts->innermost; node; node = node->parent) {
        bool rises = node->loop->step_sign > 0;
        if (expr->kind == EX_SYMBOL && expr->symbol == node->loop->iterator)
            expr_walk(rises ? node->loop->upper : node->loop->lower, note_index, counts->search);
    }
    return true;
}

void index_array_find(Analysis *analysis)
{
    FOR_EACH(i, &analysis->nest->risings) {
        ArrayFact *fact = find_array_fact(analysis, analysis->nest->risings.items[i].array);
        if (fact)
            fact->monotone = true;
    }
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *access = &analysis->facts->accesses.items[i];
        ArrayFact *fact = access->array ? find_array_fact(analysis, access->array) : NULL;
        for (int d = 0; fact && d < access->array->ndim; d++) {
            IndexSearch search = {analysis, access->array, limit_of(analysis, access->array, d)};
            expr_walk(access->expr->operands[d], note_index, &search);
        }
        const AccessSite *where = &analysis->sites.items[i];
        if (fact && where->in_row) {
            IndexSearch search = {analysis, access->array, where->row_length};
            expr_walk(where->in_row, note_index, &search);
            search.limit = index_add(analysis->arena, where->row_length, expr_index(analysis->arena, 1));
            expr_walk(where->in_row, note_count, &(CountSearch){&search, where->loop});
        }
        if (fact && access->is_write && !access->affine && !packed_rows(analysis, access->array))
            fact->written_by_key = true;
    }
    FOR_EACH(l, &analysis->loops)
        note_segments(analysis, analysis->loops.items[l]);
}
