// Skewing (Wolfe 1986; Lamport's hyperplane method, 1974): with j.skew = j + f * i, iterations with one j.skew are on a
// diagonal. Whether they depend on each other is asked of the tree, as after every step.
#include "transform/search/wavefront.h"

#include "analysis/model/cost/cost.h"
#include "transform/search/search.h"
#include "transform/tree/loops.h"

// FEW: iterations of which none are worth a kernel.
enum { STEEPEST = 3, THREADS = 64, WARPS = 8, FEW = 32, MOST_STEPS = 24, TILE = 32 };

static void add(Schedule *schedule, Arena *arena, Step step)
{
    VECTOR_PUSH(arena, &schedule->steps, step);
}

static const char *part(const char *loop, const char *name)
{
    return intern_printf("%s.%s", loop, name);
}

typedef struct Diagonal {
    const Candidate *nest;
    const Loop *outer, *inner;
    const Loop *sum; // a reduction of which the lanes of a warp share the iterations; NULL: a thread has an element
    int factor;
    int rows, columns; // of a tile, if the diagonals are those of tiles; 0: of iterations
} Diagonal;

// Of sums and extrema that the loops of the kernel carry: no step exists for those of elements.
static bool add_reductions(Schedule *schedule, const Diagonal *diagonal)
{
    const Facts *facts = diagonal->nest->facts;
    FOR_EACH(i, &facts->reductions) {
        const Reduction *reduction = &facts->reductions.items[i];
        if (!reduction_runs_along(reduction, diagonal->outer->origin) &&
            !reduction_runs_along(reduction, diagonal->inner->origin) &&
            !(diagonal->sum && reduction_runs_along(reduction, diagonal->sum->origin)))
            continue;
        if (reduction->kind != REDUCTION_SCALAR)
            return false;
        add(schedule, diagonal->nest->arena,
            (Step){.kind = STEP_REDUCE, .place = place_name(reduction->place), .style = REDUCE_SHUFFLE});
    }
    return schedule->steps.count <= MOST_STEPS;
}

static bool along_diagonals(const Diagonal *diagonal, Schedule *schedule)
{
    Arena *arena = diagonal->nest->arena;
    const char *i = diagonal->outer->name, *j = diagonal->inner->name, *k = diagonal->sum ? diagonal->sum->name : NULL;
    const char *formula = diagonal->factor > 1 ? arena_printf(arena, "%d", diagonal->factor) : NULL;
    add(schedule, arena, (Step){.kind = STEP_SKEW, .loop = j, .other = i, .formula = formula});
    add(schedule, arena, (Step){.kind = STEP_INTERCHANGE, .loop = i, .other = part(j, "skew")});
    add(schedule, arena, (Step){.kind = STEP_TILE, .loop = i, .size = k ? WARPS : THREADS});
    add(schedule, arena, (Step){.kind = STEP_BIND, .loop = part(i, "tile"), .binding = BIND_BLOCK_X});
    add(schedule, arena,
        (Step){.kind = STEP_BIND, .loop = part(i, "elem"), .binding = k ? BIND_THREAD_Y : BIND_THREAD_X});
    if (k) {
        add(schedule, arena, (Step){.kind = STEP_CYCLIC, .loop = k, .size = WARP_SIZE});
        add(schedule, arena, (Step){.kind = STEP_BIND, .loop = part(k, "worker"), .binding = BIND_THREAD_X});
    }
    return add_reductions(schedule, diagonal);
}

// The tiles on a diagonal are blocks, and a thread has a row of its tile. The threads wait after each diagonal inside.
static bool along_tiles(const Diagonal *diagonal, Schedule *schedule)
{
    Arena *arena = diagonal->nest->arena;
    const char *i = diagonal->outer->name, *j = diagonal->inner->name;
    const char *tiles[] = {part(i, "tile"), part(j, "tile")}, *elems[] = {part(i, "elem"), part(j, "elem")};
    add(schedule, arena, (Step){.kind = STEP_TILE, .loop = i, .size = diagonal->rows});
    add(schedule, arena, (Step){.kind = STEP_TILE, .loop = j, .size = diagonal->columns});
    add(schedule, arena, (Step){.kind = STEP_INTERCHANGE, .loop = elems[0], .other = tiles[1]});
    add(schedule, arena, (Step){.kind = STEP_SKEW, .loop = tiles[1], .other = tiles[0]});
    add(schedule, arena, (Step){.kind = STEP_INTERCHANGE, .loop = tiles[0], .other = part(tiles[1], "skew")});
    add(schedule, arena, (Step){.kind = STEP_SKEW, .loop = elems[1], .other = elems[0]});
    add(schedule, arena, (Step){.kind = STEP_INTERCHANGE, .loop = elems[0], .other = part(elems[1], "skew")});
    add(schedule, arena, (Step){.kind = STEP_BIND, .loop = elems[0], .binding = BIND_THREAD_X});
    add(schedule, arena, (Step){.kind = STEP_PERSIST, .loop = part(elems[1], "skew"), .scope = PERSISTS_IN_BLOCK});
    add(schedule, arena, (Step){.kind = STEP_BIND, .loop = tiles[0], .binding = BIND_BLOCK_X});
    return add_reductions(schedule, diagonal);
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

// The smallest factor with which every dependence of a known distance leads to a later diagonal; 0: there is none.
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
            continue; // the finished tree will say
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
    for (const Stmt *loop = only_loop(nest->nest->body); loop && band.count < MAX_DEPTH && is_sequential(nest, loop);
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
    return found && (nest->facts->no_parallel_loop || nest->effort != EFFORT_NONE) && !nest->facts->unknown;
}

// ---- the choice

typedef struct Wavefront {
    const Candidate *nest; // which takes steps by hand
    const Schedule *schedule;
    const Candidate *source;
    Program *program;
    double time; // ns at the largest sizes; 0: it is not known
} Wavefront;

static double time_of(const Candidate *nest, const Program *program)
{
    Arena *scratch = arena_new();
    SizePoints points = size_points(scratch, program->facts);
    ProgramCost cost = cost_of(scratch, nest->device, program->host, &points.items[0].sizes);
    double time = cost.unknown || !cost.kernels.count ? 0 : cost.time;
    arena_release(scratch);
    return time;
}

// The first loop of an element that is a reduction.
static const Loop *reduction_in(const Candidate *nest, const Stmt *stmt)
{
    if (!stmt)
        return NULL;
    if (stmt->kind == ST_LOOP) {
        const LoopFact *fact = facts_loop(nest->facts, stmt->loop->origin);
        return fact && fact->verdict == LOOP_REDUCTION && is_long(nest->facts, stmt->loop) ? stmt->loop : NULL;
    }
    const Loop *found = NULL;
    for (int i = 0; !found && i < stmt->nitems; i++)
        found = reduction_in(nest, stmt->items[i]);
    return found;
}

static void try_diagonal(Wavefront *best, const Diagonal *diagonal)
{
    Schedule *schedule = ARENA_NEW(best->nest->arena, Schedule);
    const Candidate *source;
    if (!(diagonal->rows ? along_tiles(diagonal, schedule) : along_diagonals(diagonal, schedule)))
        return;
    Program *program = finish_by_hand(best->nest, schedule, 0, &source, diag_collector(best->nest->arena), NULL);
    double time = program ? time_of(best->nest, program) : 0;
    if (program && (!best->program || (time && time < best->time)))
        *best = (Wavefront){best->nest, schedule, source, program, time};
}

static Wavefront fastest(const Candidate *nest)
{
    Wavefront best = {.nest = nest};
    SequentialLoops band = sequential_band(nest);
    for (int i = band.count - 2; i >= 0 && !best.program; i--) {
        Diagonal diagonal = {.nest = nest, .outer = band.loops[i]->loop, .inner = band.loops[i + 1]->loop};
        diagonal.factor = factor_for(nest->facts, diagonal.outer, diagonal.inner);
        if (!diagonal.factor)
            continue;
        try_diagonal(&best, &diagonal);
        diagonal.sum = reduction_in(nest, band.loops[i + 1]->body);
        if (diagonal.sum) {
            try_diagonal(&best, &diagonal);
        } else if (diagonal.factor == 1) { // tiles of a steeper wavefront would be oblique
            diagonal.rows = diagonal.columns = TILE;
            try_diagonal(&best, &diagonal);
        }
    }
    return best;
}

Program *wavefront(const Candidate *nest, const Program *own, const Candidate **source, const PlanObserver *observer)
{
    Candidate *first = arena_copy(nest->arena, nest, sizeof *nest);
    first->by_hand = true; // direction vectors do not say that a skewed order is legal
    Wavefront best = fastest(first);
    if (!best.program)
        return NULL;
    if (!nest->facts->no_parallel_loop && (!best.time || (own && best.time * SEARCH_GAIN >= time_of(nest, own))))
        return NULL;
    *source = best.source;
    return observer && observer->step
               ? finish_by_hand(first, best.schedule, 0, source, diag_collector(nest->arena), observer)
               : best.program;
}
