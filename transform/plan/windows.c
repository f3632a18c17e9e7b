// Windows: elements that neighbouring iterations of parallel loops read, in short loops inside of these. Where the
// short loops are written out, a thread loads what its results share once (transform/vector/vector_window.h). So are
// loops over constant tables, whose elements are numbers then.
#include "transform/plan/windows.h"

#include "ir/fold.h"
#include "ir/table.h"
#include "transform/source/ranges/unroll_fully.h"
#include "transform/tree/linear.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

enum { MOST_WRITTEN_OUT = 64 };

typedef struct ShortLoops {
    const Candidate *state;
    const Stmt *band, *inner; // the outermost and the innermost of the parallel loops around
    int64_t statements;       // once all are written out; -1: too many, or some loop has another form
    bool gains;               // some windows overlap, or elements of constant tables are known then
} ShortLoops;

static bool is_parallel(const Candidate *state, const Stmt *loop)
{
    const LoopFact *fact = facts_loop(state->facts, loop->loop->id);
    return fact && fact->verdict == LOOP_PARALLEL;
}

static int64_t magnitude(int64_t number)
{
    return number < 0 ? -number : number;
}

// Whether iterations of the parallel loop, of which there may be `trip` (-1: any number), use the same elements along a
// subscript: b[k * 32 + j] for j < 32 has rows of their own for each k.
static bool overlaps(Arena *arena, Expr *subscript, const Loop *parallel, int64_t trip, const Loop *loop)
{
    Linear form = linear_of(arena, subscript);
    int64_t along = magnitude(linear_factor(&form, parallel->iterator)),
            own = magnitude(linear_factor(&form, loop->iterator)), common = greatest_common_divisor(along, own);
    return along && own && along / common < unroll_fully_count(loop) && (trip < 0 || own / common < trip);
}

static bool meets_neighbours(const ShortLoops *loops, const Access *access, const Loop *loop)
{
    const Facts *facts = loops->state->facts;
    const ArrayFact *array = access->array ? facts_array(facts, access->array) : NULL;
    if (!array || array->written || !access->affine)
        return false;
    for (const Stmt *around = loops->band; around; around = around == loops->inner ? NULL : only_loop(around->body)) {
        const LoopFact *fact = facts_loop(facts, around->loop->id);
        for (int d = 0; d < access->ndim; d++)
            if (overlaps(loops->state->arena, access->dims[d], around->loop, fact->constant_trip, loop))
                return true;
    }
    return false;
}

static bool looks_up(const Access *access, const Loop *loop)
{
    bool moves = false;
    for (int d = 0; access->array && array_is_table(access->array) && d < access->expr->noperands; d++)
        moves = moves || expr_mentions(access->expr->operands[d], loop->iterator);
    return moves;
}

static int64_t count_statements(ShortLoops *loops, const Stmt *stmt, int64_t copies)
{
    if (!stmt || loops->statements < 0)
        return 0;
    if (stmt->kind == ST_LOOP) {
        int64_t count = unroll_fully_count(stmt->loop);
        const Facts *facts = loops->state->facts;
        copies = count > 0 && copies <= MOST_WRITTEN_OUT ? copies * count : MOST_WRITTEN_OUT + 1;
        FOR_EACH(i, &facts->accesses)
            if (count > 0 && stmt_contains(stmt, facts->accesses.items[i].stmt))
                loops->gains = loops->gains || meets_neighbours(loops, &facts->accesses.items[i], stmt->loop) ||
                               looks_up(&facts->accesses.items[i], stmt->loop);
    }
    if (stmt->kind == ST_WHILE || copies > MOST_WRITTEN_OUT)
        loops->statements = -1;
    int64_t sum = stmt->kind == ST_ASSIGN || stmt->kind == ST_EVALUATE ? copies : 0;
    for (int i = 0; i < stmt->nitems; i++)
        sum += count_statements(loops, stmt->items[i], copies);
    return sum + count_statements(loops, stmt->body, copies) + count_statements(loops, stmt->otherwise, copies);
}

static const Stmt *innermost_loop(const Stmt *stmt)
{
    const Stmt *found = NULL;
    if (!stmt)
        return NULL;
    for (int i = 0; i < stmt->nitems && !found; i++)
        found = innermost_loop(stmt->items[i]);
    found = found ? found : innermost_loop(stmt->body);
    found = found ? found : innermost_loop(stmt->otherwise);
    return found ? found : stmt->kind == ST_LOOP ? stmt : NULL;
}

static const Candidate *write_out(const Candidate *nest, const Stmt *band)
{
    ShortLoops loops = {.state = nest, .band = band, .inner = band};
    for (const Stmt *next = band; next && is_parallel(nest, next); next = only_loop(next->body))
        loops.inner = next;
    LoopId inner = loops.inner->loop->id;
    int64_t statements = count_statements(&loops, loops.inner->body, 1);
    if (loops.statements < 0 || statements > MOST_WRITTEN_OUT || !loops.gains)
        return nest;
    const Candidate *state = nest;
    for (const Stmt *next; (next = innermost_loop(stmt_find_loop(state->nest->body, inner)->body));) {
        state = candidate_step(state, &(Step){.kind = STEP_UNROLL_FULLY, .loop = next->loop->name}).candidate;
        if (!state)
            return nest;
    }
    return state;
}

static const Candidate *write_out_below(const Candidate *nest, const Stmt *stmt)
{
    if (!stmt)
        return nest;
    if (stmt->kind == ST_LOOP && is_parallel(nest, stmt))
        return write_out(nest, stmt);
    for (int i = 0; i < stmt->nitems; i++)
        nest = write_out_below(nest, stmt->items[i]);
    return write_out_below(write_out_below(nest, stmt->body), stmt->otherwise);
}

const Candidate *plan_windows_of(const Candidate *nest, const Stmt *stmt)
{
    return write_out_below(nest, stmt);
}

const Candidate *plan_windows(const Candidate *nest)
{
    return write_out_below(nest, nest->nest->body);
}
