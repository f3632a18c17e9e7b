// Each of many with each of some (contract in arrange_pairs.h): `for i { .. for j f(a[i], b[j]) .. }`. Every thread
// reads all of b. An element of b in a register serves as many results as the thread has (unroll and jam), and the
// block reads it from shared memory.
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/arrange/arrange_pairs.h"
#include "transform/plan/arrange/lanes.h"
#include "transform/plan/clauses.h"
#include "transform/plan/plan_steps.h"
#include "transform/plan/resources/resources.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

enum {
    RESULTS = 2, // of a thread
    THREADS = 128,
    THREADS_OF_ONE = 256, // with one result each
    TILE_ELEMENTS = 2048, // of all arrays
    MOST_STEPS = 256,     // of the loop in a tile
    LEAST_STEPS = 32,
    MOST_INNER = 32, // iterations of the loop inside of it, if any
    LANES = 4,
    COPIES = 32,
    FEW_COPIES = 4,
    MOST_ARRAYS = 16,
};

typedef struct Pairs {
    const Loop *each, *with;
    const Stmt *inner; // a short loop inside of the second; NULL: there is none
    int before, after; // statements of the first loop around the second
    int64_t elements;  // that an iteration of the second loop reads, of the shared arrays
    const char *held[MOST_ARRAYS], *shared[MOST_ARRAYS]; // arrays: of the first loop's elements, and of the second's
    int nheld, nshared;
} Pairs;

static void add_name(const char **names, int *count, const char *name)
{
    for (int i = 0; i < *count; i++)
        if (names[i] == name)
            return;
    if (*count < MOST_ARRAYS)
        names[(*count)++] = name;
}

// ---- is it such a nest?

static bool is_simple(const Stmt *stmt)
{
    return stmt->kind == ST_DECLARE || stmt->kind == ST_ASSIGN;
}

static const Stmt *find_second(Pairs *pairs, const Stmt *body)
{
    const Stmt *with = NULL;
    for (int i = 0; i < stmt_count(body); i++) {
        const Stmt *item = stmt_item(body, i);
        if (item->kind == ST_LOOP && !with) {
            with = item;
            continue;
        }
        if (!is_simple(item))
            return NULL;
        *(with ? &pairs->after : &pairs->before) += 1;
    }
    return with;
}

static bool find_inner(const Plan *plan, Pairs *pairs, const Stmt *with)
{
    for (int i = 0; i < stmt_count(with->body); i++) {
        const Stmt *item = stmt_item(with->body, i);
        if (item->kind != ST_LOOP && !tree_has_kind(item, ST_LOOP))
            continue;
        const LoopFact *fact = item->kind == ST_LOOP ? facts_loop(plan->candidate->facts, item->loop->origin) : NULL;
        if (pairs->inner || !fact || fact->constant_trip < 1 || fact->constant_trip > MOST_INNER ||
            tree_has_kind(item->body, ST_LOOP))
            return false;
        pairs->inner = item;
    }
    return !tree_has_kind(with->body, ST_WHILE) && !tree_has_kind(with->body, ST_EVALUATE);
}

// Reads move along one of the two loops, so that each element is used many times.
static bool sort_accesses(const Plan *plan, Pairs *pairs, const Stmt *with)
{
    const Facts *facts = plan->candidate->facts;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (!access->array || !access->stmt->id || !stmt_contains_id(with, access->stmt->id))
            continue;
        bool of_each = !access_stays(facts, access, pairs->each->origin),
             of_with = !access_stays(facts, access, with->loop->origin);
        bool moves = pairs->inner && !access_stays(facts, access, pairs->inner->loop->origin);
        if (access->is_write || !access->affine || (of_each && of_with))
            return false;
        int before = pairs->nshared;
        if (of_with)
            add_name(pairs->shared, &pairs->nshared, access->array->name);
        if (of_each)
            add_name(pairs->held, &pairs->nheld, access->array->name);
        if (pairs->nshared > before)
            pairs->elements += moves ? facts_loop(facts, pairs->inner->loop->origin)->constant_trip : 1;
    }
    return pairs->nshared > 0 && pairs->nshared < MOST_ARRAYS && pairs->nheld < MOST_ARRAYS;
}

static bool is_pairs(const Plan *plan, const Stmt *root, Pairs *pairs)
{
    const Stmt *with = find_second(pairs, root->body);
    const LoopFact *fact = with ? facts_loop(plan->candidate->facts, with->loop->origin) : NULL;
    if (!fact || !fact->affine || (fact->constant_trip >= 0 && fact->constant_trip < LEAST_STEPS))
        return false;
    pairs->with = with->loop;
    return find_inner(plan, pairs, with) && sort_accesses(plan, pairs, with);
}

// ---- the steps

// Vectors of a thread's own elements: neighbouring iterations of the inner loop, innermost.
static bool group_inner(Plan *plan, const char *inner)
{
    const char *group = part_of_loop(inner, "group"), *lane = part_of_loop(inner, "lane");
    const Stmt *results = only_loop(tree_loop(plan->candidate->tree, inner)->body);
    Step groups = {.kind = STEP_TILE, .loop = inner, .size = LANES, .outer = group, .inner = lane};
    const Candidate *mark = plan->candidate;
    if (results && plan_try(plan, groups) && plan_interchange(plan, lane, results->loop->name) &&
        plan_unroll(plan, group))
        return true;
    plan->candidate = mark;
    return plan_unroll(plan, inner);
}

// Inside the second loop: the results next to each other in the inner loop, too.
static bool jam_inner(Plan *plan, const Pairs *pairs)
{
    const Stmt *inner = stmt_find_loop(plan->candidate->tree, pairs->inner->loop->id);
    const LoopFact *fact = facts_loop(plan->candidate->facts, pairs->inner->loop->origin);
    Path path;
    if (!inner || !tree_path(plan->candidate->tree, inner, &path) || path.count < 2)
        return false;
    const Stmt *body = path.loops[path.count - 2]->body;
    const char *name = inner->loop->name;
    int before = 0, count = stmt_count(body);
    while (before < count && stmt_item(body, before) != inner)
        before++;
    return before < count && lanes_isolate(plan, inner->loop, before, count - before - 1) &&
           lanes_move_inwards(plan, name) &&
           (fact->constant_trip % LANES ? plan_unroll(plan, name) : group_inner(plan, name));
}

static bool stage_both(Plan *plan, const Pairs *pairs, const char *tile)
{
    const char *lane = pairs->inner ? part_of_loop(pairs->inner->loop->name, "lane") : NULL;
    bool grouped = lane && tree_loop(plan->candidate->tree, lane);
    for (int i = 0; i < pairs->nheld; i++) {
        if (!plan_stage(plan, pairs->held[i], SPACE_REGISTER, tile))
            return false;
        if (grouped)
            plan_try(plan, (Step){.kind = STEP_VECTORIZE, .loop = part_of_loop(lane, "load")});
    }
    if (grouped && !plan_unroll(plan, lane))
        return false;
    for (int i = 0; i < pairs->nshared; i++)
        if (!plan_stage(plan, pairs->shared[i], SPACE_SHARED, tile))
            return false;
    return true;
}

static int64_t steps_of_tile(const Pairs *pairs)
{
    int64_t steps = MOST_STEPS;
    while (steps > LEAST_STEPS && steps * pairs->elements > TILE_ELEMENTS)
        steps /= 2;
    return steps;
}

static bool look_for_long(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || expr->kind == EX_CALL || (expr->kind == EX_BINARY && expr->op == OP_DIV);
    return !*found;
}

static bool has_long(const Plan *plan, const char *step)
{
    bool is_long = false;
    stmt_walk_expressions(tree_loop(plan->candidate->tree, step)->body, look_for_long, &is_long);
    return is_long;
}

// So many steps follow each other without a test. Where roots and divisions are single instructions, which take long,
// others hide them.
static int copies_of(const Plan *plan, const char *step)
{
    return has_long(plan, step) && !plan->candidate->fast ? FEW_COPIES : COPIES;
}

// Such instructions are hidden by more threads, too, and an element takes few loads beside them: a thread has one
// result.
static bool has_one_result(const Plan *plan, const Pairs *pairs)
{
    return !pairs->inner && plan->candidate->fast && has_long(plan, pairs->with->name);
}

static bool jam(Plan *plan, const Pairs *pairs, const char *step)
{
    Step unroll = {.kind = STEP_UNROLL, .loop = step};
    if (pairs->inner)
        return jam_inner(plan, pairs);
    unroll.copies = copies_of(plan, step);
    return plan_try(plan, unroll);
}

// The results of a thread next to each other in the second loop, in tiles of it.
static bool make_steps(Plan *plan, const Pairs *pairs, bool one)
{
    const char *with = pairs->with->name, *lane = part_of_loop(pairs->each->name, "lane");
    const char *tile = part_of_loop(with, "tile"), *step = part_of_loop(with, "elem");
    if (one)
        return plan_tile(plan, with, steps_of_tile(pairs)) && jam(plan, pairs, step);
    return lanes_isolate(plan, pairs->with, pairs->before, pairs->after) &&
           plan_tile(plan, with, steps_of_tile(pairs)) && lanes_move_inwards(plan, tile) &&
           lanes_move_inwards(plan, step) && jam(plan, pairs, step) && lanes_unroll(plan, lane);
}

static int block_threads(bool one)
{
    return one ? THREADS_OF_ONE : THREADS;
}

static bool make_pairs(Plan *plan, const Pairs *pairs, bool one)
{
    const char *each = pairs->each->name, *group = part_of_loop(each, "group"), *lane = part_of_loop(each, "lane");
    const char *block = part_of_loop(each, "tile"), *thread = part_of_loop(each, "thread");
    Step results = {.kind = STEP_TILE, .loop = each, .size = RESULTS, .outer = group, .inner = lane};
    Step threads = {
        .kind = STEP_TILE, .loop = one ? each : group, .size = block_threads(one), .outer = block, .inner = thread};
    return (one || plan_try(plan, results)) && plan_try(plan, threads) && plan_bind(plan, block, BIND_BLOCK_X, 0) &&
           plan_bind(plan, thread, BIND_THREAD_X, 0) && make_steps(plan, pairs, one) &&
           stage_both(plan, pairs, part_of_loop(pairs->with->name, "tile")) && plan_lowers(plan);
}

bool arrange_pairs(Plan *plan, const Stmt *root, const Loop *loop)
{
    Pairs pairs = {.each = loop};
    if (has_tile_clause(plan) || has_block_clause(plan->directive) || !is_pairs(plan, root, &pairs))
        return false;
    const Candidate *mark = plan->candidate;
    bool one = has_one_result(plan, &pairs);
    if (make_pairs(plan, &pairs, one)) {
        plan_one_size(plan, (ResourceScheme){.name = "each with each"}, &loop, 1, block_threads(one),
                      (int64_t)block_threads(one) * (one ? 1 : RESULTS));
        return true;
    }
    plan->candidate = mark;
    return false;
}
