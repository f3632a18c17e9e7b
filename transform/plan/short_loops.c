#include "transform/plan/short_loops.h"

#include "analysis/model/cost/cost.h"
#include "transform/plan/interior.h"
#include "transform/plan/versions/versions.h"
#include "transform/search/sizes.h"
#include "transform/tree/formula.h"
#include "transform/tree/loops.h"

#include <math.h>
#include <string.h>

// What another version has to gain at some size, and up to which size it is taken then; at how many times the least
// time it is looked for, and at how many no further one is.
static const double GAIN = 1.5, KEPT = 1.1, FAR = 2, NEAR = 1.25;

// Sizes are 1, 2, 4, ...: one of them that tells whether short loops are slow, and the least that is worth a version.
enum { SIZES = 9, PROBE = 3, LEAST = 2, MOST_SYMBOLS = 4, MOST_ACCESSES = 128, MOST_WAYS = 8 };

// ---- ways to plan the nest

typedef struct Way {
    const char *schedule;
    double times[SIZES][2]; // at 1, 2, 4, ..: others are large; all of inner loops are small
    double time[SIZES];     // the mean of both, if none of them is longer than the program's own by more than KEPT
    int number;
} Way;

typedef struct Ways {
    const Program *own;
    const Symbol *symbol; // the size that may be small
    double least;         // time at PROBE
    Way items[MOST_WAYS]; // the first one is the program's own
    int count;
} Ways;

static double time_at(const Candidate *source, const Program *program, const MappingSizes *sizes, double *least)
{
    Arena *scratch = arena_new();
    ProgramCost cost = cost_beside(scratch, source->device, program->host, sizes, candidate_costs(source));
    double time = cost.unknown || cost.kernels.count != 1 ? INFINITY : cost.time; // several have several such sizes
    if (least)
        *least = fmax(cost.least, least_bytes(scratch, program->facts, sizes) / device_rates(source->device).read) +
                 device_rates(source->device).launch;
    arena_release(scratch);
    return time;
}

// Once for each size.
static void price(const Ways *ways, Way *way, const Candidate *source, const Program *program, int size)
{
    if (way->time[size] > 0)
        return;
    Arena *scratch = arena_new();
    bool keeps = true;
    for (int all = 0; all < 2 && keeps; all++) {
        MappingSizes sizes = sizes_with(scratch, ways->own->facts, ways->symbol, (int64_t)1 << size, all);
        way->times[size][all] = time_at(source, program, &sizes, NULL);
        keeps = way == ways->items || way->times[size][all] <= KEPT * ways->items[0].times[size][all];
    }
    way->time[size] = keeps ? sqrt(way->times[size][0] * way->times[size][1]) : INFINITY;
    arena_release(scratch);
}

static bool gains_at(const Ways *ways, const Way *way, int size)
{
    return way->time[size] * GAIN < ways->items[0].time[size];
}

// One that gains at neither of two sizes is not looked at at all others.
static void add_way(Ways *ways, const Candidate *source, const Program *program, int number)
{
    Way *way = &ways->items[ways->count];
    *way = (Way){.number = number};
    for (int size = LEAST; size <= 2 * LEAST; size += LEAST)
        price(ways, way, source, program, size);
    if (!gains_at(ways, way, LEAST) && !gains_at(ways, way, 2 * LEAST))
        return;
    for (int size = 0; size < SIZES; size++) {
        price(ways, ways->items, source, ways->own, size);
        price(ways, way, source, program, size);
    }
    way->schedule = arena_strndup(source->arena, program->schedule, strlen(program->schedule));
    ways->count++;
}

// The variant may change nothing.
static bool is_known(const Ways *ways, const Program *program)
{
    for (int i = 0; i < ways->count; i++)
        if (strcmp(ways->items[i].schedule, program->schedule) == 0)
            return true;
    return false;
}

static bool is_near(const Ways *ways)
{
    return ways->count > 1 && ways->items[ways->count - 1].times[PROBE][0] < NEAR * ways->least;
}

static bool find_pair(void *context, const Stmt *stmt)
{
    const Stmt **found = context;
    if (!*found && stmt->kind == ST_LOOP && only_loop(stmt->body))
        *found = stmt;
    return !*found;
}

static bool is_parallel(const Candidate *candidate, const Stmt *stmt)
{
    const LoopFact *fact = facts_loop(candidate->facts, stmt->loop->origin);
    return fact && fact->verdict == LOOP_PARALLEL;
}

// Makes one of the loop at that depth of the outermost band and the one inside of it. NULL: they cannot be one.
static const Candidate *join_at(const Candidate *source, int depth)
{
    const Stmt *outer = NULL;
    stmt_walk(source->nest->body, find_pair, &outer);
    for (; outer && depth > 0; depth--)
        outer = only_loop(outer->body);
    const Stmt *inner = outer ? only_loop(outer->body) : NULL;
    if (!inner || !is_parallel(source, outer) || !is_parallel(source, inner))
        return NULL;
    Step step = {.kind = STEP_COLLAPSE, .loop = outer->loop->name, .other = inner->loop->name};
    return candidate_step(source, &step).candidate;
}

static int parallel_depth(const Candidate *source)
{
    const Stmt *stmt = NULL;
    int depth = 0;
    stmt_walk(source->nest->body, find_pair, &stmt);
    for (; stmt && is_parallel(source, stmt); stmt = only_loop(stmt->body))
        depth++;
    return depth;
}

// The first `outer` loops of the band as one, and the others.
static const Candidate *in_two_loops(const Candidate *source, int outer, int depth)
{
    for (int i = 1; source && i < outer; i++)
        source = join_at(source, 0);
    for (int i = outer + 1; source && i < depth; i++)
        source = join_at(source, outer > 0);
    return source;
}

// Ways by number: loops collapsed, then fewer threads along memory. NULL: there is none of that number.
static Program *plan_way(const Candidate *source, int number, Arena *arena)
{
    static const Variant narrow[] = {{.narrow = 4}, {.narrow = 16, .single = true}, {.narrow = 4, .single = true}};
    int depth = parallel_depth(source), variant = number - depth;
    Built built = {0};
    bool collapses = variant < 0 && !(number > 0 && depth == 2);
    const Candidate *made = collapses ? in_two_loops(source, number, depth) : variant < 0 ? NULL : source;
    if (!made || (collapses && made == source))
        return NULL;
    return finish_planned(candidate_in(made, arena), variant < 0 ? &(Variant){0} : &narrow[variant], &built,
                          diag_collector(arena), NULL);
}

// Of the many plans only times are kept.
static void find_ways(Ways *ways, const Candidate *source, const Program *program)
{
    enum { NARROW = 3 };
    const Candidate *tried = candidate_tried(source);
    int depth = parallel_depth(source);
    ways->items[0] = (Way){.schedule = program->schedule};
    for (int size = LEAST; size <= 2 * LEAST; size += LEAST)
        price(ways, ways->items, source, program, size);
    ways->count = 1;
    for (int number = 0; number < depth + NARROW && ways->count < MOST_WAYS && !is_near(ways); number++) {
        Arena *arena = arena_new();
        Program *made = plan_way(tried, number, arena);
        if (made && !is_known(ways, made) && !launcher_obstacle(ways->own->facts, made->facts, true))
            add_way(ways, source, made, number);
        arena_release(arena);
    }
}

// ---- which way up to which size

// *least: the least time at PROBE. NULL: no short loop is slow.
static const Symbol *short_size(const Candidate *source, const Program *program, double *least)
{
    const Symbol *symbols[MOST_SYMBOLS], *worst = NULL;
    double most = FAR;
    Arena *scratch = arena_new();
    int count = inner_sizes(scratch, program->facts, symbols, MOST_SYMBOLS);
    for (int i = 0; i < count; i++) {
        double own;
        MappingSizes sizes = sizes_with(scratch, program->facts, symbols[i], 1 << PROBE, false);
        double time = time_at(source, program, &sizes, &own);
        if (time / own > most && time < INFINITY) {
            most = time / own;
            worst = symbols[i];
            *least = own;
        }
    }
    arena_release(scratch);
    return worst;
}

// The largest size at which the way is faster than the program's own by the gain; -1: there is none.
static int reach(const Ways *ways, int way, double gain)
{
    int size = SIZES - 1;
    while (size >= 0 && ways->items[way].time[size] * gain >= ways->items[0].time[size])
        size--;
    return size;
}

// The way that is the fastest one up to a size on average; 0: the program's own.
static int best_up_to(const Ways *ways, int to)
{
    double least = INFINITY;
    int best = 0;
    for (int i = 0; i < ways->count; i++) {
        double sum = 0;
        for (int size = 0; size <= to; size++)
            sum += log(ways->items[i].time[size]);
        if (sum + 1e-3 < least) {
            least = sum;
            best = i;
        }
    }
    return best;
}

static Program *short_version(const Candidate *source, const Program *program, Version *version)
{
    if (program->versions.count || source->one_version || source->nest->is_region ||
        program->facts->accesses.count > MOST_ACCESSES)
        return NULL;
    Ways ways = {.own = program};
    ways.symbol = short_size(source, program, &ways.least);
    if (!ways.symbol)
        return NULL;
    find_ways(&ways, source, program);
    int to = -1;
    for (int i = 1; i < ways.count; i++)
        to = reach(&ways, i, GAIN) > to ? reach(&ways, i, GAIN) : to;
    int way = to < LEAST ? 0 : best_up_to(&ways, to);
    if (!way)
        return NULL;
    Arena *arena = source->arena;
    source = candidate_beside(source, program->nest);
    const char *wrong, *when = intern_printf("%s <= %lld", ways.symbol->name, 1LL << reach(&ways, way, KEPT));
    Program *made = plan_way(source, ways.items[way].number, arena);
    *version = (Version){.name = "short", .words = when};
    version->condition = formula_read_condition(arena, (FormulaScope){.nest = program->nest}, when, &wrong);
    if (!made || !version->condition || version_obstacle(arena, program->facts, made->facts, version))
        return NULL;
    return made;
}

Program *short_loops_by_plan(const Candidate *source, Program *program)
{
    Version versions[3];
    Program *programs[3];
    int count = 0;
    bool less_work = false;
    programs[count] = short_version(source, program, &versions[count]);
    count += programs[count] != NULL;
    const Nest *beside = count ? programs[0]->nest : NULL;
    programs[count] = interior_by_plan(source, beside, program, &versions[count], &less_work);
    if (programs[count] && versions[count].condition->kind == EX_INT) // sizes are known
        return programs[count];
    count += programs[count] != NULL;
    if (count == 2 && less_work) { // also where a loop is short
        Version version = versions[0];
        Program *made = programs[0];
        versions[0] = versions[1];
        programs[0] = programs[1];
        versions[1] = version;
        programs[1] = made;
    }
    versions[count] = (Version){.name = beside ? "long" : "tested"};
    programs[count] = program;
    return count ? versions_join(source->arena, versions, programs, count + 1) : program;
}
