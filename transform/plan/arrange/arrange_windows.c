// Sums over windows of any length (contract in arrange_windows.h): `for i for j { .. for u for v s += a[i + u][j + v];
// .. }`.
#include "transform/plan/arrange/arrange_windows.h"
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/arrange/lanes.h"
#include "transform/plan/clauses.h"
#include "transform/plan/plan_steps.h"
#include "transform/plan/resources/resources.h"
#include "transform/tree/linear.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

enum { RESULTS = 4, ROWS = 8, MOST_WINDOWS = 3 };

typedef struct Windows {
    const Loop *const *loops; // parallel
    int count;
    const Stmt *windows[MOST_WINDOWS]; // outermost first
    int nwindows;
    int before, after; // statements of the innermost parallel loop around them
} Windows;

static bool is_simple(const Stmt *stmt)
{
    return stmt->kind == ST_DECLARE || stmt->kind == ST_ASSIGN;
}

static bool is_window(const Plan *plan, const Stmt *stmt)
{
    const LoopFact *fact = facts_loop(plan->candidate->facts, stmt->loop->origin);
    return fact && fact->verdict == LOOP_REDUCTION && fact->constant_trip < 0 && fact->affine &&
           expr_is_int(stmt->loop->step, 1);
}

// Loops that are all that the one around them does, but for statements beside the outermost one.
static bool find_windows(const Plan *plan, const Stmt *body, Windows *found)
{
    const Stmt *next = NULL;
    for (int i = 0; i < stmt_count(body); i++) {
        const Stmt *item = stmt_item(body, i);
        if (item->kind == ST_LOOP && !next)
            next = item;
        else if (is_simple(item))
            *(next ? &found->after : &found->before) += 1;
        else
            return false;
    }
    const Stmt *last = next;
    for (; next && found->nwindows < MOST_WINDOWS && is_window(plan, next); next = only_loop(next->body)) {
        found->windows[found->nwindows++] = next;
        last = next;
    }
    for (int i = 0; last && i < stmt_count(last->body); i++)
        if (!is_simple(stmt_item(last->body, i)))
            return false;
    return found->nwindows > 0;
}

// Whether a subscript moves by one both along the parallel loop and along a window.
static bool moves_along_both(const Plan *plan, const Windows *found, const Access *access, const Loop *parallel)
{
    const LoopFact *fact = facts_loop(plan->candidate->facts, parallel->origin);
    for (int d = 0; fact && d < access->ndim; d++) {
        Linear form = linear_of(plan->candidate->arena, access->dims[d]);
        for (int w = 0; w < found->nwindows; w++) {
            const LoopFact *window = facts_loop(plan->candidate->facts, found->windows[w]->loop->origin);
            if (linear_factor(&form, fact->loop->iterator) == 1 && window &&
                linear_factor(&form, window->loop->iterator) == 1)
                return true;
        }
    }
    return false;
}

// Each array is read through a window, or is the same for all results.
static bool shares_elements(const Plan *plan, const Windows *found)
{
    const Facts *facts = plan->candidate->facts;
    bool shares = false;
    FOR_EACH(a, &facts->accesses) {
        const Access *access = &facts->accesses.items[a];
        if (!access->array || !stmt_contains_id(found->windows[0], access->stmt->id))
            continue;
        bool moves = false, window = false;
        for (int i = 0; i < found->count; i++) {
            moves = moves || !access_stays(facts, access, found->loops[i]->origin);
            window = window || moves_along_both(plan, found, access, found->loops[i]);
        }
        int64_t distance = 0;
        const Loop *x = found->loops[found->count - 1];
        StrideKind stride = access_stride(facts, access, x->origin, &distance);
        bool beside = stride == STRIDE_ZERO || (stride == STRIDE_CONSTANT && distance == 1);
        if (access->is_write || !access->affine || !beside || (moves && !window))
            return false;
        shares = shares || window;
    }
    return shares;
}

static bool jam(Plan *plan, const Windows *found, const char *lane)
{
    bool moved = lanes_isolate(plan, found->windows[0]->loop, found->before, found->after);
    for (int w = 0; w < found->nwindows && moved; w++)
        moved = lanes_move_inwards(plan, found->windows[w]->loop->name);
    return moved && lanes_unroll(plan, lane);
}

static bool make_windows(Plan *plan, const Windows *found)
{
    const char *x = found->loops[found->count - 1]->name,
               *y = found->count > 1 ? found->loops[found->count - 2]->name : NULL;
    const char *elem = part_of_loop(x, "elem"), *thread = part_of_loop(x, "thread"), *lane = part_of_loop(x, "lane");
    int64_t along = y ? WARP_SIZE : WARP_SIZE * ROWS;
    Step lanes = {.kind = STEP_CYCLIC, .loop = elem, .size = along, .outer = thread, .inner = lane};
    if (y && !plan_tile(plan, y, ROWS))
        return false;
    if (!plan_tile(plan, x, along * RESULTS) ||
        (y && !plan_interchange(plan, part_of_loop(y, "elem"), part_of_loop(x, "tile"))) || !plan_try(plan, lanes))
        return false;
    bool bound = plan_bind(plan, part_of_loop(x, "tile"), BIND_BLOCK_X, 0) && plan_bind(plan, thread, BIND_THREAD_X, 0);
    if (y)
        bound = bound && plan_bind(plan, part_of_loop(y, "tile"), BIND_BLOCK_Y, 0) &&
                plan_bind(plan, part_of_loop(y, "elem"), BIND_THREAD_Y, 0);
    if (found->count > 2)
        bound = bound && plan_bind(plan, found->loops[0]->name, BIND_BLOCK_Z, 0);
    return bound && jam(plan, found, lane) && plan_lowers(plan);
}

bool arrange_windows(Plan *plan, const Stmt *root, const Loop *const *loops, int count, const int *dimension)
{
    Windows found = {.loops = loops, .count = count};
    const Stmt *innermost = stmt_find_loop(root, loops[count - 1]->id);
    bool in_order = count <= 3 && dimension[count - 1] == 0 && (count < 2 || dimension[count - 2] == 1) &&
                    (count < 3 || dimension[0] == 2);
    if (!plan->variant.many || !in_order || !innermost || has_tile_clause(plan) || has_block_clause(plan->directive) ||
        !find_windows(plan, innermost->body, &found) || !shares_elements(plan, &found))
        return false;
    const Candidate *mark = plan->candidate;
    if (make_windows(plan, &found)) {
        plan_one_size(plan, (ResourceScheme){.name = "results of a row that share a window"}, loops, count,
                      WARP_SIZE * ROWS, (int64_t)WARP_SIZE * ROWS * RESULTS);
        return true;
    }
    plan->candidate = mark;
    return false;
}
