// A sum over several loops has as few loops as can be before it is divided among blocks: one long loop has parts of any
// size. Loops over results go outside of it.
#include "transform/plan/divisions.h"

#include "transform/schedule/schedule.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

static bool count_quotient(void *context, const Expr *expr)
{
    int *count = context;
    *count += expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM);
    return true;
}

static int count_quotients(const Candidate *source)
{
    int count = 0;
    stmt_walk_expressions(source->nest->body, count_quotient, &count);
    return count;
}

static const char *name_of(const Candidate *source, LoopId loop)
{
    return stmt_find_loop(source->nest->body, loop)->loop->name;
}

typedef struct Added {
    const Stmt *before;
    LoopId loop;
} Added;

static bool look_for_added(void *context, const Stmt *stmt)
{
    Added *added = context;
    if (stmt->kind == ST_LOOP && !stmt_find_loop(added->before, stmt->loop->id))
        added->loop = stmt->loop->id;
    return !added->loop;
}

static bool is_parallel(const Candidate *source, const Stmt *loop)
{
    const LoopFact *fact = facts_loop(source->facts, loop->loop->id);
    return fact && fact->verdict == LOOP_PARALLEL;
}

// The loops over results that the innermost of the sums contains, outside of all of them; otherwise the source as it
// is.
static const Candidate *results_outside(const Candidate *source, const LoopId *sums, int count)
{
    const Candidate *made = source;
    const Stmt *inner = only_loop(stmt_find_loop(source->nest->body, sums[count - 1])->body);
    for (; made && inner && is_parallel(source, inner); inner = only_loop(inner->body))
        for (int i = count - 1; i >= 0 && made; i--) {
            Step step = {.kind = STEP_PERMUTE, .loop = name_of(source, sums[i]), .other = inner->loop->name};
            made = candidate_step(made, &step).candidate;
        }
    return made ? made : source;
}

JoinedSum sum_joined(const Candidate *source, const LoopId *sums, int count)
{
    JoinedSum sum = {.source = results_outside(source, sums, count), .outermost = sums[count - 1], .joined = 1};
    for (int i = count - 2; i >= 0; i--) {
        Step step = {
            .kind = STEP_COLLAPSE, .loop = name_of(sum.source, sums[i]), .other = name_of(sum.source, sum.outermost)};
        const Candidate *made = candidate_step(sum.source, &step).candidate;
        Added added = {.before = sum.source->nest->body, .loop = 0};
        if (made && count_quotients(made) <= count_quotients(sum.source))
            stmt_walk(made->nest->body, look_for_added, &added);
        sum.source = added.loop ? made : sum.source;
        sum.outermost = added.loop ? added.loop : sums[i];
        sum.joined = added.loop ? sum.joined + 1 : 1;
    }
    return sum;
}

const Candidate *sum_divided(const JoinedSum *sum, int64_t size)
{
    Step step = {.kind = STEP_RFACTOR, .loop = name_of(sum->source, sum->outermost), .size = size};
    return candidate_step(sum->source, &step).candidate;
}
