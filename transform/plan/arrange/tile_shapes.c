// Tiles for products and similar nests, in the order of their rank in the table of resources.
#include "transform/plan/arrange/tile_shapes.h"
#include "analysis/model/cost/rates.h"
#include "transform/plan/clauses.h"
#include "transform/plan/resources/resources.h"

// Of tiles with one rank the first is taken: the order was measured on an H200. Results of 8 bytes take twice the
// registers.
static const TileShape shapes[TILE_SHAPES] = {
    {.y = 128, .x = 256, .depth = 16, .results_y = 16, .results_x = 8, .stages = 2, .blocks = 1},
    {.y = 128, .x = 128, .depth = 8, .results_y = 8, .results_x = 8, .stages = 3, .blocks = 2},
    {.y = 64, .x = 128, .depth = 8, .results_y = 8, .results_x = 4, .stages = 3, .blocks = 2, .swizzles = true},
    {.y = 64, .x = 64, .depth = 16, .results_y = 4, .results_x = 4, .stages = 2, .blocks = 0},
    {.y = 64, .x = 64, .depth = 8, .results_y = 4, .results_x = 4, .stages = 2, .blocks = 0},
};

enum { MOST_BYTES = 512 };

const TileShape *largest_tile(void)
{
    return &shapes[0];
}

// Where copies compute quotients: many small blocks hide their latencies. Measured on an H200 for layers of networks of
// four sizes: three tiles on their way take 7 to 9 per cent longer, and tiles of 64 x 128 with 8 x 8 results of a
// thread 2 to 6 per cent longer at three sizes and 8 per cent less at one.
static const TileShape of_views = {
    .y = 64, .x = 64, .depth = 16, .results_y = 8, .results_x = 4, .stages = 2, .blocks = 4, .swizzles = true};

const TileShape *tile_of_views(void)
{
    return &of_views;
}

static bool is_few(const Plan *plan, const Loop *loop)
{
    enum { FEW = 16 };
    const LoopFact *fact = facts_loop(plan->candidate->facts, loop->origin);
    return fact && fact->constant_trip >= 0 && fact->constant_trip < FEW;
}

bool tiles_are_empty(const Plan *plan, const Loop *y, const Loop *x, const Loop *serial)
{
    return (is_few(plan, y) || is_few(plan, x)) && is_few(plan, serial);
}

// Measured on an H200 (docs/speed.md).
static const TileShape of_tensors[] = {
    {.y = 128, .x = 128, .depth = 16, .results_y = 4, .results_x = 16, .stages = 3, .blocks = 1, .tensor = true},
    {.y = 64, .x = 128, .depth = 16, .results_y = 4, .results_x = 8, .stages = 3, .blocks = 2, .tensor = true},
    {.y = 64, .x = 64, .depth = 16, .results_y = 4, .results_x = 8, .stages = 3, .blocks = 3, .tensor = true},
};

const TileShape *tensor_tile(const Device *device, int index)
{
    DeviceRates rates = device_rates(device);
    bool faster = rates.tensor64 > rates.fp64;
    return faster && index < (int)(sizeof of_tensors / sizeof *of_tensors) ? &of_tensors[index] : NULL;
}

// Of a thread; `sums` for each result, if one loop computes two products.
static int64_t bytes_of_results(const Plan *plan, const TileShape *shape, int sums)
{
    const Facts *facts = plan->candidate->facts;
    int64_t size = 4;
    FOR_EACH(i, &facts->arrays)
        if (facts->arrays.items[i].written && facts->arrays.items[i].array->element->size > size)
            size = facts->arrays.items[i].array->element->size;
    return shape->results_y * shape->results_x * size * (sums > 1 ? sums : 1);
}

static int threads_of(const TileShape *shape)
{
    return (int)(shape->y / shape->results_y * (shape->x / shape->results_x));
}

bool shape_fits(const Plan *plan, const TileShape *shape, int sums)
{
    const Device *device = plan->candidate->device;
    int64_t threads = threads_of(shape), bytes = bytes_of_results(plan, shape, sums);
    int64_t registers = bytes / 4 + 32, blocks = shape->blocks ? shape->blocks : 1;
    return bytes <= MOST_BYTES && threads <= device->max_threads_per_block &&
           registers <= device->max_registers_per_thread && registers * threads * blocks <= device->registers_per_sm;
}

const ResourceTable *shapes_by_rank(Plan *plan, const Loop *const *loops, int count, const TileBytes *bytes,
                                    RankedShape *order, int *ordered)
{
    ResourceSize *sizes = ARENA_ARRAY(plan->candidate->arena, ResourceSize, TILE_SHAPES);
    ResourceScheme *scheme = ARENA_NEW(plan->candidate->arena, ResourceScheme);
    const TileShape *fitting[TILE_SHAPES];
    int indices[TILE_SHAPES];
    *scheme = (ResourceScheme){"tiles of shared operands", .sizes = sizes, .asks = true};
    for (int i = 0; i < TILE_SHAPES; i++) {
        const TileShape *shape = &shapes[i];
        int64_t step = shape->y * bytes->y + shape->x * bytes->x + bytes->pads;
        if (!shape_fits(plan, shape, bytes->sums) || !block_clause_allows(plan, threads_of(shape), 1, 1))
            continue;
        fitting[scheme->count] = shape;
        sizes[scheme->count++] = (ResourceSize){
            .threads = threads_of(shape), .tile = shape->y * shape->x, .shared = shape->stages * shape->depth * step};
    }
    const ResourceTable *table = plan_sizes(plan, scheme, loops, count, indices, ordered);
    for (int i = 0; i < *ordered; i++)
        order[i] = (RankedShape){fitting[indices[i]], resource_row_of_size(table, indices[i])};
    return table;
}
