// Catches equations (1) to (3) off by a rounding or a limit: every row of the paper's result tables, its worked example
// and section V.C, with the assumptions that give its numbers; and the register rules of the devices before 3.0 by
// hand.
#include "analysis/model/occupancy.h"
#include "test.h"

#include <math.h>

typedef struct PaperRow {
    const char *where, *device;
    int threads;
    int64_t tile;
    int elements, granule, overhead, shared_per_sm;
    int active_blocks; // printed in the paper, as the others below; total_blocks 0: not printed
    int64_t total_blocks;
    double s_cycles, akbpsm;
} PaperRow;

static const PaperRow rows[] = {
    {"table 3, row 1", "c2070", 512, 2048, 2, 0, 0, 0, 3, 2048, 48, 146.28},
    {"table 3, row 2", "c2070", 512, 1024, 2, 0, 0, 0, 3, 4096, 48, 292.57},
    {"table 3, row 3", "c2070", 256, 1024, 2, 0, 0, 0, 6, 4096, 48, 292.57},
    {"table 3, row 4", "c2070", 512, 512, 2, 0, 0, 0, 3, 8192, 48, 585.14},
    {"table 3, row 5", "c2070", 256, 512, 2, 0, 0, 0, 6, 8192, 48, 585.14},
    {"table 3, row 6", "c2070", 256, 256, 2, 0, 0, 0, 6, 16384, 48, 1170.28},
    {"table 4, restructured", "c2070", 512, 2048, 2, 0, 0, 0, 3, 2048, 48, 146.2857143},
    {"table 4, SDK", "c2070", 256, 256, 2, 0, 0, 0, 6, 16384, 48, 1170.285714},
    {"table 4, CUDA-lite", "c2070", 32, 1024, 3, 0, 0, 16384, 1, 4096, 1, 292.5714286},
    {"table 5, restructured", "c2070", 512, 4096, 1, 0, 0, 0, 3, 1024, 48, 73.14285714},
    {"table 5, CUDA-lite", "c2070", 32, 1024, 2, 512, 32, 16384, 1, 4096, 1, 292.5714286},
    {"tables 6 and 7, restructured", "fx7000", 512, 1024, 2, 512, 32, 0, 3, 4096, 48, 256},
    {"tables 6 and 7, SDK", "fx7000", 256, 1024, 2, 512, 32, 0, 5, 4096, 40, 256},
    {"worked example", "fx5800", 256, 256, 2, 0, 0, 0, 4, 0, 128, 0},
    {"V.C, 16 x 16", "fx5800", 256, 256, 2, 512, 32, 0, 4, 0, 128, 0},
    {"V.C, 32 x 32", "fx5800", 32, 1024, 2, 512, 32, 0, 1, 0, 4, 0},
};

static PaperOccupancy evaluate(const PaperRow *row, int64_t results)
{
    PaperConfiguration configuration = {
        .threads = row->threads,
        .tile = row->tile,
        .results = results,
        .element_size = 4,
        .elements_per_result = row->elements,
        .shared_granule = row->granule,
        .shared_overhead = row->overhead,
        .shared_per_sm = row->shared_per_sm,
    };
    return occupancy_by_paper(device_find(row->device), &configuration);
}

static void paper_rows(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const PaperRow *row = &rows[i];
        PaperOccupancy paper = evaluate(row, row->total_blocks ? 2048 * 2048 : 0);
        bool holds = paper.active_blocks == row->active_blocks && paper.total_blocks == row->total_blocks &&
                     paper.s_cycles == row->s_cycles && paper.s_cycles_whole && fabs(paper.akbpsm - row->akbpsm) < 0.01;
        EXPECT(holds);
        if (!holds)
            fprintf(stderr, "%s: %d blocks, %g S-cycles, AKBPSM %g\n", row->where, paper.active_blocks, paper.s_cycles,
                    paper.akbpsm);
    }
}

// Section V.C: what is asked for, what is allocated, how many blocks that is, and that warps allow four.
static void paper_granules(void)
{
    PaperOccupancy small = evaluate(&rows[14], 0), large = evaluate(&rows[15], 0);
    EXPECT(small.shared_asked == 2080 && small.shared_per_block == 2560 && small.blocks_by_shared == 6);
    EXPECT(small.warps_per_block == 8 && small.blocks_by_warps == 4);
    EXPECT(large.shared_asked == 8224 && large.shared_per_block == 8704 && large.blocks_by_shared == 1);
}

static void paper_limits(void)
{
    PaperRow row = {"", "fx5800", 513, 1024, 1, 0, 0, 0, 0, 0, 0, 0};
    EXPECT(evaluate(&row, 0).active_blocks == 0); // more threads than a block may have
    row.threads = 484;                            // section V.B: 16 warps
    row.tile = 484;
    EXPECT(evaluate(&row, 0).warps_per_block == 16 && evaluate(&row, 0).active_blocks == 2);
    row.tile = 8192;
    EXPECT(evaluate(&row, 0).active_blocks == 0); // 32 KB of shared memory
    row.elements = 0;
    EXPECT(evaluate(&row, 0).active_blocks == 2 && evaluate(&row, 0).blocks_by_shared == INT64_MAX);
    row.tile = 1000; // a last tile that is not full is a block, too
    EXPECT(evaluate(&row, 2001).total_blocks == 3);
    EXPECT(evaluate(&(PaperRow){"", "c2070", 16, 64, 0, 0, 0, 0, 0, 0, 0, 0}, 0).s_cycles_whole);  // 8 * 16 / 32
    EXPECT(!evaluate(&(PaperRow){"", "c2070", 33, 64, 0, 0, 0, 0, 0, 0, 0, 0}, 0).s_cycles_whole); // 8 * 33 / 32
}

static int blocks_on(const char *device, int threads, int registers, int64_t shared)
{
    return occupancy_of(device_find(device),
                        &(KernelResources){.threads = threads, .registers = registers, .shared_static = shared})
        .active_blocks;
}

// Compute capability 1.3: registers to blocks, two warps at a time, 512 at a time. 2.0: to warps, 64 at a time.
static void first_devices(void)
{
    EXPECT(blocks_on("fx5800", 256, 16, 0) == 4);
    EXPECT(blocks_on("fx5800", 256, 17, 0) == 3);  // 8 * 32 * 17 = 4352 -> 4608; 16384 / 4608
    EXPECT(blocks_on("fx5800", 160, 20, 0) == 4);  // 5 warps count as 6: 3840 -> 4096
    EXPECT(blocks_on("fx5800", 512, 33, 0) == 0);  // 16896 registers
    EXPECT(blocks_on("fx5800", 64, 4, 2048) == 6); // 2080 -> 2560
    EXPECT(blocks_on("c2070", 256, 20, 0) == 6);   // 640 a warp: 51 -> 50 warps, warps allow 6 blocks
    EXPECT(blocks_on("c2070", 256, 21, 0) == 5);   // 672 -> 704 a warp: 46 warps
    EXPECT(blocks_on("c2070", 256, 63, 0) == 2);   // 2016 -> 2048: 16 warps
    EXPECT(blocks_on("c2070", 256, 64, 0) == 0);   // more than a thread may have
    EXPECT(blocks_on("c2070", 128, 10, 8192) == 6);
    EXPECT(blocks_on("c2070", 128, 10, 8193) == 5);
}

static void limits_are_named(Arena *arena)
{
    EXPECT_TEXT(occupancy_limit_words(arena, LIMITED_BY_SHARED), "shared memory");
    EXPECT_TEXT(occupancy_limit_words(arena, LIMITED_BY_THREADS | LIMITED_BY_BLOCKS), "threads and blocks");
    EXPECT_TEXT(occupancy_limit_words(arena, 7), "threads, registers and shared memory");
}

// Every architecture that CUDA 13 compiles for and a board is sold of, and the paper's two.
static void every_architecture_has_a_board(void)
{
    static const int architectures[] = {13, 20, 75, 80, 86, 87, 89, 90, 100, 103, 110, 120, 121};
    for (size_t i = 0; i < sizeof architectures / sizeof *architectures; i++) {
        int boards = 0;
        for (int k = 0; k < device_count(); k++)
            boards += device_at(k)->compute_major * 10 + device_at(k)->compute_minor == architectures[i];
        EXPECT(boards > 0);
    }
    for (int i = 0; i < device_count(); i++) {
        const Device *device = device_at(i);
        EXPECT(device_find(device->name) == device);
        EXPECT(device->carveouts[device->ncarveouts - 1] == device->shared_per_sm);
        EXPECT(device->max_warps_per_sm * WARP_SIZE == device->max_threads_per_sm);
        double flops = 2.0 * device->sms * device->sps_per_sm * device->clock / 1000;
        EXPECT(device->compute_major < 7 || fabs(flops / device->fp32_tflops - 1) < 0.05);
    }
}

int main(void)
{
    Arena *arena = arena_new();
    paper_rows();
    paper_granules();
    paper_limits();
    first_devices();
    limits_are_named(arena);
    every_architecture_has_a_board();
    const char *why = NULL;
    EXPECT(!device_named(arena, "voodoo", &why) && why);
    EXPECT_TEXT(why, "unknown device 'voodoo'; 'curestruct devices' lists them");
    EXPECT(device_named(arena, "H200", &why) == device_default());
    arena_release(arena);
    return test_status();
}
