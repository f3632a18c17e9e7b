// Sums of planes: a parallel loop around two that add up, of which the inner one walks along memory. Such rows may be
// short, and there may be few planes: a block has threads along both loops. In a version for few planes, several blocks
// share one.
#include "transform/plan/arrange/arrange_planes.h"
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/arrange/arrange_reduction.h"
#include "transform/plan/arrange/arrange_vectors.h"
#include "transform/plan/plan_steps.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

enum { ACROSS = 8, ROWS_AT_ONCE = 4, SHORT_ROW = 32, BLOCKS_OF_PLANE = 128, VECTORS_IN_FLIGHT = 4 };

typedef struct Plane {
    const Loop *plane, *batch;      // parallel; batch, around it, may be NULL
    const Loop *rows, *row;         // of the plane
    const char *across, *rest;      // parts of `rows`: threads, and the rows of one
    const char *along, *iterations; // parts of `row`: threads, and what one has
} Plane;

static bool adds_up(const Plan *plan, const Loop *loop, int64_t least)
{
    const LoopFact *fact = facts_loop(plan->candidate->facts, loop->origin);
    return fact && fact->verdict == LOOP_REDUCTION && fact->affine &&
           (fact->constant_trip < 0 || fact->constant_trip >= least);
}

bool planes_have_rows(const Facts *facts, const Stmt *stmt, LoopId plane, LoopId rows, LoopId row)
{
    bool any = false;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (!access->array || !holds_statement(stmt, access->stmt->id) || access_stays(facts, access, row))
            continue;
        if (!access_walks(facts, access, row) || access_walks(facts, access, rows) ||
            access_stays(facts, access, plane))
            return false;
        any = true;
    }
    return any;
}

static bool find_plane(const Plan *plan, const Loop *const *loops, int parallel, Plane *plane)
{
    const Stmt *stmt = stmt_find_loop(plan->candidate->tree, loops[parallel - 1]->id);
    const Stmt *rows = stmt ? only_loop(stmt->body) : NULL, *row = rows ? only_loop(rows->body) : NULL;
    if (parallel > 2 || !row || tree_has_kind(row->body, ST_LOOP) || tree_has_kind(row->body, ST_WHILE))
        return false;
    plane->plane = loops[parallel - 1];
    plane->batch = parallel > 1 ? loops[0] : NULL;
    plane->rows = rows->loop;
    plane->row = row->loop;
    return adds_up(plan, rows->loop, ACROSS) && adds_up(plan, row->loop, SHORT_ROW) &&
           planes_have_rows(plan->candidate->facts, rows, plane->plane->origin, plane->rows->origin,
                            plane->row->origin);
}

// The rows of a thread, as loops around what it has of each.
static bool bind_plane(Plan *plan, Plane *plane, bool shared)
{
    const char *name = plane->rows->name, *block = part_of_loop(name, "block"), *round = part_of_loop(name, "round");
    const char *strip = shared ? part_of_loop(name, "strip") : round;
    plane->across = part_of_loop(name, "thread");
    plane->rest = part_of_loop(name, "row");
    Step threads = {
        .kind = STEP_CYCLIC, .loop = name, .size = ACROSS, .outer = plane->across, .inner = part_of_loop(name, "turn")};
    Step few = {.kind = STEP_TILE, .loop = threads.inner, .size = ROWS_AT_ONCE, .outer = strip, .inner = plane->rest};
    Step blocks = {.kind = STEP_CYCLIC, .loop = strip, .size = BLOCKS_OF_PLANE, .outer = block, .inner = round};
    return plan_try(plan, threads) && plan_try(plan, few) && (!shared || plan_try(plan, blocks)) &&
           plan_interchange(plan, plane->rest, plane->along) && plan_interchange(plan, round, plane->along) &&
           (!plane->batch || plan_bind(plan, plane->batch->name, BIND_BLOCK_Z, 0)) &&
           plan_bind(plan, plane->plane->name, BIND_BLOCK_X, 0) &&
           (!shared || plan_bind(plan, block, BIND_BLOCK_Y, 0)) && plan_bind(plan, plane->across, BIND_THREAD_Y, 0) &&
           plan_bind(plan, plane->along, BIND_THREAD_X, 0);
}

static bool deal_out(Plan *plan, Plane *plane, const char *loop)
{
    plane->along = part_of_loop(loop, "thread");
    plane->iterations = part_of_loop(loop, "turn");
    return plan_try(
        plan,
        (Step){
            .kind = STEP_CYCLIC, .loop = loop, .size = WARP_SIZE, .outer = plane->along, .inner = plane->iterations});
}

static bool take_vectors(Plan *plan, Plane *plane, bool shared)
{
    int64_t width = vector_width_for(plan, tree_loop(plan->candidate->tree, plane->row->name), plane->row);
    const char *group = plan_groups(plan, plane->row, width);
    return group && deal_out(plan, plane, group) && bind_plane(plan, plane, shared) &&
           plan_vectors(plan, plane->row, plane->iterations, VECTORS_IN_FLIGHT) && reduce_all(plan) &&
           plan_lowers(plan);
}

// Elements of several rows at once.
static bool take_elements(Plan *plan, Plane *plane, bool shared)
{
    return deal_out(plan, plane, plane->row->name) && bind_plane(plan, plane, shared) &&
           plan_interchange(plan, plane->rest, plane->iterations) && plan_unroll(plan, plane->rest) &&
           reduce_all(plan) && plan_lowers(plan);
}

bool arrange_planes(Plan *plan, const Loop *const *loops, int parallel)
{
    Plane plane;
    const Candidate *mark = plan->candidate;
    bool shared = plan_varies(plan, VERSIONED_PLANES);
    if (plan_varies(plan, VERSIONED_ROWS) || plan_style(plan) == REDUCE_SEQUENTIAL ||
        !find_plane(plan, loops, parallel, &plane))
        return false;
    bool made = shared && take_vectors(plan, &plane, true);
    if (!made) {
        plan->candidate = mark;
        made = take_elements(plan, &plane, shared);
    }
    if (!made) {
        plan->candidate = mark;
        return false;
    }
    plan->built.nests[VERSIONED_PLANES]++;
    plan->built.planes.plane = plane.plane->origin;
    plan->built.planes.batch = plane.batch ? plane.batch->origin : 0;
    plan->built.planes.rows = plane.rows->origin;
    return true;
}
