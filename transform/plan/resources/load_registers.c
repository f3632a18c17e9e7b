// nvcc keeps no more loads under way than there are registers left of those with which a multiprocessor is full of
// threads, which are 32 of a thread: a loop that needs 20 of them has 5 loads under way, one that needs 25 has 1. A
// grid that does not fill the multiprocessors has no use for that: its kernel gets more registers, by bounds that ask
// for fewer blocks on a multiprocessor. (Measured on an H200: docs/explain.md. Where all multiprocessors are full of
// threads such bounds change the time by 0.6 to 1.5 times, and no rule is known.)
#include "transform/plan/resources/load_registers.h"

#include "analysis/model/cost/cost.h"
#include "transform/schedule/schedule.h"
#include "transform/search/sizes.h"
#include "transform/tree/loops.h"

enum { MANY_FOR_LOADS = 128, FOR_LOADS = 64 }; // registers of a thread then

// The part of a launch's time that is spent in waiting for many loads, from which on it is worth it.
static const double WORTH = 0.2;

typedef struct Search {
    const KernelCost *cost;
    const Stmt *loop; // bound to blocks, of the kernel
} Search;

static bool find_index(void *context, const Stmt *stmt)
{
    Search *search = context;
    if (stmt->kind == ST_DECLARE && stmt->symbol == search->loop->loop->iterator)
        search->cost = NULL;
    return search->cost;
}

static bool find_loop(void *context, const Stmt *stmt)
{
    Search *search = context;
    if (search->loop || stmt->kind != ST_LOOP || !binding_is_block(stmt->loop->binding))
        return !search->loop;
    Search inside = {.cost = search->cost, .loop = stmt};
    stmt_walk(search->cost->kernel->body, find_index, &inside);
    search->loop = inside.cost ? NULL : stmt;
    return !search->loop;
}

// Blocks of a multiprocessor that leave the most of these registers with which all blocks still run at a time; 0: they
// do not run at a time in any case.
static int64_t blocks_for_loads(const Device *device, const KernelShape *shape)
{
    static const int64_t registers[] = {MANY_FOR_LOADS, FOR_LOADS};
    const int64_t *block = shape->block, *grid = shape->grid;
    int64_t warps = (block[0] * block[1] * block[2] + WARP_SIZE - 1) / WARP_SIZE;
    for (int r = 0; r < 2; r++) {
        int64_t blocks = device->registers_per_sm / (registers[r] * warps * WARP_SIZE);
        if (grid[0] * grid[1] * grid[2] <= blocks * device->sms)
            return blocks;
    }
    return 0;
}

typedef struct Kernels {
    Arena *arena;
    const Device *device;
    const MappingSizes *sizes;
    bool found; // one that has no bounds, and may have so few blocks
} Kernels;

// Iterators of the host around a kernel have no value here.
static bool find_small(void *context, const Stmt *stmt)
{
    Kernels *kernels = context;
    KernelShape shape = {{1, 1, 1}, {1, 1, 1}};
    bool known = stmt->kind == ST_KERNEL;
    for (int d = 0; d < 3 && known; d++)
        known = (!stmt->grid[d] || count_evaluate(kernels->arena, stmt->grid[d], kernels->sizes, &shape.grid[d])) &&
                (!stmt->block[d] || count_evaluate(kernels->arena, stmt->block[d], kernels->sizes, &shape.block[d]));
    kernels->found |=
        stmt->kind == ST_KERNEL && !stmt->min_blocks && (!known || blocks_for_loads(kernels->device, &shape));
    return !kernels->found && stmt->kind != ST_KERNEL;
}

static const Candidate *bounded_for(const Candidate *candidate, const Stmt *tree, const KernelCost *cost,
                                    int64_t blocks)
{
    Search search = {.cost = cost};
    stmt_walk(tree, find_loop, &search);
    if (!search.loop)
        return candidate;
    Step step = {.kind = STEP_LAUNCH_BOUNDS, .loop = search.loop->loop->name, .blocks = blocks};
    const Candidate *made = candidate_step(candidate, &step).candidate;
    return made ? made : candidate;
}

const Candidate *load_registers(const Candidate *planned, const Program *program)
{
    const Device *device = planned->device;
    Arena *scratch = arena_new();
    SizePoints points = size_points(scratch, program->facts);
    const MappingSizes *sizes = &points.items[0].sizes;
    Kernels kernels = {.arena = scratch, .device = device, .sizes = sizes};
    stmt_walk(program->host, find_small, &kernels);
    ProgramCost cost = {0};
    if (kernels.found)
        cost = cost_beside(scratch, device, program->host, sizes, candidate_costs(planned));
    const Candidate *bounded = planned;
    FOR_EACH(k, &cost.kernels) {
        const KernelCost *own = &cost.kernels.items[k];
        int64_t blocks = blocks_for_loads(device, &own->shape);
        if (!cost.unknown && blocks && own->crowded >= WORTH && own->counts.registers <= FOR_LOADS)
            bounded = bounded_for(bounded, planned->tree, own, blocks);
    }
    arena_release(scratch);
    return bounded;
}
