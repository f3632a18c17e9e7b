// Step 1, the granule, if a loop does too little: neighbouring loops that use the same data, or that each do very
// little, are fused. Not if a loop would lose its parallelism, its coalescing, or the registers of its threads.
#include "analysis/model/granule.h"
#include "transform/plan/fission_policy.h"
#include "transform/plan/fusion.h"
#include "transform/source/fuse.h"
#include "transform/source/ranges/join.h"
#include "transform/source/source.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

#include <string.h>

// The work of an analysis grows with the square of the accesses: limits on the pairs that are analysed again for one
// nest, and on the fusions that are tried.
enum { MOST_PAIRS = 60000, MOST_TRIALS = 24, FARTHEST = 8 };
// Of one iteration, what is little work for a thread: loads and stores.
enum { LITTLE = 4 };

typedef struct Pair {
    LoopId first, second;
} Pair;

typedef struct Fusion {
    const Candidate *state; // so far
    int pairs, trials;
    bool joins; // only pairs that end as one loop instead of two parts of it
    VECTOR(Pair) rejected;
} Fusion;

// Perfectly nested loops from `root` on.
typedef struct Nested {
    const Stmt *loops[MAX_DEPTH];
    LoopVerdict verdicts[MAX_DEPTH];
    int count;
    const Stmt *body;
} Nested;

static LoopVerdict verdict(const Fusion *fusion, const Stmt *loop)
{
    const LoopFact *fact = facts_loop(fusion->state->facts, loop->loop->id);
    return fact ? fact->verdict : LOOP_OPAQUE;
}

static Nested nested_from(const Fusion *fusion, const Stmt *root)
{
    Nested nested = {0};
    for (const Stmt *loop = root; loop && nested.count < MAX_DEPTH; loop = only_loop(loop->body)) {
        nested.verdicts[nested.count] = verdict(fusion, loop);
        nested.loops[nested.count++] = loop;
        nested.body = loop->body;
    }
    return nested;
}

static bool is_concurrent(const Nested *nested)
{
    for (int l = 0; l < nested->count; l++)
        if (nested->verdicts[l] != LOOP_PARALLEL && nested->verdicts[l] != LOOP_REDUCTION)
            return false;
    return true;
}

static int reductions_of(const Nested *nested)
{
    int count = 0;
    for (int l = 0; l < nested->count; l++)
        count += nested->verdicts[l] == LOOP_REDUCTION;
    return count;
}

static bool sums_by_key(const Facts *facts, const Nested *nested)
{
    FOR_EACH(r, &facts->reductions)
        for (int l = 0; l < nested->count && facts->reductions.items[r].kind == REDUCTION_BY_KEY; l++)
            FOR_EACH(k, &facts->reductions.items[r].loops)
                if (facts->reductions.items[r].loops.items[k] == nested->loops[l]->loop->id)
                    return true;
    return false;
}

// ---- granules

typedef struct Work {
    int accesses, operations, statements;
} Work;

static Work work_of(const Facts *facts, const Stmt *root)
{
    Work work = {0};
    Granules granules = granules_of(facts);
    FOR_EACH(i, &granules) {
        const StatementGranule *granule = &granules.items[i];
        if (!stmt_contains(root, granule->stmt))
            continue;
        work.accesses += granule->loads + granule->stores;
        work.operations += granule->operations + 8 * granule->calls;
        work.statements++;
    }
    return work;
}

static int64_t widest_element(const Facts *facts, const Stmt *root)
{
    int64_t widest = 0;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (access->array && stmt_contains(root, access->stmt) && access->expr->type->size > widest)
            widest = access->expr->type->size;
    }
    return widest;
}

// ---- what both use

static bool walk_alike(const Facts *facts, const Access *left, const Access *right, const Nested *first,
                       const Nested *second)
{
    bool moves = false;
    for (int l = 0; l < first->count; l++) {
        int64_t one, other;
        StrideKind kind = access_stride(facts, left, first->loops[l]->loop->id, &one);
        if (kind == STRIDE_UNKNOWN || kind != access_stride(facts, right, second->loops[l]->loop->id, &other) ||
            one != other)
            return false;
        moves = moves || kind != STRIDE_ZERO;
    }
    return moves;
}

static const Array *shared_array(const Facts *facts, const Nested *first, const Nested *second)
{
    FOR_EACH(a, &facts->accesses) {
        const Access *left = &facts->accesses.items[a];
        if (!left->array || left->array->space == SPACE_REGISTER || !stmt_contains(first->body, left->stmt))
            continue;
        FOR_EACH(b, &facts->accesses) {
            const Access *right = &facts->accesses.items[b];
            if (right->array == left->array && stmt_contains(second->body, right->stmt) &&
                walk_alike(facts, left, right, first, second))
                return left->array;
        }
    }
    return NULL;
}

// ---- along which loop neighbouring threads walk

static void score_loops(const Facts *facts, const Path *around, const Nested *nested, int *scores)
{
    int outer = around->count;
    for (int l = 0; l < outer + nested->count; l++)
        scores[l] = 0;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (!access->array || !stmt_contains(nested->body, access->stmt))
            continue;
        for (int l = 0; l < outer + nested->count; l++) {
            int64_t distance;
            const Stmt *loop = l < outer ? around->loops[l] : nested->loops[l - outer];
            StrideKind stride = access_stride(facts, access, loop->loop->id, &distance);
            int weight = access->is_write ? 2 : 1;
            if (stride_is_one(stride, distance))
                scores[l] += 4 * weight;
            else if (stride != STRIDE_ZERO)
                scores[l] -= weight;
        }
    }
}

// Whether some access strides through memory along the loop: its sums are better in many threads, each with its own
// column.
static bool jumps_along(const Facts *facts, const Nested *nested, int l)
{
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        int64_t distance;
        if (!access->array || !stmt_contains(nested->body, access->stmt))
            continue;
        StrideKind stride = access_stride(facts, access, nested->loops[l]->loop->id, &distance);
        if (stride != STRIDE_ZERO && !stride_is_one(stride, distance))
            return true;
    }
    return false;
}

static bool sum_alike(const Fusion *fusion, const Nested *first, const Nested *second)
{
    const Facts *facts = fusion->state->facts;
    for (int l = 0; l < first->count; l++)
        if (first->verdicts[l] == LOOP_REDUCTION && second->verdicts[l] == LOOP_REDUCTION &&
            jumps_along(facts, first, l) != jumps_along(facts, second, l))
            return false;
    return true;
}

static bool coalesce_alike(const Fusion *fusion, const Nested *first, const Nested *second)
{
    Path around;
    int left[3 * MAX_DEPTH], right[3 * MAX_DEPTH], best = 0;
    if (!tree_path(fusion->state->nest->body, first->loops[0], &around))
        return false;
    around.count--;
    int count = around.count + first->count;
    if (count > 3 * MAX_DEPTH)
        return false;
    score_loops(fusion->state->facts, &around, first, left);
    score_loops(fusion->state->facts, &around, second, right);
    for (int l = 0; l < count; l++)
        best = left[l] + right[l] >= left[best] + right[best] ? l : best;
    for (int l = 0; l < count; l++)
        if (left[l] > left[best] || right[l] > right[best])
            return false;
    return true;
}

// ---- profit

static const char *why_not(const Fusion *fusion, const Nested *first, const Nested *second)
{
    const Facts *facts = fusion->state->facts;
    if (!is_concurrent(first) || !is_concurrent(second))
        return "one of them is sequential, or holds a sequential loop";
    if (first->count != second->count)
        return "one of them holds more loops than the other";
    if (varying_below(first->body).count || varying_below(second->body).count)
        return "one of them has loops next to other statements";
    if (sums_by_key(facts, first) || sums_by_key(facts, second))
        return "sums by key have a kernel of their own";
    int one = reductions_of(first), other = reductions_of(second), count = first->count;
    bool alike = memcmp(first->verdicts, second->verdicts, (size_t)count * sizeof *first->verdicts) == 0;
    if (!alike && !(one == 0 && other == count) && !(other == 0 && one == count))
        return "their parallel loops differ";
    if (one && one < count && count > 2)
        return "products share their operands in kernels of their own";
    Work left = work_of(facts, first->body), right = work_of(facts, second->body);
    if (left.accesses + right.accesses > TOO_MUCH)
        return "one thread would do too much";
    if (!coalesce_alike(fusion, first, second) || !sum_alike(fusion, first, second))
        return "threads would not walk along memory in both";
    return NULL;
}

static const char *why(const Fusion *fusion, const Nested *first, const Nested *second)
{
    const Facts *facts = fusion->state->facts;
    Arena *arena = fusion->state->arena;
    const Array *shared = shared_array(facts, first, second);
    if (shared)
        return arena_printf(arena, "both walk along '%s'", shared->name);
    Work left = work_of(facts, first->body), right = work_of(facts, second->body);
    bool little =
        left.accesses <= LITTLE && right.accesses <= LITTLE && left.operations <= LITTLE && right.operations <= LITTLE;
    if (little && widest_element(facts, first->body) == widest_element(facts, second->body))
        return arena_printf(arena, "each does little: %d and %d loads and stores an iteration", left.accesses,
                            right.accesses);
    return NULL;
}

// ---- trying

static bool try_step(Fusion *fusion, StepKind kind, const Stmt *first, const Stmt *second)
{
    const Candidate *state = fusion->state;
    int accesses = state->facts->accesses.count;
    fusion->pairs += accesses * accesses;
    if (fusion->pairs > MOST_PAIRS)
        return false;
    Step step = {.kind = kind, .loop = first->loop->name, .other = second->loop->name};
    StepResult result = candidate_step(state, &step);
    fusion->state = result.candidate ? result.candidate : state;
    return result.candidate;
}

static bool keeps_parallelism(const Fusion *fusion, const Nested *first, const Nested *second)
{
    for (int l = 0; l < first->count; l++) {
        const LoopFact *fact = facts_loop(fusion->state->facts, first->loops[l]->loop->id);
        bool both = first->verdicts[l] == LOOP_PARALLEL && second->verdicts[l] == LOOP_PARALLEL;
        if (!fact || (fact->verdict != LOOP_PARALLEL && (both || fact->verdict != LOOP_REDUCTION)))
            return false;
    }
    return true;
}

// One loop instead of two. `*joined`: if it may be so, their ranges are parts of its range, and the loops inside are
// the first one's.
static const char *fuse_one(Fusion *fusion, const Stmt *first, const Stmt *second, bool *joined)
{
    *joined = *joined && first && second && !join_obstacle(fusion->state, first, second);
    const char *obstacle = first && second && !*joined ? fuse_obstacle(fusion->state, first, second) : NULL;
    if (obstacle)
        return obstacle;
    return first && second && try_step(fusion, *joined ? STEP_JOIN : STEP_FUSE, first, second)
               ? NULL
               : "the fused loop cannot be analysed, or not in the time that is left";
}

// All loops of the two, from the outermost inwards, or the outermost ones as `parts` of a range. NULL, or why not: then
// the candidate is the one before.
static const char *fuse_all(Fusion *fusion, const Nested *first, const Nested *second, bool parts)
{
    const Candidate *before = fusion->state;
    const char *obstacle = NULL;
    bool joined = false;
    fusion->trials++;
    for (int l = 0; l < first->count && !obstacle && !joined; l++) {
        const Stmt *body = fusion->state->nest->body;
        joined = parts || l > 0;
        obstacle = fuse_one(fusion, stmt_find_loop(body, first->loops[l]->loop->id),
                            stmt_find_loop(body, second->loops[l]->loop->id), &joined);
    }
    if (!obstacle && (fusion->state->facts->assumptions.count > before->facts->assumptions.count ||
                      !keeps_parallelism(fusion, first, second)))
        obstacle = "the fused loop would not be parallel, or only if more is assumed";
    if (!obstacle && fusion->joins && !joined)
        obstacle = "their statements differ";
    if (obstacle)
        fusion->state = before;
    return obstacle;
}

static void record(Fusion *fusion, const Stmt *first, const Stmt *second, bool fused, const char *reason)
{
    FusionChoice choice = {first->loop->name, second->loop->name, first->loc.line, second->loc.line, fused, reason};
    FOR_EACH(i, &fusion->state->fusions) { // distributed loops stay so
        const FusionChoice *known = &fusion->state->fusions.items[i];
        if (!fused && !known->fused && known->first == choice.first && known->second == choice.second)
            return;
    }
    fusion->state = candidate_with_choice(fusion->state, choice);
}

static bool was_rejected(const Fusion *fusion, const Stmt *first, const Stmt *second)
{
    FOR_EACH(i, &fusion->rejected)
        if (fusion->rejected.items[i].first == first->loop->id && fusion->rejected.items[i].second == second->loop->id)
            return true;
    return false;
}

static bool consider(Fusion *fusion, const Stmt *first, const Stmt *second, bool adjacent)
{
    if (first->directive || second->directive || was_rejected(fusion, first, second) || fusion->trials == MOST_TRIALS)
        return false;
    Nested left = nested_from(fusion, first), right = nested_from(fusion, second);
    if (adjacent && is_concurrent(&left) && !join_obstacle(fusion->state, first, second) &&
        !fuse_all(fusion, &left, &right, true)) {
        record(fusion, first, second, true, "they do the same for parts of one range");
        return true;
    }
    const char *obstacle = why_not(fusion, &left, &right), *profit = obstacle ? NULL : why(fusion, &left, &right);
    if (!obstacle && !profit)
        obstacle = "they share nothing, and each does enough";
    if (!obstacle)
        obstacle = fuse_obstacle(fusion->state, first, second);
    if (!obstacle)
        obstacle = fuse_all(fusion, &left, &right, false);
    if (!obstacle || adjacent)
        record(fusion, first, second, !obstacle, obstacle ? obstacle : profit);
    Pair pair = {first->loop->id, second->loop->id};
    if (obstacle)
        VECTOR_PUSH(fusion->state->arena, &fusion->rejected, pair);
    return !obstacle;
}

static bool fuse_items(Fusion *fusion, const Stmt *block)
{
    for (int i = 0; i < block->nitems; i++) {
        bool adjacent = true;
        for (int k = i + 1; k < block->nitems && k <= i + FARTHEST && block->items[i]->kind == ST_LOOP; k++) {
            if (block->items[k]->kind != ST_LOOP)
                continue;
            if (consider(fusion, block->items[i], block->items[k], adjacent))
                return true;
            adjacent = false;
        }
    }
    return false;
}

// The first fusion at or below `stmt`; false: there is none.
static bool fuse_below(Fusion *fusion, const Stmt *stmt)
{
    if (!stmt || stmt->kind == ST_WHILE)
        return false;
    if (stmt->kind == ST_BLOCK && fuse_items(fusion, stmt))
        return true;
    for (int i = 0; i < stmt->nitems; i++)
        if (fuse_below(fusion, stmt->items[i]))
            return true;
    return fuse_below(fusion, stmt->body) || fuse_below(fusion, stmt->otherwise);
}

static const Candidate *fuse_while_possible(Fusion *fusion)
{
    while (fuse_below(fusion, fusion->state->nest->body))
        continue;
    return fusion->state;
}

const Candidate *plan_fusions(const Candidate *candidate)
{
    return fuse_while_possible(&(Fusion){.state = candidate});
}

const Candidate *plan_joins(const Candidate *candidate)
{
    return fuse_while_possible(&(Fusion){.state = candidate, .joins = true});
}
