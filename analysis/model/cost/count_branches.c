// Branches: which side the lanes of a warp take, what of it the compiler makes a branch of, and what waits for that.
#include "analysis/model/cost/count.h"

#include "analysis/model/cost/count_batches.h"
#include "analysis/model/cost/count_index.h"

static bool holds_loop(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || stmt->kind == ST_LOOP || stmt->kind == ST_BARRIER || stmt->kind == ST_WHILE;
    return !*found;
}

// A branch on data without a loop becomes a choice between values.
bool counter_is_choice(const Stmt *stmt)
{
    bool holds = false;
    stmt_walk(stmt, holds_loop, &holds);
    return !holds;
}

static bool varies(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || expr->kind == EX_INTRINSIC || expr->kind == EX_ACCESS ||
             (expr->kind == EX_SYMBOL && expr->symbol->role == SYM_PARAM);
    return !*found;
}

static bool is_same(const Condition *left, const Condition *right)
{
    return left->op == right->op && left->difference.constant == right->difference.constant &&
           form_same_terms(&left->difference, &right->difference);
}

// Of a variable that holds a condition, the first comparison: the others are computed in a branch of their own, and the
// compiler forgets what a variable from there says.
static const Expr *definition(const Counter *counter, const Expr *expr)
{
    const Expr *defined = NULL;
    FOR_EACH(i, &counter->known)
        if (expr->kind == EX_SYMBOL && counter->known.items[i].symbol == expr->symbol)
            defined = counter->known.items[i].defined;
    while (defined && defined->kind == EX_BINARY && defined->op == OP_LOGICAL_AND)
        defined = defined->operands[0];
    return defined ? defined : expr;
}

// Whether the compiler knows that the condition is true: a constant, as unrolled loops leave them, or what a branch
// around it asks, too. *added: comparisons of it that are new.
static bool compiler_knows(Counter *counter, const Expr *expr, int *added)
{
    bool found = false, known = false;
    expr = definition(counter, expr);
    if (expr->kind == EX_BINARY && expr->op == OP_LOGICAL_AND) {
        bool left = compiler_knows(counter, expr->operands[0], added);
        return compiler_knows(counter, expr->operands[1], added) && left;
    }
    expr_walk(expr, varies, &found);
    if (expr->kind != EX_BINARY || !op_is_comparison(expr->op))
        return !found;
    Form left = counter_value(counter, expr->operands[0]), right = counter_value(counter, expr->operands[1]);
    Condition condition = {expr->op, form_add(&left, &right, -1)};
    for (int i = 0; i < counter->nconditions && !known; i++)
        known = is_same(&counter->conditions[i], &condition);
    if (!known && counter->nconditions < MOST_CONDITIONS) {
        counter->conditions[counter->nconditions++] = condition;
        (*added)++;
    }
    return known || (!found && form_is_constant(&condition.difference));
}

// How often a branch on data is taken: a value seldom equals another one (the opcode heuristic of T. Ball and J. Larus,
// "Branch prediction for free", PLDI 1993). Nothing is known of other conditions: both of their sides count.
static double likelihood(const Expr *condition)
{
    static const double EQUAL = 1.0 / 8;
    if (condition->kind == EX_BINARY && condition->op == OP_LOGICAL_AND)
        return likelihood(condition->operands[0]) * likelihood(condition->operands[1]);
    return condition->kind == EX_BINARY && condition->op == OP_EQ ? EQUAL : 1;
}

// Without those of subscripts, which other iterations share.
static bool add_operation(void *context, const Expr *expr)
{
    *(int *)context += expr->noperands > 0;
    return expr->kind != EX_ACCESS;
}

static bool is_large(const Stmt *stmt)
{
    int operations = 0;
    stmt_walk_expressions(stmt, add_operation, &operations);
    return operations > PREDICATED;
}

// Whether the present iteration loads and stores one array, by touches from that number on.
static bool updates(const Counter *counter, int from)
{
    for (int s = from; s < counter->ntouches; s++)
        for (int l = from; counter->touches[s].writes && l < counter->ntouches; l++)
            if (!counter->touches[l].writes && counter->touches[l].array == counter->touches[s].array)
                return true;
    return false;
}

static bool loads_globally(const Counter *counter, int from)
{
    for (int t = from; t < counter->ntouches; t++)
        if (!counter->touches[t].writes)
            return true;
    return false;
}

// Of a side that loads from shared memory, not from global memory (nvcc 13 for sm_90: five instructions have a branch).
enum { PREDICATED_SHARED = 4 };

// Clocks that such a branch and the loads in it take, if it is SHORT: no other loads are under way. Measured on an
// H200: steps of five to ten instructions with one load take 36 more where each has a condition, in one warp of a
// multiprocessor and in 32; steps of four take 7 more.
static const double SHARED_APART = 36;
enum { SHORT = 16 };

// `by_data`: data decides about it. Index arithmetic in it moves out of it then.
static void walk_side(Counter *counter, const Stmt *stmt, uint32_t lanes, bool certain, bool by_data, bool large)
{
    double counted = count_instructions(&counter->counts), indexed = counter->counts.index;
    int64_t computed = counter->computed.count;
    Pending before = counter->pending;
    int touches = counter->ntouches;
    int64_t shared = counter->shared_loads;
    counter->active = lanes;
    if (!lanes || !stmt)
        return;
    counter->branches += !certain;
    counter_walk(counter, stmt);
    if (certain)
        return;
    counter_leave_branch(counter);
    double index = by_data ? counter->counts.index - indexed : 0;
    shared = loads_globally(counter, touches) ? 0 : counter->shared_loads - shared;
    double own = count_instructions(&counter->counts) - counted - index;
    bool skipped = own > (shared ? PREDICATED_SHARED : PREDICATED) * counter->weight;
    if (shared && skipped && own <= SHORT * counter->weight)
        counter->counts.clocks += counter->weight * SHARED_APART;
    if (large || skipped || updates(counter, touches))
        counter_leave(counter, &before);
    if (skipped)
        counter_forget_side(counter, computed);
}

// What the last block does after all others: it is counted by itself, for the slowest warp.
static void walk_last(Counter *counter, const Stmt *stmt)
{
    counter_end_round(counter, 1);
    counter_wait(counter);
    WarpCounts before = counter->counts;
    double weight = counter->weight, waited = counter->waited;
    counter->counts = (WarpCounts){.walked = before.walked};
    counter->nloaded = counter->next_loaded = counter->ntouches = 0; // groups of these counts are others
    counter->waited = 0;
    counter->weight = 1;
    counter_walk(counter, stmt->body);
    counter_end_round(counter, 1);
    counter_wait(counter);
    WarpCounts last = counter->counts;
    counter->counts = before;
    counter->nloaded = counter->next_loaded = counter->ntouches = 0;
    counter->waited = waited;
    counter->weight = weight;
    counter->counts.walked = last.walked;
    if (last.clocks < before.last_clocks)
        return;
    counter->counts.last_clocks = last.clocks;
    counter->counts.last_rounds = last.rounds;
}

static bool is_last_block(const Counter *counter, const Form *condition)
{
    return condition->known && condition->count == 1 &&
           counter->variables->items[condition->terms[0].variable].kind == VARIABLE_LAST;
}

void counter_walk_branch(Counter *counter, const Stmt *stmt)
{
    bool large = is_large(stmt);
    counter->decides = large;
    Form condition = counter_value(counter, stmt->condition);
    counter->decides = false;
    if (is_last_block(counter, &condition)) {
        walk_last(counter, stmt);
        return;
    }
    uint32_t active = counter->active, yes = counter_lanes(counter, &condition);
    bool branches = condition.known ? !form_is_constant(&condition) : !counter_is_choice(stmt);
    int added = 0;
    double counted = counter->counts.alu;
    bool certain = condition.known && compiler_knows(counter, stmt->condition, &added);
    counter->counts.alu = counted;
    counter->counts.control += branches ? counter->weight : 0;
    large = large && !condition.known;
    double weight = counter->weight;
    counter->weight *= condition.known || counter_is_choice(stmt) ? 1 : likelihood(stmt->condition);
    walk_side(counter, stmt->body, yes, certain, !condition.known, large);
    counter->weight = weight;
    counter->nconditions -= added;
    walk_side(counter, stmt->otherwise, condition.known ? active & ~yes : active, certain, !condition.known, large);
    counter->active = active;
}
