// Stencils: elements that several iterations of an outer loop read. A thread has a few of these iterations, with a vector of the innermost
// loop each, and loads every element once (windows, transform/lanes.h).
#include "frontend/directive.h"
#include "transform/lanes.h"
#include "transform/plan/planner.h"

// Threads of a block along and across the rows; iterations of the outer loop that a thread has; bytes of registers for elements that
// several rows of several planes read, and blocks of a multiprocessor then: 72 registers for a thread.
enum { ALONG = 32, ACROSS = 4, TURNS = 2, TURNS_IN_SPACE = 4, MOST_HELD = 400, BLOCKS_OF_AN_SM = 7 };

// Whether two reads lie apart by a constant, along a dimension that the loop moves through.
static bool meet_along(Arena *arena, const Access *left, const Access *right, const Loop *loop)
{
    bool along = false;
    if (left->array != right->array || left->ndim != right->ndim || left->conditional || right->conditional)
        return false;
    for (int d = 0; d < left->ndim; d++) {
        Linear first = linear_of(arena, left->dims[d]), second = linear_of(arena, right->dims[d]);
        Linear apart = linear_combine(arena, &first, &second, -1);
        int64_t step = linear_factor(&first, loop->iterator);
        if (!linear_is_constant(&apart) || (step && apart.constant % step))
            return false;
        along = along || (step && apart.constant / step >= -TURNS && apart.constant / step <= TURNS && apart.constant);
    }
    return along;
}

// How many pairs of reads meet when the loop goes on by one or two iterations.
static int meetings(const Plan *plan, const Stmt *root, const Loop *loop)
{
    const Facts *facts = plan->state->facts;
    int count = 0;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        const ArrayFact *array = access->array ? facts_array(facts, access->array) : NULL;
        if (!array || array->written || !access->affine || !holds_statement(root, access->stmt->id))
            continue;
        for (int k = 0; k < i; k++) {
            const Access *other = &facts->accesses.items[k];
            count += other->array && other->affine && holds_statement(root, other->stmt->id) &&
                     meet_along(plan->state->arena, access, other, loop);
        }
    }
    return count;
}

typedef struct Stencil {
    const Loop *turns, *rows, *row, *space; // rows may be turns; space, outside of both or turns itself: NULL
    int64_t count; // of turns
    bool both;     // turns of rows inside of those
} Stencil;

static bool cut(Plan *plan, const char *loop, int64_t size, const char *outer, const char *inner)
{
    return plan_try(plan, (Step){.kind = STEP_TILE, .target = loop, .size = size, .outer = outer, .inner = inner});
}

static bool move_in(Plan *plan, const char *loop, const char *const *past, int count)
{
    for (int i = 0; i < count; i++)
        if (!plan_interchange(plan, loop, past[i]))
            return false;
    return true;
}

// Whether what the thread's results share is held in registers, and fits.
static bool hold_windows(Plan *plan, const char *turn, const char *block)
{
    const Stmt *turns = tree_loop(plan->tree, turn);
    int64_t bytes = turns ? windows_bytes(plan->state->arena, turns) : 0;
    return bytes > 0 && bytes <= MOST_HELD && plan_try(plan, (Step){.kind = STEP_OCCUPY, .target = block, .size = BLOCKS_OF_AN_SM});
}

static bool make_stencil(Plan *plan, const Stencil *stencil, int64_t lanes)
{
    const char *group = plan_groups(plan, stencil->row, lanes);
    const char *part = part_of_loop(stencil->turns->name, "group"), *turn = part_of_loop(stencil->turns->name, "turn");
    const char *row_part = part_of_loop(stencil->rows->name, "group"), *row_turn = part_of_loop(stencil->rows->name, "turn");
    const char *rows = stencil->rows == stencil->turns ? part : stencil->both ? row_part : stencil->rows->name;
    const char *tile[] = {part_of_loop(stencil->row->name, "tile"), part_of_loop(stencil->rows->name, "tile")};
    const char *thread[] = {part_of_loop(stencil->row->name, "thread"), part_of_loop(stencil->rows->name, "thread")};
    const char *past[] = {tile[1], thread[1], tile[0], thread[0]};
    int inside = stencil->rows == stencil->turns ? 2 : 0; // of these stand around the turns
    if (!group || (stencil->both && !cut(plan, stencil->rows->name, TURNS, row_part, row_turn)) ||
        !cut(plan, stencil->turns->name, stencil->count, part, turn) || !cut(plan, rows, ACROSS, tile[1], thread[1]) ||
        !cut(plan, group, ALONG, tile[0], thread[0]) || (stencil->both && !move_in(plan, row_turn, past + 2, 2)) ||
        !move_in(plan, turn, past + inside, 4 - inside) ||
        !plan_interchange(plan, thread[1], tile[0]))
        return false;
    const char *space = !stencil->space ? NULL : stencil->space == stencil->turns ? part : stencil->space->name;
    return (!space || plan_bind(plan, space, BIND_BLOCK_Z, 0)) && plan_bind(plan, tile[1], BIND_BLOCK_Y, 0) &&
           plan_bind(plan, tile[0], BIND_BLOCK_X, 0) && plan_bind(plan, thread[1], BIND_THREAD_Y, 0) &&
           plan_bind(plan, thread[0], BIND_THREAD_X, 0) && plan_unroll(plan, turn) && (!stencil->both || plan_unroll(plan, row_turn)) &&
           plan_vectors(plan, stencil->row, NULL, 0) && (!stencil->both || hold_windows(plan, turn, part)) && plan_lowers(plan);
}

bool arrange_stencil(Plan *plan, const Stmt *root, const Loop *const *loops, int count, const int *dimension)
{
    const Directive *directive = plan->state->directive;
    if (count < 2 || count > 3 || dimension[count - 1] != 0 || has_tile_clause(plan) || (directive && directive_clause(directive, CLAUSE_BLOCK)))
        return false;
    const Loop *rows = loops[count - 2], *space = count == 3 ? loops[0] : NULL;
    int across = meetings(plan, root, rows), through = space ? meetings(plan, root, space) : 0;
    int64_t lanes = across || through ? lanes_for(plan, root, loops[count - 1]) : 0;
    if (lanes < 2)
        return false;
    // Rows of the block's other threads are in the cache: most turns are for what is further away.
    Stencil stencil = {.turns = through ? space : rows, .rows = rows, .row = loops[count - 1], .space = space};
    stencil.count = through ? TURNS_IN_SPACE : TURNS;
    for (int both = through && across; both >= 0; both--) {
        PlanMark mark = plan_mark(plan);
        stencil.both = both;
        if (make_stencil(plan, &stencil, lanes)) {
            int64_t results = lanes * stencil.count * (both ? TURNS : 1);
            plan_one_size(plan, (ResourceScheme){.name = "rows of a stencil", .direct = true}, loops, count, ALONG * ACROSS, ALONG * ACROSS * results);
            return true;
        }
        plan_return(plan, mark);
    }
    return false;
}
