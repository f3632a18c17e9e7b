#include "transform/search/sharing.h"

#include "transform/reduction/reduce.h"
#include "transform/search/share.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

enum { MOST_LOOPS = 4 * MAX_DEPTH, MOST_MOVES = 24, MOST_UNROLLED = 16 };

const Sharing *sharing_of(const Sharings *sharings, const char *root)
{
    for (int i = sharings ? sharings->items.count - 1 : -1; i >= 0; i--)
        if (strcmp(sharings->items.items[i].root, root) == 0)
            return &sharings->items.items[i];
    return NULL;
}

// ---- steps

static const Candidate *take(const Candidate *candidate, Step step)
{
    return candidate ? candidate_step(candidate, &step).candidate : NULL;
}

// The candidate itself, if the step is refused.
static const Candidate *take_if_legal(const Candidate *candidate, Step step)
{
    const Candidate *made = take(candidate, step);
    return made ? made : candidate;
}

static const char *part(const char *loop, const char *name)
{
    return intern_printf("%s.%s", loop, name);
}

// ---- loops of the nest

typedef struct Loops {
    const Stmt *items[MOST_LOOPS];
    int count;
} Loops;

static bool add_loop(void *context, const Stmt *stmt)
{
    Loops *loops = context;
    if (stmt->kind == ST_LOOP && loops->count < MOST_LOOPS)
        loops->items[loops->count++] = stmt;
    return true;
}

static Loops loops_below(const Stmt *root)
{
    Loops loops = {0};
    if (root)
        stmt_walk((Stmt *)root, add_loop, &loops);
    return loops;
}

static bool is_parallel(const Candidate *candidate, const Stmt *stmt)
{
    const LoopFact *fact = facts_loop(candidate->facts, stmt->loop->origin);
    return fact && fact->verdict == LOOP_PARALLEL && stmt->loop->binding == BIND_SERIAL &&
           !strchr(stmt->loop->name, '.');
}

// A sharing that is being carried out.
typedef struct Taking {
    const Sharing *sharing;
    const char *names[MOST_LOOPS]; // of the nest's loops before
    LoopId origins[MOST_LOOPS];
    int count;
} Taking;

static Taking begin(const Candidate *candidate, const Sharing *sharing)
{
    Taking taking = {.sharing = sharing};
    Loops loops = loops_below(tree_loop(candidate->tree, sharing->root));
    for (int i = 0; i < loops.count; i++) {
        taking.names[i] = loops.items[i]->loop->name;
        taking.origins[taking.count++] = loops.items[i]->loop->origin;
    }
    return taking;
}

static bool is_of_nest(const Taking *taking, const Stmt *stmt)
{
    for (int i = 0; i < taking->count; i++)
        if (taking->origins[i] == stmt->loop->origin)
            return true;
    return false;
}

// All loops of the nest as it is now, outermost first: those at and below the outermost one around the threads.
static Loops loops_now(const Candidate *candidate, const Taking *taking)
{
    Path path;
    const Stmt *threads = tree_loop(candidate->tree, part(taking->sharing->x.loop, "thread"));
    if (!threads || !tree_path(candidate->tree, threads, &path))
        return (Loops){0};
    for (int i = 0; i < path.count; i++)
        if (is_of_nest(taking, path.loops[i]))
            return loops_below(path.loops[i]);
    return (Loops){0};
}

// ---- who runs what

static const Candidate *share_others(const Candidate *candidate, const Taking *taking)
{
    const Sharing *sharing = taking->sharing;
    for (int i = 0; i < taking->count; i++) {
        const Stmt *stmt = tree_loop(candidate->tree, taking->names[i]);
        Share share = {.loop = taking->names[i], .form = SHARE_BLOCKS};
        bool shared =
            strcmp(share.loop, sharing->x.loop) == 0 || (sharing->y.loop && strcmp(share.loop, sharing->y.loop) == 0);
        const Candidate *made = stmt && !shared && is_parallel(candidate, stmt) ? share_take(candidate, &share) : NULL;
        candidate = made ? made : candidate;
    }
    return candidate;
}

static const Candidate *reduce_all(const Candidate *candidate)
{
    FOR_EACH(i, &candidate->facts->reductions) {
        const char *place = place_name(candidate->facts->reductions.items[i].place);
        if (candidate && !numbers_have(candidate->relaxed, i) && reduce_is_concurrent(candidate, candidate->tree, i))
            candidate = take(candidate, (Step){.kind = STEP_REDUCE, .place = place, .style = REDUCE_SHUFFLE});
        if (!candidate)
            return NULL;
    }
    return candidate;
}

// ---- the iterations of a thread

// Whether it is the part of a shared loop that a thread runs through, or a copy of it.
static bool is_own_part(const Share *share, const char *name)
{
    const char *own =
        share->loop ? part(share->loop, share->form == SHARE_THREADS || share->form == SHARE_TURNS ? "turn" : "reg")
                    : "";
    size_t length = strlen(own);
    return length && strncmp(name, own, length) == 0 && (name[length] == 0 || name[length] == '#');
}

static bool is_part_of_thread(const Sharing *sharing, const char *name)
{
    return is_own_part(&sharing->x, name) || is_own_part(&sharing->y, name);
}

// A serial loop among other statements of the body gets iterations of its own, if that is legal.
static const Candidate *cut_around_loop(const Candidate *candidate, const Stmt *stmt)
{
    const Stmt *body = stmt->body;
    int items = body && body->kind == ST_BLOCK ? body->nitems : 0;
    for (int i = 0; i < items; i++) {
        if (body->items[i]->kind != ST_LOOP)
            continue;
        Step step = {.kind = STEP_DISTRIBUTE, .loop = stmt->loop->name, .count = i ? i : 1};
        return items > 1 ? take(candidate, step) : NULL;
    }
    return NULL;
}

// One serial loop goes out of one loop of the thread; NULL: none can.
static const Candidate *move_one_out(const Candidate *candidate, const Taking *taking)
{
    const Sharing *sharing = taking->sharing;
    Loops loops = loops_now(candidate, taking);
    for (int i = loops.count - 1; i >= 0; i--) {
        const Stmt *stmt = loops.items[i], *inner = only_loop(stmt->body);
        if (stmt->loop->binding != BIND_SERIAL || !is_part_of_thread(sharing, stmt->loop->name))
            continue;
        const Candidate *made = NULL;
        if (inner && inner->loop->binding == BIND_SERIAL && !is_part_of_thread(sharing, inner->loop->name))
            made =
                take(candidate, (Step){.kind = STEP_INTERCHANGE, .loop = stmt->loop->name, .other = inner->loop->name});
        else if (!inner)
            made = cut_around_loop(candidate, stmt);
        if (made)
            return made;
    }
    return NULL;
}

static const Candidate *move_serial_out(const Candidate *candidate, const Taking *taking)
{
    for (int i = 0; i < MOST_MOVES; i++) {
        const Candidate *made = move_one_out(candidate, taking);
        if (!made)
            break;
        candidate = made;
    }
    return candidate;
}

// ---- memory

// The loop in which arrays are staged: one that was cut, otherwise all that the thread does.
static const char *staging_place(const Candidate *candidate, const Taking *taking)
{
    const Sharing *sharing = taking->sharing;
    if (sharing->cut)
        return part(sharing->cut, "part");
    const char *innermost = NULL;
    Loops loops = loops_now(candidate, taking);
    const char *x = part(sharing->x.loop, "thread"), *y = sharing->y.loop ? part(sharing->y.loop, "thread") : "";
    for (int i = 0; i < loops.count; i++) {
        const char *name = loops.items[i]->loop->name;
        innermost = strcmp(name, x) == 0 || strcmp(name, y) == 0 ? name : innermost;
    }
    return innermost;
}

static const Candidate *stage_shared(const Candidate *candidate, const Taking *taking)
{
    const Sharing *sharing = taking->sharing;
    const char *place = staging_place(candidate, taking);
    for (int i = 0; candidate && i < candidate->facts->arrays.count && i < 64; i++) {
        if (!(sharing->staged >> i & 1))
            continue;
        Step step = {.kind = STEP_STAGE,
                     .array = candidate->facts->arrays.items[i].array->name,
                     .loop = place,
                     .space = SPACE_SHARED,
                     .pad = 1};
        candidate = place ? take(candidate, step) : NULL;
    }
    return candidate;
}

static bool is_in_thread(const Candidate *candidate, const Stmt *stmt)
{
    Path path;
    return tree_path(candidate->tree, stmt, &path) && path_has_threads(&path) && stmt->loop->binding == BIND_SERIAL;
}

// What serial loops of the thread add up is held in registers meanwhile.
static const Candidate *hold_results(const Candidate *candidate, const Taking *taking)
{
    const Sharing *sharing = taking->sharing;
    Loops loops = loops_now(candidate, taking);
    for (int i = 0; i < loops.count; i++) {
        const Stmt *stmt = loops.items[i];
        if (is_part_of_thread(sharing, stmt->loop->name) || !is_in_thread(candidate, stmt))
            continue;
        FOR_EACH(a, &candidate->facts->arrays) {
            const Array *array = candidate->facts->arrays.items[a].array;
            if (candidate->facts->arrays.items[a].written && tree_mentions_array(stmt->body, array))
                candidate = take_if_legal(candidate, (Step){.kind = STEP_STAGE,
                                                            .array = array->name,
                                                            .loop = stmt->loop->name,
                                                            .space = SPACE_REGISTER});
        }
    }
    return candidate;
}

// ---- what is done at a time

// The iterations of a thread, and short loops inside of them.
static const Candidate *unroll_all(const Candidate *candidate, const Taking *taking)
{
    const Sharing *sharing = taking->sharing;
    Loops loops = loops_now(candidate, taking);
    for (int i = 0; i < loops.count; i++) {
        const Stmt *stmt = loops.items[i];
        if (!is_in_thread(candidate, stmt))
            continue;
        int64_t extent = loop_constant_extent(candidate->arena, candidate->tree, stmt->loop->id);
        bool own = is_part_of_thread(sharing, stmt->loop->name);
        if (extent > 1 && extent <= MOST_UNROLLED)
            candidate = take_if_legal(candidate, (Step){.kind = STEP_UNROLL, .loop = stmt->loop->name});
        else if (own)
            candidate = take_if_legal(candidate, (Step){.kind = STEP_UNROLL, .loop = stmt->loop->name, .copies = 4});
    }
    return candidate;
}

static const Candidate *take_vectors(const Candidate *candidate, const Sharing *sharing)
{
    return take(candidate,
                (Step){.kind = STEP_VECTORIZE, .loop = part(sharing->x.loop, "reg"), .lanes = sharing->x.each});
}

// ---- the whole

static const Candidate *cut_serial(const Candidate *candidate, const Sharing *sharing)
{
    if (!sharing->cut)
        return candidate;
    return take(candidate, (Step){.kind = STEP_TILE,
                                  .loop = sharing->cut,
                                  .size = sharing->depth,
                                  .outer = part(sharing->cut, "part"),
                                  .inner = part(sharing->cut, "step")});
}

const Candidate *sharing_take(const Candidate *candidate, const Sharing *sharing)
{
    const Taking taking = begin(candidate, sharing);
    candidate = cut_serial(candidate, sharing);
    candidate = candidate ? share_take(candidate, &sharing->x) : NULL;
    if (candidate && sharing->y.loop)
        candidate = share_take(candidate, &sharing->y);
    candidate = candidate ? share_others(candidate, &taking) : NULL;
    candidate = candidate ? reduce_all(candidate) : NULL;
    if (candidate && sharing->outward)
        candidate = move_serial_out(candidate, &taking);
    candidate = candidate ? stage_shared(candidate, &taking) : NULL;
    candidate = candidate ? hold_results(candidate, &taking) : NULL;
    if (candidate && sharing->vectors)
        candidate = take_vectors(candidate, sharing);
    return candidate ? unroll_all(candidate, &taking) : NULL;
}
