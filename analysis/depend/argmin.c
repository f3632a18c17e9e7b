#include "analysis/depend/argmin.h"
#include "analysis/depend/update.h"

#include <string.h>

static bool mentions_places(const Choice *choice, const Expr *expr)
{
    for (int i = 0; i < choice->count; i++)
        if (update_count_place(expr, choice->assignments[i]->place))
            return true;
    return false;
}

// ---- one value in two spellings

static const Expr *strip_index_casts(const Expr *expr)
{
    while (expr->kind == EX_CAST && type_is_integer(expr->type) && type_is_integer(expr->operands[0]->type) &&
           (expr->type->size == 8 || type_widens(expr->operands[0]->type, expr->type)))
        expr = expr->operands[0];
    return expr;
}

static bool same_index(const Expr *left, const Expr *right)
{
    left = strip_index_casts(left);
    right = strip_index_casts(right);
    if (expr_equal(left, right))
        return true;
    bool sums =
        left->kind == EX_BINARY && right->kind == EX_BINARY && left->op == right->op && left->type == right->type;
    return sums && same_index(left->operands[0], right->operands[0]) &&
           same_index(left->operands[1], right->operands[1]);
}

static bool is_magnitude(const Expr *expr)
{
    return expr->kind == EX_CALL && !expr->function && expr->noperands == 1 &&
           (strcmp(expr->text, "fabs") == 0 || strcmp(expr->text, "fabsf") == 0);
}

// A double that a float holds exactly.
static bool fits_float(const Expr *expr)
{
    if (expr->kind == EX_CAST)
        return expr->operands[0]->type->kind == TY_F32;
    return is_magnitude(expr) && fits_float(expr->operands[0]);
}

// Looks through (double)(float)x where that is x.
static const Expr *strip_exact_casts(const Expr *expr)
{
    bool twice = expr->kind == EX_CAST && expr->type->kind == TY_F64 && expr->operands[0]->kind == EX_CAST &&
                 expr->operands[0]->type->kind == TY_F32 && expr->operands[0]->operands[0]->type->kind == TY_F64;
    return twice && fits_float(expr->operands[0]->operands[0]) ? expr->operands[0]->operands[0] : expr;
}

static bool same_value(const Expr *left, const Expr *right)
{
    left = strip_exact_casts(left);
    right = strip_exact_casts(right);
    if (expr_equal(left, right))
        return true;
    if (left->kind != right->kind || left->type != right->type || left->noperands != right->noperands)
        return false;
    bool access = left->kind == EX_ACCESS && left->array == right->array && !left->npath && !right->npath;
    bool operation =
        (left->kind == EX_BINARY || left->kind == EX_UNARY || left->kind == EX_CAST) && left->op == right->op;
    bool call = left->kind == EX_CALL && left->function == right->function &&
                (left->function || strcmp(left->text, right->text) == 0);
    if (!access && !operation && !call)
        return false;
    for (int i = 0; i < left->noperands; i++)
        if (!(access ? same_index(left->operands[i], right->operands[i])
                     : same_value(left->operands[i], right->operands[i])))
            return false;
    return true;
}

// ---- what is kept, once this iteration has written

typedef struct Written {
    Arena *arena;
    const Choice *choice;
} Written;

static Expr *use_written(void *context, Expr *expr)
{
    const Written *written = context;
    for (int i = 0; i < written->choice->count; i++) {
        const Stmt *assignment = written->choice->assignments[i];
        if (expr_equal(expr, assignment->place))
            return expr_cast(written->arena, expr->type, assignment->value);
    }
    return expr;
}

static bool keeps_key(Arena *arena, const Choice *choice)
{
    Written written = {arena, choice};
    const Expr *after = expr_rewrite(arena, (Expr *)choice->kept, use_written, &written);
    return same_value(after, choice->key);
}

// ---- the condition

static bool is_order(const Expr *expr)
{
    return expr->kind == EX_BINARY &&
           (expr->op == OP_LT || expr->op == OP_LE || expr->op == OP_GT || expr->op == OP_GE);
}

static bool read_test(Arena *arena, Choice *choice, const Expr *test)
{
    if (choice->test || !is_order(test))
        return false;
    bool left = mentions_places(choice, test->operands[0]), right = mentions_places(choice, test->operands[1]);
    bool less = test->op == OP_LT || test->op == OP_LE;
    choice->test = test;
    choice->kept = test->operands[left ? 0 : 1];
    choice->key = test->operands[left ? 1 : 0];
    choice->op = left == less ? OP_MAX : OP_MIN;
    choice->strict = test->op == OP_LT || test->op == OP_GT;
    return left != right && type_is_arithmetic(choice->key->type) && keeps_key(arena, choice);
}

static bool can_fail(void *context, const Expr *expr)
{
    bool *fails = context;
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM) && type_is_integer(expr->type);
    *fails = *fails || expr->kind == EX_ACCESS || divides || (expr->kind == EX_CALL && expr->function);
    return !*fails;
}

// Another order of the iterations evaluates more of them: the statements after the comparison must allow that.
static bool read_condition(Arena *arena, Choice *choice, const Expr *condition)
{
    bool fails = false;
    if (choice->test)
        expr_walk(condition, can_fail, &fails);
    if (fails)
        return false;
    if (!mentions_places(choice, condition))
        return true;
    if (condition->kind == EX_CAST && type_is_integer(condition->operands[0]->type))
        return read_condition(arena, choice, condition->operands[0]);
    if (condition->kind == EX_BINARY && condition->op == OP_LOGICAL_AND)
        return read_condition(arena, choice, condition->operands[0]) &&
               read_condition(arena, choice, condition->operands[1]);
    return read_test(arena, choice, condition);
}

// ---- the body

static bool is_new_place(const Choice *choice, const Expr *place)
{
    for (int i = 0; i < choice->count; i++)
        if (expr_equal(choice->assignments[i]->place, place))
            return false;
    return choice->count < MAX_CHOSEN && type_is_arithmetic(place->type);
}

static bool read_body(Choice *choice, const Stmt *body)
{
    bool fine = true;
    if (body->kind == ST_ASSIGN) {
        fine = body->op == OP_NONE && is_new_place(choice, body->place);
        if (fine)
            choice->assignments[choice->count++] = body;
        return fine;
    }
    for (int i = 0; body->kind == ST_BLOCK && i < body->nitems && fine; i++)
        fine = read_body(choice, body->items[i]);
    return fine && body->kind == ST_BLOCK;
}

// best = a[i] > best ? a[i] : best: the same as with `if`.
static const Stmt *select_as_if(Arena *arena, const Stmt *stmt)
{
    const Expr *value = stmt->value;
    if (stmt->kind != ST_ASSIGN || stmt->op != OP_NONE || value->kind != EX_SELECT ||
        value->type != stmt->place->type || !expr_equal(value->operands[2], stmt->place))
        return stmt;
    Stmt *assignment = stmt_assign(arena, stmt->place, OP_NONE, value->operands[1], NULL);
    assignment->id = stmt->id;
    return stmt_if(arena, value->operands[0], assignment, NULL);
}

bool choice_of(Arena *arena, const Stmt *stmt, Choice *choice)
{
    *choice = (Choice){0};
    stmt = select_as_if(arena, stmt);
    if (stmt->kind != ST_IF || stmt->otherwise || !read_body(choice, stmt->body) || !choice->count)
        return false;
    for (int i = 0; i < choice->count; i++)
        if (mentions_places(choice, choice->assignments[i]->value))
            return false;
    return read_condition(arena, choice, stmt->condition) && choice->test;
}

bool choice_is_kept_in(const Choice *choice, const Expr *place)
{
    return expr_equal(choice->kept, place);
}
