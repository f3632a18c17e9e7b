// The steps `privatize` and `combine` for reductions by key: they say how many copies `reduce` makes, where, and with
// how many threads (contracts in transform.h). What it does without them is written as such steps, too.
#include "transform/reduction/histogram.h"
#include "transform/reduction/reduce.h"
#include "transform/schedule/schedule.h"

static bool say(Candidate *state, const Privatization *privatization)
{
    VECTOR_PUSH(state->arena, &state->privatizations, *privatization);
    return true;
}

static bool said_already(const Candidate *state, int reduction, CopiesKind kind)
{
    FOR_EACH(i, &state->privatizations)
        if (state->privatizations.items[i].reduction == reduction && state->privatizations.items[i].kind == kind)
            return true;
    return false;
}

static int shared_layouts(const Candidate *state, int reduction)
{
    int count = 0;
    FOR_EACH(i, &state->privatizations)
        count += state->privatizations.items[i].reduction == reduction &&
                 state->privatizations.items[i].kind == COPIES_SHARED;
    return count;
}

// Threads and copies, whatever they are of.
static bool fits_device(ByKey *by_key, const Privatization *wanted)
{
    Arena *arena = by_key->state->arena;
    int most = by_key->state->device->max_threads_per_block;
    if (wanted->threads % WARP_SIZE)
        return by_key_refuse(by_key, arena_printf(arena, "a block of %lld threads is not made of whole warps",
                                                  (long long)wanted->threads));
    if (wanted->threads > most)
        return by_key_refuse(
            by_key, arena_printf(arena, "%lld threads, and a block has at most %d", (long long)wanted->threads, most));
    if (wanted->kind != COPIES_SHARED)
        return true;
    if (wanted->threads % wanted->copies)
        return by_key_refuse(by_key, arena_printf(arena, "%lld threads cannot share %lld copies equally",
                                                  (long long)wanted->threads, (long long)wanted->copies));
    if (wanted->copies > WARP_SIZE && wanted->copies % WARP_SIZE)
        return by_key_refuse(by_key, arena_printf(arena, "%lld copies are not a multiple of the %d lanes of a warp",
                                                  (long long)wanted->copies, WARP_SIZE));
    return true;
}

// Looks at the tree with tables of its own: names that it makes are of no use later.
static bool may_say(Candidate *state, Stmt *root, const Privatization *wanted, const char *step)
{
    const Reduction *reduction = &state->facts->reductions.items[wanted->reduction];
    Candidate *looking = candidate_copy(state);
    looking->diag = state->diag;
    ByKey by_key = {.step = step, .state = looking, .reduction = reduction};
    if (reduction->kind != REDUCTION_BY_KEY) {
        diag_refuse(
            state->diag, reduction->updates.items[0]->loc,
            "%s %s refused: its place does not depend on data: the loops that are bound say what threads there are",
            step, place_name(reduction->place));
        return false;
    }
    if (!by_key_open(&by_key, root) || !fits_device(&by_key, wanted))
        return false;
    if (by_key_has_workers(&by_key))
        return by_key_refuse(&by_key, "each thread of the bound loops around it has a copy");
    if (wanted->kind != COPIES_SHARED)
        return !said_already(state, wanted->reduction, wanted->kind) ||
               by_key_refuse(&by_key, "an earlier step has said it");
    if (!by_key_is_alone(&by_key))
        return by_key_refuse(&by_key, "its loop carries another reduction, and copies of both lie in global memory");
    if (shared_layouts(state, wanted->reduction) == MAX_LAYOUTS)
        return by_key_refuse(&by_key, "it has four kinds of copies already");
    KeyLayout layout;
    by_key_make_parts(&by_key);
    return by_key_given_layout(&by_key, wanted, &layout);
}

Stmt *privatize_shared(Candidate *state, Stmt *root, int reduction, const Step *step)
{
    Privatization wanted = {.reduction = reduction,
                            .kind = COPIES_SHARED,
                            .threads = step->threads,
                            .copies = step->columns,
                            .blocks = step->blocks,
                            .rotated = step->rotated};
    return may_say(state, root, &wanted, "privatize") && say(state, &wanted) ? root : NULL;
}

Stmt *privatize_global(Candidate *state, Stmt *root, int reduction, int64_t copies, int64_t threads)
{
    Privatization wanted = {.reduction = reduction, .kind = COPIES_GLOBAL, .threads = threads, .copies = copies};
    return may_say(state, root, &wanted, "privatize") && say(state, &wanted) ? root : NULL;
}

Stmt *combine_copies(Candidate *state, Stmt *root, int reduction, int64_t threads)
{
    Privatization wanted = {.reduction = reduction, .kind = COPIES_COMBINED, .threads = threads};
    return may_say(state, root, &wanted, "combine") && say(state, &wanted) ? root : NULL;
}

int reduce_default_steps(const Candidate *state, int index, Step *steps)
{
    const Reduction *reduction = &state->facts->reductions.items[index];
    Candidate *looking = candidate_copy(state);
    ByKey by_key = {.step = "reduce", .state = looking, .reduction = reduction};
    if (reduction->kind != REDUCTION_BY_KEY || !by_key_open(&by_key, state->tree) || by_key_has_workers(&by_key))
        return 0;
    KeyLayout layouts[MAX_LAYOUTS];
    bool all = false;
    const char *name = place_name(reduction->place);
    by_key_make_parts(&by_key);
    int count = by_key_is_alone(&by_key) ? by_key_default_layouts(&by_key, state->tree, layouts, &all) : 0, made = 0;
    for (; made < count; made++)
        steps[made] = (Step){.kind = STEP_PRIVATIZE_SHARED,
                             .place = name,
                             .columns = layouts[made].columns,
                             .threads = layouts[made].threads,
                             .blocks = layouts[made].blocks,
                             .rotated = layouts[made].rotated};
    if (!all)
        steps[made++] =
            (Step){.kind = STEP_PRIVATIZE_GLOBAL, .place = name, .copies = DEFAULT_COPIES, .threads = DEFAULT_THREADS};
    int64_t threads = state->plain ? WARP_SIZE : DEFAULT_THREADS;
    steps[made++] = (Step){.kind = STEP_COMBINE, .place = name, .threads = threads};
    return made;
}
