// isl's expressions back to IR: host arithmetic in I64 over the parameters' C expressions.
#include "analysis/sets/asked.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/polynomial.h"

typedef struct Writer {
    Analysis *analysis;
    bool words; // the user's spelling: no casts
} Writer;

static Expr *write_expr(const Writer *writer, isl_ast_expr *ast);

static Expr *write_operand(const Writer *writer, isl_ast_expr *ast, int position)
{
    isl_ast_expr *operand = isl_ast_expr_get_op_arg(ast, position);
    Expr *expr = operand ? write_expr(writer, operand) : NULL;
    isl_ast_expr_free(operand);
    return expr;
}

static Expr *write_number(const Writer *writer, isl_ast_expr *ast)
{
    isl_val *value = isl_ast_expr_get_val(ast);
    isl_val *most = isl_val_int_from_si(writer->analysis->ctx, INT64_MAX);
    isl_val *magnitude = isl_val_abs(isl_val_copy(value));
    bool fits = isl_val_is_int(value) == isl_bool_true && isl_val_le(magnitude, most) == isl_bool_true;
    int64_t number = fits ? isl_val_get_num_si(value) : 0;
    isl_val_free(magnitude);
    isl_val_free(most);
    isl_val_free(value);
    bool plain = writer->words && number >= INT32_MIN && number <= INT32_MAX; // 3, not 3L
    return fits ? expr_int(writer->analysis->arena, number, type_scalar(plain ? TY_I32 : TY_I64)) : NULL;
}

static Expr *write_parameter(const Writer *writer, isl_ast_expr *ast)
{
    isl_id *id = isl_ast_expr_get_id(ast);
    const Parameter *parameter = id ? isl_id_get_user(id) : NULL;
    isl_id_free(id);
    if (!parameter)
        return NULL;
    return writer->words ? parameter->words : parameter->value;
}

// A comparison or arithmetic operator of IR for one of isl; OP_NONE: it is not one.
static Operator operator_of(enum isl_ast_expr_op_type type)
{
    switch (type) {
    case isl_ast_expr_op_and:
    case isl_ast_expr_op_and_then: return OP_LOGICAL_AND;
    case isl_ast_expr_op_or:
    case isl_ast_expr_op_or_else: return OP_LOGICAL_OR;
    case isl_ast_expr_op_max: return OP_MAX;
    case isl_ast_expr_op_min: return OP_MIN;
    case isl_ast_expr_op_add: return OP_ADD;
    case isl_ast_expr_op_sub: return OP_SUB;
    case isl_ast_expr_op_mul: return OP_MUL;
    case isl_ast_expr_op_div:
    case isl_ast_expr_op_pdiv_q: return OP_DIV;
    case isl_ast_expr_op_fdiv_q: return OP_FLOOR_DIV;
    case isl_ast_expr_op_pdiv_r:
    case isl_ast_expr_op_zdiv_r: return OP_REM;
    case isl_ast_expr_op_eq: return OP_EQ;
    case isl_ast_expr_op_le: return OP_LE;
    case isl_ast_expr_op_lt: return OP_LT;
    case isl_ast_expr_op_ge: return OP_GE;
    case isl_ast_expr_op_gt: return OP_GT;
    default: return OP_NONE;
    }
}

// A node of the user's spelling: operands keep their types, nothing is converted.
static Expr *spell_binary(const Writer *writer, Operator op, Expr *left, Expr *right)
{
    Expr *expr = ARENA_NEW(writer->analysis->arena, Expr);
    expr->kind = EX_BINARY;
    expr->type = type_scalar(TY_I64);
    expr->op = op;
    expr->operands = ARENA_ARRAY(writer->analysis->arena, Expr *, 2);
    expr->operands[0] = left;
    expr->operands[1] = right;
    expr->noperands = 2;
    return expr;
}

static Expr *write_binary(const Writer *writer, Operator op, Expr *left, Expr *right)
{
    if (!left || !right)
        return NULL;
    if (writer->words)
        return spell_binary(writer, op, left, right);
    bool logical = op_is_logical(op);
    return expr_binary(writer->analysis->arena, op, left, right, type_scalar(logical ? TY_I32 : TY_I64));
}

static Expr *write_operation(const Writer *writer, isl_ast_expr *ast)
{
    enum isl_ast_expr_op_type type = isl_ast_expr_op_get_type(ast);
    int count = isl_ast_expr_get_op_n_arg(ast);
    Expr *first = write_operand(writer, ast, 0);
    if (!first)
        return NULL;
    if (type == isl_ast_expr_op_minus)
        return expr_unary(writer->analysis->arena, OP_NEG, first);
    if (type == isl_ast_expr_op_cond || type == isl_ast_expr_op_select) {
        Expr *yes = write_operand(writer, ast, 1), *no = write_operand(writer, ast, 2);
        return yes && no ? expr_select(writer->analysis->arena, first, yes, no) : NULL;
    }
    Operator op = operator_of(type);
    if (op == OP_NONE)
        return NULL;
    for (int i = 1; i < count; i++)
        first = write_binary(writer, op, first, write_operand(writer, ast, i));
    return first;
}

static Expr *write_expr(const Writer *writer, isl_ast_expr *ast)
{
    switch (isl_ast_expr_get_type(ast)) {
    case isl_ast_expr_op: return write_operation(writer, ast);
    case isl_ast_expr_id: return write_parameter(writer, ast);
    case isl_ast_expr_int: return write_number(writer, ast);
    default: return NULL;
    }
}

unsigned long lift_allowance(isl_ctx *ctx)
{
    unsigned long most = isl_ctx_get_max_operations(ctx);
    isl_ctx_set_max_operations(ctx, 0);
    return most;
}

// ast: take; build: take. words: the same in the user's spelling, or NULL.
static Expr *take_expr(const Writer *writer, isl_ast_build *build, isl_ast_expr *ast, Expr **words)
{
    Expr *expr = ast ? write_expr(writer, ast) : NULL;
    if (words)
        *words = ast ? write_expr(&(Writer){writer->analysis, true}, ast) : NULL;
    isl_ast_expr_free(ast);
    isl_ast_build_free(build);
    return expr;
}

Expr *expr_from_aff(Analysis *analysis, isl_pw_aff *value, isl_set *known, bool words)
{
    bool exact; // if not, isl would do wrong when it makes text of it
    value = coalesce_aff(isl_pw_aff_gist_params(value, isl_set_copy(known)), &exact);
    if (!exact) {
        isl_pw_aff_free(value);
        isl_set_free(known);
        return NULL;
    }
    unsigned long most = lift_allowance(analysis->ctx); // isl 0.25 frees twice what it had built when it ends meanwhile
    isl_ast_build *build = isl_ast_build_from_context(known);
    Expr *expr = take_expr(&(Writer){analysis, words}, build, isl_ast_build_expr_from_pw_aff(build, value), NULL);
    isl_ctx_set_max_operations(analysis->ctx, most);
    return expr ? expr_cast(analysis->arena, type_scalar(TY_I64), expr) : NULL;
}

enum { MOST_PARTS_KNOWN = 4 };

// What is known, as far as the text of one part of a condition depends on it: whether something that is divided is
// negative. isl adds each constraint that it writes to what it knows, and simplifies the sum; if that has many parts,
// this takes most of the time.
static isl_ast_build *build_for(__isl_keep isl_set *condition, __isl_keep isl_set *known)
{
    if (isl_set_involves_locals(condition) == isl_bool_false)
        return isl_ast_build_alloc(isl_set_get_ctx(condition));
    if (isl_set_n_basic_set(known) <= MOST_PARTS_KNOWN)
        return isl_ast_build_from_context(isl_set_copy(known));
    return isl_ast_build_from_context(isl_set_from_basic_set(isl_set_simple_hull(isl_set_copy(known))));
}

// part || part || ..; each part as far as the parts before it and what is known do not say it, as isl does.
static Expr *write_parts(Analysis *analysis, __isl_take isl_set *condition, __isl_take isl_set *known, Expr **words)
{
    isl_ast_build *build = build_for(condition, known);
    isl_basic_set_list *parts = isl_set_get_basic_set_list(condition);
    isl_set_free(condition);
    Writer plain = {analysis, false}, spelled = {analysis, true};
    Expr *sum = NULL;
    isl_set *before = NULL;
    for (int i = 0; i < isl_basic_set_list_n_basic_set(parts); i++) {
        isl_basic_set *part = isl_basic_set_list_get_basic_set(parts, i);
        isl_set *whole = isl_set_from_basic_set(isl_basic_set_copy(part));
        if (before) {
            isl_set *rest = isl_set_subtract(isl_set_copy(known), before);
            known = isl_set_intersect(known, isl_set_from_basic_set(isl_set_simple_hull(rest)));
            part = isl_basic_set_gist(part, isl_set_simple_hull(isl_set_copy(known)));
        }
        before = whole;
        isl_ast_expr *ast = isl_ast_build_expr_from_set(build, isl_set_from_basic_set(part));
        Expr *expr = ast ? write_expr(&plain, ast) : NULL, *text = ast && words ? write_expr(&spelled, ast) : NULL;
        isl_ast_expr_free(ast);
        if (sum && expr && expr_is_int(expr, 0)) // the parts before it say it already
            continue;
        bool first = i == 0 || (sum && expr_is_int(sum, 0));
        sum = first ? expr : write_binary(&plain, OP_LOGICAL_OR, sum, expr);
        if (words)
            *words = first ? text : write_binary(&spelled, OP_LOGICAL_OR, *words, text);
    }
    isl_set_free(before);
    isl_set_free(known);
    isl_basic_set_list_free(parts);
    isl_ast_build_free(build);
    return sum;
}

static Expr *write_condition(Analysis *analysis, __isl_take isl_set *condition, __isl_take isl_set *known, Expr **words)
{
    known = isl_set_compute_divs(known);
    condition = isl_set_gist(isl_set_compute_divs(condition), isl_set_copy(known));
    if (condition && isl_set_n_basic_set(condition) > 0)
        return write_parts(analysis, condition, known, words);
    isl_ast_build *build = isl_ast_build_from_context(known);
    return take_expr(&(Writer){analysis, false}, build, isl_ast_build_expr_from_set(build, condition), words);
}

// Arrays that the same loops touch are touched under the same conditions.
static const WrittenCondition *written_before(const Analysis *analysis, __isl_keep isl_set *condition,
                                              __isl_keep isl_set *known, bool spelled)
{
    FOR_EACH(i, &analysis->written) {
        const WrittenCondition *written = &analysis->written.items[i];
        if (written->spelled == spelled && isl_set_plain_is_equal(written->condition, condition) == isl_bool_true &&
            isl_set_plain_is_equal(written->known, known) == isl_bool_true)
            return written;
    }
    return NULL;
}

Expr *expr_from_set(Analysis *analysis, isl_set *condition, isl_set *known, Expr **words)
{
    condition = coalesce_set(isl_set_gist_params(condition, isl_set_copy(known)));
    const WrittenCondition *before = written_before(analysis, condition, known, words != NULL);
    if (before) {
        isl_set_free(condition);
        isl_set_free(known);
        if (words)
            *words = before->words;
        return before->expr;
    }
    WrittenCondition made = {.spelled = words != NULL};
    made.condition = condition ? own_set(analysis, isl_set_copy(condition)) : NULL;
    made.known = known ? own_set(analysis, isl_set_copy(known)) : NULL;
    bool keeps = made.condition && made.known;
    unsigned long most = lift_allowance(analysis->ctx); // isl 0.25 frees twice what it had built when it ends meanwhile
    made.expr = write_condition(analysis, condition, known, words);
    made.words = words ? *words : NULL;
    isl_ctx_set_max_operations(analysis->ctx, most);
    if (keeps)
        VECTOR_PUSH(analysis->arena, &analysis->written, made);
    return made.expr;
}

Expr *expr_over_loops(Analysis *analysis, const LoopNode *innermost, isl_set *domain, isl_pw_aff *value)
{
    int depth = loop_depth(innermost);
    Asked question = {.domain = domain, .value = value, .loop = innermost};
    const Asked *before = asked_before(analysis, &question);
    if (before)
        return before->expr;
    unsigned long most = lift_allowance(analysis->ctx); // isl 0.25 reads through NULL when it ends in move_dims
    value = isl_pw_aff_copy(value);
    isl_set *known = isl_set_intersect_params(isl_set_copy(domain), isl_set_copy(analysis->context));
    int position = isl_pw_aff_dim(value, isl_dim_param), known_position = isl_set_dim(known, isl_dim_param);
    value = isl_pw_aff_move_dims(value, isl_dim_param, (unsigned)position, isl_dim_in, 0, (unsigned)depth);
    known = isl_set_move_dims(known, isl_dim_param, (unsigned)known_position, isl_dim_set, 0, (unsigned)depth);
    for (const LoopNode *loop = innermost; loop; loop = loop->parent) {
        value = isl_pw_aff_set_dim_id(value, isl_dim_param, (unsigned)(position + loop->depth),
                                      isl_id_copy(loop->iterator.id));
        known = isl_set_set_dim_id(known, isl_dim_param, (unsigned)(known_position + loop->depth),
                                   isl_id_copy(loop->iterator.id));
    }
    isl_ctx_set_max_operations(analysis->ctx, most);
    question.expr = expr_from_aff(analysis, isl_pw_aff_project_domain_on_params(value), isl_set_params(known), false);
    asked_now(analysis, question);
    return question.expr;
}

static bool look_for_hiding(void *context, const Expr *expr)
{
    bool *hides = context;
    bool sum = expr->op == OP_ADD || expr->op == OP_SUB || expr->op == OP_MUL || expr->op == OP_NEG;
    bool wraps = (expr->kind == EX_BINARY || expr->kind == EX_UNARY) && sum && !type_is_signed(expr->type);
    *hides = *hides || wraps || expr->kind == EX_SELECT || expr->kind == EX_CALL;
    return !*hides;
}

bool expr_hides_value(const Expr *expr)
{
    bool hides = false;
    expr_walk(expr, look_for_hiding, &hides);
    return hides;
}

bool expr_is_middle(const Expr *expr, const Expr **left, const Expr **right)
{
    if (expr->kind != EX_BINARY || expr->noperands != 2)
        return false;
    const Expr *first = expr->operands[0], *second = expr->operands[1];
    bool halves = second->kind == EX_INT &&
                  ((expr->op == OP_DIV && second->integer == 2) || (expr->op == OP_SHR && second->integer == 1));
    if (halves && first->kind == EX_BINARY && first->op == OP_ADD) {
        *left = first->operands[0];
        *right = first->operands[1];
        return true;
    }
    bool halved = expr->op == OP_ADD && second->kind == EX_BINARY && second->operands[1]->kind == EX_INT &&
                  ((second->op == OP_DIV && second->operands[1]->integer == 2) ||
                   (second->op == OP_SHR && second->operands[1]->integer == 1));
    const Expr *distance = halved ? second->operands[0] : NULL;
    if (!distance || distance->kind != EX_BINARY || distance->op != OP_SUB || !expr_equal(distance->operands[1], first))
        return false;
    *left = first;
    *right = distance->operands[0];
    return true;
}

bool expr_is_linear(const Expr *expr, const Symbol *iterator)
{
    if (!expr_mentions(expr, iterator) || expr->kind == EX_SYMBOL)
        return true;
    bool wraps = !type_is_integer(expr->type) || (!type_is_signed(expr->type) && expr->type->size < 8);
    if (wraps || expr->type->kind == TY_BOOL)
        return false;
    const Expr *left = expr->operands ? expr->operands[0] : NULL,
               *right = expr->noperands > 1 ? expr->operands[1] : NULL;
    if (expr->kind == EX_CAST)
        return type_is_integer(left->type) && (type_widens(left->type, expr->type) || expr->type->size == 8) &&
               expr_is_linear(left, iterator);
    if (expr->kind != EX_BINARY || !expr_is_linear(left, iterator) || !expr_is_linear(right, iterator))
        return false;
    bool varies = expr_mentions(left, iterator) && expr_mentions(right, iterator);
    return expr->op == OP_ADD || expr->op == OP_SUB || (expr->op == OP_MUL && !varies);
}
