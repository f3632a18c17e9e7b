// Step 2: which loops become blocks and threads, in which order, and which stay serial or on the host.
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/arrange/arrange_batches.h"
#include "transform/plan/arrange/arrange_columns.h"
#include "transform/plan/arrange/arrange_few.h"
#include "transform/plan/arrange/arrange_pairs.h"
#include "transform/plan/arrange/arrange_paper.h"
#include "transform/plan/arrange/arrange_plain.h"
#include "transform/plan/arrange/arrange_planes.h"
#include "transform/plan/arrange/arrange_records.h"
#include "transform/plan/arrange/arrange_reduction.h"
#include "transform/plan/arrange/arrange_rows.h"
#include "transform/plan/arrange/arrange_neighbours.h"
#include "transform/plan/arrange/arrange_transposed.h"
#include "transform/plan/arrange/arrange_vectors.h"
#include "transform/plan/arrange/arrange_windows.h"
#include "transform/plan/arrange/granule.h"
#include "transform/plan/clauses.h"
#include "transform/plan/plan_steps.h"
#include "transform/plan/resources/resources.h"
#include "transform/search/sharing.h"
#include "transform/tree/loops.h"
#include "transform/tree/order.h"
#include "transform/tree/query.h"

#include <string.h>

static Band band_from(const Stmt *stmt)
{
    Band band = {0};
    for (const Stmt *loop = stmt; loop && band.count < MAX_DEPTH; loop = only_loop(loop->body))
        band.loops[band.count++] = loop->loop;
    return band;
}

LoopVerdict verdict_of(const Plan *plan, const Loop *loop)
{
    const LoopFact *fact = facts_loop(plan->candidate->facts, loop->origin);
    return !fact ? LOOP_OPAQUE : plan->reads_bounds && fact->affine ? fact->shared : fact->verdict;
}

// ---- which loop walks along memory

bool holds_statement(const Stmt *root, int id)
{
    return id <= 0 || stmt_contains_id(root, id);
}

// How many accesses below `root` touch neighbouring elements in neighbouring iterations of the loop: writes count
// twice.
static int coalescing_score(const Plan *plan, const Stmt *root, const Loop *loop)
{
    const Facts *facts = plan->candidate->facts;
    int score = 0;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        int64_t distance;
        if (!access->array || !holds_statement(root, access->stmt->id))
            continue;
        StrideKind stride = access_stride(facts, access, loop->origin, &distance);
        int weight = access->is_write ? 2 : 1;
        if (stride_is_one(stride, distance))
            score += 4 * weight;
        else if (stride != STRIDE_ZERO)
            score -= weight;
    }
    return score;
}

// Of the ends of a larger loop (interior.h): a row of threads would have nothing to do but for a few.
static bool is_border(const Plan *plan, const Loop *loop)
{
    enum { FEW = 8 };
    const LoopFact *fact = facts_loop(plan->candidate->facts, loop->origin);
    int64_t most = loop_constant_extent(plan->candidate->arena, plan->candidate->tree, loop->id);
    return fact && fact->constant_trip < 0 && most >= 0 && most < FEW;
}

// Which of the loops walks along memory best in most accesses below `root`.
static int best_for_threads(const Plan *plan, const Stmt *root, const Loop *const *loops, int count)
{
    int best = count - 1, best_score = INT32_MIN;
    for (int i = count - 1; i >= 0; i--) {
        int score = is_border(plan, loops[i]) ? INT32_MIN + 1 : coalescing_score(plan, root, loops[i]);
        if (score > best_score) {
            best = i;
            best_score = score;
        }
    }
    return best;
}

// ---- concurrent loops

const char *part_of_loop(const char *loop, const char *part)
{
    return intern_printf("%s.%s", loop, part);
}

// The dimension of grid and block for each loop of the band; -1: serial in a thread. x is the loop that walks along
// memory, y the innermost of the others, z (blocks only) the outermost.
static void assign_dimensions(const Plan *plan, const Stmt *root, const Loop *const *loops, int count, int *dimension)
{
    int x = best_for_threads(plan, root, loops, count), left = 2;
    for (int i = 0; i < count; i++)
        dimension[i] = i == x ? 0 : -1;
    for (int i = count - 1; i >= 0 && left == 2; i--)
        if (i != x && !is_border(plan, loops[i]))
            dimension[i] = left-- - 1;
    for (int i = count - 1; i >= 0 && left == 2; i--)
        if (i != x)
            dimension[i] = left-- - 1;
    for (int i = 0; i < count && left == 1; i++)
        if (dimension[i] < 0)
            dimension[i] = left-- + 1;
}

// Moves the loops without a dimension inside of the others, so that bound loops are directly nested. Where the bounds
// forbid that, the loops outside of such a loop stay on the host.
static void sink_unassigned(Plan *plan, const Loop **loops, int count, int *dimension)
{
    int inner = count; // loops from here on have no dimension
    for (int i = count - 1; i >= 0; i--) {
        if (dimension[i] >= 0)
            continue;
        int at = i;
        for (; at + 1 < inner && plan_interchange(plan, loops[at]->name, loops[at + 1]->name); at++) {
            const Loop *loop = loops[at];
            loops[at] = loops[at + 1];
            loops[at + 1] = loop;
            dimension[at] = dimension[at + 1];
            dimension[at + 1] = -1;
        }
        if (at + 1 < inner) {
            for (int outer = 0; outer < at; outer++)
                dimension[outer] = -1;
            return;
        }
        inner--;
    }
}

// Tile loops outwards of element loops, as far as their bounds allow.
static void sort_tiles(Plan *plan, const char *const *names, int count)
{
    for (int i = 1; i < count; i++)
        for (int above = i - 1; above >= 0; above--)
            if (!plan_interchange(plan, part_of_loop(names[above], "elem"), part_of_loop(names[i], "tile")))
                break;
}

// A tile larger than its threads: each computes several results, interleaved with those of its neighbours along x.
static void split_elements(Plan *plan, const Loop *loop, int64_t tile, int64_t threads, bool is_x)
{
    const char *elem = part_of_loop(loop->name, "elem");
    const char *thread = part_of_loop(loop->name, "thread"), *reg = part_of_loop(loop->name, "reg");
    Step step = {.kind = is_x ? STEP_CYCLIC : STEP_TILE, .loop = elem, .outer = thread, .inner = reg};
    step.size = is_x ? threads : (tile + threads - 1) / threads;
    if (threads < tile)
        plan_try(plan, step);
}

// If tiles of the inner loop begin or end with the outer one, or are next to other statements, they stay inside of its
// elements: a thread cannot have several of those.
static bool stays_inside(const Plan *plan, const Loop *outer, const Loop *inner)
{
    const Stmt *stmt = stmt_find_loop_named(plan->candidate->tree, part_of_loop(outer->name, "elem"));
    const Stmt *below = stmt ? only_loop(stmt->body) : NULL;
    return !below || below->loop->name != part_of_loop(inner->name, "elem");
}

static bool sizes_are_given(const Plan *plan)
{
    return has_block_clause(plan->directive) || has_tile_clause(plan);
}

// Whether a thread runs a loop whose iterations depend on each other, to an end that is not known.
static bool runs_in_order(const Plan *plan, const Stmt *root)
{
    const Facts *facts = plan->candidate->facts;
    FOR_EACH(i, &facts->loops) {
        const LoopFact *fact = &facts->loops.items[i];
        if (fact->verdict == LOOP_SEQUENTIAL && fact->constant_trip < 0 && stmt_find_loop(root, fact->id))
            return true;
    }
    return false;
}

// The smallest block of which a multiprocessor still holds as many threads as it can.
static int64_t few_threads(const Device *device)
{
    int64_t least = device->max_threads_per_sm / device->max_blocks_per_sm;
    return (least + WARP_SIZE - 1) / WARP_SIZE * WARP_SIZE;
}

// Threads of a block along x and y where each computes one result. Threads that work for long are often few: small
// blocks spread them over more multiprocessors. On an H200, 998 threads that solve a system of 1000 equations each take
// half as long in blocks of 64 as in blocks of 256.
static BlockShape shape_of_results(Plan *plan, const Stmt *root, const Loop *const *loops, int count)
{
    if (sizes_are_given(plan))
        return shape_for(plan, count);
    int64_t few = few_threads(plan->candidate->device);
    if (count == 1 && !plan->candidate->plain && !plan->candidate->by_paper && runs_in_order(plan, root) && few < 256) {
        plan_one_size(plan, (ResourceScheme){"one result a thread", .direct = true}, loops, count, (int)few, few);
        return (BlockShape){few, 1};
    }
    int64_t threads = threads_by_table(plan, "one result a thread", loops, count, 1);
    int64_t along = plan->variant.narrow ? plan->variant.narrow : WARP_SIZE;
    return count > 1 ? (BlockShape){along, threads / along} : (BlockShape){threads, 1};
}

// Threads of a block along x and y for tiles of that size.
static BlockShape threads_for(const Plan *plan, BlockShape shape, int64_t tile_x, int64_t tile_y)
{
    if (!has_tile_clause(plan))
        return shape;
    int64_t most = shape.x * shape.y;
    shape.x = tile_x < 32 && tile_x > 0 ? tile_x : shape.x < tile_x ? shape.x : tile_x;
    shape.y = most / shape.x < tile_y ? most / shape.x : tile_y;
    return shape;
}

// The part of the loop that is bound to threads.
static const char *thread_part(const Plan *plan, const Loop *loop)
{
    const char *thread = part_of_loop(loop->name, "thread");
    return stmt_find_loop_named(plan->candidate->tree, thread) ? thread : part_of_loop(loop->name, "elem");
}

// What serial loops of the thread add up is held in registers meanwhile.
static void hold_results(Plan *plan, const char *thread)
{
    if (plan->candidate->plain)
        return;
    const Stmt *stmt = stmt_find_loop_named(plan->candidate->tree, thread);
    const char *names[MAX_DEPTH];
    int count = 0;
    for (const Stmt *inner = stmt; inner; inner = only_loop(inner->body))
        stmt = inner->loop->binding == BIND_SERIAL ? stmt : inner;
    const Stmt *body = stmt ? stmt->body : NULL;
    int items = stmt_count(body);
    for (int i = 0; i < items; i++) {
        const Stmt *item = stmt_item(body, i);
        if (item->kind == ST_LOOP && count < MAX_DEPTH)
            names[count++] = item->loop->name;
    }
    for (int i = 0; i < count; i++)
        stage_results(plan, names[i]);
}

// Moves the loop at `from` inwards to place `to`.
static bool move_in(Plan *plan, const Loop **loops, int *dimension, int from, int to)
{
    for (; from < to; from++) {
        if (!plan_interchange(plan, loops[from]->name, loops[from + 1]->name))
            return false;
        const Loop *loop = loops[from];
        int own = dimension[from];
        loops[from] = loops[from + 1];
        dimension[from] = dimension[from + 1];
        loops[from + 1] = loop;
        dimension[from + 1] = own;
    }
    return true;
}

// Products in any order of their loops: x innermost, directly inside of the loop y along which operands are reused,
// other loops (a batch) outside. The plan and the loops are as before if that is not legal, or there is no reuse.
static void order_for_reuse(Plan *plan, const Stmt *root, const Loop **loops, int count, int *dimension)
{
    const Stmt *innermost = stmt_find_loop(root, loops[count - 1]->id);
    const Loop *before[MAX_DEPTH];
    int dimensions[MAX_DEPTH], x = -1, y = -1;
    for (int i = 0; i < count; i++) {
        x = dimension[i] == 0 ? i : x;
        before[i] = loops[i];
        dimensions[i] = dimension[i];
    }
    for (int i = count - 1; i >= 0 && x >= 0 && innermost; i--)
        if (y < 0 && i != x && has_reuse(plan, innermost, loops[i], loops[x]))
            y = i;
    if (y < 0 || (x == count - 1 && y == count - 2))
        return;
    const Candidate *mark = plan->candidate;
    const Loop *outer = loops[y];
    bool moved = move_in(plan, loops, dimension, x, count - 1);
    for (y = 0; loops[y] != outer;)
        y++;
    if (moved && move_in(plan, loops, dimension, y, count - 2)) {
        for (int i = 0; i < count; i++)
            dimension[i] = i >= count - 2 ? count - 1 - i : i == 0 ? 2 : -1;
        return;
    }
    plan->candidate = mark;
    for (int i = 0; i < count; i++) {
        loops[i] = before[i];
        dimension[i] = dimensions[i];
    }
}

// Tiles through shared memory, of the plane of the loop along the results and of one along operands; the third loop
// goes outside of both. false: no operand goes along another loop than the results; the plan is as before.
static bool transpose_plane(Plan *plan, const Stmt *root, const Loop **loops, int count, const int *dimension)
{
    int x = 0;
    while (x < count && dimension[x] != 0)
        x++;
    for (int y = count - 1; y >= 0 && x < count; y--) {
        int batch = count == 3 ? 3 - x - y : -1;
        const Candidate *mark = plan->candidate;
        bool outside = y != x;
        for (int i = batch; i > 0 && outside; i--)
            outside = plan_interchange(plan, loops[i - 1]->name, loops[batch]->name);
        const Stmt *plane = batch > 0 && outside ? stmt_find_loop(plan->candidate->tree, loops[batch]->id) : root;
        if (outside && arrange_transposed(plan, plane, loops[y < x ? y : x], loops[y < x ? x : y], loops[x],
                                          batch >= 0 ? loops[batch] : NULL))
            return true;
        plan->candidate = mark;
    }
    return false;
}

// Arrangements with several results for each thread, or with vectors. false: none fits; the plan is as before.
static bool arrange_for_speed(Plan *plan, const Stmt *root, const Loop **loops, int count, const int *dimension)
{
    if (count == 1 && arrange_pairs(plan, root, loops[0]))
        return true;
    if ((count == 2 || count == 3) && dimension[count - 1] == 0 && dimension[count - 2] == 1 &&
        !has_tile_clause(plan) &&
        arrange_reuse(plan, root, loops[count - 2], loops[count - 1], count == 3 ? loops[0] : NULL))
        return true;
    if (count == 4 && dimension[0] == 2 && dimension[1] == 1 && dimension[2] == 0 && !has_tile_clause(plan) &&
        arrange_reuse(plan, stmt_find_loop(plan->candidate->tree, loops[0]->id), loops[1], loops[2], loops[0]))
        return true;
    if ((count == 2 || count == 3) && !has_tile_clause(plan) && transpose_plane(plan, root, loops, count, dimension))
        return true;
    if (plan->variant.narrow)
        return !plan->variant.single && arrange_vectors(plan, root, loops, count, dimension);
    return arrange_neighbours(plan, root, loops, count, dimension) ||
           arrange_vectors(plan, root, loops, count, dimension) || arrange_windows(plan, root, loops, count, dimension);
}

// Whether vectors along the loop fit, and no access walks along another one.
static bool only_walks(const Plan *plan, const Stmt *root, const Loop *const *loops, int count, int x)
{
    const Facts *facts = plan->candidate->facts;
    bool only = vector_width_for(plan, root, loops[x]) > 1;
    FOR_EACH(a, &facts->accesses)
        for (int i = 0; i < count && only; i++)
            only = i == x || !holds_statement(root, facts->accesses.items[a].stmt->id) ||
                   !access_walks(facts, &facts->accesses.items[a], loops[i]->origin);
    return only;
}

// Columns around rows, with everything along rows: rows around columns.
static void order_for_vectors(Plan *plan, const Stmt *root, const Loop **loops, int count, int *dimension)
{
    int x = 0;
    while (dimension[x] != 0)
        x++;
    if (x + 1 == count || !only_walks(plan, root, loops, count, x))
        return;
    const Candidate *mark = plan->candidate;
    const Loop *before[MAX_DEPTH];
    for (int i = 0; i < count; i++)
        before[i] = loops[i];
    if (!move_in(plan, loops, dimension, x, count - 1)) {
        plan->candidate = mark;
        for (int i = 0; i < count; i++)
            loops[i] = before[i];
    }
    assign_dimensions(plan, stmt_find_loop(plan->candidate->tree, loops[0]->id), loops, count, dimension);
}

static void bind_band(Plan *plan, const Stmt *root, const Loop **loops, int count)
{
    int dimension[MAX_DEPTH], ntiled = 0;
    const char *tiled[2];
    if (arrange_by_mapping(plan, loops, count) != CLAUSE_ABSENT)
        return;
    assign_dimensions(plan, root, loops, count, dimension);
    if (count >= 2 && count <= 4 && !has_tile_clause(plan) && !plan->candidate->by_paper) {
        if (!plan->candidate->plain)
            order_for_vectors(plan, root, loops, count, dimension);
        root = stmt_find_loop(plan->candidate->tree, loops[0]->id);
        order_for_reuse(plan, root, loops, count, dimension);
        root = stmt_find_loop(plan->candidate->tree, loops[0]->id);
    }
    sink_unassigned(plan, loops, count, dimension);
    if (plan->candidate->by_paper && !sizes_are_given(plan) && arrange_by_paper(plan, root, loops, count, dimension)) {
        hold_results(plan,
                     dimension[0] == 0 || dimension[0] == 1 ? part_of_loop(loops[0]->name, "tile") : loops[0]->name);
        return;
    }
    bool plain = plan->candidate->plain;
    if (plain ? arrange_plain(plan, root, loops, count, dimension)
              : arrange_for_speed(plan, root, loops, count, dimension))
        return;
    const Candidate *before = plan->candidate;
    BlockShape shape = shape_of_results(plan, root, loops, count);
    int64_t tile[2] = {shape.x, shape.y};
    for (int i = 0; i < count; i++)
        if (dimension[i] >= 0 && dimension[i] < 2 && clause_tile(plan, loops[i], i))
            tile[dimension[i]] = clause_tile(plan, loops[i], i);
    shape = threads_for(plan, shape, tile[0], count > 1 ? tile[1] : 1);
    for (int i = 0; i < count; i++)
        if ((dimension[i] == 0 || dimension[i] == 1) && plan_tile(plan, loops[i]->name, tile[dimension[i]]))
            tiled[ntiled++] = loops[i]->name;
    sort_tiles(plan, tiled, ntiled);
    if (count > 1 && tile[1] > shape.y && tile[1] * shape.x <= plan->candidate->device->max_threads_per_block &&
        stays_inside(plan, loops[count - 2], loops[count - 1]))
        shape.y = tile[1];
    for (int i = 0; i < count; i++)
        if (dimension[i] == 0 || dimension[i] == 1)
            split_elements(plan, loops[i], tile[dimension[i]], dimension[i] ? shape.y : shape.x, dimension[i] == 0);
    for (int i = 0; i + 1 < count; i++) // threads outside of the results of one thread
        plan_interchange(plan, part_of_loop(loops[i]->name, "reg"), thread_part(plan, loops[i + 1]));
    for (int i = 0; i < count; i++)
        if (dimension[i] >= 0)
            plan_bind(plan, dimension[i] == 2 ? loops[i]->name : part_of_loop(loops[i]->name, "tile"),
                      (Binding)(BIND_BLOCK_X + (unsigned)dimension[i]), 0);
    for (int i = 0; i < count; i++)
        if (dimension[i] == 0 || dimension[i] == 1)
            plan_bind(plan, thread_part(plan, loops[i]), (Binding)(BIND_THREAD_X + (unsigned)dimension[i]), 0);
    hold_results(plan, dimension[0] == 0 || dimension[0] == 1 ? part_of_loop(loops[0]->name, "tile") : loops[0]->name);
    if (!plain && count == 1)
        plan_runs(plan, loops[0], thread_part(plan, loops[0]));
    for (int i = 0; i < count && !plain && !plan->candidate->by_paper; i++)
        if (dimension[i] == 0)
            plan_batches(plan, thread_part(plan, loops[i]));
    if (!plain && count == 1 && !plan->candidate->by_paper && !sizes_are_given(plan))
        arrange_records(plan, before, root, loops[0]);
}

// Interchanges must not reorder reductions that no later step takes apart.
static bool keeps_order(const Plan *plan)
{
    return !order_violation(plan->candidate, plan->candidate->tree, 0, plan->candidate->relaxed);
}

// Moves the loop at `from` outwards to position `to` of the band, if it can run concurrently there; false: it cannot,
// and the plan is as before.
static bool move_out(Plan *plan, Band *band, int from, int to)
{
    const Candidate *mark = plan->candidate;
    Band before = *band;
    bool moved = true, moves = from > to;
    for (; from > to && moved; from--) {
        moved = plan_interchange(plan, band->loops[from - 1]->name, band->loops[from]->name);
        const Loop *loop = band->loops[from];
        band->loops[from] = band->loops[from - 1];
        band->loops[from - 1] = loop;
    }
    const Candidate *there = plan->candidate;
    moved = moved && plan_bind(plan, band->loops[to]->name, BIND_BLOCK_X, 0) && (!moves || keeps_order(plan));
    plan->candidate = moved ? there : mark;
    if (!moved)
        *band = before;
    return moved;
}

// Gathers the parallel loops of the band at its outside; their number.
static int gather_parallel(Plan *plan, Band *band)
{
    int count = 0;
    for (int i = 0; i < band->count; i++) {
        if (verdict_of(plan, band->loops[i]) != LOOP_PARALLEL)
            continue;
        if (!move_out(plan, band, i, count))
            break;
        count++;
    }
    return count;
}

static void note_root(Plan *plan, const char *name)
{
    if (plan->built.roots.count < MOST_ROOTS)
        plan->built.roots.names[plan->built.roots.count++] = name;
}

// false: no sharing is given for the nest.
static bool arrange_as_given(Plan *plan, const Stmt *stmt)
{
    const Sharing *sharing = sharing_of(plan->variant.sharings, stmt->loop->name);
    const Candidate *made = sharing ? sharing_take(plan->candidate, sharing) : NULL;
    plan->candidate = made ? made : plan->candidate;
    plan->failed = plan->failed || (sharing && !made);
    return sharing;
}

// Nothing but its bounds keeps it from being analysed, and loops in it are worth kernels.
static bool has_data_bounds(const Plan *plan, const Stmt *stmt)
{
    const Facts *facts = plan->candidate->facts;
    const LoopFact *fact = facts_loop(facts, stmt->loop->origin);
    bool work = false;
    FOR_EACH(i, &facts->loops)
        work = work ||
               (loop_has_host_work(&facts->loops.items[i]) && stmt_find_loop(stmt->body, facts->loops.items[i].id));
    return work && fact && fact->verdict == LOOP_OPAQUE && fact->shared != LOOP_OPAQUE;
}

// The loop stays on the host, which reads bounds that are data from the device.
static void arrange_inside(Plan *plan, const Stmt *loop)
{
    bool reads_bounds = plan->reads_bounds;
    plan->reads_bounds = reads_bounds || has_data_bounds(plan, loop);
    arrange(plan, loop->body);
    plan->reads_bounds = reads_bounds;
}

static void arrange_plainly(Plan *plan, const Stmt *stmt)
{
    const char *name = stmt->loop->name;
    LoopId first = stmt->loop->id;
    Band band = band_from(stmt);
    if (arrange_as_given(plan, stmt))
        return;
    bool paper = plan->candidate->by_paper && !sizes_are_given(plan); // which knows results, and no sums across threads
    bool free = !paper && !plan->candidate->plain && !sizes_are_given(plan) && !has_mapping_clause(plan);
    if (free && arrange_few(plan, &band)) {
        note_root(plan, name);
        return;
    }
    int parallel = gather_parallel(plan, &band);
    if (parallel > 0) {
        note_root(plan, name);
        const Stmt *root = stmt_find_loop(plan->candidate->tree, band.loops[0]->id);
        if (free && arrange_planes(plan, band.loops, parallel))
            return;
        if (free && arrange_rows(plan, band.loops, parallel))
            return;
        if (free && arrange_columns(plan, band.loops, parallel))
            return;
        bind_band(plan, root, band.loops, parallel);
        return;
    }
    LoopVerdict verdict = verdict_of(plan, stmt->loop);
    if (verdict == LOOP_REDUCTION && arrange_reduction(plan, &band)) {
        note_root(plan, name);
        return;
    }
    const Stmt *now = stmt_find_loop(plan->candidate->tree, first);
    if (now && (verdict != LOOP_OPAQUE || has_data_bounds(plan, now)))
        arrange_inside(plan, now);
}

// What was built since, of the root that was noted last.
static void note_part(Plan *plan, const Built *before)
{
    Built *part = &plan->built.parts[plan->built.roots.count - 1];
    *part = plan->built;
    part->parts = NULL;
    for (int kind = 0; kind < VERSIONED_KINDS; kind++)
        part->nests[kind] -= before->nests[kind];
}

// By the variant of the part, if it has one of its own.
static void arrange_part(Plan *plan, const Stmt *stmt)
{
    const Variant all = plan->variant;
    const Built before = plan->built;
    for (int i = 0; all.parts && i < all.parts->count; i++)
        if (strcmp(all.parts->roots[i], stmt->loop->name) == 0)
            plan->variant = all.parts->variants[i];
    arrange_plainly(plan, stmt);
    plan->variant = all;
    if (plan->built.parts && plan->built.roots.count == before.roots.count + 1)
        note_part(plan, &before);
}

// A loop of a region with a directive of its own is planned by that directive.
static void arrange_loop(Plan *plan, const Stmt *stmt)
{
    const Directive *outer = plan->directive;
    bool own = stmt->directive && stmt->directive != outer;
    if (plan->variant.only && !stmt_find_loop_named(stmt, plan->variant.only))
        return;
    if (stmt->directive)
        plan->directive = stmt->directive;
    if (arrange_by_schedule(plan) == CLAUSE_ABSENT)
        arrange_part(plan, stmt);
    if (own && !plan->variant.only)
        refuse_ignored_clauses(plan, stmt);
    plan->directive = outer;
}

// Loops that do nothing but assign constants.
static bool only_sets(const Stmt *stmt)
{
    if (stmt->kind != ST_LOOP)
        return false;
    while (stmt->kind == ST_LOOP)
        stmt = only_loop(stmt->body) ? only_loop(stmt->body) : stmt->body;
    int count = stmt_count(stmt);
    for (int i = 0; i < count; i++) {
        const Stmt *item = stmt_item(stmt, i);
        if (item->kind != ST_ASSIGN || item->op != OP_NONE || !expr_is_constant(item->value))
            return false;
    }
    return count > 0;
}

void arrange(Plan *plan, const Stmt *stmt)
{
    if (stmt->kind == ST_LOOP) {
        arrange_loop(plan, stmt);
        return;
    }
    for (int i = 0; i < stmt->nitems;) { // initializations after the loops that may merge them
        int sets = 0;
        while (i + sets < stmt->nitems && only_sets(stmt->items[i + sets]))
            sets++;
        if (i + sets < stmt->nitems)
            arrange(plan, stmt->items[i + sets]);
        for (int k = 0; k < sets; k++)
            arrange(plan, stmt->items[i + k]);
        i += sets + 1;
    }
    if (stmt->kind == ST_IF && stmt->body)
        arrange(plan, stmt->body);
    if (stmt->kind == ST_IF && stmt->otherwise)
        arrange(plan, stmt->otherwise);
}
