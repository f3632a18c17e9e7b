// Skewing (Wolfe 1986; Lamport's hyperplane method, 1974): with j.skew = j + f * i, iterations with one j.skew are on a
// diagonal. Whether they depend on each other is asked of the tree, as after every step.
#include "transform/search/wavefront.h"
#include "transform/tree/loops.h"

enum { STEEPEST = 3, THREADS = 64, FEW = 32, MOST_STEPS = 16 }; // FEW: iterations of which none are worth a kernel

static void add(Schedule *schedule, Arena *arena, Step step)
{
    VECTOR_PUSH(arena, &schedule->steps, step);
}

static const char *part(const char *loop, const char *name)
{
    return intern_printf("%s.%s", loop, name);
}

// Of sums and extrema that both loops carry: no step exists for those of elements.
static bool add_reductions(Schedule *schedule, Arena *arena, const Facts *facts)
{
    FOR_EACH(i, &facts->reductions) {
        const Reduction *reduction = &facts->reductions.items[i];
        if (reduction->kind != REDUCTION_SCALAR)
            return false;
        add(schedule, arena,
            (Step){.kind = STEP_REDUCE, .place = place_name(reduction->place), .style = REDUCE_SHUFFLE});
    }
    return schedule->steps.count <= MOST_STEPS;
}

static bool along_diagonals(const Candidate *nest, const Loop *outer, const Loop *inner, int factor, Schedule *schedule)
{
    Arena *arena = nest->arena;
    const char *i = outer->name, *j = inner->name;
    add(schedule, arena,
        (Step){.kind = STEP_SKEW,
               .loop = j,
               .other = i,
               .formula = factor > 1 ? arena_printf(arena, "%d", factor) : NULL});
    add(schedule, arena, (Step){.kind = STEP_INTERCHANGE, .loop = i, .other = part(j, "skew")});
    add(schedule, arena, (Step){.kind = STEP_TILE, .loop = i, .size = THREADS});
    add(schedule, arena, (Step){.kind = STEP_BIND, .loop = part(i, "tile"), .binding = BIND_BLOCK_X});
    add(schedule, arena, (Step){.kind = STEP_BIND, .loop = part(i, "elem"), .binding = BIND_THREAD_X});
    return add_reductions(schedule, arena, nest->facts);
}

static bool is_sequential(const Candidate *nest, const Stmt *loop)
{
    const LoopFact *fact = facts_loop(nest->facts, loop->loop->origin);
    return fact && fact->verdict == LOOP_SEQUENTIAL;
}

static bool is_long(const Facts *facts, const Loop *loop)
{
    int64_t trip = facts_loop(facts, loop->origin)->constant_trip;
    return trip < 0 || trip >= FEW;
}

// Of the loops around both, the first one that does not have the same iteration at both ends keeps them in order.
static bool is_kept_outside(const Dependence *d, int loops)
{
    int first = 0;
    while (first < loops && d->direction[first] == DIRECTION_EQ)
        first++;
    return first < loops && d->direction[first] == DIRECTION_LT;
}

// The smallest factor with which every dependence between iterations leads to a later diagonal; 0: that is not known.
static int factor_for(const Facts *facts, const Loop *outer, const Loop *inner)
{
    int64_t factor = 1;
    if (!is_long(facts, outer) || !is_long(facts, inner))
        return 0;
    FOR_EACH(i, &facts->dependences) {
        const Dependence *d = &facts->dependences.items[i];
        int at = 0;
        while (at < d->nloops && d->loops[at] != outer->origin)
            at++;
        bool both = at + 1 < d->nloops && d->loops[at + 1] == inner->origin;
        if (d->privatized || d->reduction >= 0 || !both || d->direction[at] == DIRECTION_EQ || is_kept_outside(d, at))
            continue;
        if (!d->has_distance[at] || !d->has_distance[at + 1])
            return 0;
        int64_t rows = d->distance[at], columns = d->distance[at + 1];
        if (rows > 0 && factor * rows + columns < 1)
            factor = (rows - columns) / rows;
    }
    return factor <= STEEPEST ? (int)factor : 0;
}

typedef struct SequentialLoops {
    const Stmt *loops[MAX_DEPTH];
    int count;
} SequentialLoops;

static SequentialLoops sequential_band(const Candidate *nest)
{
    SequentialLoops band = {.count = 0};
    for (const Stmt *loop = nest->nest->body;
         loop && loop->kind == ST_LOOP && band.count < MAX_DEPTH && is_sequential(nest, loop);
         loop = only_loop(loop->body))
        band.loops[band.count++] = loop;
    return band;
}

bool wavefront_is_possible(const Candidate *nest)
{
    SequentialLoops band = sequential_band(nest);
    bool found = false;
    for (int i = 0; i + 1 < band.count; i++)
        found = found || factor_for(nest->facts, band.loops[i]->loop, band.loops[i + 1]->loop);
    return found && nest->facts->no_parallel_loop && !nest->facts->unknown;
}

Program *wavefront(const Candidate *nest, const Candidate **source, const PlanObserver *observer)
{
    Candidate *first = arena_copy(nest->arena, nest, sizeof *nest);
    Diag *unheard = diag_collector(nest->arena);
    first->by_hand = true; // direction vectors do not say that a skewed order is legal
    SequentialLoops band = sequential_band(nest);
    for (int i = band.count - 2; i >= 0; i--) {
        int factor = factor_for(nest->facts, band.loops[i]->loop, band.loops[i + 1]->loop);
        Schedule *schedule = ARENA_NEW(nest->arena, Schedule);
        if (!factor || !along_diagonals(nest, band.loops[i]->loop, band.loops[i + 1]->loop, factor, schedule))
            continue;
        Program *program = finish_by_hand(first, schedule, 0, source, unheard, NULL);
        if (program)
            return observer && observer->step ? finish_by_hand(first, schedule, 0, source, unheard, observer) : program;
    }
    return NULL;
}
