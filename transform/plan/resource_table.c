// The table of threads per block and tile size, ranked by the paper's criterion and by an estimate for today's devices.
#include "transform/plan/resources.h"

#include <math.h>

enum { MOST_PER_THREAD = 128, BASE_REGISTERS = 20, MOST_HELD = 8 };

// Of today's model, found by fitting the measurements of docs/study.
enum { LOADS_IN_FLIGHT = 16, LATENCY_WARPS = 28, COPY_INSTRUCTIONS = 40, SPILL_INSTRUCTIONS = 14 };
static const double idle_time = 175, drain = 0.15, attained = 0.75, dispatch_cycles = 1.2, shared_cycles = 0.7;

// ---- the paper's criterion

static PaperOccupancy paper_model(const ResourceQuery *query, int threads, int64_t tile)
{
    PaperConfiguration configuration = {
        .threads = threads,
        .tile = tile,
        .results = query->results,
        .element_size = query->element_size,
        .elements_per_result = query->elements_per_result,
        .shared_granule = query->shared_granule,
        .shared_overhead = query->shared_overhead,
        .shared_per_sm = query->shared_per_sm,
    };
    return occupancy_by_paper(query->device, &configuration);
}

static bool leaves_rest(const ResourceQuery *query, const ResourceRow *row)
{
    return query->results % row->tile != 0;
}

// What rules a candidate out, its size aside; NULL: nothing does.
static const char *paper_obstacle(Arena *arena, const ResourceQuery *query, const ResourceRow *row)
{
    const PaperOccupancy *paper = &row->paper;
    if (paper->shared_per_block > query->device->shared_per_block)
        return arena_printf(arena, "needs %lld bytes of shared memory, a block has %d", (long long)paper->shared_per_block,
                            query->device->shared_per_block);
    if (!paper->active_blocks)
        return paper->blocks_by_warps ? "an SM has too little shared memory for a block" : "an SM has too few warps for a block";
    if (query->results && paper->akbpsm < 1)
        return arena_printf(arena, "AKBPSM %.2f is below 1", paper->akbpsm);
    if (paper->s_cycles < 1)
        return arena_printf(arena, "S-cycles %.2f are below 1", paper->s_cycles);
    if (!paper->s_cycles_whole)
        return arena_printf(arena, "S-cycles %.2f are no integer", paper->s_cycles);
    return NULL;
}

// Negative: the left one comes first.
static int by_paper(const ResourceTable *table, const ResourceRow *left, const ResourceRow *right)
{
    if (left->paper.s_cycles != right->paper.s_cycles)
        return left->paper.s_cycles > right->paper.s_cycles ? -1 : 1;
    if (table->query.results && left->paper.total_blocks != right->paper.total_blocks)
        return left->paper.total_blocks < right->paper.total_blocks ? -1 : 1;
    if (!table->query.results && left->tile != right->tile)
        return left->tile > right->tile ? -1 : 1;
    return left->threads != right->threads ? right->threads - left->threads : left->tile > right->tile ? 1 : -(left->tile < right->tile);
}

static void rule_out_by_paper(Arena *arena, ResourceTable *table)
{
    bool some_whole = false;
    for (int i = 0; i < table->count; i++) {
        ResourceRow *row = &table->rows[i];
        row->paper_reason = paper_obstacle(arena, &table->query, row);
        some_whole = some_whole || (!row->paper_reason && !leaves_rest(&table->query, row));
    }
    for (int i = 0; i < table->count && some_whole; i++)
        if (!table->rows[i].paper_reason && leaves_rest(&table->query, &table->rows[i]))
            table->rows[i].paper_reason = "leaves a part of a tile over";
}

static const char *paper_words(Arena *arena, const ResourceTable *table, const ResourceRow *row)
{
    const ResourceRow *best = table->by_paper;
    if (row->paper.s_cycles < best->paper.s_cycles)
        return arena_printf(arena, "S-cycles %g, the best has %g", row->paper.s_cycles, best->paper.s_cycles);
    if (!table->query.results)
        return row->tile < best->tile ? "as many S-cycles, a smaller tile"
               : row == best          ? "most S-cycles, then the largest tile"
                                      : "as good, with fewer threads";
    if (row->paper.total_blocks > best->paper.total_blocks)
        return arena_printf(arena, "as many S-cycles, AKBPSM %.2f, the best has %.2f", row->paper.akbpsm, best->paper.akbpsm);
    return row == best ? "most S-cycles, then least AKBPSM" : "as good, with fewer threads";
}

// ---- today's devices

static int loads_of(const ResourceQuery *query)
{
    return query->loads_per_result ? query->loads_per_result : query->elements_per_result ? query->elements_per_result : 1;
}

// Registers that a thread would like to have.
static int registers_wanted(const ResourceQuery *query, int64_t per_thread)
{
    int words = (query->element_size + 3) / 4, base = query->base_registers ? query->base_registers : BASE_REGISTERS;
    if (query->reuse_depth > 0)
        return base + (int)((per_thread - 1 + 2 * ((int64_t)ceil(sqrt((double)per_thread)) - 1)) * words);
    int64_t held = per_thread * loads_of(query) - 1;
    return base + words * (int)(held < MOST_HELD ? held : MOST_HELD);
}

// The compiler is told how many threads a block has, and spills what does not fit.
static int registers_available(const Device *device, int threads)
{
    int warps = ((threads + WARP_SIZE - 1) / WARP_SIZE + device->partitions - 1) / device->partitions * device->partitions;
    int most = device->registers_per_block / (warps * WARP_SIZE) / 8 * 8;
    return most < device->max_registers_per_thread ? most : device->max_registers_per_thread;
}

static KernelResources today_resources(const ResourceQuery *query, int threads, int64_t tile)
{
    int wanted = registers_wanted(query, tile / threads), most = registers_available(query->device, threads);
    KernelResources resources = {.threads = threads, .registers = wanted < most ? wanted : most};
    if (query->reuse_depth > 0)
        resources.shared_static = query->elements_per_result * (int64_t)ceil(sqrt((double)tile)) * query->reuse_depth * query->element_size;
    else
        resources.shared_static = query->staged_elements * tile * query->element_size;
    return resources;
}

static double latency_share(const ResourceQuery *query, const ResourceRow *row, double resident)
{
    const Device *device = query->device;
    double warps = resident * (double)row->paper.warps_per_block;
    if (query->reuse_depth > 0)
        return warps / (warps + (double)LATENCY_WARPS * device->sps_per_sm / 128);
    double loads = fmin((double)row->per_thread * loads_of(query), LOADS_IN_FLIGHT);
    double bytes = warps * WARP_SIZE * loads * query->element_size;
    return bytes / (bytes + device->bandwidth * idle_time / device->sms) * resident / (resident + drain);
}

static double throughput_share(const ResourceQuery *query, const ResourceRow *row)
{
    const Device *device = query->device;
    double tile = (double)row->tile;
    if (query->reuse_depth <= 0) {
        double moving = tile * (loads_of(query) + 1) * query->element_size / (attained * device->bandwidth);
        return fmin(1, moving / (dispatch_cycles / device->clock));
    }
    int words = (query->element_size + 3) / 4;
    double arithmetic = tile / device->sps_per_sm;
    double shared = shared_cycles * row->paper.warps_per_block * 2 * sqrt((double)row->per_thread) * words;
    double copies = COPY_INSTRUCTIONS * 2 * sqrt(tile) / device->sps_per_sm;
    int over = registers_wanted(query, row->per_thread) - row->today.resources.registers;
    double spills = (double)SPILL_INSTRUCTIONS * over * row->threads / device->sps_per_sm;
    return arithmetic / (arithmetic + shared + copies + spills);
}

static void today_model(const ResourceQuery *query, ResourceRow *row)
{
    ResourceEstimate *estimate = &row->today;
    estimate->resources = today_resources(query, row->threads, row->tile);
    estimate->occupancy = occupancy_of(query->device, &estimate->resources);
    estimate->balance = 1;
    double resident = estimate->occupancy.active_blocks;
    if (query->results) {
        double blocks = (double)row->paper.total_blocks / query->device->sms;
        estimate->balance = blocks / ceil(blocks);
        resident = fmin(resident, ceil(blocks));
    }
    estimate->latency = latency_share(query, row, resident);
    estimate->throughput = throughput_share(query, row);
    bool overlap = query->reuse_depth <= 0;
    estimate->efficiency = estimate->balance * (overlap ? fmin(estimate->latency, estimate->throughput) : estimate->latency * estimate->throughput);
}

static const char *today_obstacle(Arena *arena, const ResourceQuery *query, const ResourceRow *row)
{
    const ResourceEstimate *today = &row->today;
    if (today->resources.shared_static > query->device->shared_per_block)
        return arena_printf(arena, "needs %lld bytes of shared memory, a block declares at most %d",
                            (long long)today->resources.shared_static, query->device->shared_per_block);
    if (!today->occupancy.active_blocks)
        return arena_printf(arena, "cannot launch: too few %s", occupancy_limit_words(arena, today->occupancy.limits));
    return NULL;
}

static int hundredths(const ResourceRow *row)
{
    return (int)lround(row->today.efficiency * 100);
}

static int by_today(const ResourceTable *table, const ResourceRow *left, const ResourceRow *right)
{
    (void)table;
    if (hundredths(left) != hundredths(right))
        return hundredths(right) - hundredths(left);
    if (left->tile != right->tile)
        return left->tile < right->tile ? -1 : 1;
    return right->threads - left->threads;
}

static const char *today_words(Arena *arena, const ResourceRow *row)
{
    const ResourceEstimate *today = &row->today;
    return arena_printf(arena, "balance %.2f, latency %.2f, throughput %.2f; %d warps on an SM, limited by %s", today->balance,
                        today->latency, today->throughput, today->occupancy.active_warps,
                        occupancy_limit_words(arena, today->occupancy.limits));
}

// ---- the table

typedef int Order(const ResourceTable *table, const ResourceRow *left, const ResourceRow *right);

// One more than the number of candidates with rank that come before the row.
static int rank_of(const ResourceTable *table, const ResourceRow *row, Order *order, bool paper)
{
    int rank = 1;
    for (int i = 0; i < table->count; i++) {
        const ResourceRow *other = &table->rows[i];
        bool out = (paper ? other->paper_reason : other->today_reason) != NULL;
        rank += !out && order(table, other, row) < 0;
    }
    return rank;
}

static void rank_by_paper(Arena *arena, ResourceTable *table)
{
    rule_out_by_paper(arena, table);
    for (int i = 0; i < table->count; i++) {
        ResourceRow *row = &table->rows[i];
        if (row->paper_reason)
            continue;
        row->paper_rank = rank_of(table, row, by_paper, true);
        if (row->paper_rank == 1)
            table->by_paper = row;
    }
    for (int i = 0; i < table->count; i++)
        if (table->rows[i].paper_rank)
            table->rows[i].paper_reason = paper_words(arena, table, &table->rows[i]);
}

static void rank_by_today(Arena *arena, ResourceTable *table)
{
    for (int i = 0; i < table->count; i++)
        table->rows[i].today_reason = today_obstacle(arena, &table->query, &table->rows[i]);
    for (int i = 0; i < table->count; i++) {
        ResourceRow *row = &table->rows[i];
        if (row->today_reason)
            continue;
        row->today_rank = rank_of(table, row, by_today, false);
        if (row->today_rank == 1)
            table->by_today = row;
    }
    for (int i = 0; i < table->count; i++)
        if (table->rows[i].today_rank)
            table->rows[i].today_reason = today_words(arena, &table->rows[i]);
}

ResourceTable *resource_table(Arena *arena, const ResourceQuery *query)
{
    ResourceTable *table = ARENA_NEW(arena, ResourceTable);
    VECTOR(ResourceRow) rows = {0};
    for (int threads = WARP_SIZE; threads <= query->device->max_threads_per_block; threads += WARP_SIZE)
        for (int64_t per_thread = 1; per_thread <= MOST_PER_THREAD; per_thread *= 2) {
            ResourceRow row = {.threads = threads, .tile = threads * per_thread, .per_thread = per_thread};
            row.paper = paper_model(query, threads, row.tile);
            today_model(query, &row);
            VECTOR_PUSH(arena, &rows, row);
        }
    *table = (ResourceTable){.query = *query, .rows = rows.items, .count = rows.count};
    rank_by_paper(arena, table);
    rank_by_today(arena, table);
    return table;
}

const ResourceRow *resource_row(const ResourceTable *table, int threads, int64_t tile)
{
    for (int i = 0; i < table->count; i++)
        if (table->rows[i].threads == threads && table->rows[i].tile == tile)
            return &table->rows[i];
    return NULL;
}
