// The results of a block along one loop: threads, warps, and what a thread has (contract in granule_parts.h).
#include "transform/plan/arrange/granule_parts.h"
#include "transform/plan/plan_steps.h"

Side tensor_rows(const Loop *loop, const TileShape *shape)
{
    const char *name = loop->name;
    return (Side){.loop = loop,
                  .size = shape->y,
                  .groups = 0,
                  .threads = shape->y / shape->results_y,
                  .warps = 1,
                  .tile = part_of_loop(name, "tile"),
                  .elem = part_of_loop(name, "elem"),
                  .thread = part_of_loop(name, "thread"),
                  .parts = {part_of_loop(name, "group")},
                  .count = 1};
}

Side side_of(const Loop *loop, int64_t size, int64_t results, int64_t threads_of_warp)
{
    const char *name = loop->name;
    int64_t threads = size / results;
    Side side = {.loop = loop,
                 .size = size,
                 .groups = results / LANES,
                 .threads = threads < threads_of_warp ? threads : threads_of_warp};
    side.warps = threads / side.threads;
    side.tile = part_of_loop(name, "tile");
    side.elem = part_of_loop(name, "elem");
    side.warp = part_of_loop(name, "warp");
    side.thread = part_of_loop(name, "thread");
    side.parts[side.count++] = part_of_loop(name, "lane");
    if (side.groups > 1)
        side.parts[side.count++] = part_of_loop(name, "group");
    return side;
}

bool split_results(Plan *plan, const Side *side)
{
    const char *name = side->loop->name, *part = side->warps > 1 ? part_of_loop(name, "part") : side->elem;
    const char *quad = side->groups > 1 ? part_of_loop(name, "quad") : side->thread;
    Step warps = {
        .kind = STEP_TILE, .loop = side->elem, .size = side->size / side->warps, .outer = side->warp, .inner = part};
    Step lanes = {.kind = STEP_TILE, .loop = part, .size = LANES, .outer = quad, .inner = side->parts[0]};
    Step apart = {.kind = STEP_CYCLIC,
                  .loop = side->groups ? quad : side->elem,
                  .size = side->threads,
                  .outer = side->thread,
                  .inner = part_of_loop(name, "group")};
    if (!side->groups)
        return plan_try(plan, apart);
    return (side->warps == 1 || plan_try(plan, warps)) && plan_try(plan, lanes) &&
           (side->groups == 1 || plan_try(plan, apart));
}
