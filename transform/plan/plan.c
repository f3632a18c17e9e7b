// The entries: a plan for a nest, and the whole way of a nest by hand or by plan.
#include "analysis/words.h"
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/clauses.h"
#include "transform/plan/plan.h"
#include "transform/plan/plan_steps.h"
#include "transform/plan/prepare.h"
#include "transform/plan/resources/resources.h"
#include "transform/plan/versions.h"
#include "transform/reduction/exact_minmax.h"

// ---- a schedule for the nest

// What keeps the reductions of the nest in the source's order, or NULL.
static const char *order_keeper(const Restructuring *state)
{
    if (plan_style(state) == REDUCE_SEQUENTIAL)
        return "'reduce(sequential)' keeps its reductions in order";
    FOR_EACH(i, &state->facts->reductions)
    {
        const Reduction *reduction = &state->facts->reductions.items[i];
        if (state->exact && reduction->reassociates)
            return "'exact' keeps its floating-point reductions in order";
        const char *obstacle =
            ordered_applies(reduction) ? ordered_obstacle(state, reduction, reduction->loops.items[0]) : NULL;
        if (obstacle)
            return obstacle;
    }
    return NULL;
}

// A reduction that no transformation carries out, of elements that data choose.
static void note_reduction(const Restructuring *state, const Reduction *reduction)
{
    const Stmt *update = reduction->updates.items[0];
    if (update->kind == ST_ASSIGN && update->place->kind == EX_ACCESS)
        diag_note(state->diag, update->loc,
                  "'%s' is combined here, as far as can be told by several iterations; write 'independent' if no two "
                  "iterations touch one element",
                  expr_text(state->arena, update->place));
}

static void refuse_all(Restructuring *state)
{
    const Facts *facts = state->facts;
    const char *keeper = order_keeper(state);
    diag_refuse(state->diag, state->nest->loc, "no loop of the nest can run in parallel%s%s", keeper ? ": " : "",
                keeper ? keeper : "");
    FOR_EACH(i, &facts->loops)
    {
        if (!facts->loops.items[i].witness)
            continue;
        note_dependence(state->diag, facts, facts->loops.items[i].witness);
        return;
    }
    FOR_EACH(i, &facts->reductions)
    note_reduction(state, &facts->reductions.items[i]);
}

Schedule *plan_schedule(Restructuring *state, const Stmt *root, const Variant *variant, Built *built)
{
    Plan plan = {
        .state = state, .variant = *variant, .schedule = ARENA_NEW(state->arena, Schedule), .tree = (Stmt *)root};
    if (!block_clause_fits(state))
        return NULL;
    PlanMark mark = plan_mark(&plan);
    PassObserver *observer = state->observer;
    state->observer = NULL; // trees that are only tried
    arrange(&plan, root);
    state->observer = observer;
    refuse_ignored_clauses(&plan, root);
    int steps = plan.schedule->steps.count;
    bool any = plan.any, failed = plan.failed;
    // What planning made on its working tree is made again when the schedule is applied, under the same names.
    *built = plan.built;
    plan_return(&plan, mark);
    plan.schedule->steps.count = steps;
    if (!any && !failed)
        refuse_all(state);
    return any && !failed ? plan.schedule : NULL;
}

// ---- the whole

static Program *by_hand(Restructuring *state, const Schedule *hand, StepObserver *after, void *context)
{
    if (versions_are_named(hand))
        return versions_by_hand(state, hand, after, context);
    Way way = {.hand = hand, .after = after, .context = context};
    Program *program = way_by_hand(state, &way);
    if (program)
        warn_sequential(state, program->host, false);
    return program;
}

// From the source as `way` says that it was changed, without a word.
static Program *quietly(Restructuring *state, Way *way)
{
    Diag *diag = state->diag;
    state->diag = diag_collector(state->arena);
    Program *program = way_finish(state, way);
    state->diag = diag;
    return program;
}

static Program *by_plan(Restructuring *state, StepObserver *after, void *context)
{
    SourceMark start = source_mark(state);
    Way way = {.source = plan_source(state), .after = after, .context = context};
    bool changed = way.source->steps.count > 0;
    way_observe_source(state, &way, start, way.source);
    Program *program = changed ? quietly(state, &way) : NULL;
    if (!program) {
        source_return(state, start);
        state->fusions.count = 0;
        way.source = ARENA_NEW(state->arena, Schedule);
        way.built = (Built){0};
        program = way_finish(state, &way);
    }
    if (!program)
        return NULL;
    warn_sequential(state, program->host, true);
    return versions_by_plan(state, &way, program);
}

Program *restructure(Restructuring *state, const Schedule *hand, StepObserver *after, void *context)
{
    SourceMark start = source_mark(state);
    state->by_hand = hand != NULL;
    Program *program = hand ? by_hand(state, hand, after, context) : by_plan(state, after, context);
    if (!program)
        source_return(state, start);
    return program;
}
