// Sums by key: every thread may update every element, so no thread has results of its own.
#include "transform/plan/prepare_keys.h"

#include "transform/tree/order.h"
#include "transform/reduction/histogram_atomic.h"
#include "transform/reduction/histogram_fixed.h"
#include "transform/source/accumulate.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

static bool updates_by_key(const Facts *facts, const Stmt *piece, bool by_key)
{
    FOR_EACH(r, &facts->reductions) {
        const Reduction *reduction = &facts->reductions.items[r];
        FOR_EACH(u, &reduction->updates)
            if (reduction->kind != REDUCTION_SCALAR && (reduction->kind == REDUCTION_BY_KEY) == by_key &&
                stmt_contains(piece, reduction->updates.items[u]))
                return true;
    }
    return false;
}

// The pieces that update what this one updates by key stay in one loop with it.
static uint64_t keyed_with(const Facts *facts, const Pieces *pieces, int piece)
{
    uint64_t with = 0;
    FOR_EACH(r, &facts->reductions) {
        const Reduction *reduction = &facts->reductions.items[r];
        uint64_t own = 0;
        FOR_EACH(u, &reduction->updates)
            for (int p = 0; p < pieces->count; p++)
                own |= stmt_contains(pieces->items[p], reduction->updates.items[u]) ? bit(p) : 0;
        with |= reduction->kind == REDUCTION_BY_KEY && (own >> piece & 1) ? own : 0;
    }
    return with;
}

bool prepare_accumulated_keys(Preparation *preparation, const Stmt *stmt)
{
    if (!stmt)
        return false;
    if (stmt->kind == ST_LOOP && accumulates_by_key(preparation->state, stmt) &&
        preparation_step(preparation, (Step){.kind = STEP_ACCUMULATE, .loop = stmt->loop->name}))
        return true;
    for (int i = 0; i < stmt->nitems; i++)
        if (prepare_accumulated_keys(preparation, stmt->items[i]))
            return true;
    return prepare_accumulated_keys(preparation, stmt->body) || prepare_accumulated_keys(preparation, stmt->otherwise);
}

enum { LONG_ROW = 16 };

// Whether a piece without sums by key is in a loop of its own that sums up rows, which threads had better share.
static bool sums_rows(const Preparation *preparation, const Stmt *loop, const Pieces *pieces)
{
    const Facts *facts = preparation->state->facts;
    for (int p = 0; p < pieces->count; p++) {
        Path path;
        if (updates_by_key(facts, pieces->items[p], true) || !tree_path(loop->body, pieces->items[p], &path))
            continue;
        for (int l = 0; l < path.count; l++) {
            const LoopFact *fact = facts_loop(facts, path.loops[l]->loop->id);
            bool is_long = fact && (fact->constant_trip < 0 || fact->constant_trip >= LONG_ROW);
            if (is_long && fact->verdict == LOOP_REDUCTION && !updates_by_key(facts, path.loops[l], true))
                return true;
        }
    }
    return false;
}

// Beside sums by key, sums of rows and sums whose places move along a loop get loops of their own: the loop around them
// is parallel for these. So do several sums by key: if they shared a loop, each thread would have copies of all.
static bool separate_keys(Preparation *preparation, const Stmt *loop)
{
    const Facts *facts = preparation->state->facts;
    Pieces pieces;
    if (!updates_by_key(facts, loop, true) || stmt_rotates(loop) || pieces_of(preparation->state, loop, &pieces))
        return false;
    Groups groups = {.pieces = &pieces};
    int keyed = 0;
    for (int p = 0; p < pieces.count; p++) {
        bool by_key = updates_by_key(facts, pieces.items[p], true);
        groups.alone |= by_key ? bit(p) : 0;
        pieces.with[p] |= by_key ? keyed_with(facts, &pieces, p) : 0;
        keyed += by_key;
    }
    if (keyed < 2 && !updates_by_key(facts, loop, false) && !sums_rows(preparation, loop, &pieces))
        return false;
    groups_find(&groups);
    return groups.count > 1 && preparation_separate(preparation, &groups);
}

// ---- rows by key

// Whether the loop does nothing else than update the elements, in any order, and threads can share copies of them.
// Other copies are of a thread each, which would update few elements of a row.
static bool may_be_collapsed(const Preparation *preparation, const Reduction *reduction, const Stmt *loop)
{
    bool shares =
        type_is_integer(reduction->type) || reduction_can_be_fixed(preparation->state->arena, reduction, loop->body);
    return shares && reduction->kind == REDUCTION_BY_KEY && reduction->form == FORM_OPERATOR &&
           may_reassociate(preparation->state, reduction) && reduction_is_all(reduction, loop);
}

// Along the loop inside, neighbouring elements are updated; so do neighbouring threads then.
static bool collapse_keys(Preparation *preparation, const Stmt *loop)
{
    const Candidate *state = preparation->state;
    const Stmt *inner = only_loop(loop->body);
    const LoopFact *fact = facts_loop(state->facts, loop->loop->id);
    bool fits = inner && fact->reductions.count && !state->plain && !state->by_paper;
    for (int i = 0; fits && i < fact->reductions.count; i++)
        fits = may_be_collapsed(preparation, &state->facts->reductions.items[fact->reductions.items[i]], loop);
    return fits && preparation_verdict(preparation, inner) != LOOP_SEQUENTIAL &&
           preparation_step(preparation,
                            (Step){.kind = STEP_COLLAPSE, .loop = loop->loop->name, .other = inner->loop->name});
}

bool prepare_keys(Preparation *preparation, const Stmt *loop)
{
    return separate_keys(preparation, loop) || collapse_keys(preparation, loop);
}
