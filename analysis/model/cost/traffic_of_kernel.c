#include "analysis/model/cost/traffic_of_kernel.h"

enum { UNIT_BYTES = 64 }; // of L2 and DRAM

typedef struct Windows {
    Arena *arena;
    const AccessGroups *groups;
    const Variables *variables;
    const KernelShape *shape;
    int64_t *extent, granule;
    int depth; // of the deepest loop, 0: there are none
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

static double footprint(const Windows *windows, int group)
{
    const Window window = {windows->extent, windows->granule};
    return group_footprint(&windows->groups->items[group], &window);
}

static double footprint_of_all(const Windows *windows)
{
    double sum = 0;
    FOR_EACH(g, windows->groups)
        sum += footprint(windows, g);
    return sum;
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
    FOR_EACH(g, windows->groups) {
        double last, trips = outer_trips(windows, &windows->groups->items[g], depth, &last);
        set_window(windows, blocks, depth, 0);
        double once = footprint(windows, g), more = once;
        if (further && last > 1) {
            set_window(windows, blocks, depth, further);
            more = (footprint(windows, g) - once) / ((double)further < last - 1 ? (double)further : last - 1);
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

static double footprint_of(const Windows *windows, int group, int64_t blocks)
{
    set_window(windows, blocks, 0, 0);
    return footprint(windows, group);
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
    FOR_EACH(g, windows->groups) {
        double once = footprint_of(windows, g, window), all = footprint_of(windows, g, blocks);
        int64_t before = window / 2 > 1 ? window / 2 : 1;
        double each = window > before ? (once - footprint_of(windows, g, before)) / (double)(window - before) : once;
        for (int64_t further = 2 * window; further <= 8 * window && further <= blocks; further *= 2) {
            double more = (footprint_of(windows, g, further) - once) / (double)(further - window);
            each = more > each ? more : each;
        }
        double swept = once + (double)(blocks - window) * each;
        missed[g] = swept > all ? swept : all;
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

KernelTraffic traffic_of_kernel(Arena *arena, const Device *device, const DeviceRates *rates, const WarpCounts *counts,
                                const Variables *variables, const KernelShape *shape, const Residency *residency)
{
    int ngroups = counts->groups.count;
    double *l1 = ARENA_ARRAY(arena, double, ngroups + 1), *l2 = ARENA_ARRAY(arena, double, ngroups + 1);
    Windows windows = {.arena = arena,
                       .groups = &counts->groups,
                       .variables = variables,
                       .shape = shape,
                       .extent = ARENA_ARRAY(arena, int64_t, variables->count),
                       .granule = SECTOR_BYTES,
                       .depth = deepest(variables)};
    double unknown = counts->unknown_sectors * residency->warps * residency->blocks * SECTOR_BYTES;
    KernelTraffic traffic = {
        .l2_read = unknown, .dram_read = unknown, .misses = ARENA_ARRAY(arena, GroupMisses, ngroups + 1)};
    double cache = rates->l2_share * device->l2;
    int64_t wave = (int64_t)residency->on_device, blocks = (int64_t)residency->blocks;
    FOR_EACH(g, &counts->groups)
        l1[g] = counts->groups.items[g].sectors * SECTOR_BYTES * residency->warps;
    sweep(&windows, 1, residency->l1 / residency->on_sm, l1);
    windows.granule = UNIT_BYTES;
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
        traffic.shared_read += group->writes ? 0 : moved * shared[g];
        *(group->writes ? &traffic.l2_written : &traffic.l2_read) += moved;
        *(group->writes ? &traffic.dram_written : &traffic.dram_read) += missed < 2 * below ? missed : 2 * below;
        if (asked > 0)
            traffic.misses[g] = (GroupMisses){below / asked, (missed < below ? missed : below) / asked};
    }
    return traffic;
}
