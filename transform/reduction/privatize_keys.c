// The steps that a reduction by key is made of: `privatize` makes copies of its elements for blocks and threads, and
// `combine` the kernel that adds them up (contracts in privatize_keys.h). `reduce` does what of these is missing.
#include "transform/reduction/privatize_keys.h"
#include "transform/reduction/histogram_passes.h"
#include "transform/reduction/reduce.h"
#include "transform/schedule/schedule.h"
#include "transform/tree/order.h"

// ---- what was made before

static const Privatization *last_made(const Candidate *state, int reduction)
{
    for (int i = state->privatizations.count - 1; i >= 0; i--)
        if (state->privatizations.items[i].reduction == reduction)
            return &state->privatizations.items[i];
    return NULL;
}

bool reduction_has_copies(const Candidate *state, int reduction)
{
    const Privatization *last = last_made(state, reduction);
    return last && last->kind != COPIES_REDUCED;
}

static bool is_copied(const Candidate *state, int reduction)
{
    const Privatization *last = last_made(state, reduction);
    return last && last->all;
}

static bool has_bounds_of(const Loop *loop, const Loop *made)
{
    return expr_equal(loop->lower, made->lower) && expr_equal(loop->upper, made->upper);
}

// The loop that adds up the copies in one thread, over all keys, as `privatize` has made it; NULL: `combine` was there,
// or another step has given a part of the keys to another loop.
static const Stmt *not_combined(const Stmt *root, const Privatization *made)
{
    const Stmt *stmt = made->sums ? stmt_find_loop(root, made->sums->key.id) : NULL;
    return stmt && has_bounds_of(stmt->loop, &made->sums->key) ? stmt : NULL;
}

bool copies_await(const Candidate *state, const Stmt *root, int reduction, StepKind kind)
{
    bool combines = false;
    FOR_EACH(i, &state->privatizations) {
        const Privatization *made = &state->privatizations.items[i];
        combines = combines || (made->reduction == reduction && not_combined(root, made));
    }
    if (kind == STEP_COMBINE)
        return combines;
    return reduction_has_copies(state, reduction) && (kind == STEP_REDUCE || !is_copied(state, reduction));
}

static int shared_layouts(const Candidate *state, int reduction)
{
    int count = 0;
    FOR_EACH(i, &state->privatizations)
        count += state->privatizations.items[i].reduction == reduction &&
                 state->privatizations.items[i].kind == COPIES_SHARED;
    return count;
}

static void keep(Candidate *state, Privatization made)
{
    VECTOR_PUSH(state->arena, &state->privatizations, made);
    state->relaxed = numbers_with(state->arena, state->relaxed, made.reduction);
}

// ---- what they require

static bool is_by_key(const ByKey *by_key)
{
    const Reduction *reduction = by_key->reduction;
    if (reduction->kind != REDUCTION_BY_KEY)
        diag_refuse(
            by_key->state->diag, reduction->updates.items[0]->loc,
            "%s %s refused: its place does not depend on data: the loops that are bound say what threads there are",
            by_key->step, place_name(reduction->place));
    return reduction->kind == REDUCTION_BY_KEY;
}

static bool may_have_threads(ByKey *by_key, int64_t threads)
{
    Arena *arena = by_key->state->arena;
    int most = by_key->state->device->max_threads_per_block;
    if (threads % WARP_SIZE)
        return by_key_refuse(
            by_key, arena_printf(arena, "a block of %lld threads is not made of whole warps", (long long)threads));
    return threads <= most || by_key_refuse(by_key, arena_printf(arena, "%lld threads, and a block has at most %d",
                                                                 (long long)threads, most));
}

static bool may_have_columns(ByKey *by_key, int64_t columns, int64_t threads)
{
    Arena *arena = by_key->state->arena;
    if (threads % columns)
        return by_key_refuse(by_key, arena_printf(arena, "%lld threads cannot share %lld copies equally",
                                                  (long long)threads, (long long)columns));
    return columns <= WARP_SIZE || columns % WARP_SIZE == 0 ||
           by_key_refuse(by_key, arena_printf(arena, "%lld copies are not a multiple of the %d lanes of a warp",
                                              (long long)columns, WARP_SIZE));
}

static ByKey by_key_of(Candidate *state, const char *step, int reduction)
{
    const Reduction *found = &state->facts->reductions.items[reduction];
    return (ByKey){
        .step = step, .state = state, .arena = state->arena, .reduction = found, .array = found->place->array};
}

static bool may_privatize(ByKey *by_key, const Stmt *root)
{
    if (!is_by_key(by_key))
        return false;
    if (is_copied(by_key->state, by_key->reduction->index))
        return by_key_refuse(by_key, "each of its elements has copies already");
    if (!by_key_open(by_key, root))
        return false;
    if (reduce_runs_elsewhere(by_key->state, root, by_key->loop, by_key->reduction))
        return by_key_refuse(by_key, reduce_elsewhere);
    return true;
}

// ---- the steps

static const char more_elements[] =
    "there may be more elements than a block has room to copy: 'privatize' makes copies in "
    "global memory for those";

// The threads of a block; 0: refused.
static int64_t threads_of(ByKey *by_key, const Step *step)
{
    bool bound = by_key_has_workers(by_key);
    if (bound && step->threads)
        by_key_refuse(by_key, "the bound loops around it say how many threads there are");
    else if (!bound && !step->threads)
        by_key_refuse(by_key, "its loop is not bound: 'threads' and 'blocks' say how many there are");
    else
        return bound ? by_key_bound_threads(by_key) : step->threads;
    return 0;
}

static Stmt *make_shared(ByKey *by_key, Stmt *root, const Step *said)
{
    Candidate *state = by_key->state;
    KeyLayout layout;
    Privatization made = {.reduction = by_key->reduction->index, .kind = COPIES_SHARED};
    Step numbered = *said, *step = &numbered;
    if (!may_privatize(by_key, root) || !(step->threads = threads_of(by_key, said)) ||
        !may_have_threads(by_key, step->threads) || !may_have_columns(by_key, step->columns, step->threads))
        return NULL;
    bool fixed = step->kind == STEP_PRIVATIZE_SHARED_FIXED;
    if (fixed && by_key_has_workers(by_key))
        return by_key_refuse(by_key, "the bound loops around it say how many threads there are");
    by_key_make_parts(by_key, fixed || step->columns < step->threads);
    if (!by_key_is_alone(by_key))
        return by_key_refuse(by_key, "its loop carries another reduction, and copies of both lie in global memory");
    if (shared_layouts(state, made.reduction) == MAX_LAYOUTS)
        return by_key_refuse(by_key, "it has four kinds of copies already");
    if (!by_key_given_layout(by_key, root, step, &layout))
        return NULL;
    if (by_key_has_workers(by_key) && !layout.all)
        return by_key_refuse(by_key, more_elements);
    Stmt *kernels = fixed ? by_key_in_fixed(by_key, root, &layout, &made.sums)
                          : by_key_in_shared(by_key, root, &layout, &made.sums);
    if (!kernels)
        return NULL;
    made.limit = layout.limit;
    made.all = layout.all;
    keep(state, made);
    if (!layout.all)
        kernels = stmt_if(state->arena, by_key_exceeds(by_key, layout.limit), (Stmt *)by_key->loop, kernels);
    return tree_replace(state->arena, root, by_key->loop, kernels);
}

static Stmt *make_global(ByKey *by_key, Stmt *root, int64_t copies, int64_t threads)
{
    Candidate *state = by_key->state;
    Privatization made = {.reduction = by_key->reduction->index, .kind = COPIES_GLOBAL, .all = true};
    by_key->most_workers = copies ? copies : DEFAULT_COPIES;
    by_key->threads = threads ? threads : DEFAULT_THREADS;
    if (!may_privatize(by_key, root) || !may_have_threads(by_key, by_key->threads))
        return NULL;
    by_key_make_parts(by_key, false);
    if (copies && by_key_has_workers(by_key))
        return by_key_refuse(by_key, "the bound loops around it say how many threads there are");
    const Privatization *last = last_made(state, made.reduction);
    by_key->beyond = last ? by_key_exceeds(by_key, last->limit) : NULL;
    Stmt *kernels = by_key_in_global(by_key, root, NULL, &made.sums);
    if (!kernels)
        return NULL;
    keep(state, made);
    return tree_replace(state->arena, root, by_key->loop, kernels);
}

static Stmt *make_atomic(ByKey *by_key, Stmt *root, const Step *step, bool fixed)
{
    Candidate *state = by_key->state;
    Privatization made = {.reduction = by_key->reduction->index, .kind = COPIES_GLOBAL, .all = true};
    if (!may_privatize(by_key, root) || !may_have_threads(by_key, step->threads))
        return NULL;
    by_key_make_parts(by_key, true);
    if (by_key_has_workers(by_key))
        return by_key_refuse(by_key, "the bound loops around it say how many threads there are");
    if (fixed && !by_key_can_be_fixed(by_key, root))
        return by_key_refuse(by_key, by_key_not_fixed);
    if (!fixed && !by_key_can_be_atomic(by_key))
        return by_key_refuse(by_key, by_key_not_atomic);
    if (!by_key_is_alone(by_key))
        return by_key_refuse(by_key, "its loop carries another reduction, whose threads have copies of their own");
    KeyLayout layout = {.threads = step->threads,
                        .columns = step->columns,
                        .blocks = step->blocks,
                        .atomic = true,
                        .fixed = fixed,
                        .global = true,
                        .all = true};
    const Privatization *last = last_made(state, made.reduction);
    by_key->beyond = last ? by_key_exceeds(by_key, last->limit) : NULL;
    Stmt *kernels = fixed ? by_key_in_fixed(by_key, root, &layout, &made.sums)
                          : by_key_in_global(by_key, root, &layout, &made.sums);
    if (!kernels)
        return NULL;
    keep(state, made);
    return tree_replace(state->arena, root, by_key->loop, kernels);
}

Stmt *privatize_shared(Candidate *state, Stmt *root, int reduction, const Step *step)
{
    ByKey by_key = by_key_of(state, "privatize", reduction);
    return make_shared(&by_key, root, step);
}

Stmt *privatize_shared_fixed(Candidate *state, Stmt *root, int reduction, const Step *step)
{
    ByKey by_key = by_key_of(state, "privatize", reduction);
    Step said = *step;
    said.columns = 1;
    return make_shared(&by_key, root, &said);
}

Stmt *privatize_atomic(Candidate *state, Stmt *root, int reduction, const Step *step)
{
    ByKey by_key = by_key_of(state, "privatize", reduction);
    return make_atomic(&by_key, root, step, false);
}

Stmt *privatize_fixed(Candidate *state, Stmt *root, int reduction, const Step *step)
{
    ByKey by_key = by_key_of(state, "privatize", reduction);
    return make_atomic(&by_key, root, step, true);
}

Stmt *privatize_global(Candidate *state, Stmt *root, int reduction, int64_t copies, int64_t threads)
{
    ByKey by_key = by_key_of(state, "privatize", reduction);
    return make_global(&by_key, root, copies, threads);
}

// All copies that are not combined yet; *any: there are some.
static Stmt *combine_made(Candidate *state, Stmt *root, int reduction, int64_t threads, bool *any)
{
    FOR_EACH(i, &state->privatizations) {
        const Privatization *made = &state->privatizations.items[i];
        const Stmt *stmt = made->reduction == reduction ? not_combined(root, made) : NULL;
        if (!stmt)
            continue;
        KeySums sums = *made->sums;
        sums.by_key.state = state;
        sums.by_key.arena = state->arena;
        *any = true;
        root = tree_replace(state->arena, root, stmt,
                            sums.copies.keys_first ? by_key_combine_shared(&sums, threads)
                                                   : by_key_combine_global(&sums, threads));
    }
    return root;
}

Stmt *combine_copies(Candidate *state, Stmt *root, int reduction, int64_t threads)
{
    ByKey by_key = by_key_of(state, "combine", reduction);
    bool any = false;
    if (!is_by_key(&by_key) || !may_have_threads(&by_key, threads))
        return NULL;
    Stmt *made = combine_made(state, root, reduction, threads, &any);
    if (any)
        return made;
    return by_key_refuse(&by_key,
                         last_made(state, reduction)
                             ? "its copies are combined already, or other steps have divided the loop that does"
                             : "it has no copies: 'privatize' makes them");
}

// ---- all of them

// A block adds up the copies of one element: it needs no more warps than there are copies for.
static int64_t combining_threads(ByKey *by_key, const KeyLayout *layouts, int count, bool bound)
{
    int64_t most = bound || !count || !layouts[count - 1].all ? DEFAULT_THREADS : WARP_SIZE;
    for (int i = 0; i < count && most < DEFAULT_THREADS; i++) {
        const Expr *copies = by_key_blocks(by_key, &layouts[i]);
        int64_t threads =
            copies->kind == EX_INT ? (copies->integer + WARP_SIZE - 1) / WARP_SIZE * WARP_SIZE : DEFAULT_THREADS;
        most = threads > most ? threads : most;
    }
    return by_key->state->plain ? WARP_SIZE : most < DEFAULT_THREADS ? most : DEFAULT_THREADS;
}

int reduce_default_steps(const Candidate *state, const Stmt *root, int index, Step *steps)
{
    Candidate *looking = candidate_copy(state);
    ByKey by_key = by_key_of(looking, "reduce", index);
    if (by_key.reduction->kind != REDUCTION_BY_KEY || !by_key_open(&by_key, root))
        return 0;
    KeyLayout layouts[MAX_LAYOUTS];
    const char *name = place_name(by_key.reduction->place);
    bool bound = by_key_has_workers(&by_key);
    by_key_make_parts(&by_key, true);
    bool shares = !bound && by_key_is_alone(&by_key) && by_key_counts_places(&by_key, root);
    int count = shares ? by_key_default_layouts(&by_key, root, layouts) : 0, made = 0;
    for (; made < count; made++)
        steps[made] = (Step){.kind = layouts[made].fixed ? STEP_PRIVATIZE_SHARED_FIXED : STEP_PRIVATIZE_SHARED,
                             .place = name,
                             .columns = layouts[made].columns,
                             .threads = layouts[made].threads,
                             .blocks = layouts[made].blocks,
                             .rotated = layouts[made].rotated,
                             .keys = layouts[made].wide || layouts[made].fixed ? layouts[made].most : 0,
                             .ranges = layouts[made].ranges > 1 ? layouts[made].ranges : 0};
    bool fixed = by_key_can_be_fixed(&by_key, root) && !looking->plain;
    if ((!count || !layouts[count - 1].all) && shares && (fixed || by_key_can_be_atomic(&by_key)))
        steps[made++] =
            (Step){.kind = fixed ? STEP_PRIVATIZE_FIXED : STEP_PRIVATIZE_ATOMIC,
                   .place = name,
                   .columns = fixed ? 0 : 1,
                   .threads = ATOMIC_THREADS,
                   .blocks = (int64_t)looking->device->sms * (looking->device->max_threads_per_sm / ATOMIC_THREADS)};
    else if (!count || !layouts[count - 1].all)
        steps[made++] = (Step){.kind = STEP_PRIVATIZE_GLOBAL,
                               .place = name,
                               .copies = bound ? 0 : DEFAULT_COPIES,
                               .threads = bound ? 0 : DEFAULT_THREADS};
    int64_t threads = combining_threads(&by_key, layouts, count, bound);
    steps[made++] = (Step){.kind = STEP_COMBINE, .place = name, .threads = threads};
    return made;
}

bool reduce_limits_copies(const Candidate *state, const Stmt *root, int index)
{
    Candidate *looking = candidate_copy(state);
    ByKey by_key = by_key_of(looking, "reduce", index);
    return by_key_open(&by_key, root) && (!by_key_has_workers(&by_key) || by_key.count->kind == EX_INT);
}

// false: refused. Looks with tables of its own: names that it makes are of no use later.
static bool may_reduce(Candidate *state, const Stmt *root, int reduction)
{
    Candidate *looking = candidate_copy(state);
    looking->diag = state->diag;
    ByKey by_key = by_key_of(looking, "reduce", reduction);
    return by_key_open(&by_key, root);
}

// *threads: of a block that combines the copies.
static Stmt *privatize_all(Candidate *state, Stmt *root, int reduction, int64_t *threads)
{
    Step steps[MAX_LAYOUTS + 2];
    int count = may_reduce(state, root, reduction) ? reduce_default_steps(state, root, reduction, steps) : 0;
    Stmt *made = count ? root : NULL;
    for (int i = 0; i < count && made; i++) {
        ByKey by_key = by_key_of(state, "reduce", reduction);
        if (steps[i].kind == STEP_PRIVATIZE_SHARED || steps[i].kind == STEP_PRIVATIZE_SHARED_FIXED)
            made = make_shared(&by_key, made, &steps[i]);
        else if (steps[i].kind == STEP_PRIVATIZE_GLOBAL)
            made = make_global(&by_key, made, steps[i].copies, steps[i].threads);
        else if (steps[i].kind == STEP_PRIVATIZE_ATOMIC || steps[i].kind == STEP_PRIVATIZE_FIXED)
            made = make_atomic(&by_key, made, &steps[i], steps[i].kind == STEP_PRIVATIZE_FIXED);
        else
            *threads = steps[i].threads;
    }
    return made;
}

Stmt *reduce_by_key(Candidate *state, Stmt *root, const Reduction *reduction)
{
    int index = reduction->index;
    const Privatization *last = last_made(state, index);
    ByKey by_key = by_key_of(state, "reduce", index);
    if (last && !last->all)
        return by_key_refuse(&by_key, more_elements);
    int64_t threads = DEFAULT_THREADS;
    bool any;
    Stmt *made = last ? root : privatize_all(state, root, index, &threads);
    if (!made)
        return NULL;
    made = combine_made(state, made, index, threads, &any);
    keep(state, (Privatization){.reduction = index, .kind = COPIES_REDUCED, .all = true});
    return made;
}
