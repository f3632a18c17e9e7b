// The model for today's devices: how well blocks of so many threads and results use a device. resources.h describes its
// form.
#include "transform/plan/resources/resource_table.h"
#include "ir/fold.h"

#include <math.h>

enum { BASE_REGISTERS = 20, MOST_HELD = 8, STAGES = 3, FRAGMENTS = 2, TURN_PAD = 4 };

// Fitted to the measurements of docs/study: independent results, with a barrier between loads and stores, products.
typedef struct Streaming {
    double idle_time, drain; // ns, blocks
    double doubled;          // what doubling a thread's work beyond the free amount costs
} Streaming;
static const Streaming straight = {200, 1.8, 0.01}, transposed = {257, 1.33, 0.05};
static const double attained = 0.89, dispatch_cycles = 1.17, odd_tile = 0.1, part_of_line = 0.04;
static const double copy_cycles = 4.9, odd_side = 3.8, loop_cycles = 6.4, latency_results = 14;
enum {
    FREE_BYTES = 16,
    FREE_RESULTS = 8,
    LINE_BYTES = 128,
    BYTES_IN_FLIGHT = 64,
    RESULTS_IN_FLIGHT = 16,
    SPILL_INSTRUCTIONS = 14
};

static int loads_of(const ResourceQuery *query)
{
    return query->loads_per_result      ? query->loads_per_result
           : query->elements_per_result ? query->elements_per_result
                                        : 1;
}

static int words_of(const ResourceQuery *query)
{
    return (query->element_size + 3) / 4;
}

// ---- the shape of a product's tile: as near to a square as powers of two allow

typedef struct Sides {
    int64_t y, x;
} Sides;

static Sides sides_of(int64_t count)
{
    int64_t y = 1;
    while (count % (2 * y) == 0 && 2 * y <= count / (2 * y))
        y *= 2;
    return (Sides){y, count / y};
}

// Warps of 4 x 8 threads; the longer side has the shorter side of a thread's results.
static Sides tile_of(int threads, int64_t each)
{
    Sides warps = sides_of((threads + WARP_SIZE - 1) / WARP_SIZE), results = sides_of(each);
    return (Sides){4 * warps.y * results.x, 8 * warps.x * results.y};
}

// ---- registers and shared memory

static int64_t least_of(int64_t left, int64_t right)
{
    return left < right ? left : right;
}

// The registers that a thread prefers, and (`least`) those that it needs.
static int registers_wanted(const ResourceQuery *query, int64_t each, bool least)
{
    int words = words_of(query), base = query->base_registers ? query->base_registers : BASE_REGISTERS;
    if (query->reuse_depth > 0) {
        Sides results = sides_of(each);
        int64_t operands = results.y + results.x;
        return base + (least ? 0 : 12) + (int)((each + (least ? 1 : FRAGMENTS) * operands) * words);
    }
    int64_t held = each * loads_of(query) - 1;
    if (query->staged_elements)
        return base + 4 + 2 * (int)least_of(each, (int64_t)RESULTS_IN_FLIGHT * 2) * words;
    return base + words * (int)least_of(held, MOST_HELD);
}

// The compiler knows the number of threads of a block, and spills what does not fit.
static int registers_available(const Device *device, int threads)
{
    int warps =
        ((threads + WARP_SIZE - 1) / WARP_SIZE + device->partitions - 1) / device->partitions * device->partitions;
    int most = device->registers_per_block / (warps * WARP_SIZE) / 8 * 8;
    return most < device->max_registers_per_thread ? most : device->max_registers_per_thread;
}

static int64_t shared_bytes(const ResourceQuery *query, int threads, int64_t tile)
{
    if (query->reuse_depth <= 0)
        return query->staged_elements * (tile + (query->staged_elements ? WARP_SIZE : 0)) * query->element_size;
    Sides sides = tile_of(threads, tile / threads);
    return query->elements_per_result * (sides.y + sides.x + TURN_PAD) / 2 * STAGES * query->reuse_depth *
           query->element_size;
}

static KernelResources resources_of(const ResourceQuery *query, int threads, int64_t tile, const ResourceSize *size)
{
    int wanted = size && size->registers ? size->registers : registers_wanted(query, tile / threads, false);
    int most = registers_available(query->device, threads);
    KernelResources resources = {.threads = threads, .registers = wanted < most ? wanted : most};
    resources.shared_static = size && size->shared >= 0 ? size->shared : shared_bytes(query, threads, tile);
    return resources;
}

// ---- shares

static double least(double left, double right)
{
    return left < right ? left : right;
}

// Of memory's time: loads of all resident blocks in flight.
static double streaming(const ResourceQuery *query, int threads, int64_t each, double resident)
{
    const Device *device = query->device;
    const Streaming *kind = query->staged_elements ? &transposed : &straight;
    double loaded = (double)each * loads_of(query) * query->element_size;
    double flight = resident * threads * least(loaded, BYTES_IN_FLIGHT);
    double wanted = device->bandwidth * kind->idle_time / device->sms;
    double doublings = query->staged_elements ? log2((double)each / FREE_RESULTS) : log2(loaded / FREE_BYTES);
    return (1 - exp(-flight / wanted * resident / (resident + kind->drain))) /
           (1 + kind->doubled * (doublings > 0 ? doublings : 0));
}

// The additional cost of transposing a tile of rows of a warp: parts of cache lines, and divisions by numbers that are
// not powers of two.
static double transposition(const ResourceQuery *query, int64_t tile)
{
    int64_t row = tile / WARP_SIZE;
    double run = (double)row * query->element_size;
    double cost = is_power_of_two(tile) ? 1 : 1 + odd_tile;
    return run < LINE_BYTES ? cost * (1 + part_of_line * (LINE_BYTES / run - 1)) : cost;
}

static double dispatching(const ResourceQuery *query, int64_t tile)
{
    const Device *device = query->device;
    double moving = (double)tile * (loads_of(query) + 1) * query->element_size / (attained * device->bandwidth);
    return least(1, moving / (dispatch_cycles / device->clock));
}

static double hiding(const ResourceQuery *query, int threads, int64_t each, double resident)
{
    int warps = threads / WARP_SIZE;
    double at_work = resident * warps * least((double)each, RESULTS_IN_FLIGHT);
    return at_work / (at_work + latency_results * query->device->sps_per_sm / 128);
}

static double computing(const ResourceQuery *query, int threads, int64_t tile, int registers)
{
    Sides sides = tile_of(threads, tile / threads);
    double arithmetic = (double)tile, copies = copy_cycles * (double)(sides.y + sides.x), loop = loop_cycles * threads;
    if (!is_power_of_two(sides.y) || !is_power_of_two(sides.x))
        copies *= odd_side;
    int lacking = registers_wanted(query, tile / threads, true) - registers;
    double spills = lacking > 0 ? (double)SPILL_INSTRUCTIONS * lacking * threads : 0;
    return arithmetic / (arithmetic + copies + loop + spills);
}

// ---- the whole

ResourceEstimate resource_estimate(const ResourceQuery *query, int threads, int64_t tile, const ResourceSize *size)
{
    ResourceEstimate estimate = {.balance = 1, .resources = resources_of(query, threads, tile, size)};
    estimate.occupancy = occupancy_of(query->device, &estimate.resources);
    double resident = estimate.occupancy.active_blocks;
    if (query->results) {
        int64_t tiles = (query->results + tile - 1) / tile;
        double blocks = (double)tiles / query->device->sms;
        estimate.balance = blocks / ceil(blocks);
        resident = least(resident, ceil(blocks));
    }
    if (query->reuse_depth > 0) {
        estimate.latency = hiding(query, threads, tile / threads, resident);
        estimate.throughput = computing(query, threads, tile, estimate.resources.registers);
        estimate.efficiency = estimate.balance * estimate.latency * estimate.throughput;
        return estimate;
    }
    estimate.latency =
        streaming(query, threads, tile / threads, resident) / (query->staged_elements ? transposition(query, tile) : 1);
    estimate.throughput = dispatching(query, tile);
    estimate.efficiency = estimate.balance * least(estimate.latency, estimate.throughput);
    return estimate;
}
