#include "transform/candidate.h"

#include "analysis/operations.h"
#include "transform/apply.h"
#include "transform/observe.h"
#include "transform/source/ranges/canonical_bounds.h"
#include "transform/source/privatize.h"
#include "transform/source/source.h"

#include <string.h>

// ---- copies

// The first push to a table whose capacity is its count moves it, so that a copy may share the items until then.
#define SHARE(table) (table).capacity = (table).count

Candidate *candidate_copy(const Candidate *candidate)
{
    Candidate *made = arena_copy(candidate->arena, candidate, sizeof *candidate);
    made->nest = arena_copy(candidate->arena, candidate->nest, sizeof *candidate->nest);
    SHARE(made->nest->symbols);
    SHARE(made->nest->arrays);
    SHARE(made->nest->functions);
    SHARE(made->nest->finals);
    SHARE(made->combined);
    SHARE(made->fusions);
    SHARE(made->privatizations);
    SHARE(made->limits);
    made->diag = diag_collector(candidate->arena);
    made->before = candidate;
    made->step = NULL;
    return made;
}

const Candidate *candidate_in(const Candidate *candidate, Arena *arena)
{
    Candidate *made = candidate_copy(candidate);
    made->arena = arena;
    return made;
}

const Candidate *candidate_tried(const Candidate *candidate)
{
    AnalysisList *analyses = candidate->analyses;
    if (!analyses->tried) {
        Arena *arena = arena_new();
        analyses->tried = ARENA_NEW(arena, AnalysisList);
        analyses->tried->outer = analyses;
        analyses->tried->arena = arena;
    }
    Candidate *made = (Candidate *)candidate_in(candidate, analyses->tried->arena);
    made->analyses = analyses->tried;
    made->observer = NULL;
    return made;
}

struct KnownCosts *candidate_costs(const Candidate *candidate)
{
    const AnalysisList *list = candidate->analyses;
    while (list->outer)
        list = list->outer;
    return list->costs;
}

const Candidate *candidate_with_choice(const Candidate *candidate, FusionChoice choice)
{
    Candidate *made = candidate_copy(candidate);
    VECTOR_PUSH(made->arena, &made->fusions, choice);
    return made;
}

static bool has_array(const Nest *nest, const Array *array)
{
    FOR_EACH(i, &nest->arrays)
        if (nest->arrays.items[i] == array)
            return true;
    return false;
}

const Candidate *candidate_beside(const Candidate *candidate, const Nest *other)
{
    Candidate *made = candidate_copy(candidate);
    if (other->next_loop > made->nest->next_loop)
        made->nest->next_loop = other->next_loop;
    FOR_EACH(i, &other->arrays)
        if (other->arrays.items[i]->space == SPACE_SCRATCH && !has_array(made->nest, other->arrays.items[i]))
            VECTOR_PUSH(made->nest->unit->arena, &made->nest->arrays, other->arrays.items[i]);
    return made;
}

// ---- steps

static StepResult result_of(Candidate *made, bool done)
{
    return done ? (StepResult){.candidate = made} : (StepResult){.refusal = diag_refusal(made->diag)};
}

StepResult candidate_privatize(const Candidate *candidate)
{
    Candidate *made = candidate_copy(candidate);
    Stmt *tree = observe_pass(made, "privatize", privatize(made, made->nest->body));
    if (!tree)
        return result_of(made, false);
    made->serial = made->tree = observe_pass(made, "canonical_bounds", plain_bounds(made, tree));
    check_nest(made->nest, made->tree, "canonical_bounds");
    return result_of(made, true);
}

// ---- steps on the source

// Steps make the same of both.
static bool same_source(const Candidate *candidate, const Candidate *other)
{
    const Nest *nest = candidate->nest, *others = other->nest;
    return candidate->facts == other->facts && nest->body == others->body && nest->next_loop == others->next_loop &&
           nest->next_stmt == others->next_stmt && nest->symbols.count == others->symbols.count &&
           nest->arrays.count == others->arrays.count && candidate->exact == other->exact &&
           candidate->by_hand == other->by_hand && candidate->at_end == other->at_end;
}

static const char *step_text(Arena *arena, const Step *step)
{
    Text text = {.arena = arena};
    step_print(&text, step);
    return text_string(&text);
}

static const Candidate *made_in(const AnalysisList *list, const Candidate *candidate, const Step *step)
{
    for (int i = 0; list && i < list->made.count; i++) {
        const Candidate *made = list->made.items[i];
        if (made->step->kind == step->kind && same_source(made->before, candidate) &&
            strcmp(step_text(candidate->arena, made->step), step_text(candidate->arena, step)) == 0)
            return made;
    }
    return NULL;
}

// What the step has made of this source before; NULL: it was not taken, or refused.
static const Candidate *made_before(const Candidate *candidate, const Step *step)
{
    const AnalysisList *own = candidate->analyses;
    const Candidate *made = made_in(own, candidate, step);
    made = made ? made : made_in(own->outer, candidate, step);
    return made ? made : made_in(own->tried, candidate, step);
}

// The same, made of `before`. It counts as analysed: bounds of a search are those of all that it looks at.
static StepResult made_again(const Candidate *made, const Candidate *before, const Step *step)
{
    Candidate *again = (Candidate *)candidate_in(made, before->arena);
    again->analyses = before->analyses;
    again->observer = before->observer;
    again->observer_context = before->observer_context;
    again->fusions = before->fusions;
    again->before = before;
    again->step = step;
    before->analyses->refused += facts_operations(made->facts);
    return result_of(again, true);
}

StepResult candidate_step_if(const Candidate *candidate, const Step *step, SourceFilter *wanted, void *context)
{
    const Candidate *before = made_before(candidate, step);
    step = arena_copy(candidate->arena, step, sizeof *step);
    if (before && (!wanted || wanted(context, before)))
        return made_again(before, candidate, step);
    Candidate *made = candidate_copy(candidate);
    made->step = step;
    if (before || !source_apply(made, step) || (wanted && !wanted(context, made)) || !source_analyze(made))
        return result_of(made, false);
    VECTOR_PUSH(made->arena, &made->analyses->made, made);
    return result_of(made, true);
}

StepResult candidate_step(const Candidate *candidate, const Step *step)
{
    if (step_changes_source(step->kind) && !candidate->serial)
        return candidate_step_if(candidate, step, NULL, NULL);
    if (!candidate->serial) {
        StepResult private = candidate_privatize(candidate);
        if (!private.candidate)
            return private;
        candidate = private.candidate;
    }
    Candidate *made = candidate_copy(candidate);
    made->step = arena_copy(made->arena, step, sizeof *step);
    return result_of(made, tree_apply(made, made->step));
}

// ---- how it was made

void candidate_observe(const Candidate *candidate, const Candidate *from, StepObserver *after, void *context)
{
    if (!candidate || candidate == from)
        return;
    candidate_observe(candidate->before, from, after, context);
    if (candidate->step)
        after(context, candidate->step, candidate->nest, candidate->tree);
}

int candidate_step_count(const Candidate *candidate, const Candidate *from)
{
    int count = 0;
    for (; candidate && candidate != from; candidate = candidate->before)
        count += candidate->step != NULL;
    return count;
}

static void add_steps(const Candidate *candidate, const Candidate *from, Schedule *schedule)
{
    if (!candidate || candidate == from)
        return;
    add_steps(candidate->before, from, schedule);
    if (candidate->step)
        VECTOR_PUSH(candidate->arena, &schedule->steps, *candidate->step);
}

const Schedule *candidate_schedule(const Candidate *candidate, const Candidate *from)
{
    Schedule *schedule = ARENA_NEW(candidate->arena, Schedule);
    add_steps(candidate, from, schedule);
    return schedule;
}

void analyses_release(AnalysisList *analyses)
{
    FOR_EACH(i, &analyses->facts)
        analyses->facts.items[i]->original = NULL;
    FOR_EACH(i, &analyses->facts)
        facts_release(analyses->facts.items[i]);
}
