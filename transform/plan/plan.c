// The entries: a plan for a nest, and the whole middle of the compiler, by hand or by plan.
#include "analysis/model/cost/cost.h"
#include "analysis/words.h"
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/arrange/arrange_scan.h"
#include "transform/plan/clauses.h"
#include "transform/plan/finish.h"
#include "transform/plan/host/persistence.h"
#include "transform/plan/plan.h"
#include "transform/plan/plan_steps.h"
#include "transform/plan/prepare.h"
#include "transform/plan/resources/resources.h"
#include "transform/plan/short_loops.h"
#include "transform/plan/versions/versions.h"
#include "transform/reduction/exact_minmax.h"
#include "transform/search/random_plan.h"
#include "transform/search/search.h"
#include "transform/search/wavefront.h"

// ---- a schedule for the nest

// What keeps the reductions of the nest in the source's order, or NULL.
static const char *order_keeper(const Plan *plan)
{
    const Candidate *state = plan->candidate;
    if (plan_style(plan) == REDUCE_SEQUENTIAL)
        return "'reduce(sequential)' keeps its reductions in order";
    FOR_EACH(i, &state->facts->reductions) {
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
static void note_reduction(const Plan *plan, const Reduction *reduction)
{
    const Stmt *update = reduction->updates.items[0];
    if (update->kind == ST_ASSIGN && update->place->kind == EX_ACCESS)
        diag_note(plan->diag, update->loc,
                  "'%s' is combined here, as far as is known by several iterations; write 'independent' if no two "
                  "iterations touch one element",
                  expr_text(plan->candidate->arena, update->place));
}

static void refuse_all(const Plan *plan)
{
    const Facts *facts = plan->candidate->facts;
    const char *keeper = order_keeper(plan);
    diag_refuse(plan->diag, plan->candidate->nest->loc, "no loop of the nest can run in parallel%s%s",
                keeper ? ": " : "", keeper ? keeper : "");
    FOR_EACH(i, &facts->loops) {
        if (!facts->loops.items[i].witness)
            continue;
        note_dependence(plan->diag, facts, facts->loops.items[i].witness);
        return;
    }
    FOR_EACH(i, &facts->reductions)
        note_reduction(plan, &facts->reductions.items[i]);
}

const Candidate *plan_schedule(const Candidate *candidate, const Variant *variant, Built *built, Diag *diag,
                               struct ResourceChoices *sizes)
{
    Plan plan = {.candidate = candidate,
                 .directive = candidate->nest->directive,
                 .diag = diag,
                 .sizes = sizes,
                 .variant = *variant,
                 .built = {.parts = built->parts}};
    if (!block_clause_fits(&plan))
        return NULL;
    arrange_scans(&plan);
    arrange(&plan, plan.candidate->tree);
    if (!variant->only)
        refuse_ignored_clauses(&plan, candidate->tree);
    *built = plan.built;
    if (plan.failed)
        return NULL;
    if (plan_is_concurrent(&plan))
        return plan.candidate;
    refuse_all(&plan);
    return NULL;
}

// ---- the whole

static Program *by_hand(const Candidate *nest, const Schedule *hand, Diag *diag, const PlanObserver *observer)
{
    const Candidate *source;
    if (versions_are_named(hand))
        return versions_by_hand(nest, hand, diag, observer);
    Program *program = finish_by_hand(nest, hand, 0, &source, diag, observer);
    if (program)
        warn_sequential(program, false, diag);
    return program;
}

typedef struct Planned {
    const Candidate *source;
    Program *program;  // NULL: refused, reported
    Program *versions; // the same with its versions by size; NULL: not asked yet, or it has none
    Built built;
    bool complete; // a candidate of the search that has no versions
} Planned;

static Planned plan_from(const Candidate *source, Diag *diag, const PlanObserver *observer)
{
    Variant variant = {.at_large = true};
    Planned planned = {.source = source};
    if (source->nest->is_region)
        planned.built.parts = ARENA_ARRAY(source->arena, Built, MOST_ROOTS);
    planned.program = finish_planned(source, &variant, &planned.built, diag, observer);
    return planned;
}

// Where the changed source cannot be planned, the source as it was is.
static Planned plan_without_search(const Candidate *nest, Diag *diag, const PlanObserver *observer)
{
    Planned planned = {0};
    const Candidate *source = plan_source(nest);
    if (candidate_step_count(source, nest))
        planned = plan_from(source, diag_collector(nest->arena), observer);
    return planned.program ? planned : plan_from(nest, diag, observer);
}

static Planned plan_searched(const Candidate *nest, const SearchResult *result, Diag *diag,
                             const PlanObserver *observer)
{
    const Tried *chosen = &result->tried.items[result->chosen];
    if (!chosen->complete)
        return plan_from(search_source(nest, chosen), diag, observer);
    Planned planned = {.complete = true};
    planned.program = search_program(nest, chosen, &planned.source, diag, observer);
    return planned;
}

// A candidate that is predicted to be faster is planned instead. Who looks on sees the steps of one plan.
static Planned plan_with_search(const Candidate *nest, Diag *diag, const PlanObserver *observer)
{
    bool looks_on = observer && observer->step;
    Planned own = plan_without_search(nest, looks_on ? diag_collector(nest->arena) : diag, looks_on ? NULL : observer);
    if (!own.program)
        return looks_on ? plan_without_search(nest, diag, observer) : own;
    if (!nest->one_version && versions_worth_having(own.source, &own.built).count > 1)
        own.versions = versions_by_plan(own.source, &own.built, own.program);
    const SearchResult *result = search_sources(nest, own.source, own.program, own.versions);
    if (observer && observer->searched)
        *observer->searched = result;
    Planned planned = result->chosen ? plan_searched(nest, result, diag, observer)
                      : looks_on     ? plan_from(own.source, diag, observer)
                                     : own;
    return planned.program ? planned : own;
}

// Where what the planner makes of the nest has slow parts.
static Program *by_diagonals(const Candidate *nest, Diag *diag, const PlanObserver *observer)
{
    if (!wavefront_is_possible(nest) || nest->plain || nest->by_paper || clauses_decide(nest->nest))
        return NULL;
    Diag *unheard = diag_collector(nest->arena);
    Program *planned = plan_without_search(nest, unheard, NULL).program;
    const Candidate *source = nest;
    bool slow = !planned || warn_sequential(planned, true, unheard);
    Program *program = slow ? wavefront(nest, planned, &source, observer) : NULL;
    if (program)
        warn_sequential(program, true, diag);
    return program;
}

static Program *by_plan(const Candidate *nest, Diag *diag, const PlanObserver *observer)
{
    bool searches = nest->effort != EFFORT_NONE && !nest->by_paper && !nest->plain && !clauses_decide(nest->nest);
    Program *program = by_diagonals(nest, diag, observer);
    if (program)
        return program;
    Planned planned = searches ? plan_with_search(nest, diag, observer) : plan_without_search(nest, diag, observer);
    if (!planned.program)
        return NULL;
    const Program *rest = planned.program;
    bool alone = nest->one_version || planned.complete;
    program = alone              ? planned.program
              : planned.versions ? planned.versions
                                 : versions_by_plan(planned.source, &planned.built, planned.program);
    program = searches && !planned.complete ? persistence_by_plan(planned.source, program, &rest) : program;
    warn_sequential(rest, true, diag);
    if (!alone && program == planned.program && !program->versions.count && nest->nest->is_region)
        program = versions_by_parts(planned.source, &planned.built, program);
    return searches ? short_loops_by_plan(planned.complete ? plan_source(nest) : planned.source, program) : program;
}

static bool belongs_to(const Facts *analyzed, const Facts *facts)
{
    for (; facts; facts = facts->original)
        if (facts == analyzed)
            return true;
    return false;
}

// All but those of the program and what they were made from. Whether memory of theirs is in use: there are some of
// these, or the program was scheduled by them and has formulas of theirs.
static bool release_analyses(AnalysisList *analyses, const Program *program)
{
    bool used = false;
    FOR_EACH(i, &analyses->facts) {
        Facts *analyzed = analyses->facts.items[i];
        bool stays = belongs_to(analyzed, program ? program->facts : NULL);
        used = used || stays || (program && analyzed->internal == program->scheduled);
        if (stays)
            continue;
        analyzed->original = NULL;
        facts_release(analyzed);
    }
    return used;
}

// What candidates have come to something lives on.
static void release_tried(AnalysisList *tried, const Program *program, Arena *arena)
{
    if (release_analyses(tried, program))
        arena_adopt(arena, tried->arena);
    else
        arena_release(tried->arena);
}

static bool find_effect(void *context, const Stmt *stmt)
{
    bool *found = context;
    bool without = stmt->kind == ST_BLOCK || stmt->kind == ST_IF || stmt->kind == ST_DECLARE ||
                   (stmt->kind == ST_LOOP && loop_ends_as_written(stmt->loop));
    *found = *found || !without;
    return without;
}

// Loops that only count, or move pointers, leave values that the launcher computes: there is nothing to launch.
static void drop_idle_kernels(const Nest *nest, Program *program)
{
    bool found = false;
    stmt_walk(nest->body, find_effect, &found);
    if (found)
        return;
    program->host = stmt_block(nest->unit->arena, NULL, 0);
    program->versions.count = program->scratch.count = program->cells.count = program->limits.count = 0;
}

Program *restructure(const Candidate *nest, Diag *diag, const Schedule *hand, const PlanObserver *observer)
{
    KnownCosts costs = {.arena = arena_new()};
    AnalysisList analyses = {.costs = &costs};
    Candidate *first = arena_copy(nest->arena, nest, sizeof *nest);
    first->analyses = &analyses;
    first->tree = nest->nest->body;
    if (!hand && nest->seed)
        hand = random_schedule(first, *nest->seed);
    first->by_hand = hand != NULL;
    Program *program = hand ? by_hand(first, hand, diag, observer) : by_plan(first, diag, observer);
    if (program)
        drop_idle_kernels(nest->nest, program);
    if (analyses.tried)
        release_tried(analyses.tried, program, nest->arena);
    release_analyses(&analyses, program);
    arena_release(costs.arena);
    return program;
}
