// Vector loops whose threads hold elements in registers for later loops: each iteration stays with its thread (contract
// in vector_kernel.h).
#include "transform/tree/loops.h"
#include "transform/tree/monomial.h"
#include "transform/tree/query.h"
#include "transform/tree/speculate.h"
#include "transform/tree/tree.h"
#include "transform/vector/vector_kernel.h"

enum { MANY_ITERATIONS = 8 };

// Without comparisons that hold in the whole range of the loops around. NULL: all do.
static Expr *not_implied(Arena *arena, const Varying *ranges, Expr *condition)
{
    int64_t excess;
    if (condition && condition->kind == EX_BINARY && condition->op == OP_LOGICAL_AND)
        return expr_both(arena, not_implied(arena, ranges, condition->operands[0]),
                         not_implied(arena, ranges, condition->operands[1]));
    if (!condition || condition->kind != EX_BINARY || condition->op != OP_LT)
        return condition;
    Expr *over = index_minus(arena, condition->operands[0], condition->operands[1]);
    return expr_constant_limit(ranges, over, &excess) && excess < 0 ? NULL : condition;
}

// If threads hold elements for later loops, each iteration tests for itself, and its elements stay with the thread.
static Stmt *expand_iteration(VectorLoop *vector, const LoopsAround *around)
{
    Conjunction conditions = {.arena = vector->arena};
    if (vector->groups.list.count)
        vector_also_aligned(vector, &conditions);
    vector_also_full(vector, &conditions);
    Expr *condition = not_implied(vector->arena, around->ranges, conditions.all);
    if (!vector->groups.list.count && is_harmless(vector->loop->body, vector->loop->loop->iterator))
        condition = NULL;
    Stmt *whole = vector_with_vectors(vector);
    return condition ? stmt_if(vector->arena, condition, whole, vector_serially(vector)) : whole;
}

// Whether the bound has a whole number of vectors left in each unrolled iteration, as a condition that does not depend
// on the iteration. false: it may depend.
static bool also_whole_vectors(const VectorLoop *vector, Conjunction *conjunction, const Expr *upper)
{
    Arena *arena = conjunction->arena;
    const Expr *plain = expr_strip_casts(upper);
    if (plain->kind == EX_BINARY && plain->op == OP_MIN)
        return also_whole_vectors(vector, conjunction, plain->operands[0]) &&
               also_whole_vectors(vector, conjunction, plain->operands[1]);
    if (plain->kind == EX_INT && plain->integer >= vector->count)
        return true;
    Polynomial form = polynomial_of(arena, unrolled_definition(arena, &vector->unrolled, (Expr *)plain));
    Expr *rest = NULL;
    FOR_EACH(t, &form.terms) {
        const Monomial *term = &form.terms.items[t];
        if (term->factor % vector->count == 0)
            continue;
        Expr *factors = index_mul(arena, expr_index(arena, term->factor), monomial_expr(arena, term));
        if (unrolled_mention(&vector->unrolled, factors))
            return false;
        rest = rest ? index_add(arena, rest, factors) : factors;
    }
    if (rest) {
        rest = expr_without_widening(rest);
        rest = expr_cast(arena, type_promoted(rest->type), rest);
        Expr *over = expr_binary(arena, OP_REM, rest, expr_int(arena, vector->count, rest->type), rest->type);
        also(conjunction, expr_binary(arena, OP_EQ, over, expr_int(arena, 0, rest->type), rest->type));
    }
    return !form.overflow;
}

// The condition under which each unrolled iteration that runs has all elements of its vectors, aligned. false: it may
// depend on the iteration.
static bool iterations_are_whole(const VectorLoop *vector, Conjunction *conjunction)
{
    for (int t = 0; t < vector->unrolled.count; t++)
        if (!loop_is_normal(vector->unrolled.loops[t]->loop) ||
            !vector_keeps_alignment(vector, vector->unrolled.loops[t]->loop))
            return false;
    if (vector->groups.list.count)
        vector_also_aligned(vector, conjunction);
    return also_whole_vectors(vector, conjunction, vector->loop->loop->upper) && conjunction->all;
}

// The unrolled loops with another body in place of the vector loop.
static Stmt *around_body(const VectorLoop *vector, Stmt *body)
{
    for (int t = vector->unrolled.count - 1; t >= 0; t--) {
        Loop loop = *vector->unrolled.loops[t]->loop;
        body = stmt_loop_for(vector->arena, vector->unrolled.loops[t], &loop, body);
    }
    return body;
}

// Whether a comparison among those holds only where the other one does: they differ by a constant.
static bool follows(Arena *arena, const Expr *from, const Expr *condition)
{
    if (!from || from->kind != EX_BINARY)
        return false;
    if (from->op == OP_LOGICAL_AND)
        return follows(arena, from->operands[0], condition) || follows(arena, from->operands[1], condition);
    if (from->op != OP_LT || condition->op != OP_LT)
        return false;
    Linear given = linear_of(arena, index_minus(arena, from->operands[0], from->operands[1]));
    Linear asked = linear_of(arena, index_minus(arena, condition->operands[0], condition->operands[1]));
    Linear over = linear_combine(arena, &asked, &given, -1);
    return linear_is_constant(&over) && over.constant <= 0;
}

// index < upper, with operands of min() and quotients that round up taken apart, as far as it is not known.
static void also_apart(Conjunction *conjunction, const Varying *ranges, Expr *index, Expr *upper)
{
    Arena *arena = conjunction->arena;
    Expr *plain = (Expr *)expr_strip_casts(upper);
    Operator op = plain->kind == EX_BINARY ? plain->op : OP_NONE;
    const Expr *first = op == OP_SUB ? expr_strip_casts(plain->operands[0]) : plain;
    bool apart = first->kind == EX_BINARY && (first->op == OP_MIN || first->op == OP_CEIL_DIV);
    if (op == OP_MIN) {
        also_apart(conjunction, ranges, index, plain->operands[0]);
        also_apart(conjunction, ranges, index, plain->operands[1]);
    } else if (op == OP_CEIL_DIV) {
        also_apart(conjunction, ranges, index_mul(arena, plain->operands[1], index), plain->operands[0]);
    } else if (op == OP_SUB && apart) {
        also_apart(conjunction, ranges, index_add(arena, index, plain->operands[1]), plain->operands[0]);
    } else {
        Expr *term = not_implied(arena, ranges, linear_less(arena, index, plain));
        bool holds = !term || (term->kind == EX_INT && term->integer) || follows(arena, conjunction->all, term);
        if (!holds)
            also(conjunction, term);
    }
}

// All iterations without tests, where all elements of all of them run; otherwise the other statement.
static Stmt *where_all_run(const VectorLoop *vector, const Varying *ranges, Stmt *vectors, Stmt *otherwise)
{
    Arena *arena = vector->arena;
    Conjunction all = {.arena = arena}, aligned = {.arena = arena};
    int64_t last[MAX_UNROLLED_LOOPS];
    for (int t = 0; t < vector->unrolled.count; t++)
        last[t] = vector->unrolled.extent[t] - 1;
    Expr *upper = unrolled_at(arena, &vector->unrolled, vector->loop->loop->upper, last);
    also_apart(&all, ranges, expr_index(arena, vector->count - 1), upper);
    for (int t = 0; t < vector->unrolled.count; t++)
        also_apart(&all, ranges, expr_index(arena, last[t]), vector->unrolled.loops[t]->loop->upper);
    if (vector->groups.list.count)
        vector_also_aligned(vector, &aligned);
    vectors = tree_renew_loops(vector->state, vector_whole_iterations(vector, 0, vectors));
    Expr *condition = expr_both(arena, aligned.all, all.all);
    return condition ? stmt_if(arena, condition, vectors, otherwise) : vectors;
}

// Whether all iterations have the last element of the vector loop if the last iteration has it.
static bool shortens(const VectorLoop *vector)
{
    Expr *upper = unrolled_definition(vector->arena, &vector->unrolled, vector->loop->loop->upper);
    for (int t = 0; t < vector->unrolled.count; t++)
        if (!bound_shortens(vector->arena, upper, vector->unrolled.loops[t]->loop->iterator))
            return false;
    return true;
}

// if (iterations have whole vectors) for iterations { if (the first element runs) S with registers } else for
// iterations S. The loads of the first part wait for no branch: nvcc begins all of them at once. It mixes the
// instructions of many iterations only where none has a test. NULL: the condition differs between iterations.
static Stmt *expand_iterations(VectorLoop *vector, const LoopsAround *around)
{
    Conjunction whole = {.arena = vector->arena}, runs = {.arena = vector->arena};
    Varying ranges = *around->ranges;
    VectorLoop inner;
    if (!iterations_are_whole(vector, &whole) || !vector_find_loop(vector->state, vector->loop, &inner))
        return NULL;
    also_below(&runs, expr_index(vector->arena, 0), vector->count, vector->loop->loop->upper);
    for (int t = 0; t < vector->unrolled.count; t++) {
        const Loop *loop = vector->unrolled.loops[t]->loop;
        if (!expr_constant_limit(&ranges, loop_raw_count(vector->arena, loop), &vector->unrolled.extent[t]))
            vector->unrolled.extent[t] = 0;
        ranges.loops[ranges.count++] = loop;
    }
    Expr *condition = not_implied(vector->arena, &ranges, runs.all);
    Stmt *serial = tree_renew_loops(vector->state, around_body(vector, vector_serially(&inner)));
    Stmt *vectors = vector_with_vectors(&inner);
    Stmt *tested = condition ? stmt_if(vector->arena, condition, vectors, NULL) : vectors;
    Stmt *made = stmt_if(vector->arena, whole.all, around_body(vector, tested), serial);
    bool many = shortens(vector) && unrolled_count(&vector->unrolled) >= MANY_ITERATIONS;
    return many ? where_all_run(vector, around->ranges, vectors, made) : made;
}

Stmt *held_expand(VectorLoop *vector, const LoopsAround *around)
{
    return vector->unrolled.count ? expand_iterations(vector, around) : expand_iteration(vector, around);
}
