// The table of threads per block and tile size, ranked by the paper's criterion and by an estimate for today's devices.
#include "transform/plan/resources/resource_table.h"
#include "ir/fold.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_PER_THREAD = 128 };

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

// What rules a candidate out, its size aside.
static PaperObstacle paper_obstacle(const ResourceQuery *query, const ResourceRow *row)
{
    const PaperOccupancy *paper = &row->paper;
    if (paper->shared_per_block > query->device->shared_per_block)
        return PAPER_SHARED_OF_BLOCK;
    if (!paper->active_blocks)
        return paper->blocks_by_warps ? PAPER_SHARED_OF_SM : PAPER_WARPS;
    if (query->results && paper->akbpsm < 1)
        return PAPER_AKBPSM;
    if (paper->s_cycles < 1)
        return PAPER_FEW_CYCLES;
    return paper->s_cycles_whole ? PAPER_FITS : PAPER_PART_OF_CYCLE;
}

// How a row compares with another: negative where it comes first.
static int by_paper(const void *left_row, const void *right_row)
{
    const ResourceRow *left = *(ResourceRow *const *)left_row, *right = *(ResourceRow *const *)right_row;
    if (left->paper.s_cycles != right->paper.s_cycles)
        return left->paper.s_cycles > right->paper.s_cycles ? -1 : 1;
    if (left->paper.total_blocks != right->paper.total_blocks)
        return left->paper.total_blocks < right->paper.total_blocks ? -1 : 1;
    if (!left->paper.total_blocks && left->tile != right->tile) // the number of results is not known
        return left->tile > right->tile ? -1 : 1;
    return left->threads != right->threads ? right->threads - left->threads
           : left->tile > right->tile      ? 1
                                           : -(left->tile < right->tile);
}

static void rule_out_by_paper(ResourceTable *table)
{
    bool some_whole = false;
    for (int i = 0; i < table->count; i++) {
        ResourceRow *row = &table->rows[i];
        row->paper_obstacle = paper_obstacle(&table->query, row);
        some_whole = some_whole || (!row->paper_obstacle && !leaves_rest(&table->query, row));
    }
    for (int i = 0; i < table->count && some_whole; i++)
        if (!table->rows[i].paper_obstacle && leaves_rest(&table->query, &table->rows[i]))
            table->rows[i].paper_obstacle = PAPER_REST;
}

static const char *paper_obstacle_words(Arena *arena, const ResourceQuery *query, const ResourceRow *row)
{
    const PaperOccupancy *paper = &row->paper;
    switch (row->paper_obstacle) {
    case PAPER_SHARED_OF_BLOCK:
        return arena_printf(arena, "needs %lld bytes of shared memory, a block has %d",
                            (long long)paper->shared_per_block, query->device->shared_per_block);
    case PAPER_SHARED_OF_SM: return "an SM has too little shared memory for a block";
    case PAPER_WARPS: return "an SM has too few warps for a block";
    case PAPER_AKBPSM: return arena_printf(arena, "AKBPSM %.2f is below 1", paper->akbpsm);
    case PAPER_FEW_CYCLES: return arena_printf(arena, "S-cycles %.2f are below 1", paper->s_cycles);
    case PAPER_PART_OF_CYCLE: return arena_printf(arena, "S-cycles %.2f are not an integer", paper->s_cycles);
    case PAPER_REST: return "leaves a part of a tile over";
    case PAPER_FITS: break;
    }
    unreachable_bug("a candidate that is not ruled out");
}

const char *resource_reason_by_paper(Arena *arena, const ResourceTable *table, const ResourceRow *row)
{
    const ResourceRow *best = table->by_paper;
    if (row->paper_obstacle)
        return paper_obstacle_words(arena, &table->query, row);
    if (row->paper.s_cycles < best->paper.s_cycles)
        return arena_printf(arena, "S-cycles %g, the best has %g", row->paper.s_cycles, best->paper.s_cycles);
    if (!table->query.results)
        return row->tile < best->tile ? "as many S-cycles, a smaller tile"
               : row == best          ? "most S-cycles, then the largest tile"
                                      : "as good, with fewer threads";
    if (row->paper.total_blocks > best->paper.total_blocks)
        return arena_printf(arena, "as many S-cycles, AKBPSM %.2f, the best has %.2f", row->paper.akbpsm,
                            best->paper.akbpsm);
    return row == best ? "most S-cycles, then least AKBPSM" : "as good, with fewer threads";
}

// ---- today's devices

static bool asks_for_shared(const ResourceQuery *query)
{
    return query->scheme && query->scheme->asks;
}

static int64_t most_shared(const ResourceQuery *query)
{
    return asks_for_shared(query) ? query->device->shared_per_block_optin : query->device->shared_per_block;
}

static bool launches(const ResourceQuery *query, const ResourceRow *row)
{
    return row->today.resources.shared_static <= most_shared(query) && row->today.occupancy.active_blocks;
}

static int by_today(const void *left_row, const void *right_row)
{
    const ResourceRow *left = *(ResourceRow *const *)left_row, *right = *(ResourceRow *const *)right_row;
    if (left->hundredths != right->hundredths)
        return right->hundredths - left->hundredths;
    if (left->size >= 0 || right->size >= 0)
        return left->size < 0 ? 1 : right->size < 0 ? -1 : left->size - right->size;
    if (left->tile != right->tile)
        return left->tile < right->tile ? -1 : 1;
    return right->threads - left->threads;
}

const char *resource_reason_by_today(Arena *arena, const ResourceTable *table, const ResourceRow *row)
{
    const ResourceEstimate *today = &row->today;
    const ResourceQuery *query = &table->query;
    if (today->resources.shared_static > most_shared(query))
        return arena_printf(arena, "needs %lld bytes of shared memory, a block %s at most %lld",
                            (long long)today->resources.shared_static, asks_for_shared(query) ? "has" : "declares",
                            (long long)most_shared(query));
    if (!today->occupancy.active_blocks)
        return arena_printf(arena, "cannot launch: too few %s", occupancy_limit_words(arena, today->occupancy.limits));
    bool other = query->scheme && row->size < 0;
    return arena_printf(arena, "balance %.2f, latency %.2f, throughput %.2f; %d warps on an SM, limited by %s%s",
                        today->balance, today->latency, today->throughput, today->occupancy.active_warps,
                        occupancy_limit_words(arena, today->occupancy.limits),
                        other ? "; not a size of this arrangement" : "");
}

// ---- the table

typedef int Order(const void *left_row, const void *right_row);

// Sorts them; the rank of the row at `at` is one more than the number of rows before it.
static void sort_rows(ResourceRow **rows, int count, Order *order)
{
    if (count)
        qsort(rows, (size_t)count, sizeof *rows, order);
}

static int rank_at(ResourceRow *const *rows, int at, Order *order)
{
    while (at > 0 && order(&rows[at - 1], &rows[at]) == 0)
        at--;
    return at + 1;
}

static void rank_by_paper(ResourceTable *table, ResourceRow **rows)
{
    rule_out_by_paper(table);
    int count = 0;
    for (int i = 0; i < table->count; i++)
        if (!table->rows[i].paper_obstacle)
            rows[count++] = &table->rows[i];
    sort_rows(rows, count, by_paper);
    for (int i = 0; i < count; i++)
        rows[i]->paper_rank = rank_at(rows, i, by_paper);
    table->by_paper = count ? rows[0] : NULL;
}

static void rank_by_today(ResourceTable *table, ResourceRow **rows)
{
    int count = 0;
    for (int i = 0; i < table->count; i++)
        if (launches(&table->query, &table->rows[i]))
            rows[count++] = &table->rows[i];
    sort_rows(rows, count, by_today);
    for (int i = 0; i < count; i++) {
        rows[i]->today_rank = rank_at(rows, i, by_today);
        if (!table->by_today && (rows[i]->size >= 0 || !table->query.scheme))
            table->by_today = rows[i];
    }
}

static void add_row(Arena *arena, ResourceTable *table, int threads, int64_t tile, int size)
{
    const ResourceQuery *query = &table->query;
    ResourceRow row = {.threads = threads, .tile = tile, .per_thread = tile / threads, .size = size};
    row.paper = paper_model(query, threads, tile);
    row.today = resource_estimate(query, threads, tile, size >= 0 ? &query->scheme->sizes[size] : NULL);
    row.hundredths = (int)lround(row.today.efficiency * 100);
    if (table->count == table->capacity)
        table->rows = vector_grow(arena, table->rows, &table->capacity, sizeof *table->rows);
    table->rows[table->count++] = row;
}

// The scheme's sizes with so many threads and that tile; false: there is none.
static bool add_sizes(Arena *arena, ResourceTable *table, int threads, int64_t tile)
{
    const ResourceScheme *scheme = table->query.scheme;
    bool any = false;
    for (int i = 0; scheme && i < scheme->count; i++)
        if (scheme->sizes[i].threads == threads && scheme->sizes[i].tile == tile) {
            add_row(arena, table, threads, tile, i);
            any = true;
        }
    return any;
}

static bool is_enumerated(const ResourceQuery *query, int threads, int64_t tile)
{
    int64_t each = tile / threads;
    return threads % WARP_SIZE == 0 && threads <= query->device->max_threads_per_block && tile % threads == 0 &&
           each <= MOST_PER_THREAD && is_power_of_two(each);
}

static void add_candidates(Arena *arena, ResourceTable *table)
{
    const ResourceQuery *query = &table->query;
    for (int threads = WARP_SIZE; threads <= query->device->max_threads_per_block && !query->scheme_only;
         threads += WARP_SIZE)
        for (int64_t each = 1; each <= MOST_PER_THREAD; each *= 2)
            if (!add_sizes(arena, table, threads, threads * each))
                add_row(arena, table, threads, threads * each, -1);
    for (int i = 0; query->scheme && i < query->scheme->count; i++) {
        const ResourceSize *size = &query->scheme->sizes[i];
        if (query->scheme_only || !is_enumerated(query, size->threads, size->tile))
            add_row(arena, table, size->threads, size->tile, i);
    }
}

ResourceTable *resource_table(Arena *arena, const ResourceQuery *query)
{
    ResourceTable *table = ARENA_NEW(arena, ResourceTable);
    table->query = *query;
    if (query->scheme && query->scheme->direct)
        table->query.reuse_depth = table->query.staged_elements = 0;
    add_candidates(arena, table);
    Arena *scratch = arena_new();
    ResourceRow **rows = ARENA_ARRAY(scratch, ResourceRow *, table->count);
    rank_by_paper(table, rows);
    rank_by_today(table, rows);
    arena_release(scratch);
    return table;
}

const ResourceRow *resource_row(const ResourceTable *table, int threads, int64_t tile)
{
    for (int i = 0; i < table->count; i++)
        if (table->rows[i].threads == threads && table->rows[i].tile == tile)
            return &table->rows[i];
    return NULL;
}

const ResourceRow *resource_row_of_size(const ResourceTable *table, int size)
{
    for (int i = 0; i < table->count; i++)
        if (table->rows[i].size == size)
            return &table->rows[i];
    return NULL;
}
