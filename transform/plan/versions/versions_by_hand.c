// Versions given by a schedule by hand.
#include "transform/tree/formula.h"
#include "transform/plan/versions/version_join.h"

#include <string.h>

bool versions_are_named(const Schedule *hand)
{
    return hand->steps.count > 0 && hand->steps.items[0].kind == STEP_VERSION;
}

typedef struct Hand {
    Version version;
    const Step *step;
    Schedule *schedule;
} Hand;

// The versions of the schedule; 0: it is wrong, which was reported.
static int take_apart(const Candidate *state, const Schedule *all, Hand *hands, Diag *diag)
{
    int count = 0;
    FOR_EACH(i, &all->steps) {
        const Step *step = &all->steps.items[i];
        const char *wrong = NULL;
        if (step->kind != STEP_VERSION) {
            VECTOR_PUSH(state->arena, &hands[count - 1].schedule->steps, *step);
            continue;
        }
        for (int v = 0; v < count; v++)
            if (strcmp(hands[v].version.name, step->version) == 0 || !hands[v].version.condition)
                wrong = hands[v].version.condition ? "there is one of that name already"
                                                   : "the one before it has no condition, and so is always taken";
        if (count == MOST_PLANNED)
            wrong = "there are too many";
        else if (count && step->formula && !step->loop != !hands[0].version.of)
            wrong = "either all versions but the last one are of a loop, or none is";
        else if (step->loop && !step->formula)
            wrong = "the last version is of the whole nest";
        if (wrong) {
            diag_error(diag, step->loc, "version %s: %s", step->version, wrong);
            return 0;
        }
        Version version = {.name = step->version, .of = step->loop, .words = step->formula};
        if (step->formula)
            version.condition =
                formula_read_condition(state->arena, (FormulaScope){.nest = state->nest}, step->formula, &wrong);
        if (step->formula && !version.condition) {
            diag_error(diag, step->loc, "version %s: %s", step->version, wrong);
            return 0;
        }
        hands[count++] = (Hand){version, step, ARENA_NEW(state->arena, Schedule)};
    }
    const Hand *last = &hands[count - 1];
    if (last->version.condition) {
        diag_error(diag, last->step->loc, "version %s: the last version has no condition", last->version.name);
        return 0;
    }
    return count;
}

// Conditions that are already decided: a version that is never taken is left out, and so are all versions after one
// that is always taken.
static int decide(Hand *hands, int count)
{
    int kept = 0;
    for (int v = 0; v < count; v++) {
        const Expr *condition = hands[v].version.condition;
        bool decided = condition && condition->kind == EX_INT && (!hands[v].version.of || !condition->integer);
        if (decided && condition->integer == 0)
            continue;
        hands[kept] = hands[v];
        if (decided)
            hands[kept].version.condition = NULL;
        if (!hands[kept++].version.condition)
            break;
    }
    return kept;
}

static bool same_head(const Schedule *schedule, const Schedule *head, Arena *arena)
{
    Schedule own = {0};
    Text left = {.arena = arena}, right = left;
    for (int i = 0; i < head->steps.count && i < schedule->steps.count; i++)
        VECTOR_PUSH(arena, &own.steps, schedule->steps.items[i]);
    schedule_print(&left, &own);
    schedule_print(&right, head);
    return strcmp(text_string(&left), text_string(&right)) == 0;
}

// What the last version's steps on the source have made of it, as far as they are the first ones of this version, too:
// the rest of them follows from there.
static const Candidate *shared_source(const Candidate *source, const Schedule *schedule, int *steps)
{
    const Candidate *at = source;
    for (;; at = at->before) {
        const Schedule *done = candidate_schedule(at, NULL);
        *steps = done->steps.count;
        if (!at->before || same_head(schedule, done, source->arena))
            return at == source ? source : candidate_beside(at, source->nest);
    }
}

// Another version, in addition to the earlier ones.
static Program *another(const Candidate *source, Hand *hand, const Facts *facts, Diag *diag)
{
    int done;
    const Candidate *changed, *from = shared_source(source, hand->schedule, &done);
    Program *program = finish_by_hand(from, hand->schedule, done, &changed, diag, NULL);
    const char *why = program ? version_obstacle(source->arena, facts, program->facts, &hand->version) : NULL;
    if (!why)
        return program;
    diag_refuse(diag, source->nest->loc, "version %s refused: %s", hand->version.name, why);
    return NULL;
}

// Versions of parts, each added to the kernels of the last one.
static Program *by_parts(const Candidate *source, Hand *hands, int count, Program *program, Diag *diag)
{
    Text added = {.arena = source->arena};
    for (int v = 0; v < count - 1; v++) {
        source = candidate_beside(source, program->nest);
        Version *version = &hands[v].version;
        Program *other = another(source, &hands[v], program->facts, diag);
        if (!other)
            return NULL;
        if (!versions_join_part(source, program, version, other)) {
            diag_refuse(diag, hands[v].step->loc,
                        "version %s refused: its kernels of loop '%s' are not apart from those of other loops",
                        version->name, version->of);
            return NULL;
        }
        version_print(&added, version, other->schedule);
    }
    versions_end_parts(source->arena, program, hands[count - 1].version.name, text_string(&added));
    return program;
}

Program *versions_by_hand(const Candidate *nest, const Schedule *all, Diag *diag, const PlanObserver *observer)
{
    Hand hands[MOST_PLANNED];
    Version versions[MOST_PLANNED];
    Program *programs[MOST_PLANNED];
    int count = take_apart(nest, all, hands, diag);
    if (!count)
        return NULL;
    count = decide(hands, count);
    const Candidate *source;
    Program *program = finish_by_hand(nest, hands[count - 1].schedule, 0, &source, diag, observer);
    if (!program)
        return NULL;
    warn_sequential(program, false, diag);
    if (hands[0].version.of && count > 1)
        return by_parts(source, hands, count, program, diag);
    programs[count - 1] = program;
    versions[count - 1] = hands[count - 1].version;
    for (int v = 0; v < count - 1; v++) { // the planner's order: names of arrays that steps make follow from it
        source = candidate_beside(source, programs[v ? v - 1 : count - 1]->nest);
        programs[v] = another(source, &hands[v], program->facts, diag);
        versions[v] = hands[v].version;
        if (!programs[v])
            return NULL;
    }
    return count > 1 ? versions_join(nest->arena, versions, programs, count) : program;
}
