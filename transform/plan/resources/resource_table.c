// The table of threads per block and tile size, ranked by the paper's criterion and by an estimate for today's devices.
#include "transform/plan/resources/resource_table.h"

#include <math.h>
#include <string.h>

enum { MOST_PER_THREAD = 128, ROWS_AT_A_TIME = 64 };

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
        return arena_printf(arena, "needs %lld bytes of shared memory, a block has %d",
                            (long long)paper->shared_per_block, query->device->shared_per_block);
    if (!paper->active_blocks)
        return paper->blocks_by_warps ? "an SM has too little shared memory for a block"
                                      : "an SM has too few warps for a block";
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
    return left->threads != right->threads ? right->threads - left->threads
           : left->tile > right->tile      ? 1
                                           : -(left->tile < right->tile);
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
        return arena_printf(arena, "as many S-cycles, AKBPSM %.2f, the best has %.2f", row->paper.akbpsm,
                            best->paper.akbpsm);
    return row == best ? "most S-cycles, then least AKBPSM" : "as good, with fewer threads";
}

// ---- today's devices

static const char *today_obstacle(Arena *arena, const ResourceQuery *query, const ResourceRow *row)
{
    const ResourceEstimate *today = &row->today;
    bool asks = query->scheme && query->scheme->asks;
    int most = asks ? query->device->shared_per_block_optin : query->device->shared_per_block;
    if (today->resources.shared_static > most)
        return arena_printf(arena, "needs %lld bytes of shared memory, a block %s at most %d",
                            (long long)today->resources.shared_static, asks ? "has" : "declares", most);
    if (!today->occupancy.active_blocks)
        return arena_printf(arena, "cannot launch: too few %s", occupancy_limit_words(arena, today->occupancy.limits));
    return NULL;
}

static int by_today(const ResourceTable *table, const ResourceRow *left, const ResourceRow *right)
{
    (void)table;
    if (left->hundredths != right->hundredths)
        return right->hundredths - left->hundredths;
    if (left->size >= 0 || right->size >= 0)
        return left->size < 0 ? 1 : right->size < 0 ? -1 : left->size - right->size;
    if (left->tile != right->tile)
        return left->tile < right->tile ? -1 : 1;
    return right->threads - left->threads;
}

static const char *today_words(Arena *arena, const ResourceTable *table, const ResourceRow *row)
{
    const ResourceEstimate *today = &row->today;
    bool other = table->query.scheme && row->size < 0;
    return arena_printf(arena, "balance %.2f, latency %.2f, throughput %.2f; %d warps on an SM, limited by %s%s",
                        today->balance, today->latency, today->throughput, today->occupancy.active_warps,
                        occupancy_limit_words(arena, today->occupancy.limits),
                        other ? "; not a size of this arrangement" : "");
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
        if ((row->size >= 0 || !table->query.scheme) && (!table->by_today || by_today(table, row, table->by_today) < 0))
            table->by_today = row;
    }
    for (int i = 0; i < table->count; i++)
        if (table->rows[i].today_rank)
            table->rows[i].today_reason = today_words(arena, table, &table->rows[i]);
}

static void add_row(Arena *arena, ResourceTable *table, int threads, int64_t tile, int size)
{
    const ResourceQuery *query = &table->query;
    ResourceRow row = {.threads = threads, .tile = tile, .per_thread = tile / threads, .size = size};
    row.paper = paper_model(query, threads, tile);
    row.today = resource_estimate(query, threads, tile, size >= 0 ? &query->scheme->sizes[size] : NULL);
    row.hundredths = (int)lround(row.today.efficiency * 100);
    if (table->count % ROWS_AT_A_TIME == 0) {
        ResourceRow *rows = ARENA_ARRAY(arena, ResourceRow, table->count + ROWS_AT_A_TIME);
        if (table->count)
            memcpy(rows, table->rows, (size_t)table->count * sizeof *rows);
        table->rows = rows;
    }
    table->rows[table->count++] = row;
}

// The scheme's sizes of so many threads and that tile; false: there is none.
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
           each <= MOST_PER_THREAD && (each & (each - 1)) == 0;
}

ResourceTable *resource_table(Arena *arena, const ResourceQuery *query)
{
    ResourceTable *table = ARENA_NEW(arena, ResourceTable);
    table->query = *query;
    if (query->scheme && query->scheme->direct)
        table->query.reuse_depth = table->query.staged_elements = 0;
    query = &table->query;
    for (int threads = WARP_SIZE; threads <= query->device->max_threads_per_block; threads += WARP_SIZE)
        for (int64_t each = 1; each <= MOST_PER_THREAD; each *= 2)
            if (!add_sizes(arena, table, threads, threads * each))
                add_row(arena, table, threads, threads * each, -1);
    for (int i = 0; query->scheme && i < query->scheme->count; i++) {
        const ResourceSize *size = &query->scheme->sizes[i];
        if (!is_enumerated(query, size->threads, size->tile))
            add_row(arena, table, size->threads, size->tile, i);
    }
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

const ResourceRow *resource_row_of_size(const ResourceTable *table, int size)
{
    for (int i = 0; i < table->count; i++)
        if (table->rows[i].size == size)
            return &table->rows[i];
    return NULL;
}
