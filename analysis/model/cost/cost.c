#include "analysis/model/cost/cost.h"

#include "analysis/model/cost/traffic_of_kernel.h"

#include <math.h>
#include <string.h>

const char *cost_share_name(CostShare share)
{
    static const char *const names[] = {"DRAM",
                                        "L2",
                                        "L1 and shared memory",
                                        "issue",
                                        "fp32",
                                        "integers",
                                        "special functions and conversions",
                                        "fp64",
                                        "tensor cores",
                                        "loads and stores",
                                        "latency",
                                        "starting blocks"};
    return names[share];
}

// The part of the second largest share that the largest one does not hide.
static const double OVERLAP = 0.1;

// How latency adds to the rest (together): 1 would be the sum, and infinity the larger one. Blocks that compute out of
// shared memory load first and compute then, with a barrier between, so that less of it is hidden: those of whose
// accesses at least OUT_OF_SHARED are to shared memory.
static const double HIDING = 1.6, HIDING_BY_BLOCKS = 1.35, OUT_OF_SHARED = 0.8;

// ptxas allots no more registers for the sake of loads that are under way than let a multiprocessor be full of warps.
// Where that is SCARCE of them, it has FEW_IN_FLIGHT loads under way (by the times of the study; in machine code of
// nvcc 13 for sm_90 it is 3 to 16, by what else is in registers).
enum { SCARCE = 32, FEW_IN_FLIGHT = 12, CROWDED = 6 };

// Of what blocks load from L2 at nearly the same time as others: the part that does not take its time, as if what two
// multiprocessors ask for went there once. Measured times say so (docs/explain.md); which unit does it is not known.
static const double MERGED = 0.5;

// Wavefronts of L1 for each line beyond those that are found at a time, of a request that waits for a miss. Not
// measured: set so that kernels whose lanes load lines of their own take the time that was measured
// (tests/gpu/plans/study).
static const double FILL = 0.5;

typedef struct Pricing {
    Arena *arena;
    const Device *device;
    DeviceRates rates;
    MappingSizes sizes;         // with the iterators of loops of the host
    double launches;            // of what is being looked at
    double fp32, fp64, special; // ns of all launches, each if spread over all multiprocessors
    KnownCosts *known;          // NULL: none
    ProgramCost cost;
} Pricing;

// ---- one kernel

static double largest(double left, double right)
{
    return left > right ? left : right;
}

typedef struct Shared {
    int64_t bytes;
} Shared;

static bool add_shared(void *context, const Stmt *stmt)
{
    if (stmt->kind == ST_DECLARE && stmt->array && stmt->array->space == SPACE_SHARED)
        ((Shared *)context)->bytes += array_bytes(stmt->array);
    return true;
}

static bool shape_of(Pricing *pricing, const Stmt *kernel, KernelShape *shape)
{
    bool known = true;
    for (int d = 0; d < 3; d++) {
        shape->grid[d] = shape->block[d] = 1;
        known = known &&
                (!kernel->grid[d] || count_evaluate(pricing->arena, kernel->grid[d], &pricing->sizes, &shape->grid[d]));
        known = known && (!kernel->block[d] ||
                          count_evaluate(pricing->arena, kernel->block[d], &pricing->sizes, &shape->block[d]));
        known = known && shape->grid[d] > 0 && shape->block[d] > 0;
    }
    return known;
}

static double blocks_of(const KernelCost *cost)
{
    return (double)cost->shape.grid[0] * (double)cost->shape.grid[1] * (double)cost->shape.grid[2];
}

static int threads_of(const KernelCost *cost)
{
    return (int)(cost->shape.block[0] * cost->shape.block[1] * cost->shape.block[2]);
}

static int warps_of(const KernelCost *cost)
{
    int full = threads_of(cost) / WARP_SIZE;
    return full + (threads_of(cost) % WARP_SIZE != 0);
}

static void find_occupancy(const Pricing *pricing, KernelCost *cost)
{
    Shared shared = {0};
    stmt_walk(cost->kernel->body, add_shared, &shared);
    cost->shared = shared.bytes;
    int most = pricing->device->max_registers_per_thread, threads = threads_of(cost);
    int blocks = cost->kernel->min_blocks > 1 ? cost->kernel->min_blocks : 1; // that its bounds leave registers for
    int fit = pricing->device->registers_per_block / (blocks * warps_of(cost) * WARP_SIZE) / 8 * 8;
    int registers = cost->counts.registers < most ? cost->counts.registers : most;
    KernelResources resources = {
        .threads = threads, .registers = registers < fit ? registers : fit, .shared_static = shared.bytes};
    cost->counts.registers = resources.registers;
    count_spilled(pricing->arena, &cost->counts, &cost->shape, most < fit ? most : fit);
    cost->occupancy = occupancy_of(pricing->device, &resources);
}

// On the busiest multiprocessor, whose blocks are all alike.
static double pipe_time(const Pricing *pricing, const KernelCost *cost, double each_warp, double rate)
{
    double warps = warps_of(cost), sms = pricing->device->sms;
    double blocks = blocks_of(cost);
    int64_t each = ((int64_t)blocks + pricing->device->sms - 1) / pricing->device->sms;
    double busiest = blocks < 8 * sms ? (double)each : blocks / sms;
    return each_warp * warps * busiest / rate / pricing->rates.clock;
}

static void price_arithmetic(const Pricing *pricing, KernelCost *cost)
{
    const WarpCounts *counts = &cost->counts;
    const DeviceRates *rates = &pricing->rates;
    double all = count_instructions(counts);
    cost->share[COST_ISSUE] = pipe_time(pricing, cost, all, rates->issue);
    cost->share[COST_FMA] = pipe_time(pricing, cost, counts->fma + counts->index / 2, rates->fma / WARP_SIZE);
    cost->share[COST_ALU] = pipe_time(pricing, cost, counts->alu + counts->index / 2, rates->alu / WARP_SIZE);
    cost->share[COST_SPECIAL] = pipe_time(pricing, cost, counts->special, rates->special / WARP_SIZE) +
                                pipe_time(pricing, cost, counts->convert, rates->convert / WARP_SIZE);
    cost->share[COST_FP64] = pipe_time(pricing, cost, counts->fp64, rates->fp64 / WARP_SIZE);
    if (rates->tensor64 > 0)
        cost->share[COST_TENSOR] = pipe_time(pricing, cost, counts->tensor64, rates->tensor64 / WARP_SIZE);
    cost->share[COST_MEMORY] = pipe_time(pricing, cost, counts->memory, rates->memory / WARP_SIZE);
    cost->share[COST_L1] =
        pipe_time(pricing, cost, counts->shared_wavefronts + counts->l1_wavefronts, rates->wavefronts);
    cost->share[COST_BLOCKS] = blocks_of(cost) * rates->block_start;
}

static void spread_arithmetic(Pricing *pricing, const KernelCost *cost)
{
    const WarpCounts *counts = &cost->counts;
    const DeviceRates *rates = &pricing->rates;
    double lanes = blocks_of(cost) * threads_of(cost), cycle = pricing->device->sms * rates->clock;
    double all = cost->launches * lanes / cycle;
    pricing->fp32 += all * counts->fma / rates->fma;
    pricing->fp64 += all * counts->fp64 / rates->fp64;
    if (rates->tensor64 > 0)
        pricing->fp64 += all * counts->tensor64 / rates->tensor64;
    pricing->special += all * counts->special / rates->special;
    pricing->cost.least = largest(pricing->fp32, largest(pricing->fp64, pricing->special));
}

static double part(double of, double all)
{
    return all > 0 ? of < all ? of / all : 1 : 0;
}

static double least(double left, double right)
{
    return left < right ? left : right;
}

// Of the load that is farthest away: one of a group that misses once in n loads, if there are n of it.
static double latency_of_batch(const DeviceRates *rates, const KernelTraffic *traffic, int ngroups, const Batch *batch)
{
    double unknown = batch->loads[UNKNOWN_GROUP] * WARP_SIZE; // each lane at a place of its own
    double near = least(1, unknown * traffic->scattered.l1), far = least(1, unknown * traffic->scattered.l2);
    for (int g = 0; g < ngroups && g < LOCAL_GROUP; g++) {
        near = largest(near, least(1, batch->loads[g] * traffic->misses[g].l1));
        far = largest(far, least(1, batch->loads[g] * traffic->misses[g].l2));
    }
    return rates->l1_latency + near * rates->l2_latency + far * (rates->dram_latency - rates->l2_latency);
}

// Of so many waves of blocks; the slowest warp is in one of them. A block stays until its busy warps have ended.
static double latency(const DeviceRates *rates, const KernelCost *cost, double waves)
{
    return largest(cost->counts.slowest, waves / cost->counts.busy) * cost->waiting +
           largest(1, waves) * (cost->counts.barriers + 1) * rates->l1_latency +
           cost->counts.grid_barriers * rates->grid_barrier;
}

// Registers of a thread where as many blocks are resident as the kernel's bounds ask for, or otherwise as all other
// limits allow. A thread has a multiple of GRANULE.
static double registers_if_full(const Device *device, const KernelCost *cost)
{
    enum { GRANULE = 8 };
    const Occupancy *occupancy = &cost->occupancy;
    double blocks = least(occupancy->by_threads, least(occupancy->by_shared, occupancy->by_blocks));
    blocks = cost->kernel->min_blocks ? least(blocks, cost->kernel->min_blocks) : blocks;
    if (blocks <= 0)
        return SCARCE;
    return floor(device->registers_per_sm / (blocks * warps_of(cost) * WARP_SIZE) / GRANULE) * GRANULE;
}

static double loads_of(const Batch *batch)
{
    double loads = 0;
    for (int g = 0; g <= UNKNOWN_GROUP; g++)
        loads += batch->loads[g];
    return loads;
}

// ns that a warp takes alone: loads, then what each instruction waits for the one before. A batch is waited for as
// often as not all of its loads are under way at a time. *crowded: the part of that for many loads.
static double waiting(const Pricing *pricing, const KernelCost *cost, const KernelTraffic *traffic, double *crowded)
{
    const DeviceRates *rates = &pricing->rates;
    const WarpCounts *counts = &cost->counts;
    double clocks = counts->clocks + (counts->shared_wavefronts + counts->l1_wavefronts) / rates->wavefronts;
    double sum = clocks / rates->clock + counts->tickets * rates->ticket;
    bool scarce = registers_if_full(pricing->device, cost) <= SCARCE;
    double for_many = 0;
    FOR_EACH(b, &counts->batches) {
        const Batch *batch = &counts->batches.items[b];
        double loads = loads_of(batch), rounds = scarce ? largest(1, loads / FEW_IN_FLIGHT) : 1;
        double wait = rounds * batch->times * latency_of_batch(rates, traffic, counts->groups.count, batch);
        sum += wait;
        for_many += scarce && loads > CROWDED ? wait : 0;
    }
    *crowded = part(for_many, sum);
    return sum;
}

// The last block's sum of what all blocks have stored in L2, after all of them.
static double last_block(const DeviceRates *rates, const WarpCounts *counts)
{
    return counts->last_rounds * (rates->l1_latency + rates->l2_latency) + counts->last_clocks / rates->clock;
}

static void price_memory(const Pricing *pricing, KernelCost *cost, const KernelTraffic *traffic, double resident)
{
    const DeviceRates *rates = &pricing->rates;
    double bytes = traffic->dram_read + traffic->dram_written;
    double writes = 2 * part(traffic->dram_written, bytes);
    double rate = rates->read - (rates->read - rates->copy) * (writes < 1 ? writes : 1);
    cost->read = traffic->dram_read;
    cost->written = traffic->dram_written;
    cost->l2 = traffic->l2_read + traffic->l2_written;
    cost->share[COST_L1] += FILL * traffic->waiting / pricing->device->sms / rates->wavefronts / rates->clock;
    cost->share[COST_DRAM] = bytes / rate;
    cost->share[COST_L2] = (cost->l2 - MERGED * traffic->shared_read) / rates->l2;
    cost->waiting = waiting(pricing, cost, traffic, &cost->crowded);
    cost->share[COST_LATENCY] = latency(rates, cost, blocks_of(cost) / resident);
}

// What the device could do at once takes as long as the largest share of it, and a part of the second one. Latency is
// hidden behind that only where other warps happen to have work: neither all of it, nor none.
static double together(const KernelCost *cost, const double *share, CostShare *bound)
{
    const WarpCounts *counts = &cost->counts;
    bool staged = counts->barriers > 0 && counts->shared_wavefronts > OUT_OF_SHARED * counts->memory;
    double hiding = staged ? HIDING_BY_BLOCKS : HIDING;
    double most = 0, second = 0, waits = share[COST_LATENCY];
    CostShare largest_one = COST_LATENCY;
    for (int s = 0; s < COST_SHARES; s++) {
        if (s == COST_LATENCY)
            continue;
        second = share[s] > most ? most : largest(second, share[s]);
        largest_one = share[s] > most && share[s] >= waits ? (CostShare)s : largest_one;
        most = largest(most, share[s]);
    }
    if (bound)
        *bound = largest_one;
    return pow(pow(most + OVERLAP * second, hiding) + pow(waits, hiding), 1 / hiding);
}

// One multiprocessor does what all do in a launch. Per clock it gets 64 bytes from L2 (NVIDIA, "CUDA C++ Best Practices
// Guide").
static double time_in_block(const Pricing *pricing, const KernelCost *cost)
{
    const DeviceRates *rates = &pricing->rates;
    double blocks = blocks_of(cost), sms = pricing->device->sms, times[COST_SHARES];
    int64_t whole = ((int64_t)blocks + pricing->device->sms - 1) / pricing->device->sms;
    double busiest = blocks < 8 * sms ? (double)whole : blocks / sms;
    double waves = blocks * threads_of(cost) / pricing->device->max_threads_per_block;
    for (int s = 0; s < COST_SHARES; s++)
        times[s] = cost->share[s] * blocks / busiest;
    times[COST_DRAM] = cost->share[COST_DRAM];
    times[COST_L2] = cost->l2 / 64 / rates->clock;
    times[COST_LATENCY] = latency(rates, cost, waves * cost->counts.busy); // a warp without work goes on with the next
    times[COST_BLOCKS] = 0;
    return together(cost, times, NULL) + rates->block_barrier;
}

// A kernel that few iterations of a loop of the host launch is priced in each of them; the longest launch is shown.
static void add_kernel(Pricing *pricing, const KernelCost *cost)
{
    FOR_EACH(k, &pricing->cost.kernels) {
        KernelCost *before = &pricing->cost.kernels.items[k];
        if (before->kernel != cost->kernel)
            continue;
        KernelCost longer = before->time * cost->launches < cost->time * before->launches ? *cost : *before;
        longer.time = before->time + cost->time;
        longer.launches = before->launches + cost->launches;
        *before = longer;
        return;
    }
    VECTOR_PUSH(pricing->arena, &pricing->cost.kernels, *cost);
}

// ---- kernels whose cost is known

// What the kernel uses, without a place twice.
typedef struct Uses {
    Arena *arena;
    Nest nest;
} Uses;

static bool add_use(void *context, const Expr *expr)
{
    Uses *uses = context;
    bool listed = false;
    FOR_EACH(i, &uses->nest.symbols)
        listed = listed || uses->nest.symbols.items[i] == expr->symbol;
    if (expr->symbol && !listed)
        VECTOR_PUSH(uses->arena, &uses->nest.symbols, (Symbol *)expr->symbol);
    listed = false;
    FOR_EACH(i, &uses->nest.arrays)
        listed = listed || uses->nest.arrays.items[i] == expr->array;
    if (expr->array && !listed)
        VECTOR_PUSH(uses->arena, &uses->nest.arrays, (Array *)expr->array);
    return true;
}

// All that the cost of a launch follows from, but for the device.
static const char *text_of_launch(const Pricing *pricing, const KernelCost *cost)
{
    Uses uses = {.arena = pricing->arena};
    Text text = {.arena = pricing->arena};
    stmt_walk_expressions(cost->kernel, add_use, &uses);
    print_tree(&text, &uses.nest, cost->kernel);
    for (int d = 0; d < 3; d++)
        text_printf(&text, "%lld %lld\n", (long long)cost->shape.grid[d], (long long)cost->shape.block[d]);
    FOR_EACH(i, &pricing->sizes.values)
        text_printf(&text, "%s = %lld\n", pricing->sizes.values.items[i].symbol->name,
                    (long long)pricing->sizes.values.items[i].value);
    return text_string(&text);
}

static const KernelCost *known_cost(const KnownCosts *known, const char *text)
{
    FOR_EACH(i, &known->items)
        if (strcmp(known->items.items[i].text, text) == 0)
            return &known->items.items[i].cost;
    return NULL;
}

// Without what lives only as long as the arena of one question.
static void keep_cost(KnownCosts *known, const char *text, const KernelCost *cost)
{
    KnownCost kept = {arena_strndup(known->arena, text, strlen(text)), *cost};
    kept.cost.sizes = (MappingSizes){0};
    kept.cost.counts.batches.count = kept.cost.counts.groups.count = kept.cost.counts.scattered.count = 0;
    kept.cost.counts.spilled = (AccessGroup){0};
    VECTOR_PUSH(known->arena, &known->items, kept);
}

// Blocks that a multiprocessor has at a time. Warps that have no work end, unless a barrier keeps them, and leave their
// registers to those of other blocks.
static double blocks_at_a_time(const Pricing *pricing, const KernelCost *cost)
{
    enum { GRANULE = 256 }; // registers of a warp
    const Occupancy *occupancy = &cost->occupancy;
    const Device *device = pricing->device;
    double fit = occupancy->active_blocks > 0 ? occupancy->active_blocks : 1;
    if (cost->counts.busy >= 1 || cost->counts.barriers > 0)
        return fit;
    int registers = (cost->counts.registers * WARP_SIZE + GRANULE - 1) / GRANULE * GRANULE;
    int by_registers = registers > 0 ? device->registers_per_sm / registers : device->max_warps_per_sm;
    double room = least(device->max_warps_per_sm, by_registers);
    double more = 1 + floor((room - warps_of(cost)) / (cost->counts.busy * warps_of(cost)));
    return largest(fit, least(more, least(occupancy->by_shared, occupancy->by_blocks)));
}

// `cost` has the shape of a launch.
static void price_launch(const Pricing *pricing, KernelCost *cost)
{
    Variables variables = {0};
    FOR_EACH(i, &pricing->sizes.values)
        VECTOR_PUSH(pricing->arena, &cost->sizes.values, pricing->sizes.values.items[i]);
    cost->counts = count_warp(pricing->arena, cost->kernel, &cost->shape, &pricing->sizes, &variables);
    find_occupancy(pricing, cost);
    double fit = blocks_at_a_time(pricing, cost);
    double resident = fit * pricing->device->sms < blocks_of(cost) ? fit * pricing->device->sms : blocks_of(cost);
    Residency residency = {.blocks = blocks_of(cost),
                           .warps = warps_of(cost),
                           .on_sm = largest(1, resident / pricing->device->sms),
                           .on_device = resident,
                           .l1 = largest(0, pricing->rates.l1_bytes - fit * (double)cost->shared)};
    KernelTraffic traffic = traffic_of_kernel(pricing->arena, pricing->device, &pricing->rates, &cost->counts,
                                              &variables, &cost->shape, &residency);
    price_arithmetic(pricing, cost);
    price_memory(pricing, cost, &traffic, resident);
    double own = together(cost, cost->share, &cost->bound) + last_block(&pricing->rates, &cost->counts);
    cost->launch = own + pricing->rates.launch;
    cost->crowded *= part(cost->share[COST_LATENCY], cost->launch);
    cost->in_grid = own + pricing->rates.grid_barrier;
    cost->in_block = time_in_block(pricing, cost);
}

static void price_kernel(Pricing *pricing, const Stmt *kernel)
{
    KernelCost cost = {.kernel = kernel, .launches = pricing->launches};
    if (!shape_of(pricing, kernel, &cost.shape))
        return;
    const char *text = pricing->known ? text_of_launch(pricing, &cost) : NULL;
    const KernelCost *known = text ? known_cost(pricing->known, text) : NULL;
    if (known) {
        cost = *known;
        cost.kernel = kernel;
        cost.launches = pricing->launches;
    } else {
        price_launch(pricing, &cost);
    }
    if (text && !known)
        keep_cost(pricing->known, text, &cost);
    spread_arithmetic(pricing, &cost);
    cost.time = cost.launches * cost.launch;
    pricing->cost.time += cost.time;
    pricing->cost.host += cost.launches > 1 ? cost.launches * pricing->rates.host_launch : 0;
    pricing->cost.walked += cost.counts.walked;
    add_kernel(pricing, &cost);
}

// ---- the host

static void price(Pricing *pricing, const Stmt *stmt);

static void set_value(Pricing *pricing, const Symbol *symbol, int64_t value)
{
    SizeValue set = {symbol, value};
    FOR_EACH(i, &pricing->sizes.values)
        if (pricing->sizes.values.items[i].symbol == symbol) {
            pricing->sizes.values.items[i] = set;
            return;
        }
    VECTOR_PUSH(pricing->arena, &pricing->sizes.values, set);
}

static void add_entries(Pricing *pricing, const Stmt *loop)
{
    FOR_EACH(l, &pricing->cost.loops)
        if (pricing->cost.loops.items[l].loop == loop) {
            pricing->cost.loops.items[l].entries += pricing->launches;
            return;
        }
    HostLoopCost cost = {loop, pricing->launches};
    VECTOR_PUSH(pricing->arena, &pricing->cost.loops, cost);
}

// An iteration in the middle stands for all, if there are many: parts of a grid that is too large are seldom alike.
static void price_loop(Pricing *pricing, const Stmt *stmt)
{
    enum { FEW = 3 };
    const Loop *loop = stmt->loop;
    int64_t lower = 0, trips = UNKNOWN_TRIPS, step = 1;
    double before = pricing->launches;
    add_entries(pricing, stmt);
    count_evaluate(pricing->arena, loop->lower, &pricing->sizes, &lower);
    count_evaluate(pricing->arena, loop->step, &pricing->sizes, &step);
    if (!loop->factor && !loop->endless)
        count_evaluate(pricing->arena, loop_trip_count(pricing->arena, loop), &pricing->sizes, &trips);
    for (int64_t k = 0; trips <= FEW && k < trips; k++) {
        set_value(pricing, loop->iterator, lower + step * k);
        price(pricing, stmt->body);
    }
    if (trips <= FEW)
        return;
    set_value(pricing, loop->iterator, lower + step * (trips / 2));
    pricing->launches *= (double)trips;
    price(pricing, stmt->body);
    pricing->launches = before;
}

static void price_branch(Pricing *pricing, const Stmt *stmt)
{
    int64_t condition = 1;
    count_evaluate(pricing->arena, stmt->condition, &pricing->sizes, &condition);
    const Stmt *taken = condition ? stmt->body : stmt->otherwise;
    if (taken)
        price(pricing, taken);
}

static void price(Pricing *pricing, const Stmt *stmt)
{
    int64_t value;
    for (int i = 0; i < stmt->nitems; i++)
        price(pricing, stmt->items[i]);
    if (stmt->kind == ST_KERNEL)
        price_kernel(pricing, stmt);
    else if (stmt->kind == ST_LOOP)
        price_loop(pricing, stmt);
    else if (stmt->kind == ST_IF)
        price_branch(pricing, stmt);
    else if (stmt->kind == ST_DECLARE && stmt->symbol && stmt->value &&
             count_evaluate(pricing->arena, stmt->value, &pricing->sizes, &value))
        set_value(pricing, stmt->symbol, value);
}

typedef struct Missing {
    const MappingSizes *sizes;
    const char *name;
} Missing;

static bool find_missing(void *context, const Expr *expr)
{
    Missing *missing = context;
    bool wanted = expr->kind == EX_SYMBOL && expr->symbol->role == SYM_PARAM && type_is_integer(expr->symbol->type);
    FOR_EACH(i, &missing->sizes->values)
        wanted = wanted && missing->sizes->values.items[i].symbol != expr->symbol;
    missing->name = wanted && !missing->name ? expr->symbol->name : missing->name;
    return true;
}

ProgramCost cost_beside(Arena *arena, const Device *device, const Stmt *host, const MappingSizes *sizes,
                        KnownCosts *known)
{
    Pricing pricing = {.arena = arena, .device = device, .rates = device_rates(device), .launches = 1, .known = known};
    Missing missing = {.sizes = sizes};
    FOR_EACH(i, &sizes->values)
        VECTOR_PUSH(arena, &pricing.sizes.values, sizes->values.items[i]);
    stmt_walk_expressions(host, find_missing, &missing);
    pricing.cost.unknown = missing.name;
    if (!missing.name)
        price(&pricing, host);
    return pricing.cost;
}

ProgramCost cost_of(Arena *arena, const Device *device, const Stmt *host, const MappingSizes *sizes)
{
    return cost_beside(arena, device, host, sizes, NULL);
}
