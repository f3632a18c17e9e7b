#include "transform/plan/planner.h"

// ---- the working tree

bool plan_try(Plan *plan, Step step)
{
    Restructuring *state = plan->state;
    Text silence = {.arena = state->arena};
    Schedule one = {0};
    VECTOR_PUSH(state->arena, &one.steps, step);
    Text *before = diag_capture(state->diag, &silence);
    Stmt *made = schedule_apply(state, plan->tree, &one, NULL, NULL);
    diag_capture(state->diag, before);
    if (!made)
        return false;
    plan->tree = made;
    VECTOR_PUSH(state->arena, &plan->schedule->steps, step);
    return true;
}

bool plan_tile(Plan *plan, const char *loop, int64_t size)
{
    return plan_try(plan, (Step){.kind = STEP_TILE, .target = loop, .size = size});
}

bool plan_stride(Plan *plan, const char *loop, int64_t count)
{
    return plan_try(plan, (Step){.kind = STEP_STRIDE, .target = loop, .size = count});
}

bool plan_bind(Plan *plan, const char *loop, Binding binding, int64_t limit)
{
    bool bound = plan_try(plan, (Step){.kind = STEP_BIND, .target = loop, .binding = binding, .size = limit});
    plan->any = plan->any || (bound && binding_is_concurrent(binding));
    return bound;
}

bool plan_interchange(Plan *plan, const char *outer, const char *inner)
{
    return plan_try(plan, (Step){.kind = STEP_INTERCHANGE, .target = outer, .second = inner});
}

// ---- entries

// What planning makes on its working tree is made again when the schedule is applied, under the same names.
typedef struct Snapshot {
    int symbols, arrays, next_loop;
    uint64_t relaxed;
} Snapshot;

static Snapshot take_snapshot(const Restructuring *state)
{
    const Nest *nest = state->nest;
    return (Snapshot){nest->symbols.count, nest->arrays.count, nest->next_loop, state->relaxed};
}

static void restore(Restructuring *state, Snapshot snapshot)
{
    state->nest->symbols.count = snapshot.symbols;
    state->nest->arrays.count = snapshot.arrays;
    state->nest->next_loop = snapshot.next_loop;
    state->relaxed = snapshot.relaxed;
}

static void refuse_all(Restructuring *state)
{
    const Facts *facts = state->facts;
    diag_refuse(state->diag, state->nest->loc, "no loop of the nest can run in parallel");
    FOR_EACH(i, &facts->loops) {
        if (!facts->loops.items[i].witness)
            continue;
        note_dependence(state->diag, facts, facts->loops.items[i].witness);
        return;
    }
}

Schedule *plan_schedule(Restructuring *state, const Stmt *root)
{
    Snapshot snapshot = take_snapshot(state);
    Plan plan = {.state = state, .schedule = ARENA_NEW(state->arena, Schedule), .tree = (Stmt *)root};
    arrange(&plan, root);
    restore(state, snapshot);
    if (!plan.any) {
        refuse_all(state);
        return NULL;
    }
    return plan.schedule;
}

Program *restructure(Restructuring *state, const Schedule *hand, StepObserver *after, void *context)
{
    Stmt *tree = privatize(state, state->nest->body);
    if (!tree)
        return NULL;
    check_nest(state->nest, tree, "privatize");
    const Schedule *schedule = hand ? hand : plan_schedule(state, tree);
    if (!schedule)
        return NULL;
    tree = schedule_apply(state, tree, schedule, after, context);
    Program *program = tree ? lower(state, tree) : NULL;
    if (!program)
        return NULL;
    Text text = {.arena = state->arena};
    schedule_print(&text, schedule);
    program->schedule = text_string(&text);
    return program;
}
