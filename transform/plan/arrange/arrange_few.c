// Few sums of long loops, such as the products of a few columns: the loops over the sums go inside of the long one,
// whose iterations are dealt out to the threads. A thread has a part of each sum in registers, so what it loads is used
// for all of them. There would be too few threads if each had a sum. Where the number of sums is not known, each block
// has a tile of them; or threads have a part of one result each, where they cannot have several, such as sums over two
// loops, or the least of values of which the order of equal ones matters.
#include "transform/plan/arrange/arrange_few.h"
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/arrange/arrange_reduction.h"
#include "transform/plan/arrange/arrange_vectors.h"
#include "transform/plan/plan_steps.h"
#include "transform/plan/resources/resources.h"
#include "transform/tree/loops.h"

enum { FEW_SUMS = 16, BLOCKS_OF_MANY = 2, TURNS = 16 };
enum { SUMS_IN_FLIGHT = 32, LEAST_IN_FLIGHT = 2, MOST_IN_FLIGHT = 8 };

// Results of a tile along the innermost of their loops, and along the next one; of iterations that call functions, and
// take long, fewer.
enum { TILE = 16, TILE_OF_CALLS = 4, NEXT_TILE = 4, MOST_TILED = 2, MOST_LINES = 3 };

typedef struct Few {
    const Loop *sums[MAX_DEPTH], *lines[MAX_DEPTH]; // loops over the results, and those that add up; outermost first
    int nsums, nlines;
    const char *over[MAX_DEPTH],
        *within[MAX_DEPTH]; // parts of `sums`: tiles, NULL: there are none; results of a thread
    int tiled;              // how many of them have tiles
    int64_t count;          // of results of a thread
} Few;

static bool walks_beside(const Facts *facts, const Access *access, LoopId line, LoopId result)
{
    return access->array && access_walks(facts, access, line) && !access_stays(facts, access, result);
}

static bool has_neighbours(const Facts *facts, const Access *access, LoopId result)
{
    int64_t distance;
    StrideKind stride = access_stride(facts, access, result, &distance);
    return stride == STRIDE_CONSTANT && distance > -FEW_LONG_SUM && distance < FEW_LONG_SUM;
}

bool few_have_rows(const Facts *facts, LoopId line, const Loop *const *sums, int nsums)
{
    FOR_EACH(i, &facts->accesses)
        for (int s = 0; s < nsums; s++) {
            const Access *access = &facts->accesses.items[i];
            LoopId result = sums[s]->origin;
            if (walks_beside(facts, access, line, result) && !has_neighbours(facts, access, result))
                return true;
        }
    return false;
}

// Whether results have different elements along the loop: vectors of most of them begin beside those of memory.
static bool are_beside(const Facts *facts, const Few *few)
{
    FOR_EACH(i, &facts->accesses)
        for (int s = 0; s < few->nsums; s++)
            if (walks_beside(facts, &facts->accesses.items[i], few->lines[0]->origin, few->sums[s]->origin))
                return true;
    return false;
}

// Whether the plan is for any number of results, of which this is one loop.
static bool is_tiled(const Plan *plan, const LoopFact *fact)
{
    return plan_varies(plan, VERSIONED_FEW) && (fact->constant_trip < 1 || fact->constant_trip > TILE);
}

static bool find_loops(const Plan *plan, const Band *band, Few *few)
{
    bool is_long = false;
    few->count = 1;
    for (int i = 0; i < band->count; i++) {
        const LoopFact *fact = facts_loop(plan->candidate->facts, band->loops[i]->origin);
        if (fact && fact->verdict == LOOP_REDUCTION && fact->affine) {
            few->lines[few->nlines++] = band->loops[i];
            is_long = is_long || fact->constant_trip < 0 || fact->constant_trip >= FEW_LONG_SUM;
            continue;
        }
        if (!fact || fact->verdict != LOOP_PARALLEL)
            return false;
        few->sums[few->nsums++] = band->loops[i];
        if (is_tiled(plan, fact))
            continue;
        if (fact->constant_trip < 1 || fact->constant_trip > FEW_MOST_SUMS)
            return false;
        few->count *= fact->constant_trip;
        if (few->count > FEW_MOST_SUMS)
            return false;
    }
    if (plan->variant.alone)
        return is_long && few->nlines <= MOST_LINES && few->nsums <= MOST_TILED;
    return is_long && few->nlines == 1 && (few->count > 1 || plan_varies(plan, VERSIONED_FEW)) &&
           (plan_varies(plan, VERSIONED_FEW) ||
            !few_have_rows(plan->candidate->facts, few->lines[0]->origin, few->sums, few->nsums));
}

static bool look_for_call(void *context, const Expr *expr)
{
    bool *calls = context;
    *calls = *calls || expr->kind == EX_CALL;
    return true;
}

// Sums of different lengths, such as of n - k terms: what is beyond the end of one is not added.
static bool even_lines(Plan *plan, const Few *few)
{
    for (int s = 0; s < few->nsums; s++) {
        const Stmt *line = tree_loop(plan->candidate->tree, few->lines[0]->name);
        const Symbol *iterator = few->sums[s]->iterator;
        bool changes = expr_mentions(line->loop->lower, iterator) || expr_mentions(line->loop->upper, iterator);
        if (changes &&
            !plan_try(plan,
                      (Step){.kind = STEP_RECTANGULARIZE, .loop = few->lines[0]->name, .other = few->sums[s]->name}))
            return false;
    }
    return true;
}

// Tiles of as many results as a thread has room for, each dimension of them a direction of the grid.
static bool tile_sums(Plan *plan, Few *few)
{
    bool calls = false;
    stmt_walk_expressions(tree_loop(plan->candidate->tree, few->lines[0]->name), look_for_call, &calls);
    int64_t size = calls ? TILE_OF_CALLS : TILE;
    for (int s = few->nsums - 1; s >= 0; s--) {
        const char *name = few->within[s] = few->sums[s]->name;
        if (!is_tiled(plan, facts_loop(plan->candidate->facts, few->sums[s]->origin)))
            continue;
        while (size > 1 && few->count * size > FEW_MOST_SUMS)
            size /= 2;
        if (few->tiled++ == MOST_TILED || !plan_tile(plan, name, size))
            return false;
        few->over[s] = part_of_loop(name, "tile");
        few->within[s] = part_of_loop(name, "elem");
        few->count *= size;
        size = calls ? 1 : NEXT_TILE;
    }
    return true;
}

// Tiles outside of everything else.
static bool bind_tiles(Plan *plan, const Few *few)
{
    int dimension = 0;
    for (int s = few->nsums - 1; s >= 0; s--) {
        for (int around = s - 1; around >= 0 && few->over[s]; around--)
            if (!plan_interchange(plan, few->within[around], few->over[s]))
                return false;
        if (few->over[s] && !plan_bind(plan, few->over[s], (Binding)(BIND_BLOCK_Y + (unsigned)dimension++), 0))
            return false;
    }
    return true;
}

// The results of a thread inside of the loops that add up.
static bool turn_inside_out(Plan *plan, const Few *few)
{
    for (int s = few->nsums - 1; s >= 0; s--)
        for (int l = 0; l < few->nlines; l++) {
            const Stmt *sums = tree_loop(plan->candidate->tree, few->within[s]);
            if (sums && stmt_find_loop(sums->body, few->lines[l]->id) &&
                !plan_interchange(plan, few->within[s], few->lines[l]->name))
                return false;
        }
    return true;
}

static bool unroll_sums(Plan *plan, const Few *few)
{
    for (int s = 0; s < few->nsums; s++)
        if (!plan_unroll(plan, few->within[s]))
            return false;
    return true;
}

// The long loop in vectors: `lane` goes inside of the loops over the results.
static bool take_lines(Plan *plan, const Few *few)
{
    const Loop *line = few->lines[few->nlines - 1];
    int64_t flight = SUMS_IN_FLIGHT / 2 / few->count;
    const char *lane = part_of_loop(line->name, "lane");
    if (!bind_chunks(plan, line, flight < LEAST_IN_FLIGHT ? LEAST_IN_FLIGHT : flight))
        return false;
    for (int s = 0; s < few->nsums; s++)
        if (!plan_interchange(plan, lane, few->within[s]))
            return false;
    return unroll_sums(plan, few) && take_chunks(plan, line);
}

// So many iterations of each thread at least, before blocks have to combine what their threads have.
static bool take_turns(Plan *plan, const Few *few)
{
    const Loop *line = few->lines[0];
    const char *thread = part_of_loop(line->name, "thread"), *block = part_of_loop(line->name, "block");
    Step deal = {.kind = STEP_CYCLIC,
                 .loop = line->name,
                 .size = shape_for(plan, 1).x,
                 .outer = thread,
                 .inner = part_of_loop(line->name, "rest")};
    Step chunk = {.kind = STEP_TILE,
                  .loop = deal.inner,
                  .size = TURNS,
                  .outer = part_of_loop(line->name, "chunk"),
                  .inner = part_of_loop(line->name, "turn")};
    Step share = {.kind = STEP_CYCLIC,
                  .loop = chunk.outer,
                  .size = (int64_t)plan->candidate->device->sms * BLOCKS_OF_MANY,
                  .outer = block,
                  .inner = part_of_loop(line->name, "chunks")};
    return plan_try(plan, deal) && plan_try(plan, chunk) && plan_try(plan, share) &&
           plan_bind(plan, block, BIND_BLOCK_X, 0) && plan_bind(plan, thread, BIND_THREAD_X, 0) &&
           unroll_sums(plan, few);
}

static bool take_single(Plan *plan, const Few *few)
{
    if (few->tiled)
        return take_turns(plan, few);
    int64_t copies = SUMS_IN_FLIGHT / few->count, blocks = blocks_for_reduction(plan->candidate);
    if (few->count > FEW_SUMS) // each block adds up what its threads have of all sums
        blocks = (int64_t)plan->candidate->device->sms * BLOCKS_OF_MANY;
    copies = copies > MOST_IN_FLIGHT ? MOST_IN_FLIGHT : copies < LEAST_IN_FLIGHT ? LEAST_IN_FLIGHT : copies;
    return bind_lines(plan, few->lines[few->nlines - 1], blocks, copies) && unroll_sums(plan, few);
}

// A block has a result, and its threads the iterations of the inner loop, or of both loops.
static bool deal_to_threads(Plan *plan, const Few *few, bool both)
{
    const char *inner = few->lines[few->nlines - 1]->name, *outer = both ? few->lines[0]->name : NULL;
    const char *thread = part_of_loop(inner, "thread"), *turn = part_of_loop(inner, "turn");
    int64_t threads = shape_for(plan, 1).x;
    Step across = {
        .kind = STEP_CYCLIC, .loop = inner, .size = outer ? WARP_SIZE : threads, .outer = thread, .inner = turn};
    if (!plan_try(plan, across))
        return false;
    if (outer) {
        const char *warp = part_of_loop(outer, "warp"), *rows = part_of_loop(outer, "turn");
        Step deal = {.kind = STEP_CYCLIC, .loop = outer, .size = threads / WARP_SIZE, .outer = warp, .inner = rows};
        if (!plan_try(plan, deal))
            return false;
        for (int l = few->nlines - 2; l >= 0; l--)
            if (!plan_interchange(plan, l ? few->lines[l]->name : rows, thread))
                return false;
        if (!plan_bind(plan, warp, BIND_THREAD_Y, 0))
            return false;
    }
    return plan_bind(plan, thread, BIND_THREAD_X, 0) &&
           (!runs_straight(plan, turn) ||
            plan_try(plan, (Step){.kind = STEP_UNROLL, .loop = turn, .copies = MOST_IN_FLIGHT})) &&
           reduce_all(plan);
}

// Each result has threads of its own.
static bool take_alone(Plan *plan, const Few *few)
{
    bool shared = plan->variant.shared;
    Band lines = {.count = few->nlines};
    for (int l = 0; l < few->nlines; l++)
        lines.loops[l] = few->lines[l];
    for (int s = 0; s < few->nsums; s++) {
        unsigned dimension = (unsigned)(few->nsums - 1 - s + (shared ? few->nlines > 1 ? 2 : 1 : 0));
        if (dimension > 2)
            return false;
        if (!plan_bind(plan, few->sums[s]->name, (Binding)(BIND_BLOCK_X + dimension), 0))
            return false;
    }
    const Candidate *mark = plan->candidate;
    if (shared)
        return arrange_reduction(plan, &lines) && plan_lowers(plan);
    if (few->nlines > 1 && deal_to_threads(plan, few, true) && plan_lowers(plan))
        return true;
    plan->candidate = mark;
    return deal_to_threads(plan, few, false) && plan_lowers(plan);
}

bool arrange_few(Plan *plan, const Band *band)
{
    Few few = {0};
    const Candidate *start = plan->candidate;
    if (plan_style(plan) == REDUCE_SEQUENTIAL || !find_loops(plan, band, &few))
        return false;
    if (plan->variant.alone) {
        bool alone = take_alone(plan, &few);
        plan->candidate = alone ? plan->candidate : start;
        plan->built.nests[VERSIONED_FEW] += alone;
        return alone;
    }
    bool made =
        even_lines(plan, &few) && tile_sums(plan, &few) && bind_tiles(plan, &few) && turn_inside_out(plan, &few);
    const Candidate *mark = plan->candidate;
    bool wide =
        made && !are_beside(mark->facts, &few) && take_lines(plan, &few) && reduce_all(plan) && plan_lowers(plan);
    if (made && !wide) {
        plan->candidate = mark;
        made = take_single(plan, &few) && reduce_all(plan) && plan_lowers(plan);
    }
    plan->candidate = made ? plan->candidate : start;
    plan->built.nests[VERSIONED_FEW] += made;
    return made;
}
