#include "transform/search/share.h"

#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

#include <string.h>

// ---- proposals

// Of the loop that is undivided yet: parts have a '.' in their names.
static bool is_undivided(const Stmt *stmt)
{
    return stmt->kind == ST_LOOP && stmt->loop->binding == BIND_SERIAL && !strchr(stmt->loop->name, '.');
}

typedef struct Proposing {
    const Candidate *candidate;
    Decisions *decisions;
} Proposing;

static void propose(Proposing *proposing, Share share)
{
    Decision decision = {.kind = DECIDE_SHARE, .share = share};
    VECTOR_PUSH(proposing->candidate->arena, proposing->decisions, decision);
}

static bool has_threads(const Candidate *candidate, const Stmt *stmt)
{
    Path path;
    if (!tree_path(candidate->tree, stmt, &path))
        return false;
    bool found = path_has_threads(&path);
    Varying below = varying_below(stmt->body);
    for (int i = 0; i < below.count; i++)
        found = found || binding_is_thread(below.loops[i]->binding);
    return found;
}

static void propose_with_threads(Proposing *proposing, const char *loop, int64_t threads)
{
    static const int64_t each[] = {2, 4, 8};
    int64_t sms = proposing->candidate->device->sms;
    propose(proposing, (Share){.loop = loop, .form = SHARE_TILES, .threads = threads});
    for (int i = 0; i < 3; i++) {
        propose(proposing, (Share){.loop = loop, .form = SHARE_NEIGHBOURS, .threads = threads, .each = each[i]});
        propose(proposing, (Share){.loop = loop, .form = SHARE_STRIDED, .threads = threads, .each = each[i]});
    }
    propose(proposing, (Share){.loop = loop, .form = SHARE_THREADS, .threads = threads});
    propose(proposing, (Share){.loop = loop, .form = SHARE_TURNS, .threads = threads, .blocks = sms});
    propose(proposing, (Share){.loop = loop, .form = SHARE_TURNS, .threads = threads, .blocks = 4 * sms});
}

static bool propose_loop(void *context, const Stmt *stmt)
{
    static const int64_t first[] = {16, 32, 64, 128, 256}, later[] = {2, 4, 8, 16};
    Proposing *proposing = context;
    if (!is_undivided(stmt))
        return true;
    const LoopFact *fact = facts_loop(proposing->candidate->facts, stmt->loop->origin);
    propose(proposing, (Share){.loop = stmt->loop->name, .form = SHARE_HOST});
    if (!fact || fact->verdict == LOOP_OPAQUE)
        return true;
    propose(proposing, (Share){.loop = stmt->loop->name, .form = SHARE_BLOCKS});
    bool later_one = has_threads(proposing->candidate, stmt);
    for (int i = 0; i < (later_one ? 4 : 5); i++)
        propose_with_threads(proposing, stmt->loop->name, later_one ? later[i] : first[i]);
    return true;
}

void propose_shares(const Candidate *candidate, Decisions *decisions)
{
    Proposing proposing = {candidate, decisions};
    stmt_walk(candidate->tree, propose_loop, &proposing);
}

// ---- steps

static const Candidate *take(const Candidate *candidate, Step step)
{
    return candidate ? candidate_step(candidate, &step).candidate : NULL;
}

static const char *part(const char *loop, const char *name)
{
    return intern_printf("%s.%s", loop, name);
}

static const Candidate *divide(const Candidate *candidate, const Share *share)
{
    const char *loop = share->loop, *block = part(loop, "tile"), *thread = part(loop, "thread");
    Step tile = {.kind = STEP_TILE, .loop = loop, .size = share->threads, .outer = block, .inner = thread};
    Step turns = {.kind = STEP_CYCLIC, .loop = loop, .outer = thread, .inner = part(loop, "turn")};
    switch (share->form) {
    case SHARE_TILES: return take(candidate, tile);
    case SHARE_NEIGHBOURS:
        tile.loop = part(loop, "group");
        candidate = take(
            candidate,
            (Step){
                .kind = STEP_TILE, .loop = loop, .size = share->each, .outer = tile.loop, .inner = part(loop, "reg")});
        return take(candidate, tile);
    case SHARE_STRIDED:
        tile.size = share->threads * share->each;
        tile.inner = turns.loop = part(loop, "elem");
        turns.size = share->threads;
        turns.inner = part(loop, "reg");
        return take(take(candidate, tile), turns);
    case SHARE_THREADS: turns.size = share->threads; return take(candidate, turns);
    case SHARE_TURNS:
        turns.size = share->threads * share->blocks;
        turns.outer = tile.loop = part(loop, "worker");
        return take(take(candidate, turns), tile);
    case SHARE_BLOCKS:
    case SHARE_HOST: break;
    }
    return candidate;
}

// ---- places

static int rank_of(Binding binding)
{
    return binding == BIND_HOST ? 0 : binding_is_block(binding) ? 1 : binding_is_thread(binding) ? 2 : 3;
}

// Outwards over loops of a higher rank, as far as steps allow.
static const Candidate *move_out(const Candidate *candidate, const char *loop, int rank)
{
    for (;;) {
        Path path;
        const Stmt *stmt = tree_loop(candidate->tree, loop);
        if (!stmt || !tree_path(candidate->tree, stmt, &path) || path.count < 2)
            return candidate;
        const Stmt *above = path.loops[path.count - 2];
        if (only_loop(above->body) != stmt || rank_of(above->loop->binding) <= rank)
            return candidate;
        const Candidate *moved =
            take(candidate, (Step){.kind = STEP_INTERCHANGE, .loop = above->loop->name, .other = loop});
        if (!moved)
            return candidate;
        candidate = moved;
    }
}

static bool is_used(const Candidate *candidate, const Stmt *stmt, Binding binding)
{
    Path path;
    bool used = !tree_path(candidate->tree, stmt, &path);
    for (int i = 0; i < path.count && !used; i++)
        used = path.loops[i]->loop->binding == binding;
    Varying below = varying_below(stmt->body);
    for (int i = 0; i < below.count && !used; i++)
        used = below.loops[i]->binding == binding;
    return used;
}

// Binds the loop in the first direction, from `x` on, that no loop around or inside has.
static const Candidate *bind_next(const Candidate *candidate, const char *loop, Binding x)
{
    if (!candidate)
        return NULL;
    candidate = move_out(candidate, loop, rank_of(x));
    const Stmt *stmt = tree_loop(candidate->tree, loop);
    for (int d = 0; stmt && d < 3; d++)
        if (!is_used(candidate, stmt, (Binding)((int)x + d)))
            return take(candidate, (Step){.kind = STEP_BIND, .loop = loop, .binding = (Binding)((int)x + d)});
    return NULL;
}

const Candidate *share_take(const Candidate *candidate, const Share *share)
{
    const char *loop = share->loop;
    if (share->form == SHARE_HOST)
        return take(candidate, (Step){.kind = STEP_BIND, .loop = loop, .binding = BIND_HOST});
    if (share->form == SHARE_BLOCKS)
        return bind_next(candidate, loop, BIND_BLOCK_X);
    candidate = divide(candidate, share);
    if (share->form != SHARE_THREADS)
        candidate = bind_next(candidate, part(loop, "tile"), BIND_BLOCK_X);
    return bind_next(candidate, part(loop, "thread"), BIND_THREAD_X);
}
