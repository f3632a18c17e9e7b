// One way through the middle of the compiler: the source changed, privatized, scheduled by plan or by hand, lowered.
#include "transform/lower/lower.h"
#include "transform/observe.h"
#include "transform/plan/candidate.h"
#include "transform/plan/plan.h"
#include "transform/source/canonical_bounds.h"
#include "transform/source/privatize.h"
#include "transform/tree/loops.h"

#include <string.h>

// ---- steps on the source

static void note_division(const Restructuring *state, Way *way, const Step *step)
{
    if (step->kind != STEP_RFACTOR || way->divided)
        return;
    way->divided = true;
    way->plain = source_mark(state);
}

// Makes the steps of a schedule by hand that change the source, behind those of `head`; false: one was refused, and
// reported.
static bool change_source(Restructuring *state, Way *way, Schedule *head)
{
    const Schedule *hand = way->hand;
    for (int i = head->steps.count; i < hand->steps.count; i++) {
        if (!step_changes_source(hand->steps.items[i].kind))
            break;
        note_division(state, way, &hand->steps.items[i]);
        if (!source_apply(state, &hand->steps.items[i])) {
            diag_note(state->diag, hand->steps.items[i].loc, "in this step of the schedule");
            return false;
        }
        VECTOR_PUSH(state->arena, &head->steps, hand->steps.items[i]);
    }
    return true;
}

void way_observe_source(Restructuring *state, Way *way, SourceMark start, const Schedule *source)
{
    if (!way->after || !source->steps.count)
        return;
    source_return(state, start);
    way->divided = false;
    FOR_EACH(i, &source->steps)
    {
        note_division(state, way, &source->steps.items[i]);
        if (!source_apply(state, &source->steps.items[i]))
            unreachable_bug("a step on the source that was made cannot be made again");
        way->after(way->context, &source->steps.items[i], state->nest->body);
    }
}

// ---- a program

static Schedule *without_head(Arena *arena, const Schedule *schedule, const Schedule *head)
{
    Schedule *rest = ARENA_NEW(arena, Schedule);
    for (int i = head->steps.count; i < schedule->steps.count; i++)
        VECTOR_PUSH(arena, &rest->steps, schedule->steps.items[i]);
    return rest;
}

#define KEEP(list)                                                                                               \
    copy->list.items = arena_copy(arena, copy->list.items, sizeof *copy->list.items * (size_t)copy->list.count); \
    copy->list.capacity = copy->list.count

// The program without the trees that led to it; the nest's arrays from number `arrays` on are its own.
static Program *kept(Arena *arena, const Nest *nest, int arrays, const Program *program)
{
    Program *copy = arena_copy(arena, program, sizeof *program);
    copy->host = stmt_copy(arena, program->host);
    copy->schedule = arena_strndup(arena, program->schedule, strlen(program->schedule));
    KEEP(scratch);
    KEEP(cells);
    KEEP(fusions);
    for (int i = arrays; i < nest->arrays.count; i++)
        for (int d = 0; d < nest->arrays.items[i]->ndim; d++)
            nest->arrays.items[i]->extent[d] = expr_copy(arena, nest->arrays.items[i]->extent[d]);
    return copy;
}

static Program *carry_out(Restructuring *state, Way *way)
{
    way->mark = source_mark(state);
    bool planned = !way->hand || (way->source->steps.count && way->source->steps.count == way->hand->steps.count);
    bool hopeless = state->facts->hopeless;
    if (hopeless && (planned || !facts_complete((Facts *)state->facts))) {
        refuse_hopeless(state->diag, state->facts);
        return NULL;
    }
    Stmt *tree = observe_pass(state, "privatize", privatize(state, state->nest->body));
    if (!tree)
        return NULL;
    tree = observe_pass(state, "canonical_bounds", plain_bounds(state, tree));
    check_nest(state->nest, tree, "canonical_bounds");
    const Schedule *schedule = planned ? plan_schedule(state, tree, &way->variant, &way->built)
                                       : without_head(state->arena, way->hand, way->source);
    if (!schedule)
        return NULL;
    tree = schedule_apply(state, tree, schedule, way->after, way->context);
    if (tree && hopeless && !tree_has_concurrent(tree)) {
        refuse_hopeless(state->diag, state->facts);
        return NULL;
    }
    Program *program = tree ? lower(state, tree) : NULL;
    if (!program)
        return NULL;
    Text text = {.arena = state->arena};
    schedule_print(&text, way->source);
    schedule_print(&text, schedule);
    program->schedule = text_string(&text);
    FOR_EACH(i, &state->fusions)
    VECTOR_PUSH(state->arena, &program->fusions, state->fusions.items[i]);
    return program;
}

// Plans and trees are many, and what they lead to is one: they have an arena of their own, unless somebody looks at
// each.
Program *way_finish(Restructuring *state, Way *way)
{
    if (way->after)
        return carry_out(state, way);
    Arena *arena = state->arena, *scratch = arena_new();
    const Stmt *serial = state->serial;
    int arrays = state->nest->arrays.count;
    state->arena = scratch;
    Program *program = carry_out(state, way);
    state->arena = arena;
    state->serial = serial;
    if (program)
        program = kept(arena, state->nest, arrays, program);
    arena_release(scratch);
    return program;
}

Program *way_by_hand(Restructuring *state, Way *way)
{
    Schedule *source = ARENA_NEW(state->arena, Schedule);
    for (int i = 0; way->source && i < way->source->steps.count; i++)
        VECTOR_PUSH(state->arena, &source->steps, way->source->steps.items[i]);
    SourceMark start = source_mark(state);
    bool observed = !way->source;
    if (!change_source(state, way, source))
        return NULL;
    if (observed)
        way_observe_source(state, way, start, source);
    way->source = source;
    return way_settle(state, way, way_finish(state, way));
}

Program *way_divided(Restructuring *state, Way *way, const Step *step)
{
    Schedule *source = ARENA_NEW(state->arena, Schedule);
    FOR_EACH(i, &way->source->steps)
    VECTOR_PUSH(state->arena, &source->steps, way->source->steps.items[i]);
    VECTOR_PUSH(state->arena, &source->steps, *step);
    note_division(state, way, step);
    if (!source_apply(state, step))
        return NULL;
    if (way->after)
        way->after(way->context, step, state->nest->body);
    way->source = source;
    return way_settle(state, way, way_finish(state, way));
}
