#include "transform/search/decisions.h"
#include "ir/fold.h"

#include "transform/plan/groups.h"
#include "transform/reduction/reduce.h"
#include "transform/source/ranges/join.h"
#include "transform/source/source.h"
#include "transform/source/ranges/residues.h"
#include "transform/source/ranges/unroll_fully.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

#include <string.h>

typedef struct Proposing {
    const Candidate *candidate;
    Decisions *decisions;
    DecisionKind kind;
} Proposing;

static void propose(const Proposing *proposing, Step step)
{
    Decision decision = {.kind = proposing->kind, .step = step};
    VECTOR_PUSH(proposing->candidate->arena, proposing->decisions, decision);
}

// ---- the source

static LoopVerdict verdict_of(const Candidate *candidate, const Stmt *stmt)
{
    const LoopFact *fact = facts_loop(candidate->facts, stmt->loop->origin);
    return fact ? fact->verdict : LOOP_OPAQUE;
}

static void propose_group(const Proposing *proposing, const char *loop, const uint64_t *groups, int count)
{
    uint64_t *copy = arena_copy(proposing->candidate->arena, groups, sizeof *groups * (size_t)count);
    propose(proposing, (Step){.kind = STEP_DISTRIBUTE_STATEMENTS, .loop = loop, .groups = copy, .ngroups = count});
}

// Pieces in a dependence cycle stay together, and others where that keeps loops parallel.
static void propose_cycles(const Proposing *proposing, const Pieces *pieces, bool apart)
{
    Groups groups = {.pieces = pieces, .apart = apart};
    groups_find(&groups);
    groups_place_copied(&groups);
    if (groups.count > 1)
        propose_group(proposing, pieces->loop->loop->name, groups.items, groups.count);
}

// Dependence cycles in loops of their own, each statement alone, and the body cut at each place.
static void propose_distribution(const Proposing *proposing, const Stmt *stmt)
{
    Pieces pieces = {0};
    uint64_t groups[MAX_PIECES], all;
    if (pieces_of(proposing->candidate, stmt, &pieces) || pieces.count < 2)
        return;
    propose_cycles(proposing, &pieces, true);
    propose_cycles(proposing, &pieces, false);
    for (int i = 0; i < pieces.count; i++)
        groups[i] = (uint64_t)1 << i;
    all = groups[pieces.count - 1] * 2 - 1;
    if (pieces.count > 2)
        propose_group(proposing, stmt->loop->name, groups, pieces.count);
    for (int i = 1; i < pieces.count; i++) {
        uint64_t first = ((uint64_t)1 << i) - 1;
        propose_group(proposing, stmt->loop->name, (uint64_t[]){first, all & ~first}, 2);
    }
}

// An innermost loop that a thread may as well run as a whole.
static bool is_short(const Stmt *stmt)
{
    enum { FEW = 4 };
    int64_t count = unroll_fully_count(stmt->loop);
    return count > 1 && count <= FEW && !tree_has_kind(stmt->body, ST_LOOP);
}

static void propose_one_loop(const Proposing *proposing, const Stmt *first, const Stmt *second)
{
    bool parts = !join_obstacle(proposing->candidate, first, second);
    propose(proposing,
            (Step){.kind = parts ? STEP_JOIN : STEP_FUSE, .loop = first->loop->name, .other = second->loop->name});
}

static bool propose_for_loop(void *context, const Stmt *stmt)
{
    static const int64_t parts[] = {256, 1024, 4096};
    const Proposing *proposing = context;
    for (int i = 0; stmt->kind == ST_BLOCK && i + 1 < stmt->nitems; i++)
        if (stmt->items[i]->kind == ST_LOOP && stmt->items[i + 1]->kind == ST_LOOP)
            propose_one_loop(proposing, stmt->items[i], stmt->items[i + 1]);
    if (stmt->kind != ST_LOOP)
        return true;
    LoopVerdict verdict = verdict_of(proposing->candidate, stmt);
    const Stmt *inner = only_loop(stmt->body);
    bool sums = inner && verdict_of(proposing->candidate, inner) == LOOP_REDUCTION;
    if (verdict == LOOP_SEQUENTIAL && (!inner || sums) && tree_has_kind(stmt->body, ST_LOOP))
        propose(proposing, (Step){.kind = STEP_RIGHT_LOOK, .loop = stmt->loop->name});
    if (verdict == LOOP_SEQUENTIAL && tree_has_kind(stmt->body, ST_DECLARE) && tree_has_kind(stmt->body, ST_LOOP))
        propose(proposing, (Step){.kind = STEP_IN_PLACE, .loop = stmt->loop->name});
    if (verdict == LOOP_REDUCTION)
        propose(proposing, (Step){.kind = STEP_ACCUMULATE, .loop = stmt->loop->name});
    if (verdict == LOOP_SEQUENTIAL && tree_has_kind(stmt->body, ST_LOOP))
        propose(proposing, (Step){.kind = STEP_STRIP_MINE, .loop = stmt->loop->name, .size = 4});
    propose_distribution(proposing, stmt);
    propose(proposing, (Step){.kind = STEP_SINK, .loop = stmt->loop->name});
    propose(proposing, (Step){.kind = STEP_INTERIOR, .loop = stmt->loop->name});
    int64_t classes = residues_of(proposing->candidate->arena, stmt);
    if (classes > 1 && classes <= MOST_RESIDUES)
        propose(proposing, (Step){.kind = STEP_RESIDUES, .loop = stmt->loop->name, .size = classes});
    if (inner && verdict != verdict_of(proposing->candidate, inner))
        propose(proposing, (Step){.kind = STEP_PERMUTE, .loop = stmt->loop->name, .other = inner->loop->name});
    if (inner && verdict == verdict_of(proposing->candidate, inner))
        propose(proposing, (Step){.kind = STEP_COLLAPSE, .loop = stmt->loop->name, .other = inner->loop->name});
    if (verdict != LOOP_REDUCTION && is_short(stmt))
        propose(proposing, (Step){.kind = STEP_UNROLL_FULLY, .loop = stmt->loop->name});
    if (verdict == LOOP_SEQUENTIAL)
        propose(proposing, (Step){.kind = STEP_SPLIT_NODE, .loop = stmt->loop->name});
    for (int i = 0; verdict == LOOP_REDUCTION && i < 3; i++)
        propose(proposing, (Step){.kind = STEP_RFACTOR, .loop = stmt->loop->name, .size = parts[i]});
    return true;
}

void propose_sources(const Candidate *candidate, Decisions *decisions)
{
    Proposing proposing = {candidate, decisions, DECIDE_SOURCE};
    if (candidate->facts->changeable && !facts_asserts_independent(candidate->facts))
        stmt_walk(candidate->nest->body, propose_for_loop, &proposing);
}

// ---- orders

static bool propose_order(void *context, const Stmt *stmt)
{
    const Stmt *inner = stmt->kind == ST_LOOP ? only_loop(stmt->body) : NULL;
    if (inner && stmt->loop->binding == BIND_SERIAL && inner->loop->binding == BIND_SERIAL)
        propose(context, (Step){.kind = STEP_INTERCHANGE, .loop = stmt->loop->name, .other = inner->loop->name});
    return true;
}

void propose_orders(const Candidate *candidate, Decisions *decisions)
{
    Proposing proposing = {candidate, decisions, DECIDE_ORDER};
    stmt_walk(candidate->tree, propose_order, &proposing);
}

// ---- reductions

void propose_reductions(const Candidate *candidate, Decisions *decisions)
{
    static const ReduceStyle styles[] = {REDUCE_SHUFFLE, REDUCE_TREE};
    Proposing proposing = {candidate, decisions, DECIDE_REDUCE};
    FOR_EACH(i, &candidate->facts->reductions) {
        const Reduction *reduction = &candidate->facts->reductions.items[i];
        const char *place = place_name(reduction->place);
        if (numbers_have(candidate->relaxed, i) || !reduce_is_concurrent(candidate, candidate->tree, i))
            continue;
        for (int s = 0; s < (reduction->kind == REDUCTION_BY_KEY ? 1 : 2); s++)
            propose(&proposing, (Step){.kind = STEP_REDUCE, .place = place, .style = styles[s]});
    }
}

// ---- memory

static void propose_stage(const Proposing *proposing, const char *array, const char *loop, const Stmt *stmt)
{
    Step step = {.kind = STEP_STAGE, .array = array, .loop = loop, .space = SPACE_REGISTER};
    bool serial = stmt->loop->binding == BIND_SERIAL, threads = binding_is_thread(stmt->loop->binding);
    if (serial || threads)
        propose(proposing, step);
    step.held = 1;
    if (serial && tree_has_concurrent(stmt->body))
        propose(proposing, step);
    step.held = 0;
    step.space = SPACE_SHARED;
    if (!serial && !threads)
        return;
    propose(proposing, step);
    step.pad = 1;
    propose(proposing, step);
    step.transpose = true;
    propose(proposing, step);
    if (threads)
        propose(proposing,
                (Step){.kind = STEP_STAGE, .array = array, .loop = loop, .space = SPACE_SHARED, .records = true});
}

static bool propose_stages_at(void *context, const Stmt *stmt)
{
    const Proposing *proposing = context;
    if (stmt->kind != ST_LOOP)
        return true;
    FOR_EACH(i, &proposing->candidate->facts->arrays) {
        const Array *array = proposing->candidate->facts->arrays.items[i].array;
        if (tree_mentions_array(stmt->body, array))
            propose_stage(proposing, array->name, stmt->loop->name, stmt);
    }
    return true;
}

void propose_stages(const Candidate *candidate, Decisions *decisions)
{
    Proposing proposing = {candidate, decisions, DECIDE_STAGE};
    if (tree_has_concurrent(candidate->tree))
        stmt_walk(candidate->tree, propose_stages_at, &proposing);
}

// ---- the work of a thread

static bool propose_work_of(void *context, const Stmt *stmt)
{
    const Proposing *proposing = context;
    const Candidate *candidate = proposing->candidate;
    if (stmt->kind != ST_LOOP || stmt->loop->binding != BIND_SERIAL)
        return true;
    int64_t extent = loop_constant_extent(candidate->arena, candidate->tree, stmt->loop->id);
    if (extent > 1 && extent <= 64)
        propose(proposing, (Step){.kind = STEP_UNROLL, .loop = stmt->loop->name});
    if (extent > 1 && extent <= 16 && is_power_of_two(extent) && !tree_has_kind(stmt->body, ST_LOOP))
        propose(proposing, (Step){.kind = STEP_VECTORIZE, .loop = stmt->loop->name, .lanes = extent});
    if (extent < 0 || extent > 8)
        propose(proposing, (Step){.kind = STEP_UNROLL, .loop = stmt->loop->name, .copies = 4});
    return true;
}

void propose_work(const Candidate *candidate, Decisions *decisions)
{
    Proposing proposing = {candidate, decisions, DECIDE_WORK};
    if (tree_has_concurrent(candidate->tree))
        stmt_walk(candidate->tree, propose_work_of, &proposing);
}

// ---- loops around kernels

static bool propose_persistence_of(void *context, const Stmt *stmt)
{
    bool serial = stmt->kind == ST_LOOP && (stmt->loop->binding == BIND_SERIAL || stmt->loop->binding == BIND_HOST);
    for (int scope = PERSISTS_IN_BLOCK; serial && tree_has_concurrent(stmt->body) && scope <= PERSISTS_IN_GRID; scope++)
        propose(context, (Step){.kind = STEP_PERSIST, .loop = stmt->loop->name, .scope = (Persistence)scope});
    return stmt->kind != ST_LOOP || serial;
}

void propose_persistence(const Candidate *candidate, Decisions *decisions)
{
    Proposing proposing = {candidate, decisions, DECIDE_PERSIST};
    if (tree_has_concurrent(candidate->tree))
        stmt_walk(candidate->tree, propose_persistence_of, &proposing);
}
