// Carrying out a schedule, step by step: names become loops, arrays and reductions.
#include "analysis/words.h"
#include "transform/reduction/reduce.h"
#include "transform/source/source.h"
#include "transform/tree/order.h"

#include <string.h>

// A name that is not there is the user's mistake in a schedule by hand, else the planner's.
static void missing(Restructuring *state, const Step *step, const char *what, const char *name)
{
    if (!step->loc.file)
        diag_refuse(state->diag, state->nest->loc, "the planned schedule names the %s '%s', which is not there", what,
                    name);
    else
        diag_error(state->diag, step->loc, "the nest has no %s '%s' at this step", what, name);
}

static LoopId find_loop(Restructuring *state, const Stmt *root, const Step *step, const char *name)
{
    const Stmt *stmt = tree_loop(root, name);
    if (!stmt)
        missing(state, step, "loop", name);
    return stmt ? stmt->loop->id : 0;
}

static const Array *find_array(Restructuring *state, const Step *step, const char *name)
{
    FOR_EACH(i, &state->nest->arrays)
    if (strcmp(state->nest->arrays.items[i]->name, name) == 0)
        return state->nest->arrays.items[i];
    missing(state, step, "array", name);
    return NULL;
}

// The first reduction into that place that was not taken apart yet and whose updates run concurrently.
static int find_reduction(Restructuring *state, const Stmt *root, const Step *step)
{
    const Facts *facts = state->facts;
    int found = -1;
    FOR_EACH(i, &facts->reductions)
    {
        const Reduction *reduction = &facts->reductions.items[i];
        if (numbers_have(state->relaxed, i) || strcmp(place_name(reduction->place), step->target) != 0)
            continue;
        if (reduce_is_concurrent(state, root, i))
            return i;
        found = found < 0 ? i : found;
    }
    if (found < 0)
        missing(state, step, "reduction into", step->target);
    return found;
}

// A loop in which pointers change places keeps its order.
static bool may_reorder(Restructuring *state, const Stmt *root, const Step *step)
{
    const Stmt *loop =
        tree_loop(root, step->kind == STEP_STAGE || step->kind == STEP_LOAD_FRAGMENTS ? step->second : step->target);
    if (step->kind == STEP_TILE || !stmt_rotates(loop))
        return true;
    diag_refuse(state->diag, loop->loc, "a step is refused: pointers change places in the loop '%s'", loop->loop->name);
    return false;
}

static Stmt *apply_align_tiles(Restructuring *state, Stmt *root, const Step *step, LoopId loop)
{
    const Array *array = find_array(state, step, step->second);
    return array ? align_tiles(state, root, loop, step->size, array, step->outer, step->inner) : NULL;
}

static Stmt *apply_to_loops(Restructuring *state, Stmt *root, const Step *step)
{
    LoopId loop = find_loop(state, root, step, step->target);
    if (!loop || !may_reorder(state, root, step))
        return NULL;
    switch (step->kind) {
    case STEP_REVERSE: return reverse(state, root, loop);
    case STEP_DISTRIBUTE: return distribute(state, root, loop, (int)step->size);
    case STEP_TILE: return tile(state, root, loop, step->size, step->outer, step->inner);
    case STEP_ALIGN_TILES: return apply_align_tiles(state, root, step, loop);
    case STEP_CYCLIC: return cyclic(state, root, loop, step->size, step->outer, step->inner);
    case STEP_BIND: return bind(state, root, loop, step->binding, step->size);
    case STEP_UNROLL: return unroll(state, root, loop, step->size);
    case STEP_VECTORIZE: return vectorize(state, root, loop, step->size);
    case STEP_LAUNCH_BOUNDS: return launch_bounds(state, root, loop, step->size);
    case STEP_PIPELINE: return pipeline(state, root, loop, step->size);
    case STEP_PEEL: return peel(state, root, loop, step->size);
    default: break;
    }
    LoopId inner = find_loop(state, root, step, step->second);
    if (inner && step->kind == STEP_SKEW)
        return skew(state, root, loop, inner, step->size);
    if (inner && step->kind == STEP_SERPENTINE)
        return serpentine(state, root, loop, inner);
    if (inner && step->kind == STEP_SWIZZLE)
        return swizzle(state, root, loop, inner);
    if (inner && step->kind == STEP_RECTANGULARIZE)
        return rectangularize(state, root, loop, inner);
    return inner ? interchange(state, root, loop, inner) : NULL;
}

static Stmt *apply_stage(Restructuring *state, Stmt *root, const Step *step)
{
    const Array *array = find_array(state, step, step->target);
    LoopId at = array ? find_loop(state, root, step, step->second) : 0;
    return at && may_reorder(state, root, step)
               ? stage(state, root, array, step->space, at, step->transpose, step->wide, (int)step->size, step->pack)
               : NULL;
}

static Stmt *apply_load_fragments(Restructuring *state, Stmt *root, const Step *step)
{
    const Array *array = find_array(state, step, step->target);
    LoopId at = array ? find_loop(state, root, step, step->second) : 0;
    return at && may_reorder(state, root, step) ? load_fragments(state, root, array, at) : NULL;
}

static Stmt *make_step(Restructuring *state, Stmt *root, const Step *step)
{
    if (step->kind == STEP_VERSION) {
        diag_error(state->diag, step->loc, "a schedule of several versions begins with 'version'");
        return NULL;
    }
    if (step_changes_source(step->kind)) {
        diag_error(
            state->diag, step->loc,
            "'separate', 'cut', 'sink', 'fuse' and 'rfactor' change the source: they stand before all other steps");
        return NULL;
    }
    if (step->kind == STEP_STAGE)
        return apply_stage(state, root, step);
    if (step->kind == STEP_LOAD_FRAGMENTS)
        return apply_load_fragments(state, root, step);
    if (step->kind != STEP_REDUCE)
        return apply_to_loops(state, root, step);
    int reduction = find_reduction(state, root, step);
    return reduction < 0 ? NULL : reduce(state, root, reduction, step->style);
}

// These leave every instance of a statement where it was among the others; of any other step that is asked.
static bool keeps_order(StepKind kind)
{
    switch (kind) {
    case STEP_TILE:
    case STEP_PEEL:
    case STEP_RECTANGULARIZE:
    case STEP_UNROLL:
    case STEP_VECTORIZE:
    case STEP_PIPELINE:
    case STEP_LAUNCH_BOUNDS:
    case STEP_STAGE:
    case STEP_LOAD_FRAGMENTS:
    case STEP_REDUCE: return true;
    default: return false;
    }
}

// The tree that the step has made, where its order is legal; NULL: it is not, and that is reported at the loop.
static Stmt *judged(Restructuring *state, const Stmt *before, Stmt *made, const Step *step)
{
    // What alternates does so in the order of every reduction; others may wait for `reduce` to take them apart.
    const Stmt *loop = tree_loop(before, step->target);
    bool alternates = step->kind == STEP_SERPENTINE;
    const Dependence *violation =
        order_violation(state, made, alternates ? loop->loop->id : 0, alternates ? (NumberSet){0} : reorderable(state));
    if (!violation)
        return made;
    Text text = {.arena = state->arena};
    step_print(&text, step);
    bool any_order = alternates || step->kind == STEP_BIND;
    diag_refuse(state->diag, loop->loc, "%s refused: %s: %s", text_string(&text),
                any_order ? "its iterations depend on each other" : "it would reverse a dependence",
                dependence_words(state->facts, violation));
    note_dependence(state->diag, state->facts, violation);
    return NULL;
}

enum { DEEPEST = 2 * MAX_DEPTH - 1 }; // paths through a tree have room for one more, which the next step makes

static int loops_deep(const Stmt *stmt)
{
    int deepest = 0;
    for (int i = 0; i < stmt->nitems; i++) {
        int depth = loops_deep(stmt->items[i]);
        deepest = depth > deepest ? depth : deepest;
    }
    int body = stmt->body ? loops_deep(stmt->body) : 0, otherwise = stmt->otherwise ? loops_deep(stmt->otherwise) : 0;
    deepest = body > deepest ? body : deepest;
    deepest = otherwise > deepest ? otherwise : deepest;
    return deepest + (stmt->kind == ST_LOOP);
}

static bool is_too_deep(Restructuring *state, const Stmt *root)
{
    if (loops_deep(root) < DEEPEST)
        return false;
    diag_refuse(state->diag, root->loc,
                "a step is refused: %d loops would stand inside each other, and %d are the most", DEEPEST, DEEPEST - 1);
    return true;
}

// A step that is refused leaves nothing behind.
static Stmt *apply_step(Restructuring *state, Stmt *root, const Step *step)
{
    Nest *nest = state->nest;
    int symbols = nest->symbols.count, arrays = nest->arrays.count, loops = nest->next_loop;
    Stmt *made = make_step(state, root, step);
    if (made && is_too_deep(state, made))
        made = NULL;
    if (made && !keeps_order(step->kind))
        made = judged(state, root, made, step);
    if (!made) {
        nest->symbols.count = symbols;
        nest->arrays.count = arrays;
        nest->next_loop = loops;
    }
    return made;
}

Stmt *schedule_apply(Restructuring *state, Stmt *root, const Schedule *schedule, StepObserver *after, void *context)
{
    state->serial = state->serial ? state->serial : root;
    FOR_EACH(i, &schedule->steps)
    {
        const Step *step = &schedule->steps.items[i];
        root = apply_step(state, root, step);
        if (!root) {
            if (step->loc.file)
                diag_note(state->diag, step->loc, "in this step of the schedule");
            return NULL;
        }
        check_nest(state->nest, root, "a step of the schedule");
        if (after)
            after(context, step, root);
    }
    return root;
}
