// Operands that no arrangement coalesces together with the results (a transpose): tiles of them are read along their
// own rows into shared memory, and used from there along the other direction.
#include "analysis/model/mapping.h"
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/arrange/arrange_transposed.h"
#include "transform/plan/clauses.h"
#include "transform/plan/plan_steps.h"
#include "transform/plan/resources/resources.h"

enum { TILE = 32, PAD = 1, TRIES = 4 }; // a warp's lanes; an element more, so that columns spread over the banks
enum {
    ALIGNED_TILE = 64,
    ALIGNED_THREADS = 256,
    LEAST_BYTES = 4,
    LONG_BYTES = 8
}; // where parts of rows begin with a sector

// Read-only arrays whose elements are neighbours along y, but not along x.
static int find_operands(const Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Array **operands)
{
    const Facts *facts = plan->candidate->facts;
    int count = 0;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        const ArrayFact *array = access->array ? facts_array(facts, access->array) : NULL;
        bool staged = array && !array->written && access->affine && holds_statement(root, access->stmt->id) &&
                      access_walks(facts, access, y->origin) && !access_stays(facts, access, x->origin) &&
                      !access_walks(facts, access, x->origin);
        for (int k = 0; k < count; k++)
            staged = staged && operands[k] != access->array;
        if (staged && count < MAX_DIMS)
            operands[count++] = access->array;
    }
    return count;
}

// Rows of a warp's threads, each with some results of neighbouring rows.
static bool make_tiles(Plan *plan, const Loop *outer, const Loop *inner, const Loop *y, const Loop *x,
                       const ResourceSize *size)
{
    const char *outer_elem = part_of_loop(outer->name, "elem"), *inner_tile = part_of_loop(inner->name, "tile");
    const char *y_elem = part_of_loop(y->name, "elem"), *y_thread = part_of_loop(y->name, "thread"),
               *y_reg = part_of_loop(y->name, "reg");
    int64_t rows = size->tile / TILE;
    bool deals = size->tile > size->threads;
    Step deal = {.kind = STEP_CYCLIC, .loop = y_elem, .size = size->threads / TILE, .outer = y_thread, .inner = y_reg};
    return plan_tile(plan, outer->name, outer == y ? rows : TILE) &&
           plan_tile(plan, inner->name, inner == y ? rows : TILE) && plan_interchange(plan, outer_elem, inner_tile) &&
           (!deals || plan_try(plan, deal)) &&
           (!deals || y == inner || plan_interchange(plan, y_reg, part_of_loop(x->name, "elem"))) &&
           plan_bind(plan, part_of_loop(y->name, "tile"), BIND_BLOCK_Y, 0) &&
           plan_bind(plan, part_of_loop(x->name, "tile"), BIND_BLOCK_X, 0) &&
           plan_bind(plan, deals ? y_thread : y_elem, BIND_THREAD_Y, 0) &&
           plan_bind(plan, part_of_loop(x->name, "elem"), BIND_THREAD_X, 0);
}

typedef struct Transposed {
    const Loop *outer, *inner, *y, *x, *batch;
    const Array *operands[MAX_DIMS];
    int count;
} Transposed;

static bool try_size(Plan *plan, const Transposed *nest, const ResourceSize *size)
{
    const Candidate *mark = plan->candidate;
    bool staged = (!nest->batch || plan_bind(plan, nest->batch->name, BIND_BLOCK_Z, 0)) &&
                  make_tiles(plan, nest->outer, nest->inner, nest->y, nest->x, size);
    const char *innermost = nest->y == nest->inner && size->tile > size->threads
                                ? part_of_loop(nest->y->name, "thread")
                                : part_of_loop(nest->inner->name, "elem");
    for (int i = 0; staged && i < nest->count; i++) {
        Step step = {
            .kind = STEP_STAGE, .array = nest->operands[i]->name, .space = SPACE_SHARED, .loop = innermost, .pad = PAD};
        staged = plan_try(plan, step);
        while (staged &&
               plan_try(plan, step)) // accesses that move differently, as A[i][j] and A[j][i], have tiles of their own
            ;
    }
    if (!staged) {
        plan->candidate = mark;
        return false;
    }
    plan_unroll(plan, part_of_loop(nest->y->name, "reg"));
    return true;
}

// Blocks of 32 to 1024 threads in rows of a warp, whose threads have a power of two of results each.
static ResourceScheme *sizes_of_tiles(const Plan *plan, const Transposed *nest)
{
    Arena *arena = plan->candidate->arena;
    static const int threads[] = {256, 128, 512, 64, 1024, 32}, each[] = {4, 8, 2, 16, 1, 32, 64};
    enum { THREADS = sizeof threads / sizeof *threads, EACH = sizeof each / sizeof *each };
    ResourceSize *sizes = ARENA_ARRAY(arena, ResourceSize, THREADS * EACH);
    ResourceScheme *scheme = ARENA_NEW(arena, ResourceScheme);
    *scheme = (ResourceScheme){"tiles through shared memory", .sizes = sizes};
    for (int t = 0; t < THREADS; t++)
        for (int e = 0; e < EACH && block_clause_allows(plan, TILE, threads[t] / TILE, 1); e++) {
            int64_t tile = (int64_t)threads[t] * each[e], shared = 0;
            for (int i = 0; i < nest->count; i++) { // rows of the operand have a pad, on whichever side they lie
                int64_t longer = tile / TILE > TILE ? tile / TILE : TILE;
                shared += (tile + longer * PAD) * nest->operands[i]->element->size;
            }
            sizes[scheme->count++] = (ResourceSize){threads[t], tile, 0, shared};
        }
    return scheme;
}

bool arrange_transposed_by(Plan *plan, const Stmt *root, const Loop *outer, const Loop *inner, const Loop *x,
                           const Loop *batch, const ResourceSize *size)
{
    Transposed nest = {.outer = outer, .inner = inner, .y = x == inner ? outer : inner, .x = x, .batch = batch};
    nest.count = find_operands(plan, root, nest.y, x, nest.operands);
    return nest.count > 0 && try_size(plan, &nest, size);
}

// ---- rows that begin anywhere in memory
//
// The results of a tile are written in whole sectors: its part of each row begins where one does, some elements before
// or after the parts of its neighbours, and the operand's tile is longer by as many. However long rows are, no sector
// is written by two blocks. Rows of whole sectors need none of this: another version has tiles at multiples of their
// size.

// The array of the results along x.
static const Array *find_result(const Plan *plan, const Stmt *root, const Loop *x)
{
    const Facts *facts = plan->candidate->facts;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (access->is_write && access->array && holds_statement(root, access->stmt->id) &&
            access_walks(facts, access, x->origin))
            return access->array;
    }
    return NULL;
}

// So that each has as many bytes on their way.
static int threads_of_aligned(const Array *result)
{
    return result->element->size < LONG_BYTES ? ALIGNED_THREADS : 2 * ALIGNED_THREADS;
}

// Rows of a warp's threads, each with some results of neighbouring rows, and of its own.
static bool make_aligned_tiles(Plan *plan, const Transposed *nest, const Array *result, int64_t height)
{
    const Loop *x = nest->x, *y = nest->y;
    const char *x_elem = part_of_loop(x->name, "elem"), *x_thread = part_of_loop(x->name, "thread"),
               *x_reg = part_of_loop(x->name, "reg");
    const char *y_elem = part_of_loop(y->name, "elem"), *y_thread = part_of_loop(y->name, "thread"),
               *y_reg = part_of_loop(y->name, "reg");
    const char *x_tile = part_of_loop(x->name, "tile");
    Step part = {.kind = STEP_ALIGN_TILES, .loop = x->name, .array = result->name, .size = ALIGNED_TILE};
    bool whole = plan_varies(plan, VERSIONED_TRANSPOSED) && !plan->variant.low;
    Step rows = {.kind = STEP_CYCLIC,
                 .loop = y_elem,
                 .size = threads_of_aligned(result) / TILE,
                 .outer = y_thread,
                 .inner = y_reg};
    Step columns = {.kind = STEP_CYCLIC, .loop = x_elem, .size = TILE, .outer = x_thread, .inner = x_reg};
    return (x == nest->inner || plan_interchange(plan, x->name, y->name)) &&
           (whole ? plan_tile(plan, x->name, ALIGNED_TILE) : plan_try(plan, part)) &&
           plan_tile(plan, y->name, height) && plan_interchange(plan, y_elem, x_tile) && plan_try(plan, rows) &&
           plan_try(plan, columns) && plan_interchange(plan, y_reg, x_thread) &&
           plan_bind(plan, part_of_loop(y->name, "tile"), BIND_BLOCK_Y, 0) &&
           plan_bind(plan, x_tile, BIND_BLOCK_X, 0) && plan_bind(plan, y_thread, BIND_THREAD_Y, 0) &&
           plan_bind(plan, x_thread, BIND_THREAD_X, 0);
}

static bool try_aligned(Plan *plan, const Transposed *nest, const Array *result, int64_t height)
{
    const Candidate *mark = plan->candidate;
    const char *innermost = part_of_loop(nest->x->name, "thread");
    bool staged = (!nest->batch || plan_bind(plan, nest->batch->name, BIND_BLOCK_Z, 0)) &&
                  make_aligned_tiles(plan, nest, result, height);
    for (int i = 0; staged && i < nest->count; i++)
        staged = plan_try(plan, (Step){.kind = STEP_STAGE,
                                       .array = nest->operands[i]->name,
                                       .space = SPACE_SHARED,
                                       .loop = innermost,
                                       .pad = PAD});
    if (staged && plan_unroll(plan, part_of_loop(nest->y->name, "reg")) &&
        plan_unroll(plan, part_of_loop(nest->x->name, "reg")) && plan_lowers(plan))
        return true;
    plan->candidate = mark;
    return false;
}

// The largest tile that fits, with a block's worth of threads.
static bool arrange_aligned(Plan *plan, const Stmt *root, const Transposed *nest)
{
    static const int rows[] = {64, 32, 16};
    const Array *result = find_result(plan, root, nest->x);
    bool fits =
        result && result->element->size >= LEAST_BYTES; // otherwise the operand's tile would have twice as many rows
    for (int i = plan->variant.low; fits && i < (int)(sizeof rows / sizeof *rows); i++)
        if (try_aligned(plan, nest, result, rows[i])) {
            const Loop *loops[] = {nest->outer, nest->inner};
            plan->built.nests[VERSIONED_TRANSPOSED]++;
            plan->built.transposed.column = nest->x->origin;
            plan->built.transposed.row = nest->batch ? nest->y->origin : 0;
            plan->built.transposed.height = rows[i];
            plan->built.transposed.sector = SECTOR_BYTES / result->element->size;
            plan_one_size(plan, (ResourceScheme){.name = "tiles of whole sectors"}, loops, 2,
                          threads_of_aligned(result), (int64_t)ALIGNED_TILE * rows[i]);
            return true;
        }
    return false;
}

bool arrange_transposed(Plan *plan, const Stmt *root, const Loop *outer, const Loop *inner, const Loop *x,
                        const Loop *batch)
{
    Transposed nest = {.outer = outer, .inner = inner, .y = x == inner ? outer : inner, .x = x, .batch = batch};
    nest.count = find_operands(plan, root, nest.y, x, nest.operands);
    if (!nest.count)
        return false;
    if (!has_block_clause(plan->directive) && arrange_aligned(plan, root, &nest))
        return true;
    const ResourceScheme *scheme = sizes_of_tiles(plan, &nest);
    int *order = ARENA_ARRAY(plan->candidate->arena, int, scheme->count), ordered;
    const Loop *loops[] = {outer, inner};
    const ResourceTable *table = plan_sizes(plan, scheme, loops, 2, order, &ordered);
    for (int i = 0; i < ordered && i < TRIES; i++)
        if (try_size(plan, &nest, &scheme->sizes[order[i]])) {
            plan_sized(plan, table, resource_row_of_size(table, order[i]), loops, 2);
            return true;
        }
    return false;
}
