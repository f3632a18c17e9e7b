#include "analysis/model/cost/traffic_of_kernel.h"

#include <math.h>

enum { UNIT_BYTES = 64, LINE_BYTES = 128 }; // of L2 and DRAM; of L1, which loads its sectors one by one

typedef struct Windows {
    Arena *arena;
    const AccessGroups *groups;
    const Variables *variables;
    const KernelShape *shape;
    int64_t *extent, granule;            // bytes that are moved together
    int64_t line;                        // for which a cache finds room
    int depth;                           // of the deepest loop, 0: there are none
    double *scratch, *once, *more, *all; // of each group
} Windows;

static int64_t least(int64_t left, int64_t right)
{
    return left < right ? left : right;
}

// Consecutive blocks, all threads, and the iterations of all loops from that depth on; of the loop around these one
// iteration and `further` more.
static void set_window(const Windows *windows, int64_t blocks, int depth, int64_t further)
{
    const int64_t *grid = windows->shape->grid;
    for (int i = 0; i < windows->variables->count; i++) {
        const Variable *variable = &windows->variables->items[i];
        int64_t some = variable->depth == depth - 1 ? least(1 + further, variable->extent) : 1;
        windows->extent[i] = variable->kind == VARIABLE_LOOP && variable->depth < depth ? some : variable->extent;
    }
    int64_t rows = blocks / grid[0] > 1 ? blocks / grid[0] : 1;
    windows->extent[FIRST_BLOCK] = least(grid[0], blocks);
    windows->extent[FIRST_BLOCK + 1] = least(grid[1], rows);
    windows->extent[FIRST_BLOCK + 2] = least(grid[2], rows / grid[1] > 1 ? rows / grid[1] : 1);
}

static double blocks_in(const Windows *windows)
{
    const int64_t *extent = windows->extent + FIRST_BLOCK;
    return (double)extent[0] * (double)extent[1] * (double)extent[2];
}

static Interval span(const Windows *windows, const AccessGroup *group)
{
    Interval span = {INT64_MAX, INT64_MIN};
    FOR_EACH(i, &group->constants) {
        const Interval *at = &group->constants.items[i];
        span.begin = at->begin < span.begin ? at->begin : span.begin;
        span.end = at->end > span.end ? at->end : span.end;
    }
    for (int t = 0; t < group->form.count; t++) {
        int64_t further = group->form.terms[t].factor * (windows->extent[group->form.terms[t].variable] - 1);
        *(further < 0 ? &span.begin : &span.end) += further;
    }
    return span;
}

// Of each group. Groups of one array may touch the same places: they do not touch more than there are between the first
// and the last one.
static double footprints(const Windows *windows, int64_t granule, double *of)
{
    const Window window = {windows->extent, granule};
    double all = 0;
    FOR_EACH(g, windows->groups)
        of[g] = group_footprint(&windows->groups->items[g], &window);
    FOR_EACH(g, windows->groups) {
        const AccessGroup *group = &windows->groups->items[g];
        Interval whole = span(windows, group);
        double sum = 0;
        bool first = true;
        FOR_EACH(h, windows->groups) {
            const AccessGroup *other = &windows->groups->items[h];
            if (other->array != group->array || other->writes != group->writes)
                continue;
            Interval own = span(windows, other);
            first = first && h >= g;
            sum += of[h];
            whole.begin = own.begin < whole.begin ? own.begin : whole.begin;
            whole.end = own.end > whole.end ? own.end : whole.end;
        }
        double most = (double)(whole.end - whole.begin + granule);
        for (int h = g; first && sum > most && h < windows->groups->count; h++)
            if (windows->groups->items[h].array == group->array && windows->groups->items[h].writes == group->writes)
                of[h] *= most / sum;
    }
    FOR_EACH(g, windows->groups)
        all += of[g];
    return all;
}

// Bytes of a cache that they need.
static double footprint_of_all(const Windows *windows)
{
    return footprints(windows, windows->line, windows->scratch);
}

// Iterations of the loops around `depth`, and of the loop directly around it.
static double outer_trips(const Windows *windows, const AccessGroup *group, int depth, double *last)
{
    double trips = 1;
    *last = 1;
    for (int l = 0; l < group->nloops; l++) {
        const Variable *variable = &windows->variables->items[group->loops[l]];
        if (variable->depth == depth - 1)
            *last = (double)variable->extent;
        else if (variable->depth < depth)
            trips *= (double)variable->extent;
    }
    return trips;
}

// Several, so that what a whole sector has for the next ones is seen.
static int64_t further_that_fit(const Windows *windows, int64_t blocks, int depth, double capacity)
{
    for (int64_t further = 16; further > 0; further /= 4) {
        set_window(windows, blocks, depth, further);
        if (footprint_of_all(windows) <= capacity)
            return further;
    }
    return 0;
}

// What windows of the iterations from that depth on miss if each fits the cache; for each group.
static void miss_beyond(const Windows *windows, int64_t blocks, int depth, double capacity, double *missed)
{
    int64_t further = depth > 0 ? further_that_fit(windows, blocks, depth, capacity) : 0;
    set_window(windows, blocks, depth, 0);
    footprints(windows, windows->granule, windows->once);
    if (further) {
        set_window(windows, blocks, depth, further);
        footprints(windows, windows->granule, windows->more);
    }
    FOR_EACH(g, windows->groups) {
        double last, trips = outer_trips(windows, &windows->groups->items[g], depth, &last);
        double once = windows->once[g], more = once;
        if (further && last > 1) {
            more = (windows->more[g] - once) / ((double)further < last - 1 ? (double)further : last - 1);
            more = more > 0 ? more : 0; // footprints of many intervals are estimates
        }
        missed[g] = trips * (once + (last - 1) * more);
    }
}

// Bytes that miss a cache of that many bytes, of windows of so many blocks; for each group, which asks for `missed`
// before. A window that does not fit hits as often as the part of it that does.
static void sweep(const Windows *windows, int64_t blocks, double capacity, double *missed)
{
    double *beyond = ARENA_ARRAY(windows->arena, double, windows->groups->count + 1);
    for (int depth = windows->depth; depth >= 0; depth--) {
        set_window(windows, blocks, depth, 0);
        double needed = footprint_of_all(windows), fits = needed > capacity ? capacity / needed : 1;
        miss_beyond(windows, blocks, depth, capacity, beyond);
        FOR_EACH(g, windows->groups)
            missed[g] = fits * (beyond[g] < missed[g] ? beyond[g] : missed[g]) + (1 - fits) * missed[g];
    }
}

static void footprints_of(const Windows *windows, int64_t blocks, double *of)
{
    set_window(windows, blocks, 0, 0);
    footprints(windows, windows->granule, of);
}

// The same for the whole grid, where windows of so many blocks fit with all their iterations: the largest window that
// fits, and for each further block what the footprint grows by, there or in somewhat larger windows.
static void sweep_blocks(const Windows *windows, int64_t blocks, int64_t window, double capacity, double *missed)
{
    for (; window < blocks; window *= 2) {
        set_window(windows, window * 2, 0, 0);
        if (footprint_of_all(windows) > capacity)
            break;
    }
    window = least(window, blocks);
    int64_t before = window / 2 > 1 ? window / 2 : 1;
    footprints_of(windows, window, windows->once);
    footprints_of(windows, before, windows->more);
    FOR_EACH(g, windows->groups) {
        double once = windows->once[g];
        missed[g] = window > before ? (once - windows->more[g]) / (double)(window - before) : once; // for each block
    }
    for (int64_t further = 2 * window; further <= 8 * window && further <= blocks; further *= 2) {
        footprints_of(windows, further, windows->more);
        FOR_EACH(g, windows->groups) {
            double more = (windows->more[g] - windows->once[g]) / (double)(further - window);
            missed[g] = more > missed[g] ? more : missed[g];
        }
    }
    footprints_of(windows, blocks, windows->all);
    FOR_EACH(g, windows->groups) {
        double swept = windows->once[g] + (double)(blocks - window) * missed[g];
        missed[g] = swept > windows->all[g] ? swept : windows->all[g];
    }
}

// Bytes of different sectors that the block's threads load in each iteration, for each group. Those of them that load
// the same sector in one iteration wait for it together.
static void touched_apart(const Windows *windows, double *apart)
{
    set_window(windows, 1, windows->depth, 0);
    footprints(windows, windows->granule, apart);
    FOR_EACH(g, windows->groups) {
        double last, trips = outer_trips(windows, &windows->groups->items[g], windows->depth, &last);
        apart[g] *= trips * last;
    }
}

static int deepest(const Variables *variables)
{
    int depth = 0;
    FOR_EACH(i, variables)
        if (variables->items[i].kind == VARIABLE_LOOP && variables->items[i].depth + 1 > depth)
            depth = variables->items[i].depth + 1;
    return depth;
}

// Different ones of so many places, of which each one asked for may be any (A. Cardenas, "Analysis and performance of
// inverted data base structures", CACM 1975). No places: they are not known, and all differ.
static double different(double places, double asked)
{
    return places > 0 ? -places * expm1(-asked / places) : asked;
}

// Of those asked for, what a cache of that many bytes misses: each place once, and later as often as it does not hold
// the place.
static double missed_at_random(double bytes, double granule, double asked, double capacity)
{
    double once = different(bytes / granule, asked), holds = bytes > capacity ? capacity / bytes : 1;
    return bytes > 0 ? once + (asked - once) * (1 - holds) : asked;
}

// Bytes by whose time L2 and DRAM answer a sector, and a unit, at a random place (loads of 4 bytes at random places of
// 16 MB and of 512 MB of an H200: 158 and 41 a ns).
enum { SCATTERED_L2 = 44, SCATTERED_DRAM = 110 };

static void add_scattered(KernelTraffic *traffic, const Device *device, const DeviceRates *rates,
                          const WarpCounts *counts, const Residency *residency)
{
    double loads = 0, below_l1 = 0, below_l2 = 0;
    double sms = residency->blocks < device->sms ? residency->blocks : device->sms;
    FOR_EACH(i, &counts->scattered) {
        const Scattered *scattered = &counts->scattered.items[i];
        double asked = scattered->sectors * residency->warps * residency->blocks;
        double l1 = scattered->writes ? asked
                                      : sms * missed_at_random(scattered->bytes, SECTOR_BYTES, asked / sms,
                                                               rates->l2_share * residency->l1);
        double l2 = missed_at_random(scattered->bytes, UNIT_BYTES, l1, rates->l2_share * device->l2);
        *(scattered->writes ? &traffic->l2_written : &traffic->l2_read) += l1 * SCATTERED_L2;
        *(scattered->writes ? &traffic->dram_written : &traffic->dram_read) += l2 * SCATTERED_DRAM;
        traffic->waiting += scattered->writes ? 0 : l1;
        loads += scattered->writes ? 0 : asked;
        below_l1 += scattered->writes ? 0 : l1;
        below_l2 += scattered->writes ? 0 : l2;
    }
    if (loads > 0)
        traffic->scattered = (GroupMisses){below_l1 / loads, below_l2 / loads};
}

// So many can still be doubled a few times.
static const double MOST_BLOCKS = 1e17;

KernelTraffic traffic_of_kernel(Arena *arena, const Device *device, const DeviceRates *rates, const WarpCounts *counts,
                                const Variables *variables, const KernelShape *shape, const Residency *residency)
{
    int ngroups = counts->groups.count;
    double *l1 = ARENA_ARRAY(arena, double, ngroups + 1), *l2 = ARENA_ARRAY(arena, double, ngroups + 1);
    double *apart = ARENA_ARRAY(arena, double, ngroups + 1);
    Windows windows = {.arena = arena,
                       .groups = &counts->groups,
                       .variables = variables,
                       .shape = shape,
                       .extent = ARENA_ARRAY(arena, int64_t, variables->count),
                       .granule = SECTOR_BYTES,
                       .line = LINE_BYTES,
                       .scratch = ARENA_ARRAY(arena, double, 4 * (ngroups + 1)),
                       .depth = deepest(variables)};
    KernelTraffic traffic = {.misses = ARENA_ARRAY(arena, GroupMisses, ngroups + 1)};
    windows.once = windows.scratch + ngroups + 1;
    windows.more = windows.once + ngroups + 1;
    windows.all = windows.more + ngroups + 1;
    add_scattered(&traffic, device, rates, counts, residency);
    double cache = rates->l2_share * device->l2;
    int64_t wave = (int64_t)residency->on_device;
    int64_t blocks = (int64_t)(residency->blocks < MOST_BLOCKS ? residency->blocks : MOST_BLOCKS);
    FOR_EACH(g, &counts->groups)
        l1[g] = counts->groups.items[g].sectors * SECTOR_BYTES * residency->warps;
    sweep(&windows, 1, residency->l1 / residency->on_sm, l1);
    touched_apart(&windows, apart);
    windows.granule = windows.line = UNIT_BYTES;
    set_window(&windows, wave, 0, 0);
    bool fits = footprint_of_all(&windows) <= cache;
    // Blocks of a wave touch what they share at nearly the same time.
    miss_beyond(&windows, wave, windows.depth, cache, l2);
    double together = blocks_in(&windows);
    double *shared = ARENA_ARRAY(arena, double, ngroups + 1);
    FOR_EACH(g, &counts->groups)
        shared[g] = l1[g] > 0 && l2[g] < l1[g] * together ? 1 - l2[g] / (l1[g] * together) : 0;
    if (fits)
        sweep_blocks(&windows, blocks, wave, cache, l2);
    else
        sweep(&windows, wave, cache, l2);
    FOR_EACH(g, &counts->groups) {
        const AccessGroup *group = &counts->groups.items[g];
        double warps = residency->warps * residency->blocks, asked = group->sectors * SECTOR_BYTES * warps;
        double below = group->writes ? asked : l1[g] * residency->blocks;
        double missed = fits ? l2[g] : l2[g] * residency->blocks / residency->on_device;
        double moved = asked > 0 ? below / asked * group->units * UNIT_BYTES * warps : 0;
        double waits = apart[g] > l1[g] ? l1[g] / apart[g] : 1;
        traffic.waiting += group->writes ? 0 : group->lines * warps * waits;
        traffic.shared_read += group->writes ? 0 : moved * shared[g];
        *(group->writes ? &traffic.l2_written : &traffic.l2_read) += moved;
        *(group->writes ? &traffic.dram_written : &traffic.dram_read) += missed < 2 * below ? missed : 2 * below;
        if (asked > 0)
            traffic.misses[g] = (GroupMisses){below / asked, (missed < below ? missed : below) / asked};
    }
    return traffic;
}
