// Skewing (Wolfe 1986; Lamport's hyperplane method, 1974): with j.skew = j + f * i, iterations with one j.skew are on a
// diagonal. Whether they depend on each other is asked of the tree, as after every step.
#include "transform/search/wavefront.h"

#include "analysis/model/cost/cost.h"
#include "transform/search/search.h"
#include "transform/tree/loops.h"

// FEW: iterations of which none are worth a kernel.
enum { STEEPEST = 3, THREADS = 64, WARPS = 8, FEW = 32, MOST_STEPS = 28 };

// Iterations of a tile along the three loops; SWEEPS 1: the loop around both others is not in the tiles.
typedef struct Shape {
    int sweeps, rows, columns;
} Shape;

static const Shape shapes[] = {{1, 32, 32}, {8, 32, 32}};

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
    const Loop *sweep; // the loop directly around `outer`, if it is in the tiles; NULL: it is not
    const Loop *outer, *inner;
    const Loop *sum; // a reduction of which the lanes of a warp share the iterations; NULL: a thread has an element
    int factor;      // by which `inner` is skewed along `outer`
    int shift, sweep_shift; // by which `outer` and `inner` are skewed along `sweep`
    Shape shape;            // of a tile, if the diagonals are those of tiles; no rows: of iterations
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

static int quotient_up(int value, int by)
{
    return (value + by - 1) / by;
}

// The loop's name after the step, if there is one.
static const char *add_skew(Schedule *schedule, Arena *arena, const char *loop, const char *along, int factor)
{
    const char *formula = factor > 1 ? arena_printf(arena, "%d", factor) : NULL;
    if (!factor)
        return loop;
    add(schedule, arena, (Step){.kind = STEP_SKEW, .loop = loop, .other = along, .formula = formula});
    return part(loop, "skew");
}

static void add_pair(Schedule *schedule, Arena *arena, StepKind kind, const char *loop, const char *other)
{
    add(schedule, arena, (Step){.kind = kind, .loop = loop, .other = other});
}

static void add_bind(Schedule *schedule, Arena *arena, const char *loop, Binding binding)
{
    add(schedule, arena, (Step){.kind = STEP_BIND, .loop = loop, .binding = binding});
}

// The rows of a tile, which move with its sweeps: for t.tile for i.tile for t.elem for i.elem for w.
static const char *add_rows(const Diagonal *diagonal, Schedule *schedule)
{
    Arena *arena = diagonal->nest->arena;
    const char *t = diagonal->sweep ? diagonal->sweep->name : NULL, *i = diagonal->outer->name;
    if (t) {
        add(schedule, arena, (Step){.kind = STEP_TILE, .loop = t, .size = diagonal->shape.sweeps});
        i = add_skew(schedule, arena, i, part(t, "elem"), diagonal->shift);
        if (diagonal->shift)
            add_pair(schedule, arena, STEP_RECTANGULARIZE, i, part(t, "elem"));
    }
    add(schedule, arena, (Step){.kind = STEP_TILE, .loop = i, .size = diagonal->shape.rows});
    if (t)
        add_pair(schedule, arena, STEP_INTERCHANGE, part(t, "elem"), part(i, "tile"));
    return i;
}

// The diagonals inside of a tile: for t.tile for i.tile for w.tile for w.elem for t.elem for i.elem.
static const char *add_diagonals(const Diagonal *diagonal, Schedule *schedule, const char *i)
{
    Arena *arena = diagonal->nest->arena;
    const char *t = diagonal->sweep ? diagonal->sweep->name : NULL;
    const char *w = add_skew(schedule, arena, diagonal->inner->name, part(i, "elem"), diagonal->factor);
    if (t)
        w = add_skew(schedule, arena, w, part(t, "elem"), diagonal->sweep_shift);
    add_pair(schedule, arena, STEP_RECTANGULARIZE, w, part(i, "elem"));
    if (t && diagonal->sweep_shift)
        add_pair(schedule, arena, STEP_RECTANGULARIZE, w, part(t, "elem"));
    add(schedule, arena, (Step){.kind = STEP_TILE, .loop = w, .size = diagonal->shape.columns});
    for (int k = 0; k < 2; k++) {
        const char *outwards = part(w, k ? "elem" : "tile");
        add_pair(schedule, arena, STEP_INTERCHANGE, part(i, "elem"), outwards);
        if (t)
            add_pair(schedule, arena, STEP_INTERCHANGE, part(t, "elem"), outwards);
    }
    return w;
}

// By how many tiles the inner loop's tiles have to be skewed, so that each one comes after those that it needs.
static int factor_along_rows(const Diagonal *diagonal)
{
    return quotient_up(diagonal->factor * diagonal->shape.rows, diagonal->shape.columns) + 1;
}

static int factor_along_sweeps(const Diagonal *diagonal)
{
    const Shape *shape = &diagonal->shape;
    int elements = (diagonal->factor * diagonal->shift + diagonal->sweep_shift) * shape->sweeps;
    return quotient_up(elements, shape->columns) + quotient_up(diagonal->shift * shape->sweeps, shape->rows) + 1;
}

// The tiles on a diagonal of tiles are blocks. Inside of a tile the inner loop is skewed so far that all rows (of all
// sweeps) have an iteration on each diagonal: a thread has a row, and waits after each diagonal for the others.
static bool along_tiles(const Diagonal *diagonal, Schedule *schedule)
{
    Arena *arena = diagonal->nest->arena;
    const char *t = diagonal->sweep ? diagonal->sweep->name : NULL;
    const char *i = add_rows(diagonal, schedule), *w = add_diagonals(diagonal, schedule, i);
    if (t) // neighbours in a warp are at fewer rows of the array if they are in different sweeps
        add_bind(schedule, arena, part(t, "elem"), BIND_THREAD_X);
    add_bind(schedule, arena, part(i, "elem"), t ? BIND_THREAD_Y : BIND_THREAD_X);
    add(schedule, arena, (Step){.kind = STEP_PERSIST, .loop = part(w, "elem"), .scope = PERSISTS_IN_BLOCK});
    const char *tiles = add_skew(schedule, arena, part(w, "tile"), part(i, "tile"), factor_along_rows(diagonal));
    if (t)
        tiles = add_skew(schedule, arena, tiles, part(t, "tile"), factor_along_sweeps(diagonal));
    add_pair(schedule, arena, STEP_INTERCHANGE, part(i, "tile"), tiles);
    if (t) {
        add_pair(schedule, arena, STEP_INTERCHANGE, part(t, "tile"), tiles);
        add_bind(schedule, arena, part(t, "tile"), BIND_BLOCK_Y);
    }
    add_bind(schedule, arena, part(i, "tile"), BIND_BLOCK_X);
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

// The distance at a level, or the smallest one if only the direction is known. False: the finished tree will say.
static bool distance_at(const Dependence *d, int level, int64_t *distance)
{
    *distance = d->has_distance[level] ? d->distance[level] : d->direction[level] == DIRECTION_LT;
    return d->has_distance[level] || d->direction[level] == DIRECTION_LT || d->direction[level] == DIRECTION_EQ;
}

static int64_t at_least(int64_t value, int64_t distance, int64_t by)
{
    int64_t wanted = distance > 0 ? (distance + by - 1) / by : 0;
    return wanted > value ? wanted : value;
}

// By how much the outer and the inner loop have to be skewed along the sweep, so that no dependence between sweeps
// leads to an earlier row or to an earlier diagonal.
static bool find_shifts(const Facts *facts, Diagonal *diagonal)
{
    int64_t shift = 0, sweep_shift = 0;
    for (int part = 0; part < 2; part++)
        FOR_EACH(i, &facts->dependences) {
            const Dependence *d = &facts->dependences.items[i];
            int at = 0;
            int64_t sweeps, rows, columns;
            while (at < d->nloops && d->loops[at] != diagonal->sweep->origin)
                at++;
            if (d->privatized || d->reduction >= 0 || at + 2 >= d->nloops || is_kept_outside(d, at) ||
                !distance_at(d, at, &sweeps) || sweeps <= 0 || !distance_at(d, at + 1, &rows) ||
                !distance_at(d, at + 2, &columns))
                continue;
            if (part == 0)
                shift = at_least(shift, -rows, sweeps);
            else
                sweep_shift = at_least(sweep_shift, 1 - columns - diagonal->factor * (rows + shift * sweeps), sweeps);
        }
    diagonal->shift = (int)shift;
    diagonal->sweep_shift = (int)sweep_shift;
    return shift <= STEEPEST && sweep_shift <= STEEPEST;
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
    if (!(diagonal->shape.rows ? along_tiles(diagonal, schedule) : along_diagonals(diagonal, schedule)))
        return;
    Program *program = finish_by_hand(best->nest, schedule, 0, &source, diag_collector(best->nest->arena), NULL);
    double time = program ? time_at_large(best->nest, program) : 0;
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
            continue;
        }
        for (int k = 0; k < (int)(sizeof shapes / sizeof *shapes); k++) {
            diagonal.shape = shapes[k];
            diagonal.sweep = shapes[k].sweeps > 1 && i > 0 ? band.loops[i - 1]->loop : NULL;
            if (shapes[k].sweeps == 1 ||
                (diagonal.sweep && is_long(nest->facts, diagonal.sweep) && find_shifts(nest->facts, &diagonal)))
                try_diagonal(&best, &diagonal);
        }
    }
    return best;
}

Program *wavefront(const Candidate *nest, const Program *own, const Candidate **source, const PlanObserver *observer)
{
    Candidate *first = arena_copy(nest->arena, nest, sizeof *nest);
    first->by_hand = first->at_end = true; // direction vectors do not say that a skewed order is legal
    Wavefront best = fastest(first);
    if (!best.program)
        return NULL;
    if (!nest->facts->no_parallel_loop && (!best.time || (own && best.time * SEARCH_GAIN >= time_at_large(nest, own))))
        return NULL;
    *source = best.source;
    return observer && observer->step
               ? finish_by_hand(first, best.schedule, 0, source, diag_collector(nest->arena), observer)
               : best.program;
}
