// Column sums: the summation loop strides through memory, while the parallel loop around it walks along memory.
// Neighbouring threads take neighbouring columns. The rows are distributed to further threads and to blocks, because
// there may be few columns.
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/arrange/arrange_columns.h"
#include "transform/plan/arrange/arrange_reduction.h"
#include "transform/plan/arrange/arrange_vectors.h"
#include "transform/plan/arrange/granule.h"
#include "transform/plan/plan_steps.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

enum {
    THREADS = 256,
    THREADS_ALONG_COLUMNS = 32,
    ROWS_AT_A_TIME = 8,
    THREADS_ALONG_UNALIGNED = 128, // sectors at the ends of rows are read twice: long ones
    UNALIGNED_ROWS_AT_A_TIME = 2,
    TURNS_OF_STRIP = 64, // so many rows of each thread are one block's
    BLOCKS_OF_AN_SM = 4, // the registers that this leaves are spent on loads
    FEW_SUMS = 2,
    BLOCKS_ALONG_ROWS = 128, // at most: their parts are added up by one of them
    MANY_BLOCKS = 1024,      // the same where a row is short, or read without vectors: few are along it
    ROWS_IN_FLIGHT = 8,
    SHORT_SUM = 256,
    VECTOR_BYTES = 16,
};

bool loop_jumps(const Facts *facts, const Stmt *row, const Loop *column, bool shares)
{
    bool any = false;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (!access->array || !access->stmt->id || !stmt_contains_id(row, access->stmt->id) ||
            access_stays(facts, access, row->loop->origin))
            continue;
        if (shares && !access->is_write && access_stays(facts, access, column->origin))
            continue;
        if (access->is_write || !access_walks(facts, access, column->origin) ||
            access_walks(facts, access, row->loop->origin))
            return false;
        any = true;
    }
    return any;
}

static bool is_straight(const Stmt *body)
{
    int count = stmt_count(body);
    for (int i = 0; i < count; i++) {
        const Stmt *item = stmt_item(body, i);
        if (item->kind != ST_ASSIGN && item->kind != ST_IF && item->kind != ST_DECLARE)
            return false;
    }
    return true;
}

// The summation loop among the items of the column's body; every other item is an assignment, or declares a variable of
// the column (`keeps`).
static const Stmt *find_rows(const Plan *plan, const Stmt *column, const Loop *batch, int *position, int *items,
                             bool *keeps)
{
    const Stmt *body = column->body, *rows = NULL;
    *items = stmt_count(body);
    for (int i = 0; i < *items; i++) {
        const Stmt *item = stmt_item(body, i);
        *keeps = *keeps || item->kind == ST_DECLARE;
        if (item->kind == ST_ASSIGN || item->kind == ST_DECLARE)
            continue;
        if (item->kind != ST_LOOP || rows || verdict_of(plan, item->loop) != LOOP_REDUCTION || !is_straight(item->body))
            return NULL;
        rows = item;
        *position = i;
    }
    const LoopFact *fact = rows ? facts_loop(plan->candidate->facts, rows->loop->origin) : NULL;
    bool is_long = fact && fact->affine && (fact->constant_trip < 0 || fact->constant_trip >= SHORT_SUM);
    bool is_product = batch && has_reuse(plan, column, batch, column->loop); // of two matrices: tiles
    return is_long && !is_product && loop_jumps(plan->candidate->facts, rows, column->loop, true) ? rows : NULL;
}

static bool distribute_at(Plan *plan, const char *loop, int64_t at)
{
    return plan_try(plan, (Step){.kind = STEP_DISTRIBUTE, .loop = loop, .count = at});
}

// The loops around the rows, where each holds nothing but the next.
static bool isolate(Plan *plan, LoopId rows, int count, int position, int items, const char **names)
{
    Path path;
    for (int level = 1; level <= count; level++) {
        if (!tree_path(plan->candidate->tree, stmt_find_loop(plan->candidate->tree, rows), &path) ||
            path.count <= count)
            return false;
        int at = path.count - 1 - level;
        if (position + 1 < items && !distribute_at(plan, path.loops[at]->loop->name, position + 1))
            return false;
        if (position > 0 && !distribute_at(plan, path.loops[at]->loop->name, position))
            return false;
        items = (position > 0) + 1 + (position + 1 < items);
        position = position > 0;
    }
    if (!tree_path(plan->candidate->tree, stmt_find_loop(plan->candidate->tree, rows), &path))
        return false;
    for (int i = 0; i < count; i++)
        names[i] = path.loops[path.count - 1 - count + i]->loop->name;
    return true;
}

// How many columns fit into 16 bytes of the widest array that is read along the rows.
static int64_t columns_of_vector(const Plan *plan, const Stmt *row, const Loop *column)
{
    const Facts *facts = plan->candidate->facts;
    int64_t widest = 0;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        bool moves = access->array && access->stmt->id && stmt_contains_id(row, access->stmt->id) &&
                     !access_stays(facts, access, row->loop->origin);
        if (moves && access->array->element->size > widest)
            widest = access->array->element->size;
    }
    return widest && vector_width_for(plan, row, column) ? VECTOR_BYTES / widest : 0;
}

// The blocks and threads: those of the columns (or groups of them) and those of the rows. Blocks have strips of the
// rows if `shared`. Returns the name of the loop over the rows of a thread, or of one strip of them; NULL: not legal.
static const char *bind_both(Plan *plan, const char *columns, const char *batch, const char *rows, bool shared,
                             int64_t most)
{
    const char *thread = part_of_loop(rows, "thread"), *iteration = part_of_loop(rows, "turn"),
               *row = part_of_loop(rows, "row");
    const char *strip = part_of_loop(rows, "strip"), *block = part_of_loop(rows, "block"),
               *round = part_of_loop(rows, "round");
    int64_t narrow = plan->variant.narrow;
    int64_t along = narrow ? narrow : plan->variant.single ? THREADS_ALONG_UNALIGNED : THREADS_ALONG_COLUMNS;
    int64_t across = narrow ? THREADS / narrow : plan->variant.single ? UNALIGNED_ROWS_AT_A_TIME : ROWS_AT_A_TIME;
    Step threads = {.kind = STEP_CYCLIC, .loop = rows, .size = across, .outer = thread, .inner = iteration};
    Step strips = {.kind = STEP_TILE, .loop = iteration, .size = TURNS_OF_STRIP, .outer = strip, .inner = row};
    Step blocks = {.kind = STEP_CYCLIC, .loop = strip, .size = most, .outer = block, .inner = round};
    bool dealt = plan_tile(plan, columns, along) && plan_try(plan, threads) &&
                 (!shared || (plan_try(plan, strips) && plan_try(plan, blocks))) &&
                 plan_bind(plan, part_of_loop(columns, "tile"), BIND_BLOCK_X, 0) &&
                 plan_bind(plan, part_of_loop(columns, "elem"), BIND_THREAD_X, 0) &&
                 (!batch || plan_bind(plan, batch, BIND_BLOCK_Y, 0)) && plan_bind(plan, thread, BIND_THREAD_Y, 0) &&
                 (!shared || plan_bind(plan, block, BIND_BLOCK_Y, 0));
    return !dealt ? NULL : shared ? row : iteration;
}

static bool has_same_bounds(const Facts *facts, LoopId left, LoopId right)
{
    const LoopFact *one = facts_loop(facts, left), *other = facts_loop(facts, right);
    return left == right || (one && other && expr_equal(one->loop->lower, other->loop->lower) &&
                             expr_equal(one->loop->upper, other->loop->upper));
}

static void note_built(Plan *plan, LoopId column, LoopId rows, int64_t width)
{
    const Facts *facts = plan->candidate->facts;
    Built *built = &plan->built;
    if (built->nests[VERSIONED_COLUMNS]++)
        built->differ = built->differ || built->columns.width != width ||
                        !has_same_bounds(facts, built->columns.column, column) ||
                        !has_same_bounds(facts, built->columns.rows, rows);
    built->columns.column = column;
    built->columns.rows = rows;
    built->columns.width = width;
}

// With 16 bytes at a time: a thread has neighbouring columns.
static bool deal_out_vectors(Plan *plan, const char *const *names, int count, const char *rows)
{
    const Loop *column = tree_loop(plan->candidate->tree, names[count - 1])->loop;
    const Stmt *sums = tree_loop(plan->candidate->tree, rows);
    int64_t flight = plan_flight(plan, sums, sums->loop, ROWS_IN_FLIGHT);
    int64_t width = plan->variant.single ? 0 : columns_of_vector(plan, sums, column);
    const char *group = plan_groups(plan, column, width), *iterations = NULL;
    if (group && plan_interchange(plan, part_of_loop(column->name, "lane"), rows))
        iterations = bind_both(plan, group, count > 1 ? names[0] : NULL, rows, count == 1,
                               plan->variant.narrow ? MANY_BLOCKS : BLOCKS_ALONG_ROWS);
    bool made = iterations && plan_vectors(plan, column, iterations, flight);
    const LoopFact *fact = facts_loop(plan->candidate->facts, sums->loop->origin);
    if (made && count == 1 && fact->reductions.count <= FEW_SUMS)
        plan_try(plan,
                 (Step){.kind = STEP_LAUNCH_BOUNDS, .loop = part_of_loop(group, "tile"), .blocks = BLOCKS_OF_AN_SM});
    if (!made || !reduce_all(plan) || !plan_lowers(plan))
        return false;
    note_built(plan, column->origin, count == 1 ? sums->loop->origin : 0, width);
    return true;
}

static bool deal_out(Plan *plan, const char *const *names, int count, const char *rows)
{
    const Candidate *mark = plan->candidate;
    if (deal_out_vectors(plan, names, count, rows))
        return true;
    plan->candidate = mark;
    const char *iterations =
        bind_both(plan, names[count - 1], count > 1 ? names[0] : NULL, rows, count == 1, MANY_BLOCKS);
    return iterations && plan_try(plan, (Step){.kind = STEP_UNROLL, .loop = iterations, .copies = ROWS_IN_FLIGHT}) &&
           reduce_all(plan) && plan_lowers(plan);
}

// Whether the rows are parts of sums that other blocks have left: there are so few sums that they were divided.
static bool adds_parts(const Plan *plan, const Stmt *rows)
{
    const Facts *facts = plan->candidate->facts;
    bool parts = plan->variant.of != VERSIONED_ROWS;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (access->array && access->stmt->id && stmt_contains_id(rows, access->stmt->id) && !access->is_write)
            parts = parts && access->array->space == SPACE_SCRATCH;
    }
    return parts;
}

// All that a column has stays together, with its variables: the threads of one block have all of its rows.
static bool deal_out_whole(Plan *plan, const Loop *const *loops, int count, const char *rows)
{
    const char *iterations =
        bind_both(plan, loops[count - 1]->name, count > 1 ? loops[0]->name : NULL, rows, false, MANY_BLOCKS);
    return iterations && plan_try(plan, (Step){.kind = STEP_UNROLL, .loop = iterations, .copies = ROWS_IN_FLIGHT}) &&
           reduce_all(plan) && plan_lowers(plan);
}

// Loops that `isolate` has placed next to those with the rows: parts of the outermost one in which nothing is bound.
typedef struct Others {
    const Plan *plan;
    const Loop *outermost;
    int first_made;
    LoopId ids[MAX_DEPTH];
    int count;
} Others;

static bool gather_other(void *context, const Stmt *stmt)
{
    Others *others = context;
    if (stmt->kind != ST_LOOP)
        return true;
    const Loop *loop = stmt->loop;
    bool made = loop->id == others->outermost->id || loop->id >= others->first_made;
    if (made && loop->origin == others->outermost->origin && !tree_has_concurrent(stmt) && others->count < MAX_DEPTH)
        others->ids[others->count++] = loop->id;
    return loop->origin != others->outermost->origin;
}

bool arrange_columns(Plan *plan, const Loop *const *loops, int count)
{
    int position = 0, items = 0;
    const char *names[2];
    bool keeps = false;
    const Stmt *column = count <= 2 ? stmt_find_loop(plan->candidate->tree, loops[count - 1]->id) : NULL;
    const Stmt *rows = column && plan_style(plan) != REDUCE_SEQUENTIAL
                           ? find_rows(plan, column, count > 1 ? loops[0] : NULL, &position, &items, &keeps)
                           : NULL;
    if (!rows || plan->variant.whole)
        return false;
    const Candidate *mark = plan->candidate;
    if (keeps) {
        bool made = adds_parts(plan, rows) && deal_out_whole(plan, loops, count, rows->loop->name);
        plan->candidate = made ? plan->candidate : mark;
        return made;
    }
    if (!isolate(plan, rows->loop->id, count, position, items, names) ||
        !deal_out(plan, names, count, rows->loop->name)) {
        plan->candidate = mark;
        return false;
    }
    Others others = {.plan = plan, .outermost = loops[0], .first_made = mark->nest->next_loop};
    stmt_walk(plan->candidate->tree, gather_other, &others);
    for (int i = 0; i < others.count; i++)
        arrange(plan, stmt_find_loop(plan->candidate->tree, others.ids[i]));
    return true;
}
