#include "transform/plan/finish.h"

#include "analysis/arrays/implied.h"
#include "transform/lower/lower.h"
#include "transform/plan/resources/load_registers.h"
#include "transform/plan/host/persistence.h"
#include "transform/plan/plan.h"
#include "transform/source/source.h"
#include "transform/tree/loops.h"

#include <string.h>

// ---- what the launcher tests and copies

static bool same_array(const Facts *facts, const ArrayFact *fact)
{
    const ArrayFact *other = facts_array(facts, fact->array);
    return other && other->copy_in <= fact->copy_in && other->copy_out == fact->copy_out &&
           other->written == fact->written;
}

static const char touches_more[] = "it reads or writes more of an array";

static bool is_of_array(const ArrayFact *fact, const ArrayFact *wanted)
{
    return !wanted || (fact && array_is(fact->array, wanted->array));
}

static bool is_assumed(const Facts *facts, const Assumption *wanted)
{
    FOR_EACH(i, &facts->assumptions) {
        const Assumption *assumption = &facts->assumptions.items[i];
        bool same = wanted->condition
                        ? assumption->condition && expr_equal(assumption->condition, wanted->condition)
                        : is_of_array(assumption->a, wanted->a) && wanted->a && assumption->scalar == wanted->scalar &&
                              is_of_array(assumption->b, wanted->b);
        if (same)
            return true;
    }
    return wanted->condition && facts_imply(facts, wanted->condition);
}

const char *launcher_obstacle(const Facts *facts, const Facts *others, bool may_test)
{
    bool same = facts->arrays.count == others->arrays.count;
    FOR_EACH(i, &facts->arrays)
        same = same && same_array(others, &facts->arrays.items[i]);
    if (!same)
        return touches_more;
    FOR_EACH(i, &others->assumptions)
        if (!is_assumed(facts, &others->assumptions.items[i]) && (!may_test || others->assumptions.items[i].may_fail))
            return intern_printf("it assumes more: %s", others->assumptions.items[i].words);
    return NULL;
}

const char *version_obstacle(Arena *arena, const Facts *facts, const Facts *others, Version *version)
{
    const char *why = launcher_obstacle(facts, others, true);
    FOR_EACH(i, &others->assumptions) {
        const Assumption *assumption = &others->assumptions.items[i];
        if (why || is_assumed(facts, assumption))
            continue;
        if (!assumption->condition)
            return intern_printf("it assumes more: %s", assumption->words);
        version->condition = expr_both(arena, expr_copy(arena, assumption->condition), version->condition);
        version->limited = true;
    }
    return why;
}

// ---- candidates in an arena of their own: plans and trees are many, and what they lead to is one program

#define KEEP(list)                                                                                               \
    copy->list.items = arena_copy(arena, copy->list.items, sizeof *copy->list.items * (size_t)copy->list.count); \
    copy->list.capacity = copy->list.count

// The program in the arena of its source, without the intermediate trees.
static Program *kept(const Candidate *source, const Program *program)
{
    Arena *arena = source->arena;
    Program *copy = arena_copy(arena, program, sizeof *program);
    Nest *nest = copy->nest = arena_copy(arena, program->nest, sizeof *program->nest);
    copy->host = stmt_copy(arena, program->host);
    copy->schedule = arena_strndup(arena, program->schedule, strlen(program->schedule));
    KEEP(scratch);
    KEEP(cells);
    KEEP(fusions);
    KEEP(limits);
    FOR_EACH(i, &copy->limits)
        copy->limits.items[i].condition = expr_copy(arena, program->limits.items[i].condition);
    for (int i = source->nest->arrays.count; i < nest->arrays.count; i++)
        for (int d = 0; d < nest->arrays.items[i]->ndim; d++)
            nest->arrays.items[i]->extent[d] = expr_copy(arena, nest->arrays.items[i]->extent[d]);
    return copy;
}

// ---- a program of what has been scheduled

static const Candidate *reported(StepResult result, Diag *diag)
{
    if (!result.candidate)
        diag_repeat(diag, result.refusal);
    return result.candidate;
}

// What the source that was scheduled assumes in addition is tested as well. The facts outlive the candidate.
static const Facts *assuming_as(const Facts *facts, const Facts *others)
{
    Arena *arena = facts->arena;
    FOR_EACH(i, &others->assumptions) {
        Assumption assumption = others->assumptions.items[i];
        if (!assumption.condition || is_assumed(facts, &assumption))
            continue;
        assumption.condition = expr_copy(arena, assumption.condition);
        assumption.words = arena_strndup(arena, assumption.words, strlen(assumption.words));
        facts = facts_assuming(arena, facts, assumption);
    }
    return facts;
}

static bool program_mentions(const Program *program, const Symbol *symbol)
{
    bool mentions = stmt_mentions(program->host, symbol);
    FOR_EACH(i, &program->scratch)
        for (int d = 0; d < program->scratch.items[i]->ndim; d++)
            mentions = mentions || expr_mentions(program->scratch.items[i]->extent[d], symbol);
    return mentions;
}

// Whether it needs the range of an array that the launcher does not measure.
static bool needs_measure(const Program *program, const Facts *launcher, const Facts *others)
{
    FOR_EACH(i, &others->measures) {
        const Measure *measure = &others->measures.items[i];
        bool measured = false;
        FOR_EACH(k, &launcher->measures)
            measured = measured || strcmp(launcher->measures.items[k].first->name, measure->first->name) == 0;
        if (!measured && (program_mentions(program, measure->first) || program_mentions(program, measure->last)))
            return true;
    }
    return false;
}

// If `rfactor` or `scan` has reordered sums, `check` compares with the source's own order: the launcher is that of the
// earlier source, and must not have to copy more for it.
static const Facts *launcher_facts(const Program *program, const Candidate *candidate, const char **why)
{
    const Facts *facts = candidate->unsplit->facts;
    bool known = !facts->no_parallel_loop || facts_complete((Facts *)facts);
    facts = known ? assuming_as(facts, candidate->facts) : facts;
    *why = !known || needs_measure(program, facts, candidate->facts)
               ? touches_more
               : launcher_obstacle(facts, candidate->facts, false);
    return facts;
}

bool has_launcher(const Program *program, const Candidate *candidate)
{
    const char *why = NULL;
    if (candidate->unsplit)
        launcher_facts(program, candidate, &why);
    return !why;
}

static bool take_unsplit(Program *program, const Candidate *candidate, Diag *diag)
{
    const char *why = NULL;
    if (!candidate->unsplit)
        return true;
    program->facts = launcher_facts(program, candidate, &why);
    program->nest->body = candidate->unsplit->nest->body;
    if (why)
        diag_refuse(diag, candidate->nest->loc, "rfactor refused: %s", why);
    return !why;
}

static Program *program_of(const Candidate *candidate, Diag *diag)
{
    LowerResult lowered = lower(candidate);
    if (!lowered.program) {
        diag_repeat(diag, lowered.refusal);
        return NULL;
    }
    Program *program = lowered.program;
    program->scheduled = candidate->facts->internal;
    Text text = {.arena = candidate->arena};
    schedule_print(&text, candidate_schedule(candidate, NULL));
    program->schedule = text_string(&text);
    FOR_EACH(i, &candidate->fusions)
        VECTOR_PUSH(candidate->arena, &program->fusions, candidate->fusions.items[i]);
    FOR_EACH(i, &candidate->limits)
        VECTOR_PUSH(candidate->arena, &program->limits, candidate->limits.items[i]);
    return take_unsplit(program, candidate, diag) ? program : NULL;
}

static Program *plan_all(const Candidate *source, const Variant *variant, Built *built, Diag *diag,
                         const PlanObserver *observer)
{
    const Candidate *private = reported(candidate_privatize(source), diag);
    const Candidate *planned =
        private ? plan_schedule(private, variant, built, diag, observer ? observer->sizes : NULL) : NULL;
    if (planned && variant->persists)
        planned = persistence_apply(planned, variant->persists);
    Program *program = planned ? program_of(planned, diag) : NULL;
    const Candidate *bounded = program && variant->at_large ? load_registers(planned, program) : planned;
    if (bounded != planned)
        program = program_of(bounded, diag);
    if (bounded && observer && observer->step)
        candidate_observe(bounded, observer->seen, observer->step, observer->context);
    return program && !refuse_small_launches(program, planned->facts, diag) ? program : NULL;
}

Program *finish_planned(const Candidate *source, const Variant *variant, Built *built, Diag *diag,
                        const PlanObserver *observer)
{
    if (source->facts->no_parallel_loop) {
        refuse_no_parallel_loop(diag, source->facts);
        return NULL;
    }
    if (observer && observer->step)
        return plan_all(source, variant, built, diag, observer);
    Arena *scratch = arena_new();
    Program *program = plan_all(candidate_in(source, scratch), variant, built, diag, observer);
    if (program)
        program = kept(source, program);
    arena_release(scratch);
    return program;
}

// ---- by hand

static const Candidate *by_hand(const Candidate *candidate, const Step *step, Diag *diag, const PlanObserver *observer)
{
    candidate = reported(candidate_step(candidate, step), diag);
    if (!candidate && step->loc.file)
        diag_note(diag, step->loc, "in this step of the schedule");
    if (candidate && observer && observer->step)
        observer->step(observer->context, step, candidate->nest, candidate->tree);
    return candidate;
}

// Those that change the source; *next: the first that does not.
static const Candidate *change_source(const Candidate *candidate, const Schedule *hand, int *next, Diag *diag,
                                      const PlanObserver *observer)
{
    for (; candidate && *next < hand->steps.count; ++*next) {
        if (!step_changes_source(hand->steps.items[*next].kind))
            break;
        candidate = by_hand(candidate, &hand->steps.items[*next], diag, observer);
    }
    return candidate;
}

static Program *plan_rest(const Candidate *source, Diag *diag, const PlanObserver *observer)
{
    Variant variant = {.at_large = true};
    Built built = {0};
    PlanObserver rest = observer ? *observer : (PlanObserver){0};
    rest.seen = source;
    return finish_planned(source, &variant, &built, diag, &rest);
}

Program *finish_by_hand(const Candidate *from, const Schedule *hand, int first, const Candidate **source, Diag *diag,
                        const PlanObserver *observer)
{
    int next = first;
    const Candidate *candidate = *source = change_source(from, hand, &next, diag, observer);
    if (!candidate)
        return NULL;
    if (next > 0 && next == hand->steps.count)
        return plan_rest(candidate, diag, observer);
    const Facts *facts = candidate->facts;
    bool no_parallel_loop = facts->no_parallel_loop;
    if (no_parallel_loop && !facts_complete((Facts *)facts)) {
        refuse_no_parallel_loop(diag, facts);
        return NULL;
    }
    candidate = reported(candidate_privatize(candidate), diag);
    for (; candidate && next < hand->steps.count; next++)
        candidate = by_hand(candidate, &hand->steps.items[next], diag, observer);
    if (candidate && no_parallel_loop && !tree_has_concurrent(candidate->tree)) {
        refuse_no_parallel_loop(diag, facts);
        return NULL;
    }
    return candidate ? program_of(candidate, diag) : NULL;
}
