// The working tree of a plan: every step is tried on it, and stands in the schedule when it was legal.
#include "frontend/directives/directive.h"
#include "transform/lower/lower.h"
#include "transform/plan/plan_steps.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

#include <string.h>

bool plan_try(Plan *plan, Step step)
{
    Restructuring *state = plan->state;
    Schedule one = {0};
    VECTOR_PUSH(state->arena, &one.steps, step);
    Diag *diag = state->diag;
    state->diag = diag_collector(state->arena);
    Stmt *made = schedule_apply(state, plan->tree, &one, NULL, NULL);
    state->diag = diag;
    if (!made)
        return false;
    plan->tree = made;
    VECTOR_PUSH(state->arena, &plan->schedule->steps, step);
    return true;
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
    bool bound = plan_try(plan, (Step){.kind = STEP_BIND, .loop = loop, .binding = binding, .limit = limit});
    plan->any = plan->any || (bound && binding_is_concurrent(binding));
    return bound;
}

bool plan_interchange(Plan *plan, const char *outer, const char *inner)
{
    return plan_try(plan, (Step){.kind = STEP_INTERCHANGE, .loop = outer, .other = inner});
}

ReduceStyle plan_style(const Restructuring *state)
{
    const Directive *directive = state->directive;
    const Clause *clause = directive ? directive_clause(directive, CLAUSE_REDUCE) : NULL;
    if (clause && strcmp(clause->word, "tree") == 0)
        return REDUCE_TREE;
    return clause && strcmp(clause->word, "sequential") == 0 ? REDUCE_SEQUENTIAL : REDUCE_SHUFFLE;
}

bool plan_reduce(Plan *plan, int reduction)
{
    const Expr *place = plan->state->facts->reductions.items[reduction].place;
    const char *name = place_name(place);
    return plan_try(plan, (Step){.kind = STEP_REDUCE, .place = name, .style = plan_style(plan->state)});
}

bool plan_stage(Plan *plan, const char *array, Space space, const char *at)
{
    return plan_try(plan, (Step){.kind = STEP_STAGE, .array = array, .space = space, .loop = at});
}

bool plan_unroll(Plan *plan, const char *loop)
{
    return plan_try(plan, (Step){.kind = STEP_UNROLL, .loop = loop});
}

bool plan_lowers(Plan *plan)
{
    Restructuring *state = plan->state;
    PlanMark mark = plan_mark(plan);
    Diag *diag = state->diag;
    state->diag = diag_collector(state->arena);
    bool lowers = lower(state, plan->tree) != NULL;
    state->diag = diag;
    state->nest->symbols.count = mark.symbols;
    state->nest->arrays.count = mark.arrays;
    state->nest->next_loop = mark.next_loop;
    return lowers;
}

PlanMark plan_mark(const Plan *plan)
{
    const Nest *nest = plan->state->nest;
    return (PlanMark){plan->tree,
                      plan->schedule->steps.count,
                      nest->symbols.count,
                      nest->arrays.count,
                      nest->next_loop,
                      plan->state->relaxed,
                      plan->any};
}

void plan_return(Plan *plan, PlanMark mark)
{
    Nest *nest = plan->state->nest;
    plan->tree = mark.tree;
    plan->schedule->steps.count = mark.steps;
    nest->symbols.count = mark.symbols;
    nest->arrays.count = mark.arrays;
    nest->next_loop = mark.next_loop;
    plan->state->relaxed = mark.relaxed;
    plan->any = mark.any;
}

bool runs_straight(const Plan *plan, const char *loop)
{
    const Stmt *body = tree_loop(plan->tree, loop)->body;
    return !tree_has_kind(body, ST_LOOP) && !tree_has_kind(body, ST_WHILE) && !tree_has_kind(body, ST_EVALUATE);
}
