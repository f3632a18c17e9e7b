#include "transform/source/ranges/join.h"
#include "analysis/depend/fusion.h"
#include "frontend/directives/directive.h"
#include "transform/source/source.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

// ---- the same statements

static bool are_equal(Arena *arena, const Stmt *left, const Stmt *right);

static bool same_expr(const Expr *left, const Expr *right)
{
    return left && right ? expr_equal(left, right) : left == right;
}

static Stmt *with_iterator_of(Arena *arena, const Stmt *left, const Stmt *right)
{
    return stmt_substitute(arena, right->body, right->loop->iterator, expr_symbol(arena, left->loop->iterator));
}

static bool same_loops(Arena *arena, const Stmt *left, const Stmt *right)
{
    const Loop *one = left->loop, *other = right->loop;
    bool counts = one->iterator->type == other->iterator->type && one->step_sign == other->step_sign &&
                  one->factor == other->factor && one->tested == other->tested && one->may_wrap == other->may_wrap &&
                  one->endless == other->endless && one->from_zero == other->from_zero &&
                  one->not_equal == other->not_equal && !left->directive && !right->directive;
    return counts && same_expr(one->lower, other->lower) && same_expr(one->upper, other->upper) &&
           same_expr(one->step, other->step) && are_equal(arena, left->body, with_iterator_of(arena, left, right));
}

static bool same_blocks(Arena *arena, const Stmt *left, const Stmt *right)
{
    bool same = stmt_count(left) == stmt_count(right);
    for (int i = 0; i < stmt_count(left) && same; i++)
        same = are_equal(arena, stmt_item(left, i), stmt_item(right, i));
    return same;
}

// Statements of other kinds are never found to be equal.
static bool are_equal(Arena *arena, const Stmt *left, const Stmt *right)
{
    if (!left || !right)
        return left == right;
    if (left->kind == ST_BLOCK || right->kind == ST_BLOCK)
        return same_blocks(arena, left, right);
    if (left->kind != right->kind)
        return false;
    switch (left->kind) {
    case ST_ASSIGN:
        return left->op == right->op && left->compute == right->compute && same_expr(left->place, right->place) &&
               same_expr(left->value, right->value);
    case ST_IF:
        return same_expr(left->condition, right->condition) && are_equal(arena, left->body, right->body) &&
               are_equal(arena, left->otherwise, right->otherwise);
    case ST_LOOP: return same_loops(arena, left, right);
    default: return false;
    }
}

// ---- the loops

const char *join_obstacle(const Candidate *state, const Stmt *first, const Stmt *second)
{
    const Stmt *block = source_block_of(state->nest->body, first, second);
    if (!block || source_item_of(block, second) != source_item_of(block, first) + 1)
        return "the second one does not follow the first one";
    if (facts_asserts_independent(state->facts))
        return "'independent' is about the loops as written";
    if (second->directive && second->directive->clauses.count)
        return "the second one has a directive of its own";
    const char *whole = source_indivisible(first), *other = source_indivisible(second);
    if (whole || other)
        return whole ? whole : other;
    if (first->loop->iterator->type != second->loop->iterator->type)
        return "their iterators have different types";
    if (source_changes(first->body, second->loop->lower) || source_changes(first->body, second->loop->upper))
        return "the range of the second one changes before it";
    if (!are_equal(state->arena, first->body, with_iterator_of(state->arena, first, second)))
        return "they do not do the same";
    return domain_continues(state->facts, first->loop->id, second->loop->id)
               ? NULL
               : "the second one is not known to begin where the first one ends";
}

Stmt *join(Candidate *state, Stmt *root, LoopId first_id, LoopId second_id)
{
    const Stmt *first = stmt_find_loop(root, first_id), *second = stmt_find_loop(root, second_id);
    const char *obstacle = join_obstacle(state, first, second);
    if (obstacle) {
        diag_refuse(state->diag, first->loc, "join %s %s refused: %s", first->loop->name, second->loop->name, obstacle);
        return NULL;
    }
    Loop loop = *first->loop;
    memset(loop.distinct, 0, sizeof loop.distinct);
    loop.upper = second->loop->upper;
    loop.not_equal = false;
    Stmt *whole = stmt_loop_for(state->arena, first, &loop, first->body);
    whole->directive = first->directive;
    root = tree_replace(state->arena, root, second, stmt_block(state->arena, NULL, 0));
    return tree_replace(state->arena, root, stmt_find_loop(root, first_id), whole);
}
