#include "frontend/directive.h"
#include "transform/plan/planner.h"
#include "transform/plan/versions.h"
#include "transform/reduction.h"
#include "transform/source.h"

#include <string.h>

static ReduceStyle style_of(const Restructuring *state)
{
    const Directive *directive = state->directive;
    const Clause *clause = directive ? directive_clause(directive, CLAUSE_REDUCE) : NULL;
    if (clause && strcmp(clause->word, "tree") == 0)
        return REDUCE_TREE;
    return clause && strcmp(clause->word, "sequential") == 0 ? REDUCE_SEQUENTIAL : REDUCE_SHUFFLE;
}

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

ReduceStyle plan_style(const Plan *plan)
{
    return style_of(plan->state);
}

bool plan_reduce(Plan *plan, int reduction)
{
    const Expr *place = plan->state->facts->reductions.items[reduction].place;
    const char *name = place->kind == EX_ACCESS ? place->array->name : place->symbol->name;
    return plan_try(plan, (Step){.kind = STEP_REDUCE, .target = name, .style = style_of(plan->state)});
}

bool plan_stage(Plan *plan, const char *array, Space space, const char *at)
{
    return plan_try(plan, (Step){.kind = STEP_STAGE, .target = array, .space = space, .second = at});
}

bool plan_unroll(Plan *plan, const char *loop)
{
    return plan_try(plan, (Step){.kind = STEP_UNROLL, .target = loop});
}

bool plan_lowers(Plan *plan)
{
    Restructuring *state = plan->state;
    PlanMark mark = plan_mark(plan);
    Text silence = {.arena = state->arena};
    Text *before = diag_capture(state->diag, &silence);
    bool lowers = lower(state, plan->tree) != NULL;
    diag_capture(state->diag, before);
    state->nest->symbols.count = mark.symbols;
    state->nest->arrays.count = mark.arrays;
    state->nest->next_loop = mark.next_loop;
    return lowers;
}

PlanMark plan_mark(const Plan *plan)
{
    const Nest *nest = plan->state->nest;
    return (PlanMark){plan->tree, plan->schedule->steps.count, nest->symbols.count, nest->arrays.count, nest->next_loop,
                      plan->state->relaxed, plan->any};
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

// ---- entries

// What keeps the reductions of the nest in the source's order, or NULL.
static const char *order_keeper(const Restructuring *state)
{
    if (style_of(state) == REDUCE_SEQUENTIAL)
        return "'reduce(sequential)' keeps its reductions in order";
    FOR_EACH(i, &state->facts->reductions) {
        const Reduction *reduction = &state->facts->reductions.items[i];
        if (state->exact && reduction->reassociates)
            return "'exact' keeps its floating-point reductions in order";
        const char *obstacle = ordered_applies(reduction) ? ordered_obstacle(state, reduction, reduction->loops.items[0]) : NULL;
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
        diag_note(state->diag, update->loc, "'%s' is combined here, as far as can be told by several iterations; write 'independent' if no two "
                  "iterations touch one element", expr_text(state->arena, update->place));
}

static void refuse_all(Restructuring *state)
{
    const Facts *facts = state->facts;
    const char *keeper = order_keeper(state);
    diag_refuse(state->diag, state->nest->loc, "no loop of the nest can run in parallel%s%s", keeper ? ": " : "", keeper ? keeper : "");
    FOR_EACH(i, &facts->loops) {
        if (!facts->loops.items[i].witness)
            continue;
        note_dependence(state->diag, facts, facts->loops.items[i].witness);
        return;
    }
    FOR_EACH(i, &facts->reductions)
        note_reduction(state, &facts->reductions.items[i]);
}

// A schedule for the nest (after privatize) on state->device, honouring the directive's clauses (mapping, tile, block,
// reduce); NULL with a refusal when nothing can run in parallel.
// As `way` says, which gets what there is.
static Schedule *plan_schedule(Restructuring *state, const Stmt *root, Way *way)
{
    Plan plan = {.state = state, .variant = way->variant, .schedule = ARENA_NEW(state->arena, Schedule), .tree = (Stmt *)root};
    if (!block_clause_fits(state))
        return NULL;
    PlanMark mark = plan_mark(&plan);
    arrange(&plan, root);
    refuse_ignored_clauses(&plan, root);
    int steps = plan.schedule->steps.count;
    bool any = plan.any, failed = plan.failed;
    // What planning made on its working tree is made again when the schedule is applied, under the same names.
    way->built = plan.built;
    plan_return(&plan, mark);
    plan.schedule->steps.count = steps;
    if (!any && !failed)
        refuse_all(state);
    return any && !failed ? plan.schedule : NULL;
}

// ---- what is left to one thread

enum { SHORT_LOOP = 32 };

typedef struct Serial {
    const Restructuring *state;
    bool in_kernel;
} Serial;

// A long loop of a kernel that has one thread: said, since it may be slower there than on the host.
static bool say_serial(void *context, const Stmt *stmt)
{
    Serial *serial = context;
    if (stmt->kind == ST_KERNEL) {
        bool alone = true;
        for (int d = 0; d < 3; d++)
            alone = alone && !stmt->grid[d] && !stmt->block[d];
        Serial inside = {serial->state, true};
        if (alone)
            stmt_walk(stmt->body, say_serial, &inside);
        return false;
    }
    const LoopFact *fact = stmt->kind == ST_LOOP ? facts_loop(serial->state->facts, stmt->loop->origin) : NULL;
    if (!serial->in_kernel || !fact)
        return true;
    if (fact->constant_trip < 0 || fact->constant_trip > SHORT_LOOP) {
        const Restructuring *state = serial->state;
        Loc loc = stmt->loc.file ? stmt->loc : state->nest->loc;
        diag_warning(state->diag, loc, "one-thread", "loop '%s' runs in one thread of the device%s%s", fact->loop->name,
                     fact->witness ? ": " : "", fact->witness ? dependence_words(state->facts, fact->witness) : "");
        if (fact->witness)
            note_dependence(state->diag, state->facts, fact->witness);
    }
    return false;
}

// ---- the whole

static void note_division(const Restructuring *state, Way *way, const Step *step)
{
    if (step->kind != STEP_DIVIDE || way->divided)
        return;
    way->divided = true;
    way->plain = source_mark(state);
}

// Makes the steps of a schedule by hand that change the source, behind those of `head`; false: one was refused, and reported.
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

static Schedule *without_head(Arena *arena, const Schedule *schedule, const Schedule *head)
{
    Schedule *rest = ARENA_NEW(arena, Schedule);
    for (int i = head->steps.count; i < schedule->steps.count; i++)
        VECTOR_PUSH(arena, &rest->steps, schedule->steps.items[i]);
    return rest;
}

// Shows what the steps on the source make, one by one.
static void observe_source(Restructuring *state, Way *way, SourceMark start, const Schedule *source)
{
    if (!way->after || !source->steps.count)
        return;
    source_return(state, start);
    way->divided = false;
    FOR_EACH(i, &source->steps) {
        note_division(state, way, &source->steps.items[i]);
        if (!source_apply(state, &source->steps.items[i]))
            unreachable_bug("a step on the source that was made cannot be made again");
        way->after(way->context, &source->steps.items[i], state->nest->body);
    }
}

#define KEEP(list)                                                                                                         \
    copy->list.items = arena_copy(arena, copy->list.items, sizeof *copy->list.items * (size_t)copy->list.count);            \
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
    if (state->facts->hopeless) {
        refuse_hopeless(state->diag, state->facts);
        return NULL;
    }
    Stmt *tree = privatize(state, state->nest->body);
    if (!tree)
        return NULL;
    tree = plain_bounds(state, tree);
    check_nest(state->nest, tree, "privatize");
    bool planned = !way->hand || (way->source->steps.count && way->source->steps.count == way->hand->steps.count);
    const Schedule *schedule = planned ? plan_schedule(state, tree, way) : without_head(state->arena, way->hand, way->source);
    if (!schedule)
        return NULL;
    tree = schedule_apply(state, tree, schedule, way->after, way->context);
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

// Plans and trees are many, and what they lead to is one: they have an arena of their own, unless somebody looks at each.
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
        observe_source(state, way, start, source);
    way->source = source;
    return way_settle(state, way, way_finish(state, way));
}

void say_one_thread(const Restructuring *state, const Stmt *host)
{
    stmt_walk(host, say_serial, &(Serial){state, false});
}

static Program *by_hand(Restructuring *state, const Schedule *hand, StepObserver *after, void *context)
{
    if (versions_are_named(hand))
        return versions_by_hand(state, hand, after, context);
    Way way = {.hand = hand, .after = after, .context = context};
    Program *program = way_by_hand(state, &way);
    if (program)
        say_one_thread(state, program->host);
    return program;
}

// From the source as `way` says that it was changed, without a word.
static Program *quietly(Restructuring *state, Way *way)
{
    Text silence = {.arena = state->arena};
    Text *before = diag_capture(state->diag, &silence);
    Program *program = way_finish(state, way);
    diag_capture(state->diag, before);
    return program;
}

static Program *by_plan(Restructuring *state, StepObserver *after, void *context)
{
    SourceMark start = source_mark(state);
    Way way = {.source = plan_source(state), .after = after, .context = context};
    bool changed = way.source->steps.count > 0;
    observe_source(state, &way, start, way.source);
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
    say_one_thread(state, program->host);
    return versions_by_plan(state, &way, program);
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

Program *restructure(Restructuring *state, const Schedule *hand, StepObserver *after, void *context)
{
    SourceMark start = source_mark(state);
    Program *program = hand ? by_hand(state, hand, after, context) : by_plan(state, after, context);
    if (!program)
        source_return(state, start);
    return program;
}
