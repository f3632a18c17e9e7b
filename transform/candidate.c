#include "transform/candidate.h"

#include "transform/apply.h"
#include "transform/observe.h"
#include "transform/source/canonical_bounds.h"
#include "transform/source/privatize.h"
#include "transform/source/source.h"

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

StepResult candidate_step(const Candidate *candidate, const Step *step)
{
    bool on_source = step_changes_source(step->kind) && !candidate->serial;
    if (!on_source && !candidate->serial) {
        StepResult private = candidate_privatize(candidate);
        if (!private.candidate)
            return private;
        candidate = private.candidate;
    }
    Candidate *made = candidate_copy(candidate);
    made->step = arena_copy(made->arena, step, sizeof *step);
    return result_of(made, on_source ? source_apply(made, made->step) : tree_apply(made, made->step));
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
