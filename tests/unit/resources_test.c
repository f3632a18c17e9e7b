// Catches a criterion that does not choose what the paper chooses, a candidate of its tables that is missing, and a
// size that cannot launch on the device it is chosen for.
#include "transform/plan/resources/resource_table.h"
#include "test.h"

#include <math.h>

static Arena *arena;

static ResourceTable *table_for(const char *device, int elements, int granule, int overhead, int shared_per_sm)
{
    ResourceQuery query = {
        .device = device_find(device),
        .results = 2048 * 2048,
        .element_size = 4,
        .elements_per_result = elements,
        .shared_granule = granule,
        .shared_overhead = overhead,
        .shared_per_sm = shared_per_sm,
    };
    return resource_table(arena, &query);
}

static void has_row(const ResourceTable *table, int threads, int64_t tile, int blocks, double s_cycles, double akbpsm)
{
    const ResourceRow *row = resource_row(table, threads, tile);
    EXPECT(row != NULL);
    if (row)
        EXPECT(row->paper.active_blocks == blocks && row->paper.s_cycles == s_cycles &&
               fabs(row->paper.akbpsm - akbpsm) < 0.01);
}

static bool chooses(const ResourceTable *table, int threads, int64_t tile)
{
    return table->by_paper && table->by_paper->threads == threads && table->by_paper->tile == tile &&
           table->by_paper->paper_rank == 1;
}

// Tables 3 to 7: the restructured row of each is the choice, the others are candidates, and table 3 is in order of
// time.
static void the_paper_chooses(void)
{
    const ResourceTable *product = table_for("c2070", 2, 0, 0, 0);
    EXPECT(chooses(product, 512, 2048));
    has_row(product, 512, 2048, 3, 48, 146.28);
    has_row(product, 512, 1024, 3, 48, 292.57);
    has_row(product, 256, 1024, 6, 48, 292.57);
    has_row(product, 512, 512, 3, 48, 585.14);
    has_row(product, 256, 512, 6, 48, 585.14);
    has_row(product, 256, 256, 6, 48, 1170.28);
    static const struct {
        int threads, tile;
    } measured[] = {{512, 2048}, {512, 1024}, {256, 1024}, {512, 512}, {256, 512}, {256, 256}};
    for (int i = 0; i + 1 < 6; i++)
        EXPECT(resource_row(product, measured[i].threads, measured[i].tile)->paper_rank <
               resource_row(product, measured[i + 1].threads, measured[i + 1].tile)->paper_rank);
    has_row(table_for("c2070", 3, 0, 0, 16384), 32, 1024, 1, 1, 292.57);
    EXPECT(chooses(table_for("c2070", 1, 0, 0, 0), 512, 4096));
    has_row(table_for("c2070", 1, 0, 0, 0), 512, 4096, 3, 48, 73.14);
    has_row(table_for("c2070", 2, 512, 32, 16384), 32, 1024, 1, 1, 292.57);
    EXPECT(chooses(table_for("fx7000", 2, 512, 32, 0), 512, 1024));
    has_row(table_for("fx7000", 2, 512, 32, 0), 512, 1024, 3, 48, 256);
    has_row(table_for("fx7000", 2, 512, 32, 0), 256, 1024, 5, 40, 256);
    EXPECT(table_for("fx5800", 2, 0, 0, 0)->by_paper->paper.s_cycles == 128);
    EXPECT(resource_row(table_for("fx5800", 2, 0, 0, 0), 256, 256)->paper.active_blocks == 4);
    EXPECT(resource_row(table_for("fx5800", 2, 512, 32, 0), 512, 1024)->paper.active_blocks == 1);
}

static const char *reason(const ResourceTable *table, int threads, int64_t tile)
{
    const ResourceRow *row = resource_row(table, threads, tile);
    return row ? resource_reason_by_paper(arena, table, row) : "no such row";
}

static void reasons_are_given(void)
{
    const ResourceTable *product = table_for("c2070", 2, 0, 0, 0);
    EXPECT_TEXT(reason(product, 512, 2048), "most S-cycles, then least AKBPSM");
    EXPECT_TEXT(reason(product, 256, 1024), "as many S-cycles, AKBPSM 292.57, the best has 146.29");
    EXPECT_TEXT(reason(product, 512, 4096), "S-cycles 16, the best has 48");
    EXPECT_TEXT(reason(product, 512, 8192), "needs 65536 bytes of shared memory, a block has 49152");
    EXPECT_TEXT(reason(product, 96, 96), "leaves a part of a tile over");
    EXPECT_TEXT(reason(table_for("c2070", 3, 0, 0, 16384), 512, 2048),
                "an SM has too little shared memory for a block");
    ResourceQuery small = {.device = device_find("c2070"), .results = 100, .element_size = 4, .elements_per_result = 1};
    const ResourceTable *none = resource_table(arena, &small);
    EXPECT(!none->by_paper);
    EXPECT_TEXT(reason(none, 64, 64), "AKBPSM 0.14 is below 1");
    small.results = 0;
    EXPECT(chooses(resource_table(arena, &small), 768,
                   6144)); // the largest tile of 48 S-cycles, when nothing is known of the results
}

static void whole_tiles_come_first(void)
{
    ResourceQuery query = {
        .device = device_find("c2070"), .results = 1000000, .element_size = 4, .elements_per_result = 1};
    EXPECT(1000000 % resource_table(arena, &query)->by_paper->tile == 0);
    query.results = 999983; // a prime: then no candidate is ruled out for it
    const ResourceTable *table = resource_table(arena, &query);
    EXPECT(table->by_paper && table->by_paper->paper.s_cycles == 48);
}

// Every device and many kinds of nests: what is chosen for today launches, and every row says something.
static void what_is_chosen_launches(void)
{
    static const int64_t results[] = {0, 1, 1000, 2048 * 2048, (int64_t)1 << 40};
    for (int d = 0; d < device_count(); d++)
        for (int kind = 0; kind < 5 * 2 * 2 * 3; kind++) {
            ResourceQuery query = {
                .device = device_at(d),
                .results = results[kind % 5],
                .element_size = kind / 5 % 2 ? 8 : 4,
                .elements_per_result = 1 + kind / 10 % 2,
                .reuse_depth = 16 * (kind / 20),
            };
            const ResourceTable *table = resource_table(arena, &query);
            const ResourceRow *best = table->by_today;
            EXPECT(best && best->today_rank == 1 && best->today.occupancy.active_blocks > 0);
            EXPECT(best && best->threads <= query.device->max_threads_per_block);
            EXPECT(best && best->today.resources.shared_static <= query.device->shared_per_block);
            for (int i = 0; i < table->count; i++) {
                const ResourceRow *row = &table->rows[i];
                EXPECT(resource_reason_by_paper(arena, table, row) && resource_reason_by_today(arena, table, row) &&
                       row->today.efficiency >= 0 && row->today.efficiency <= 1);
                EXPECT(!row->today_rank || row->today.occupancy.active_blocks > 0);
            }
        }
}

// A matrix product of 4096 on an H200: far more results a thread than the paper's criterion takes, which has no
// registers.
static void today_differs(void)
{
    ResourceQuery query = {.device = device_find("h200"),
                           .results = 4096 * 4096,
                           .element_size = 4,
                           .elements_per_result = 2,
                           .reuse_depth = 8};
    const ResourceTable *table = resource_table(arena, &query);
    EXPECT(table->by_today->per_thread >= 16 && table->by_today->tile >= 128 * 128);
    EXPECT(table->by_paper->per_thread < table->by_today->per_thread);
    query.reuse_depth = 0;
    query.elements_per_result = 1;
    table = resource_table(arena, &query);
    EXPECT(table->by_today->today.latency > 0.9 && table->by_today->today.balance > 0.99);
    EXPECT(resource_row(table, 32, 32)->today.efficiency < 0.2); // the device cannot start blocks as fast as these end
    EXPECT(table->by_today->per_thread > 1); // one load of 4 bytes a thread does not keep the memory busy
}

int main(void)
{
    arena = arena_new();
    the_paper_chooses();
    reasons_are_given();
    whole_tiles_come_first();
    what_is_chosen_launches();
    today_differs();
    arena_release(arena);
    return test_status();
}
