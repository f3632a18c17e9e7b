// Sizes that do not matter in some calls: the length of a row where there is only one row.
//
// In a[i * ld + j], with i from 0 to n, `ld` multiplies nothing but 0 if n is 1. The nest does the same for any other
// value of it, so the launcher may take one that its assumptions allow. It does so before it tests them, and everything
// that it computes follows from the new value. Only products that are certainly 0 count, so the rule needs to know
// nothing of arrays.
#include "analysis/depend/free_values.h"
#include "analysis/analysis.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/domain.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/polynomial.h"

enum { MOST_PARTS = 4 };

// One symbol, and where it is mentioned.
typedef struct Uses {
    Analysis *analysis;
    const Symbol *symbol;
    const LoopNode *around; // innermost loop around the statement at hand
    bool free;              // so far, it only multiplies iterators
    isl_set *matters;       // sizes for which one of these is not 0
} Uses;

// The loop around the statement whose iterator this is, if its values are known.
static const LoopNode *iterated_by(const Uses *uses, const Expr *expr)
{
    const Expr *bare = expr_strip_casts(expr);
    for (const LoopNode *node = uses->around; bare->kind == EX_SYMBOL && node; node = node->parent)
        if (node->loop->iterator == bare->symbol)
            return node->affine && !node->opaque && !node->base && !node->loop->may_wrap ? node : NULL;
    return NULL;
}

static void add_nonzero(Uses *uses, const LoopNode *node)
{
    Analysis *analysis = uses->analysis;
    isl_set *zero = isl_pw_aff_zero_set(affine_iterator(analysis, node->depth + 1, node->depth));
    isl_set *others = isl_set_params(isl_set_subtract(isl_set_copy(node->domain), zero));
    uses->matters = coalesce_set(isl_set_union(uses->matters, others));
}

// `zero`: the expression is part of a sum or product, of integers, that is multiplied by the iterator of this loop.
static void find_uses(Uses *uses, const Expr *expr, const LoopNode *zero)
{
    bool integer = type_is_integer(expr->type);
    bool product = expr->kind == EX_BINARY && expr->op == OP_MUL && integer;
    bool sum = expr->kind == EX_BINARY && (expr->op == OP_ADD || expr->op == OP_SUB) && integer;
    if (expr->kind == EX_SYMBOL && expr->symbol == uses->symbol) {
        uses->free = uses->free && zero;
        if (zero)
            add_nonzero(uses, zero);
        return;
    }
    for (int i = 0; i < expr->noperands; i++) {
        const LoopNode *by = product ? iterated_by(uses, expr->operands[1 - i]) : NULL;
        bool kept = product || sum || (expr->kind == EX_CAST && integer);
        find_uses(uses, expr->operands[i], by ? by : kept ? zero : NULL);
    }
}

static bool visit_expression(void *context, const Expr *expr)
{
    find_uses(context, expr, NULL);
    return false;
}

static void visit_statement(Uses *uses, const Stmt *stmt)
{
    const LoopNode *around = uses->around;
    if (stmt->kind == ST_LOOP) { // its bounds are what the values of iterators rest on
        const Loop *loop = stmt->loop;
        uses->free = uses->free && !expr_mentions(loop->lower, uses->symbol) &&
                     !expr_mentions(loop->upper, uses->symbol) && !expr_mentions(loop->step, uses->symbol);
        uses->around = find_loop(uses->analysis, loop->id);
    } else {
        stmt_expressions(stmt, visit_expression, uses);
    }
    for (int i = 0; i < stmt->nitems; i++)
        visit_statement(uses, stmt->items[i]);
    if (stmt->body)
        visit_statement(uses, stmt->body);
    if (stmt->otherwise)
        visit_statement(uses, stmt->otherwise);
    uses->around = around;
}

static bool mentioned(const Expr *expr, const Symbol *symbol)
{
    return expr && expr_mentions(expr, symbol);
}

static bool has_ranges(const Directive *directive)
{
    bool some = false;
    for (int c = 0; directive && c < directive->clauses.count; c++)
        FOR_EACH(i, &directive->clauses.items[c].items)
            some = some || directive->clauses.items[c].items.items[i].ranges.count;
    return some;
}

static bool look_for_ranges(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || has_ranges(stmt->directive);
    return true;
}

// Sections of arrays, whose bounds are text.
static bool has_sections(const Nest *nest)
{
    bool found = has_ranges(nest->directive);
    stmt_walk(nest->body, look_for_ranges, &found);
    return found;
}

// Whether something else rests on the value: what is known where the nest begins, what is left behind, or an array.
static bool has_other_uses(const Facts *facts, const Symbol *symbol)
{
    const Nest *nest = facts->nest;
    bool used = symbol->role != SYM_PARAM || symbol->address_taken || symbol->is_volatile;
    FOR_EACH(i, &nest->entries)
        used = used || mentioned(nest->entries.items[i].value, symbol);
    FOR_EACH(i, &facts->finals)
        used = used || mentioned(facts->finals.items[i].value, symbol);
    FOR_EACH(i, &nest->assertions)
        used = used || mentioned(nest->assertions.items[i].condition, symbol);
    FOR_EACH(i, &nest->arrays) {
        const Array *array = nest->arrays.items[i];
        used = used || mentioned(array->from_base, symbol);
        for (int d = 0; d < array->ndim; d++)
            used = used || mentioned(array->extent[d], symbol);
    }
    return used;
}

// The sizes at which the symbol's value does not matter, or NULL.
static isl_set *sizes_of_freedom(Analysis *analysis, const Symbol *symbol)
{
    isl_set *none = isl_set_empty(isl_set_get_space(analysis->context));
    Uses uses = {.analysis = analysis, .symbol = symbol, .free = true, .matters = none};
    visit_statement(&uses, analysis->nest->body);
    isl_set *sizes = coalesce_set(isl_set_complement(isl_set_remove_divs(uses.matters)));
    if (uses.free && sizes && isl_set_is_empty(sizes) == isl_bool_false &&
        isl_set_plain_is_universe(sizes) == isl_bool_false && isl_set_n_basic_set(sizes) <= MOST_PARTS)
        return sizes;
    isl_set_free(sizes);
    return NULL;
}

// The sizes of calls in which all loops run.
static isl_set *sizes_of_calls(Analysis *analysis)
{
    isl_set *sizes = isl_set_intersect(isl_set_copy(analysis->context), isl_set_copy(analysis->type_ranges));
    FOR_EACH(i, &analysis->loops)
        if (analysis->loops.items[i]->domain)
            sizes = isl_set_intersect(sizes, isl_set_params(isl_set_copy(analysis->loops.items[i]->domain)));
    return coalesce_set(sizes);
}

// The smallest value that the assumptions allow there, if one expression of other sizes says it, or NULL.
static Expr *least_allowed(Analysis *analysis, __isl_keep isl_set *sizes, const Parameter *parameter)
{
    isl_set *values = isl_set_intersect(isl_set_copy(sizes), sizes_of_calls(analysis));
    int at = isl_set_find_dim_by_id(values, isl_dim_param, parameter->id);
    if (at < 0) {
        isl_set_free(values);
        return NULL;
    }
    values = isl_set_from_params(values);
    values = isl_set_move_dims(values, isl_dim_set, 0, isl_dim_param, (unsigned)at, 1);
    isl_set *known = isl_set_params(isl_set_copy(values));
    isl_pw_aff *least = isl_set_dim_min(values, 0);
    least = least ? isl_pw_aff_coalesce(isl_pw_aff_gist(least, isl_set_copy(known))) : NULL;
    bool one = least && isl_pw_aff_isa_aff(least) == isl_bool_true && !is_constant_aff(least);
    if (one)
        return expr_from_aff(analysis, least, known, false);
    isl_pw_aff_free(least);
    isl_set_free(known);
    return NULL;
}

static bool is_tested(const Facts *facts, const Symbol *symbol)
{
    bool tested = false;
    FOR_EACH(i, &facts->assumptions)
        tested = tested || mentioned(facts->assumptions.items[i].condition, symbol);
    return tested;
}

static void find_free_value(Analysis *analysis, const Parameter *parameter)
{
    Facts *facts = analysis->facts;
    const Expr *value = expr_strip_casts(parameter->value);
    if (value->kind != EX_SYMBOL || !type_is_integer(value->type) || !is_tested(facts, value->symbol) ||
        has_other_uses(facts, value->symbol))
        return;
    query_begin(analysis);
    isl_set *sizes = sizes_of_freedom(analysis, value->symbol);
    Expr *least = sizes ? least_allowed(analysis, sizes, parameter) : NULL;
    Expr *where =
        least ? expr_from_set(analysis, isl_set_copy(sizes), isl_set_copy(analysis->type_ranges), NULL) : NULL;
    isl_set_free(sizes);
    if (!where || expr_mentions(where, value->symbol) || expr_mentions(least, value->symbol))
        return;
    Expr *below = expr_binary(analysis->arena, OP_LT, parameter->value, least, type_scalar(TY_I64));
    FreeValue found = {.symbol = value->symbol,
                       .condition = expr_binary(analysis->arena, OP_LOGICAL_AND, where, below, type_scalar(TY_I32)),
                       .value = expr_cast(analysis->arena, value->symbol->type, least)};
    VECTOR_PUSH(analysis->arena, &facts->free_values, found);
}

void facts_find_free_values(Facts *facts)
{
    Analysis *analysis = facts->internal;
    bool over_limit = analysis->over_limit;
    if (has_sections(facts->nest))
        return;
    int count = analysis->parameters.count;
    for (int i = 0; i < count; i++)
        find_free_value(analysis, analysis->parameters.items[i]);
    analysis->over_limit = over_limit;
}
