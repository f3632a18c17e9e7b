// The working tree of a plan: every step is tried on it, and a legal step is added to the schedule.
#include "frontend/directives/directive.h"
#include "transform/lower/lower.h"
#include "transform/plan/plan_steps.h"
#include "transform/reduction/privatize_keys.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

#include <string.h>

bool plan_try(Plan *plan, Step step)
{
    StepResult result = candidate_step(plan->candidate, &step);
    plan->candidate = result.candidate ? result.candidate : plan->candidate;
    return result.candidate;
}

bool plan_is_concurrent(const Plan *plan)
{
    return tree_has_concurrent(plan->candidate->tree);
}

bool plan_tile(Plan *plan, const char *loop, int64_t size)
{
    return plan_try(plan, (Step){.kind = STEP_TILE, .loop = loop, .size = size});
}

bool plan_cyclic(Plan *plan, const char *loop, int64_t count)
{
    return plan_try(plan, (Step){.kind = STEP_CYCLIC, .loop = loop, .size = count});
}

bool plan_bind(Plan *plan, const char *loop, Binding binding, int64_t limit)
{
    return plan_try(plan, (Step){.kind = STEP_BIND, .loop = loop, .binding = binding, .limit = limit});
}

bool plan_interchange(Plan *plan, const char *outer, const char *inner)
{
    return plan_try(plan, (Step){.kind = STEP_INTERCHANGE, .loop = outer, .other = inner});
}

ReduceStyle plan_style(const Plan *plan)
{
    const Directive *directive = plan->directive;
    const Clause *clause = directive ? directive_clause(directive, CLAUSE_REDUCE) : NULL;
    ReduceStyle style = REDUCE_SHUFFLE;
    if (!clause || step_reduce_style(clause->word, &style))
        return style;
    return strcmp(clause->word, "first_add") == 0 ? REDUCE_TREE : REDUCE_UNROLLED; // "cascade"
}

bool plan_reduce(Plan *plan, int reduction)
{
    const Candidate *candidate = plan->candidate;
    const Reduction *reduced = &candidate->facts->reductions.items[reduction];
    Step steps[MAX_LAYOUTS + 2] = {
        {.kind = STEP_REDUCE, .place = place_name(reduced->place), .style = plan_style(plan)}};
    int count = 1;
    bool by_key = plan_style(plan) != REDUCE_SEQUENTIAL && reduced->kind == REDUCTION_BY_KEY;
    if (by_key && !reduce_limits_copies(candidate, candidate->tree, reduction))
        return false;
    if (by_key)
        count = reduce_default_steps(candidate, candidate->tree, reduction, steps);
    for (int i = 0; i < count; i++)
        if (!plan_try(plan, steps[i]))
            return false;
    return count;
}

bool plan_stage(Plan *plan, const char *array, Space space, const char *at)
{
    return plan_try(plan, (Step){.kind = STEP_STAGE, .array = array, .space = space, .loop = at});
}

bool plan_unroll(Plan *plan, const char *loop)
{
    return plan_try(plan, (Step){.kind = STEP_UNROLL, .loop = loop});
}

bool plan_lowers(const Plan *plan)
{
    return lower_tried(plan->candidate);
}

bool runs_straight(const Plan *plan, const char *loop)
{
    const Stmt *body = tree_loop(plan->candidate->tree, loop)->body;
    return !tree_has_kind(body, ST_LOOP) && !tree_has_kind(body, ST_WHILE) && !tree_has_kind(body, ST_EVALUATE);
}
