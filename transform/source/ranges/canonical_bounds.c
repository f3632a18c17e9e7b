// Bounds that the source hides in unsigned sums, choices and calls, in the form that analysis reads: transformations
// subtract, compare and bound them.
#include "transform/source/ranges/canonical_bounds.h"
#include "transform/tree/linear.h"
#include "transform/tree/tree.h"

// The condition of the choice as distance >= 0. false: it does not compare sizes.
static bool distance_of(Arena *arena, const Expr *condition, Linear *distance)
{
    if (condition->kind != EX_BINARY || condition->operands[0]->type->kind != TY_I64)
        return false;
    bool up = condition->op == OP_GE || condition->op == OP_GT;
    bool strict = condition->op == OP_GT || condition->op == OP_LT;
    if (!up && condition->op != OP_LE && condition->op != OP_LT)
        return false;
    Linear left = linear_of(arena, condition->operands[0]), right = linear_of(arena, condition->operands[1]);
    *distance = up ? linear_combine(arena, &left, &right, -1) : linear_combine(arena, &right, &left, -1);
    distance->constant -= strict;
    return !distance->overflow;
}

static bool lies_within(const Linear *rest, int64_t least, int64_t most)
{
    return linear_is_constant(rest) && rest->constant >= least && rest->constant <= most;
}

// m >= i ? i : m is min(i, m): if the distance m - i is not negative, i - m is at most 0, otherwise at least 0.
static Expr *choice_to_extreme(void *context, Expr *expr)
{
    Candidate *state = context;
    Arena *arena = state->arena;
    Linear distance;
    if (expr->kind != EX_SELECT || expr->type->kind != TY_I64 || !distance_of(arena, expr->operands[0], &distance))
        return expr;
    Linear yes = linear_of(arena, expr->operands[1]), no = linear_of(arena, expr->operands[2]);
    Linear gain = linear_combine(arena, &yes, &no, -1);
    Linear sum = linear_combine(arena, &gain, &distance, 1), difference = linear_combine(arena, &gain, &distance, -1);
    if (lies_within(&sum, -1, 0))
        return index_min(arena, expr->operands[1], expr->operands[2]);
    if (lies_within(&difference, 0, 1))
        return index_max(arena, expr->operands[1], expr->operands[2]);
    return expr;
}

static Expr *plain(Candidate *state, Expr *bound)
{
    return expr_rewrite(state->arena, bound, choice_to_extreme, state);
}

const Loop *plain_loop(Candidate *state, const LoopFact *fact, const Loop *loop)
{
    if (!fact->lower && !fact->upper)
        return loop;
    Loop *made = arena_copy(state->arena, loop, sizeof *loop);
    made->lower = fact->lower ? plain(state, fact->lower) : loop->lower;
    made->upper = fact->upper ? plain(state, fact->upper) : loop->upper;
    return made;
}

static Stmt *with_plain_bounds(void *context, Stmt *stmt)
{
    Candidate *state = context;
    const LoopFact *fact = stmt->kind == ST_LOOP ? facts_loop(state->facts, stmt->loop->id) : NULL;
    if (!fact || (!fact->lower && !fact->upper))
        return stmt;
    Loop loop = *plain_loop(state, fact, stmt->loop);
    Stmt *made = tree_loop_again(state->arena, stmt, &loop, stmt->body);
    made->directive = stmt->directive;
    return made;
}

Stmt *plain_bounds(Candidate *state, Stmt *root)
{
    return stmt_rewrite(state->arena, root, with_plain_bounds, NULL, state);
}
