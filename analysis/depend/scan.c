// Recognizes scans (prefix sums), which are not reductions because each step's result is kept: b[i] = b[i-1] + a[i].
#include "analysis/depend/scan.h"

#include <string.h>

static bool mentions_array(const Expr *expr, const Array *array)
{
    if (expr->kind == EX_ACCESS && expr->array == array)
        return true;
    for (int i = 0; i < expr->noperands; i++)
        if (mentions_array(expr->operands[i], array))
            return true;
    return false;
}

static const Expr *strip_casts(const Expr *expr)
{
    while (expr->kind == EX_CAST)
        expr = expr->operands[0];
    return expr;
}

static bool joins(Operator op)
{
    return op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_AND || op == OP_OR || op == OP_XOR ||
           op_is_logical(op);
}

// The earlier element combined with a value that does not depend on the array: b[i-1] + x, x * y + b[i-1], max(b[i-1],
// x).
static bool is_step(const Expr *expr, const Expr *earlier)
{
    expr = strip_casts(expr);
    bool extremum =
        expr->kind == EX_SELECT || (expr->kind == EX_CALL && !expr->function && expr->noperands == 2 &&
                                    (strncmp(expr->text, "fmax", 4) == 0 || strncmp(expr->text, "fmin", 4) == 0));
    bool joined = expr->kind == EX_BINARY && joins(expr->op);
    if (!extremum && !joined)
        return false;
    int first = expr->kind == EX_SELECT ? 1 : 0;
    const Expr *left = strip_casts(expr->operands[first]), *right = strip_casts(expr->operands[first + 1]);
    if (mentions_array(left, earlier->array) == mentions_array(right, earlier->array))
        return false;
    const Expr *holder = mentions_array(left, earlier->array) ? left : right;
    bool subtracted = joined && expr->op == OP_SUB && holder == right;
    bool chain = joined && holder->kind == EX_BINARY &&
                 (holder->op == expr->op || (expr->op == OP_ADD && holder->op == OP_SUB) ||
                  (expr->op == OP_SUB && holder->op == OP_ADD));
    return !subtracted && (expr_equal(holder, earlier) || (chain && is_step(holder, earlier)));
}

bool is_array_scan(const Dependence *dependence, int carrier)
{
    if (carrier < 0 || dependence->may || !dependence->has_distance[carrier] || dependence->distance[carrier] <= 0)
        return false;
    const Stmt *stmt = dependence->source->stmt;
    const Expr *earlier = dependence->sink->expr;
    if (dependence->kind != DEPEND_FLOW || stmt != dependence->sink->stmt || stmt->kind != ST_ASSIGN ||
        earlier->kind != EX_ACCESS || earlier->npath)
        return false;
    if (stmt->op != OP_NONE)
        return joins(stmt->op) && expr_equal(strip_casts(stmt->value), earlier);
    return is_step(stmt->value, earlier);
}
