// Row sums and similar nests: the inner loops walk along memory and the parallel loop around them does not, so several
// lanes take a row. These are half a warp with 16 bytes at a time, so that short rows have many loads under way;
// otherwise a warp. If lengths are data, and the launcher knows how many elements there are, two warps, so that a long
// row has many loads under way, and few lanes in a version for rows that are short on average; half a warp if it does
// not know. If the plan says so, it is a whole block, or threads hold what several of the inner loops use.
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/arrange/arrange_reduction.h"
#include "transform/plan/arrange/arrange_rows.h"
#include "transform/plan/arrange/arrange_vectors.h"
#include "transform/plan/arrange/granule.h"
#include "transform/plan/plan_steps.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

enum {
    LANES = 32,
    WIDE_LANES = 16,
    DATA_LANES = 64,
    UNKNOWN_LANES = 16,
    THREADS = 256,
    VECTORS_IN_FLIGHT = 4,
    PAIRS_IN_FLIGHT = 2,
    TURNS_IN_FLIGHT = 16,
    FEW_TURNS_IN_FLIGHT = 4,
    MOST_DIMENSIONS = 3
};

// Whether the bounds are data, as for rows that are packed one after the other.
static bool is_data(const Plan *plan, const Loop *loop)
{
    const LoopFact *fact = facts_loop(plan->candidate->facts, loop->origin);
    return fact && fact->shared != fact->verdict && !fact->affine;
}

static bool has_few_iterations(const Plan *plan, const Loop *loop)
{
    int64_t most = loop_constant_extent(plan->candidate->arena, plan->candidate->tree, loop->id);
    return most >= 0 && most < LANES;
}

static bool is_short(const Plan *plan, const Loop *loop)
{
    const LoopFact *fact = facts_loop(plan->candidate->facts, loop->origin);
    return !fact || (!fact->affine && !is_data(plan, loop)) ||
           (fact->constant_trip >= 0 && fact->constant_trip < LANES) || has_few_iterations(plan, loop);
}

static LoopVerdict shared_verdict(const Plan *plan, const Loop *loop)
{
    const LoopFact *fact = facts_loop(plan->candidate->facts, loop->origin);
    return fact ? fact->shared : LOOP_OPAQUE;
}

// Parallel loops, outermost first; the last one is the row.
typedef struct Rows {
    const Loop *const *loops;
    int count;
} Rows;

// If the inner loop begins at another element in each iteration of an outer loop (parts of a row), it moves with that
// one.
static bool moves_with_all(const Plan *plan, const Access *access, const Loop *inner, const Rows *rows)
{
    for (int i = 0; i + 1 < rows->count; i++)
        if (access_stays(plan->candidate->facts, access, rows->loops[i]->origin) &&
            !expr_mentions(inner->lower, rows->loops[i]->iterator))
            return false;
    return true;
}

typedef struct RowValues {
    const Stmt *row;
    bool found;
} RowValues;

static bool look_for_row_value(void *context, const Expr *expr)
{
    RowValues *values = context;
    const Symbol *symbol = expr->kind == EX_SYMBOL ? expr->symbol : NULL;
    values->found = values->found ||
                    (symbol && (symbol == values->row->loop->iterator || tree_declares(values->row->body, symbol) ||
                                tree_writes_symbol(values->row->body, symbol)));
    return !values->found;
}

// Whether data say for each iteration of the row loop, not for those of loops around it, where the inner loop begins.
static bool is_placed_by_row(const Plan *plan, const Loop *inner, const Loop *row)
{
    RowValues values = {.row = tree_loop(plan->candidate->tree, row->name)};
    if (!values.row || !is_data(plan, inner))
        return false;
    expr_walk(inner->lower, look_for_row_value, &values);
    expr_walk(inner->upper, look_for_row_value, &values);
    return values.found;
}

// Whether the row says which part of its array the access goes through: with the inner loop, which is the item or below
// it, or with a loop between them.
static bool begins_by_row(const Plan *plan, const Access *access, const Stmt *item, const Loop *inner, const Loop *row)
{
    bool begins = expr_mentions(inner->lower, row->iterator);
    for (const Stmt *at = item; at && !begins; at = at->loop == inner ? NULL : only_loop(at->body)) {
        bool moves = at->loop == inner || !access_stays(plan->candidate->facts, access, at->loop->origin);
        begins = moves && is_placed_by_row(plan, at->loop, row);
    }
    return begins;
}

// Whether tiles of results share what they read, as in a product of triangular matrices.
static bool shares_operands(const Plan *plan, const Rows *rows)
{
    int last = rows->count - 1;
    const Stmt *row = tree_loop(plan->candidate->tree, rows->loops[last]->name);
    return last > 0 && row && has_reuse(plan, row, rows->loops[last - 1], rows->loops[last]);
}

// Whether some access walks along memory with the inner loop, and strides with the row loop; each row of the outer
// loops has its own.
static bool walks_along(const Plan *plan, const Stmt *item, const Loop *inner, const Rows *rows)
{
    const Facts *facts = plan->candidate->facts;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        int64_t near = 0, far = 0;
        if (!access->array || !holds_statement(item, access->stmt->id) || !moves_with_all(plan, access, inner, rows))
            continue;
        StrideKind along_inner = access_stride(facts, access, inner->origin, &near);
        const Loop *row = rows->loops[rows->count - 1];
        StrideKind along_row = access_stride(facts, access, row->origin, &far);
        bool elsewhere = along_row == STRIDE_ZERO
                             ? begins_by_row(plan, access, item, inner, row) && !shares_operands(plan, rows)
                             : !stride_is_one(along_row, far);
        if (stride_is_one(along_inner, near) && elsewhere)
            return true;
    }
    return false;
}

// A loop whose iterations lanes share, and the loops around it inside of the row, innermost first, which each lane runs
// itself.
typedef struct Inner {
    const Loop *loop;
    const Loop *around[MAX_DEPTH];
    int count;
} Inner;

static bool is_good(const Plan *plan, const Loop *loop)
{
    LoopVerdict verdict = shared_verdict(plan, loop);
    return verdict == LOOP_PARALLEL || verdict == LOOP_REDUCTION;
}

// The loop of the item itself, unless it strides and the innermost loop in it walks along memory.
static Inner inner_of(const Plan *plan, const Stmt *item, const Rows *rows)
{
    Inner own = {.loop = item->loop}, deep = {.loop = NULL};
    const Stmt *stmt = item;
    for (const Stmt *next = only_loop(stmt->body); next && is_good(plan, stmt->loop) && deep.count < MAX_DEPTH;
         next = only_loop(stmt->body)) {
        for (int i = deep.count++; i > 0; i--)
            deep.around[i] = deep.around[i - 1];
        deep.around[0] = stmt->loop;
        stmt = next;
    }
    deep.loop = stmt->loop;
    bool better = stmt != item && is_good(plan, stmt->loop) && !is_data(plan, stmt->loop) && !only_loop(stmt->body) &&
                  !walks_along(plan, item, item->loop, rows) && walks_along(plan, item, stmt->loop, rows);
    return better ? deep : own;
}

// The inner loops: items of the row's body, each parallel or a reduction, and long.
static int inner_loops(const Plan *plan, const Stmt *row, const Rows *rows, Inner *inners, int most)
{
    const Stmt *body = row->body;
    int count = 0, items = stmt_count(body);
    bool walks = false;
    for (int i = 0; i < items; i++) {
        const Stmt *item = stmt_item(body, i);
        if (item->kind == ST_ASSIGN || item->kind == ST_DECLARE)
            continue;
        if (item->kind != ST_LOOP || !is_good(plan, item->loop) || count == most)
            return 0;
        inners[count] = inner_of(plan, item, rows);
        if (is_short(plan, inners[count].loop))
            return 0;
        walks = walks || walks_along(plan, item, inners[count].loop, rows);
        count++;
    }
    return walks ? count : 0;
}

// The loop over lanes directly into the row, and bound.
static bool bind_lanes(Plan *plan, const Inner *inner, const char *worker)
{
    for (int i = 0; i < inner->count; i++)
        if (!plan_interchange(plan, inner->around[i]->name, worker))
            return false;
    return plan_bind(plan, worker, BIND_THREAD_X, 0);
}

// Vectors that begin where the loop does may begin beside those of memory. Behind the first iterations, as many as are
// more than whole vectors, the vectors end with the loop; the end of a row is where one of memory ends, if rows have
// whole numbers of them.
static bool begins_beside(const Loop *loop, int64_t width)
{
    const Expr *lower = expr_strip_casts(loop->lower);
    return width > 1 && !(lower->kind == EX_INT && lower->integer % width == 0);
}

// Where a block has a row, eight blocks are on an SM, and a thread has 32 registers: too few for four vectors of two
// doubles and their sum. On an H200 16384 rows of as many doubles take 466 us instead of 502; rows that warps or parts
// of them have are short, and take as long or longer with two.
static int64_t vectors_in_flight(int64_t lanes, int64_t width)
{
    return lanes >= THREADS && width == 2 ? PAIRS_IN_FLIGHT : VECTORS_IN_FLIGHT;
}

static bool bind_wide(Plan *plan, const Inner *inner, int64_t lanes, bool peels)
{
    const Loop *loop = inner->loop;
    const Candidate *mark = plan->candidate;
    if (is_data(plan, loop))
        return false;
    int64_t width = vector_width_for(plan, tree_loop(plan->candidate->tree, loop->name), loop);
    if (peels && begins_beside(loop, width))
        plan_try(plan, (Step){.kind = STEP_PEEL, .loop = loop->name, .size = width});
    const char *group = plan_groups(plan, loop, width);
    if (group && plan_cyclic(plan, group, lanes) && bind_lanes(plan, inner, part_of_loop(group, "worker")) &&
        plan_vectors(plan, loop, part_of_loop(group, "turn"), vectors_in_flight(lanes, width)))
        return true;
    plan->candidate = mark;
    return false;
}

// Rows of data-dependent lengths: a long one must not keep its warp from many loads at a time.
static bool bind_narrow(Plan *plan, const Inner *inner, int64_t lanes)
{
    const Loop *loop = inner->loop;
    const char *iteration = part_of_loop(loop->name, "turn");
    int64_t turns = lanes < WARP_SIZE ? FEW_TURNS_IN_FLIGHT : TURNS_IN_FLIGHT;
    if (!plan_cyclic(plan, loop->name, lanes) || !bind_lanes(plan, inner, part_of_loop(loop->name, "worker")))
        return false;
    if (is_data(plan, loop) && runs_straight(plan, iteration))
        plan_try(plan, (Step){.kind = STEP_UNROLL, .loop = iteration, .copies = turns});
    return true;
}

// An array of known length along which a loop walks whose lengths are data. NULL: there is none.
static const ArrayFact *packed_rows(const Plan *plan, const Inner *inners, int count)
{
    const Facts *facts = plan->candidate->facts;
    for (int i = 0; i < count; i++) {
        const Stmt *stmt =
            is_data(plan, inners[i].loop) ? tree_loop(plan->candidate->tree, inners[i].loop->name) : NULL;
        for (int a = 0; stmt && a < facts->accesses.count; a++) {
            const Access *access = &facts->accesses.items[a];
            const ArrayFact *fact = access->array ? facts_array(facts, access->array) : NULL;
            if (fact && fact->first && fact->last && !fact->measured && fact->array->held != HOST_ROWS &&
                holds_statement(stmt, access->stmt->id) && access_walks(facts, access, inners[i].loop->origin))
                return fact;
        }
    }
    return NULL;
}

// How many lanes fit all of the loops, which share them.
static int64_t lanes_of_row(const Plan *plan, const Inner *inners, int count)
{
    bool wide = true;
    if (plan_varies(plan, VERSIONED_ROWS))
        return plan->variant.row.threads ? plan->variant.row.threads : THREADS;
    for (int i = 0; i < count; i++) {
        const Loop *loop = inners[i].loop;
        if (is_data(plan, loop))
            return packed_rows(plan, inners, count) ? DATA_LANES : UNKNOWN_LANES;
        wide = wide && vector_width_for(plan, tree_loop(plan->candidate->tree, loop->name), loop) > 1;
    }
    return wide ? WIDE_LANES : LANES;
}

static bool bind_inner(Plan *plan, const Inner *inners, int count, int64_t lanes, bool peels)
{
    for (int i = 0; i < count; i++)
        if (!bind_wide(plan, &inners[i], lanes, peels) && !bind_narrow(plan, &inners[i], lanes))
            return false;
    return true;
}

static bool bind_rows(Plan *plan, const Rows *rows, int64_t lanes)
{
    const char *name = rows->loops[rows->count - 1]->name;
    bool whole = lanes >= THREADS, bound = whole || plan_tile(plan, name, THREADS / lanes);
    for (int i = rows->count - 2, d = 1; bound && i >= 0; i--, d++)
        bound = plan_bind(plan, rows->loops[i]->name, (Binding)(BIND_BLOCK_X + (unsigned)d), 0);
    if (whole)
        return bound && plan_bind(plan, name, BIND_BLOCK_X, 0);
    return bound && plan_bind(plan, part_of_loop(name, "tile"), BIND_BLOCK_X, 0) &&
           plan_bind(plan, part_of_loop(name, "elem"), BIND_THREAD_Y, 0);
}

// ---- rows of which threads hold what they use

// Vectors of the same elements in all loops; 0: there are none.
static int64_t common_width(const Plan *plan, const Inner *inners, int count)
{
    int64_t least = 0;
    for (int i = 0; i < count; i++) {
        const Loop *loop = inners[i].loop;
        int64_t width = vector_width_for(plan, tree_loop(plan->candidate->tree, loop->name), loop);
        if (inners[i].count || is_data(plan, loop) || width < 2)
            return 0;
        least = !least || width < least ? width : least;
    }
    return least;
}

static bool uses_along(const Plan *plan, const Inner *inner, const Array *array)
{
    const Facts *facts = plan->candidate->facts;
    const Stmt *loop = tree_loop(plan->candidate->tree, inner->loop->name);
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (access->array == array && holds_statement(loop, access->stmt->id) &&
            access_walks(facts, access, inner->loop->origin))
            return true;
    }
    return false;
}

static int count_reread(const Plan *plan, const Inner *inners, int count)
{
    const Facts *facts = plan->candidate->facts;
    int reread = 0;
    FOR_EACH(a, &facts->arrays) {
        int uses = 0;
        for (int i = 0; i < count; i++)
            uses += uses_along(plan, &inners[i], facts->arrays.items[a].array);
        reread += uses > 1;
    }
    return reread;
}

static bool bind_held(Plan *plan, const Inner *inner, const RowShape *row)
{
    const char *name = inner->loop->name;
    Step limit = {.kind = STEP_LIMIT, .loop = name, .size = row->threads * row->vectors * row->width};
    const char *group = plan_try(plan, limit) ? plan_groups(plan, inner->loop, row->width) : NULL;
    return group && plan_cyclic(plan, group, row->threads) && bind_lanes(plan, inner, part_of_loop(group, "worker")) &&
           plan_unroll(plan, part_of_loop(group, "turn"));
}

// Loops over vectors: what is in registers, and in shared memory.
static const char *const vectors[] = {"lane", "lane.kept"};
enum { VECTORS = sizeof vectors / sizeof *vectors };

static bool vectorize_held(Plan *plan, const char *loop)
{
    return !tree_loop(plan->candidate->tree, loop) || plan_try(plan, (Step){.kind = STEP_VECTORIZE, .loop = loop}) ||
           plan_unroll(plan, loop);
}

// The elements that a thread copies to registers and back, in vectors; false: such a loop stays.
static bool vectorize_copies(Plan *plan, const Inner *inners, int count, const char *array)
{
    static const char *const directions[] = {"load", "store"};
    for (int i = 0; i < 2 * VECTORS * count; i++) {
        const char *part = intern_printf("%s.%s_%s", vectors[i % VECTORS], array, directions[i / VECTORS % 2]);
        if (!vectorize_held(plan, part_of_loop(inners[i / (2 * VECTORS)].loop->name, part)))
            return false;
    }
    return true;
}

static bool count_special(void *context, const Expr *expr)
{
    int *special = context;
    *special += expr->kind == EX_CALL || (expr->kind == EX_BINARY && expr->op == OP_DIV && type_is_float(expr->type));
    return true;
}

static int special_functions(const Stmt *row)
{
    int special = 0;
    stmt_walk_expressions(row, count_special, &special);
    return special;
}

// What takes long to compute is computed once, as far as that takes no registers: values take those of their elements.
static void hold_values(Plan *plan, const char *array, const char *row)
{
    const Candidate *mark = plan->candidate;
    while (plan_try(plan, (Step){.kind = STEP_REUSE, .array = array, .loop = row})) {
        const Stmt *before = tree_loop(mark->tree, row), *after = tree_loop(plan->candidate->tree, row);
        if (special_functions(after) >= special_functions(before) || stmt_count(after->body) > stmt_count(before->body))
            break;
        mark = plan->candidate;
    }
    plan->candidate = mark;
}

static bool hold_arrays(Plan *plan, const Inner *inners, int count, const char *row)
{
    const Facts *facts = plan->candidate->facts;
    bool any = false;
    FOR_EACH(i, &facts->arrays) {
        const char *array = facts->arrays.items[i].array->name;
        Step stage = {.kind = STEP_STAGE, .array = array, .space = SPACE_REGISTER, .loop = row};
        stage.held = plan->variant.row.shared;
        if (!plan_try(plan, stage))
            continue;
        any = true;
        hold_values(plan, array, row);
        if (!vectorize_copies(plan, inners, count, array))
            return false;
    }
    for (int i = 0; i < VECTORS * count && any; i++)
        any = vectorize_held(plan, part_of_loop(inners[i / VECTORS].loop->name, vectors[i % VECTORS]));
    return any;
}

RowShape row_in_registers(const RowShape *shape)
{
    RowShape plain = *shape;
    plain.threads *= 2;
    plain.vectors /= 2;
    plain.shared = plain.blocks = 0;
    return plain;
}

static bool arrange_row(Plan *plan, const Rows *rows, const Inner *inners, int count)
{
    const RowShape *row = &plan->variant.row;
    const char *name = rows->loops[rows->count - 1]->name;
    if (!bind_rows(plan, rows, row->threads))
        return false;
    for (int i = 0; i < count; i++)
        if (!bind_held(plan, &inners[i], row))
            return false;
    Step bounds = {.kind = STEP_LAUNCH_BOUNDS, .loop = name, .blocks = row->blocks};
    return reduce_all(plan) &&
           hold_arrays(plan, inners, count, row->threads < THREADS ? part_of_loop(name, "elem") : name) &&
           (!row->blocks || plan_try(plan, bounds)) && plan_lowers(plan);
}

static bool arrange_held(Plan *plan, const Rows *rows, const Inner *inners, int count)
{
    const Candidate *mark = plan->candidate;
    if (arrange_row(plan, rows, inners, count))
        return true;
    plan->candidate = mark;
    if (!plan->variant.row.shared)
        return false;
    plan->variant.row = row_in_registers(&plan->variant.row);
    return arrange_row(plan, rows, inners, count);
}

// ---- the entry

static bool some_begin_beside(const Plan *plan, const Inner *inners, int count)
{
    for (int i = 0; i < count; i++) {
        const Loop *loop = inners[i].loop;
        if (begins_beside(loop, vector_width_for(plan, tree_loop(plan->candidate->tree, loop->name), loop)))
            return true;
    }
    return false;
}

// ---- pieces of memory that each lane has for itself

typedef struct Pieces {
    const Plan *plan;
    const Loop *lanes; // which the lanes share
    const char *loops[MAX_DEPTH];
    int count;
} Pieces;

static bool is_vector(int64_t trip)
{
    return trip == 2 || trip == 4 || trip == 8 || trip == 16;
}

static bool look_for_piece(void *context, const Stmt *stmt)
{
    Pieces *pieces = context;
    const Facts *facts = pieces->plan->candidate->facts;
    const LoopFact *fact = stmt->kind == ST_LOOP ? facts_loop(facts, stmt->loop->origin) : NULL;
    if (!fact || fact->id == pieces->lanes->origin || !is_vector(fact->constant_trip) ||
        tree_has_kind(stmt->body, ST_LOOP) || pieces->count == MAX_DEPTH)
        return true;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        int64_t far = 0;
        bool reads = access->array && !access->is_write && holds_statement(stmt, access->stmt->id) &&
                     access_walks(facts, access, fact->id);
        if (reads && access_stride(facts, access, pieces->lanes->origin, &far) == STRIDE_CONSTANT &&
            far >= fact->constant_trip) {
            pieces->loops[pieces->count++] = stmt->loop->name;
            return true;
        }
    }
    return true;
}

// A short loop inside that goes along memory, as over the bytes of a block of numbers: a lane loads its piece at once.
static void vectorize_pieces(Plan *plan, const Rows *rows, const Inner *inners, int count)
{
    const Stmt *row = stmt_find_loop(plan->candidate->tree, rows->loops[rows->count - 1]->id);
    for (int i = 0; i < count; i++) {
        Pieces pieces = {.plan = plan, .lanes = inners[i].loop};
        stmt_walk(row ? row : plan->candidate->tree, look_for_piece, &pieces);
        for (int k = 0; k < pieces.count; k++)
            plan_try(plan, (Step){.kind = STEP_VECTORIZE, .loop = pieces.loops[k]});
    }
}

static bool arrange_shared(Plan *plan, const Rows *rows, const Inner *inners, int count)
{
    int64_t lanes = lanes_of_row(plan, inners, count);
    const Candidate *mark = plan->candidate;
    for (int peels = some_begin_beside(plan, inners, count); peels >= 0; peels--) {
        plan->candidate = mark;
        if (!bind_rows(plan, rows, lanes) || !bind_inner(plan, inners, count, lanes, peels))
            continue;
        vectorize_pieces(plan, rows, inners, count);
        if (reduce_all(plan) && plan_lowers(plan))
            return true;
    }
    return false;
}

static void note_rows(Plan *plan, const Rows *rows, LoopId inner, int64_t vector)
{
    Built *built = &plan->built;
    built->nests[VERSIONED_ROWS]++;
    built->rows.inner = inner;
    built->rows.filling = (int64_t)THREADS * VECTORS_IN_FLIGHT * (vector > 1 ? vector : 1);
    built->rows.count = rows->count;
    for (int i = 0; i < rows->count; i++)
        built->rows.rows[i] = rows->loops[i]->origin;
}

bool arrange_rows(Plan *plan, const Loop *const *loops, int parallel)
{
    Inner inners[MAX_DEPTH];
    Rows rows = {loops, parallel};
    const Stmt *row =
        parallel <= MOST_DIMENSIONS ? stmt_find_loop(plan->candidate->tree, loops[parallel - 1]->id) : NULL;
    int count = row ? inner_loops(plan, row, &rows, inners, MAX_DEPTH) : 0;
    int64_t vector =
        count ? vector_width_for(plan, tree_loop(plan->candidate->tree, inners[0].loop->name), inners[0].loop) : 0;
    const Candidate *mark = plan->candidate;
    bool holds = plan_varies(plan, VERSIONED_ROWS) && plan->variant.row.vectors;
    int64_t width = common_width(plan, inners, count);
    int reread = width ? count_reread(plan, inners, count) : 0;
    const ArrayFact *packed = packed_rows(plan, inners, count);
    if (count && (holds ? arrange_held : arrange_shared)(plan, &rows, inners, count)) {
        note_rows(plan, &rows, inners[0].loop->origin, vector);
        plan->built.rows.reread = reread;
        plan->built.rows.packed = packed;
        plan->built.rows.width = width;
        return true;
    }
    plan->candidate = mark;
    return false;
}
