#include "transform/plan/host/places.h"

#include "analysis/model/cost/cost.h"
#include "transform/lower/lower.h"
#include "transform/search/sizes.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

// It must be predicted to take less than 1 / GAIN of what launches from the host take: the times of barriers of a grid
// are estimates, and a kernel that runs a loop may need more registers than its parts.
static const double GAIN = 1.15;

// ---- loops of the host

typedef struct HostLoop {
    const Stmt *stmt;
    int64_t threads;       // of a block that runs it
    int around;            // the loop of the host around it; -1: none
    double entries;        // how often it runs from its first iteration on
    double count;          // of launches, those of loops inside included
    double block, grid;    // ns
    double launches, host; // of kernels beside the loops inside: ns of the device, and of the host for launching them
    double inside;         // ns of loops inside, each where it is fastest
} HostLoop;

typedef struct HostLoops {
    HostLoop items[MOST_HOST_LOOPS];
    int count;
    double others; // ns of all other kernels
} HostLoops;

static void find_loops(HostLoops *loops, const Stmt *host, int around)
{
    if (!host || host->kind == ST_KERNEL)
        return;
    if (host->kind == ST_LOOP && !host->loop->launches_parts && tree_has_kind(host, ST_KERNEL) &&
        loops->count < MOST_HOST_LOOPS) {
        loops->items[loops->count] = (HostLoop){.stmt = host, .around = around};
        around = loops->count++;
    }
    for (int i = 0; i < host->nitems; i++)
        find_loops(loops, host->items[i], around);
    find_loops(loops, host->body, around);
    find_loops(loops, host->otherwise, around);
}

// The innermost one around the kernel; -1: none.
static int loop_of(const HostLoops *loops, const Stmt *kernel)
{
    int found = -1;
    for (int l = 0; l < loops->count; l++)
        found = stmt_contains(loops->items[l].stmt, kernel) ? l : found;
    return found;
}

// Of a block that runs the loop: as many as one of its kernels has work for.
static void need_threads(HostLoops *loops, int at, const Stmt *kernel, int64_t most)
{
    const Loop *around[MOST_HOST_LOOPS]; // from that loop on
    int count = 0;
    for (int l = at; l >= 0; l = loops->items[l].around) {
        around[MOST_HOST_LOOPS - ++count] = loops->items[l].stmt->loop;
        int64_t threads = persistent_threads(kernel, around + MOST_HOST_LOOPS - count, count, most);
        loops->items[l].threads = threads > loops->items[l].threads ? threads : loops->items[l].threads;
    }
}

static void add_kernel(HostLoops *loops, const KernelCost *kernel, const Device *device)
{
    double host_launch = device_rates(device).host_launch;
    int at = loop_of(loops, kernel->kernel);
    if (at < 0) {
        loops->others += kernel->time;
        return;
    }
    need_threads(loops, at, kernel->kernel, device->max_threads_per_block);
    loops->items[at].launches += kernel->time;
    loops->items[at].host += kernel->launches > 1 ? kernel->launches * host_launch : 0;
    for (int l = at; l >= 0; l = loops->items[l].around) {
        loops->items[l].count += kernel->launches;
        loops->items[l].block += kernel->launches * kernel->in_block;
        loops->items[l].grid += kernel->launches * kernel->in_grid;
    }
}

// At one point; false: the times are not known.
static bool times_at(const Candidate *source, const Program *program, const MappingSizes *sizes, HostLoops *loops)
{
    Arena *scratch = arena_new();
    ProgramCost cost = cost_beside(scratch, source->device, program->host, sizes, candidate_costs(source));
    *loops = (HostLoops){0};
    find_loops(loops, program->host, -1);
    FOR_EACH(i, &cost.kernels)
        add_kernel(loops, &cost.kernels.items[i], source->device);
    for (int l = 0; l < loops->count; l++) { // barriers of smaller blocks take less
        HostLoop *loop = &loops->items[l];
        double idle = 1 - (double)loop->threads / source->device->max_threads_per_block;
        loop->block -= loop->count * idle * device_rates(source->device).block_barrier;
    }
    FOR_EACH(i, &cost.loops)
        for (int l = 0; l < loops->count; l++)
            if (loops->items[l].stmt == cost.loops.items[i].loop)
                loops->items[l].entries = cost.loops.items[i].entries;
    bool known = !cost.unknown && cost.kernels.count;
    arena_release(scratch);
    return known;
}

// ---- where they run

static double largest(double left, double right)
{
    return left > right ? left : right;
}

// Where one loop is fastest, after those inside of it. The kernel is launched each time that the loop begins.
static Persistence place_of(const HostLoop *loop, double launch, const Places *before, int at, double *time)
{
    double entered = loop->entries > 1 ? loop->entries * launch : 0;
    double host = largest(loop->launches, loop->host) + loop->inside, block = loop->block + entered,
           grid = loop->grid + entered;
    bool may_block = !before || before->of[at] == PERSISTS_IN_BLOCK, may_grid = !before || before->of[at];
    Persistence place = PERSISTS_NOT;
    if (loop->count > 0 && may_block && block * GAIN < host && block <= grid)
        place = PERSISTS_IN_BLOCK;
    else if (loop->count > 0 && may_grid && grid * GAIN < host)
        place = PERSISTS_IN_GRID;
    *time = place == PERSISTS_IN_BLOCK ? block : place == PERSISTS_IN_GRID ? grid : host;
    return place;
}

Places places_at(const Candidate *source, const Program *program, int64_t size, const Places *before)
{
    Arena *scratch = arena_new();
    MappingSizes sizes = sizes_at(scratch, program->facts, size, size);
    HostLoops loops;
    bool known = times_at(source, program, &sizes, &loops);
    double launch = device_rates(source->device).host_launch, time = loops.others;
    arena_release(scratch);
    Places places = {.most = size};
    for (int l = loops.count - 1; l >= 0 && known; l--) {
        HostLoop *loop = &loops.items[l];
        double own;
        places.of[l] = place_of(loop, launch, before, l, &own);
        *(loop->around < 0 ? &time : &loops.items[loop->around].inside) += own;
    }
    places.time = known ? time : 0;
    for (int l = 0; l < loops.count; l++) // a part of that kernel, which may have any place once it is none
        if (loops.items[l].around >= 0 && places.of[loops.items[l].around])
            places.of[l] = PERSISTS_IN_BLOCK;
    return places;
}

bool places_are_launches(const Places *places)
{
    for (int l = 0; l < MOST_HOST_LOOPS; l++)
        if (places->of[l])
            return false;
    return true;
}

double places_block_time(const Candidate *source, const Program *program, const MappingSizes *sizes)
{
    HostLoops loops;
    double time = 0, count = 0;
    if (!times_at(source, program, sizes, &loops))
        return 0;
    for (int l = 0; l < loops.count; l++) {
        time += loops.items[l].around < 0 ? loops.items[l].block : 0;
        count += loops.items[l].around < 0 ? loops.items[l].count : 0;
    }
    return count > 0 ? time / count : 0;
}
