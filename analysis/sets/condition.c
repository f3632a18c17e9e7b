// Conditions as sets of iterations.
#include "analysis/sets/affine.h"
#include "analysis/sets/condition.h"
#include "analysis/sets/polynomial.h"

static isl_set *unknown_set(const Site *site, bool *exact)
{
    *exact = false;
    return isl_set_universe(isl_set_get_space(site->domain));
}

static isl_set *compare(Operator op, __isl_take isl_pw_aff *left, __isl_take isl_pw_aff *right)
{
    switch (op) {
    case OP_EQ: return isl_pw_aff_eq_set(left, right);
    case OP_NE: return isl_pw_aff_ne_set(left, right);
    case OP_LT: return isl_pw_aff_lt_set(left, right);
    case OP_LE: return isl_pw_aff_le_set(left, right);
    case OP_GT: return isl_pw_aff_gt_set(left, right);
    default: return isl_pw_aff_ge_set(left, right);
    }
}

static isl_set *comparison(Analysis *analysis, const Site *site, const Expr *expr, bool truth, bool *exact)
{
    isl_pw_aff *left = affine_from_expr(analysis, site, expr->operands[0]);
    isl_pw_aff *right = left ? affine_from_expr(analysis, site, expr->operands[1]) : NULL;
    if (right)
        return compare(truth ? expr->op : op_negated(expr->op), left, right);
    isl_pw_aff_free(left);
    return unknown_set(site, exact);
}

// `a && b` is true, and `a || b` is false, if both parts are; the other two cases need only one. The right operand is
// only evaluated if the left one does not decide.
static isl_set *logical(Analysis *analysis, const Site *site, const Expr *expr, bool truth, bool *exact)
{
    bool both = (expr->op == OP_LOGICAL_AND) == truth;
    isl_set *left = condition_set(analysis, site, expr->operands[0], truth, exact);
    Site inside = *site;
    bool open_exact = true;
    isl_set *open = both ? isl_set_copy(left) : condition_set(analysis, site, expr->operands[0], !truth, &open_exact);
    inside.domain = isl_set_intersect(isl_set_copy(site->domain), open);
    isl_set *right = inside.domain ? condition_set(analysis, &inside, expr->operands[1], truth, exact) : NULL;
    isl_set_free(inside.domain);
    return both ? isl_set_intersect(left, right) : isl_set_union(left, right);
}

isl_set *condition_set(Analysis *analysis, const Site *site, const Expr *expr, bool truth, bool *exact)
{
    expr = expr_strip_casts(expr);
    isl_set *set;
    if (expr->kind == EX_UNARY && expr->op == OP_NOT)
        return condition_set(analysis, site, expr->operands[0], !truth, exact);
    if (expr->kind == EX_BINARY && op_is_logical(expr->op))
        set = logical(analysis, site, expr, truth, exact);
    else if (expr->kind == EX_BINARY && op_is_comparison(expr->op))
        set = comparison(analysis, site, expr, truth, exact);
    else {
        isl_pw_aff *value = affine_from_expr(analysis, site, expr);
        if (!value)
            return unknown_set(site, exact);
        set = truth ? isl_pw_aff_non_zero_set(value) : isl_pw_aff_zero_set(value);
    }
    return set ? set : unknown_set(site, exact);
}

isl_set *sizes_where(Analysis *analysis, const Expr *condition)
{
    bool exact = true;
    query_begin(analysis);
    Site site = {.domain = isl_set_universe(isl_space_set_alloc(analysis->ctx, 0, 0))};
    isl_set *sizes = isl_set_params(condition_set(analysis, &site, condition, true, &exact));
    sizes = isl_set_intersect(sizes, isl_set_copy(analysis->context));
    isl_set_free(site.domain);
    return isl_set_intersect(sizes, isl_set_copy(analysis->type_ranges));
}
