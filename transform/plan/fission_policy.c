// Step 1, the granule, if a loop does too much: statements that share no data get loops of their own. The loads and
// stores of one iteration then stay below a limit, and each product has all registers of its threads and the block's
// shared memory for itself.
#include "analysis/model/granule.h"
#include "transform/plan/fission_policy.h"
#include "transform/plan/resources/resource_table.h"
#include "transform/source/source.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

enum { MOST_ACCESSES = 400 };

// Pieces of a loop that have to stay together, or share data.
typedef struct Part {
    uint64_t items;
    int accesses; // loads and stores of an iteration
    bool loops;   // holds a loop beyond those of the results
} Part;

typedef struct Parts {
    const Candidate *state;
    const Pieces *pieces;
    Part list[MAX_PIECES];
    int count;
} Parts;

static uint64_t bit(int n)
{
    return UINT64_C(1) << n;
}

// ---- what belongs together

typedef struct Mention {
    const Stmt *other;
    bool found;
} Mention;

static bool look_for_array(void *context, const Expr *expr)
{
    Mention *mention = context;
    mention->found = mention->found || (expr->kind == EX_ACCESS && tree_mentions_array(mention->other, expr->array));
    return !mention->found;
}

static bool share_data(const Stmt *left, const Stmt *right)
{
    Mention mention = {.other = right};
    stmt_walk_expressions(left, look_for_array, &mention);
    return mention.found;
}

static bool find_access(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || expr->kind == EX_ACCESS;
    return !*found;
}

// Whether both use a value that was loaded before them.
static bool share_value(const Pieces *pieces, const Stmt *left, const Stmt *right)
{
    for (int p = 0; p < pieces->count; p++) {
        const Stmt *value = pieces->items[p];
        bool loads = false;
        const Symbol *symbol = source_defined_by(value);
        if (!(pieces->copied >> p & 1) || !symbol || !tree_mentions(left, symbol) || !tree_mentions(right, symbol))
            continue;
        stmt_walk_expressions(value, find_access, &loads);
        if (loads)
            return true;
    }
    return false;
}

static bool belong_together(const Pieces *pieces, int left, int right)
{
    if ((pieces->copied >> left & 1) || (pieces->copied >> right & 1))
        return false;
    uint64_t of_left = pieces->dependents[left] | pieces->with[left],
             of_right = pieces->dependents[right] | pieces->with[right];
    return (of_left >> right & 1) || (of_right >> left & 1) || share_data(pieces->items[left], pieces->items[right]) ||
           share_value(pieces, pieces->items[left], pieces->items[right]);
}

static void join_pieces(const Pieces *pieces, uint64_t *joined)
{
    for (int p = 0; p < pieces->count; p++)
        joined[p] = bit(p);
    for (int p = 0; p < pieces->count; p++)
        for (int q = 0; q < p; q++) {
            if (!belong_together(pieces, p, q) || joined[p] == joined[q])
                continue;
            uint64_t both = joined[p] | joined[q];
            for (int r = 0; r < pieces->count; r++)
                joined[r] = both >> r & 1 ? both : joined[r];
        }
}

// ---- how much each does

static int accesses_of(const Facts *facts, const Stmt *piece)
{
    int accesses = 0;
    Granules granules = granules_of(facts);
    FOR_EACH(i, &granules)
        if (stmt_contains(piece, granules.items[i].stmt))
            accesses += granules.items[i].loads + granules.items[i].stores;
    return accesses;
}

static void find_parts(Parts *parts, const Stmt *innermost)
{
    const Pieces *pieces = parts->pieces;
    uint64_t joined[MAX_PIECES], seen = pieces->copied;
    join_pieces(pieces, joined);
    for (int p = 0; p < pieces->count; p++) {
        if (seen >> p & 1)
            continue;
        Part part = {.items = joined[p]};
        for (int q = 0; q < pieces->count; q++) {
            Path path;
            if (!(joined[p] >> q & 1))
                continue;
            part.accesses += accesses_of(parts->state->facts, pieces->items[q]);
            part.loops = part.loops || (tree_path(pieces->loop, pieces->items[q], &path) &&
                                        (path.loops[path.count - 1] != innermost || pieces->items[q]->kind == ST_LOOP));
        }
        parts->list[parts->count++] = part;
        seen |= joined[p];
    }
}

// ---- groups

// Parts in their order, as many to a group as do not do too much together; of parts with loops, one.
static int group_parts(const Parts *parts, bool products, uint64_t *groups)
{
    int count = 0, accesses = 0;
    bool loops = false;
    for (int i = 0; i < parts->count; i++) {
        const Part *part = &parts->list[i];
        if (count == 0 || accesses + part->accesses > TOO_MUCH || (products && loops && part->loops)) {
            groups[count++] = 0;
            accesses = 0;
            loops = false;
        }
        groups[count - 1] |= part->items;
        accesses += part->accesses;
        loops = loops || part->loops;
    }
    return count;
}

// Definitions that every loop can compute for itself count for the first group that needs them.
static void place_copied(const Pieces *pieces, uint64_t *groups, int count)
{
    for (int p = pieces->count - 1; p >= 0; p--) {
        int group = 0;
        for (int g = count - 1; (pieces->copied >> p & 1) && g >= 0; g--)
            for (int user = 0; user < pieces->count; user++)
                if ((groups[g] >> user & 1) && tree_mentions(pieces->items[user], source_defined_by(pieces->items[p])))
                    group = g;
        if (pieces->copied >> p & 1)
            groups[group] |= bit(p);
    }
}

// The parallel loops from the nest's outermost one on.
static int results_of(const Candidate *state, LoopId *loops, const Stmt **innermost)
{
    int count = 0;
    for (const Stmt *loop = state->nest->body; loop && loop->kind == ST_LOOP && count < MAX_DEPTH;
         loop = only_loop(loop->body)) {
        const LoopFact *fact = facts_loop(state->facts, loop->loop->id);
        if (!fact || fact->verdict != LOOP_PARALLEL)
            break;
        loops[count++] = loop->loop->id;
        *innermost = loop;
    }
    return count;
}

// Notes the loops that came of it, side by side.
static const Candidate *noted(const Candidate *candidate, const char *reason)
{
    const Stmt *block = candidate->nest->body;
    for (int i = 0; block->kind == ST_BLOCK && i + 1 < block->nitems; i++) {
        const Stmt *first = block->items[i], *second = block->items[i + 1];
        if (first->kind != ST_LOOP || second->kind != ST_LOOP)
            continue;
        FusionChoice choice = {first->loop->name, second->loop->name, first->loc.line, second->loc.line, false, reason};
        candidate = candidate_with_choice(candidate, choice);
    }
    return candidate;
}

const Candidate *plan_distribution(const Candidate *candidate)
{
    LoopId loops[MAX_DEPTH];
    const Stmt *innermost = NULL, *body = candidate->nest->body;
    const Facts *facts = candidate->facts;
    Pieces pieces;
    int count = results_of(candidate, loops, &innermost);
    if (!count || facts->accesses.count > MOST_ACCESSES || pieces_of(candidate, body, &pieces))
        return candidate;
    Parts parts = {.state = candidate, .pieces = &pieces};
    uint64_t groups[MAX_PIECES];
    find_parts(&parts, innermost);
    bool products = count >= 2 && resource_query(facts, candidate->device, loops, count, 4).reuse_depth > 0;
    int ngroups = group_parts(&parts, products, groups);
    if (ngroups < 2)
        return candidate;
    place_copied(&pieces, groups, ngroups);
    Step step = {.kind = STEP_DISTRIBUTE_STATEMENTS, .loop = body->loop->name, .ngroups = ngroups};
    step.groups = arena_copy(candidate->arena, groups, sizeof groups);
    StepResult result = candidate_step(candidate, &step);
    if (!result.candidate)
        return candidate;
    return noted(result.candidate,
                 products ? "distributed: they share nothing, and one thread would hold the results of both"
                          : "distributed: they share nothing, and one thread would do too much");
}
