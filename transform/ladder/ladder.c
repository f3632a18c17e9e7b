// Which rungs a nest has (contract in ladder.h; the texts of the rungs are in rungs.c).
#include "transform/ladder/ladder.h"
#include "transform/ladder/rungs.h"

#include <string.h>

// Loops that are each the only loop in the one around them, from the outermost: parallel ones, then those that carry
// reductions.
typedef struct Chain {
    const LoopFact *loops[MAX_DEPTH];
    int parallel, reduced;
    bool by_key; // a reduction goes to places that the data chooses
} Chain;

static int children(const Facts *facts, LoopId parent, const LoopFact **first)
{
    int count = 0;
    FOR_EACH(i, &facts->loops)
        if (facts->loops.items[i].parent == parent && !count++)
            *first = &facts->loops.items[i];
    return count;
}

// false: the nest has another form.
static bool find_chain(const Facts *facts, Chain *chain)
{
    const LoopFact *loop = NULL;
    int count = 0;
    *chain = (Chain){0};
    for (LoopId parent = 0; children(facts, parent, &loop) > 0; parent = loop->id) {
        bool segment = loop->shared == LOOP_REDUCTION && chain->parallel; // its bounds are data
        bool fits = loop->verdict == LOOP_PARALLEL ? !chain->reduced : segment || loop->verdict == LOOP_REDUCTION;
        if (children(facts, parent, &loop) > 1 || !fits || count == MAX_DEPTH)
            return false;
        chain->loops[count++] = loop;
        *(loop->verdict == LOOP_PARALLEL ? &chain->parallel : &chain->reduced) += 1;
    }
    FOR_EACH(i, &facts->reductions)
        chain->by_key = chain->by_key || facts->reductions.items[i].kind == REDUCTION_BY_KEY;
    return count;
}

// How a schedule names the loop: loops of one name are numbered.
static const char *loop_word(Arena *arena, const Facts *facts, const LoopFact *loop)
{
    int number = 1;
    for (const LoopFact *before = facts->loops.items; before < loop; before++)
        number += strcmp(before->loop->name, loop->loop->name) == 0;
    return number > 1 ? arena_printf(arena, "%s#%d", loop->loop->name, number) : loop->loop->name;
}

// ---- what the accesses say

static bool moves_to_neighbour(const Facts *facts, const Access *access, const LoopFact *loop)
{
    return access->affine && access_walks(facts, access, loop->id);
}

// The array that is read along the inner loop while the array that is written is written along the outer one, or the
// other way round. NULL: there is none.
static const Array *transposed_array(const Facts *facts, const LoopFact *outer, const LoopFact *inner,
                                     bool *writes_outer)
{
    *writes_outer = false;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (access->is_write && access->array)
            *writes_outer = moves_to_neighbour(facts, access, outer);
    }
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        const LoopFact *along = *writes_outer ? inner : outer, *across = *writes_outer ? outer : inner;
        if (!access->is_write && access->array && moves_to_neighbour(facts, access, along) &&
            !moves_to_neighbour(facts, access, across) && !access_stays(facts, access, across->id))
            return access->array;
    }
    return NULL;
}

// The array of which a parallel iteration reads several elements that are neighbours, as its neighbours do. NULL: there
// is none.
static const Array *window_array(const Facts *facts, const Chain *chain)
{
    const LoopFact *inner = chain->loops[chain->parallel - 1],
                   *last = chain->loops[chain->parallel + chain->reduced - 1];
    FOR_EACH(i, &facts->accesses) {
        const Access *first = &facts->accesses.items[i];
        if (first->is_write || !first->array || !moves_to_neighbour(facts, first, inner))
            continue;
        if (chain->reduced && moves_to_neighbour(facts, first, last))
            return first->array;
        for (int k = 0; k < i; k++) {
            const Access *other = &facts->accesses.items[k];
            if (!other->is_write && other->array == first->array && moves_to_neighbour(facts, other, inner) &&
                !expr_equal(other->expr, first->expr))
                return first->array;
        }
    }
    return NULL;
}

// Whether what is read along the innermost loop has its neighbours along the parallel one.
static bool reads_columns(const Facts *facts, const Chain *chain)
{
    const LoopFact *along = chain->loops[chain->parallel + chain->reduced - 1];
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (access->array && !access->is_write && !access_stays(facts, access, along->id))
            return moves_to_neighbour(facts, access, chain->loops[0]) && !moves_to_neighbour(facts, access, along);
    }
    return false;
}

// ---- the rungs of each kind

static const char *arrays_read_twice(Arena *arena, const Facts *facts, const Chain *chain, const char *at)
{
    Text text = {.arena = arena};
    FOR_EACH(i, &facts->arrays) {
        const ArrayFact *fact = &facts->arrays.items[i];
        bool reused = false;
        for (int k = 0; k < facts->accesses.count && fact->read && !fact->written; k++)
            for (int l = 0; l < chain->parallel; l++)
                reused = reused || (facts->accesses.items[k].array == fact->array &&
                                    access_stays(facts, &facts->accesses.items[k], chain->loops[l]->id));
        if (reused)
            text_printf(&text, "; stage %s shared at %s", fact->array->name, at);
    }
    return text_string(&text);
}

// "; reduce s tree; reduce t tree"
static const char *reduce_all(Arena *arena, const Facts *facts, const char *style)
{
    Text text = {.arena = arena};
    FOR_EACH(i, &facts->reductions)
        text_printf(&text, "; reduce %s %s", place_name(facts->reductions.items[i].place), style);
    return text_string(&text);
}

static const char *first_key(const Facts *facts)
{
    FOR_EACH(i, &facts->reductions)
        if (facts->reductions.items[i].kind == REDUCTION_BY_KEY)
            return place_name(facts->reductions.items[i].place);
    return "";
}

static void add_form(Ladder *ladder, Arena *arena, const Facts *facts, const RungForm *form, const RungNames *names)
{
    const char *steps = rung_steps(arena, form, names);
    if (form->style)
        steps = arena_printf(arena, "%s%s", steps, reduce_all(arena, facts, form->style));
    VECTOR_PUSH(arena, &ladder->rungs, ((Rung){.name = form->name, .idea = form->idea, .steps = steps}));
}

static const RungForms *forms_of(Arena *arena, const Facts *facts, const Chain *chain, RungNames *names)
{
    int parallel = chain->parallel, reduced = chain->reduced;
    if (chain->by_key)
        return parallel == 0 && reduced == 1 ? &histogram_rungs : NULL;
    if (reduced && parallel == 0)
        return reduced == 1 ? &reduction_rungs : NULL;
    if (reduced && parallel == 1)
        return reads_columns(facts, chain) ? &column_rungs : reduced == 1 ? &row_rungs : NULL;
    const Array *window = parallel == 2 ? window_array(facts, chain) : NULL;
    if (window) {
        names->array = window->name;
        return &stencil_rungs;
    }
    if (reduced)
        return reduced == 1 ? &product_rungs : &plane_rungs;
    if (parallel == 1)
        return &line_rungs;
    const LoopFact *outer = chain->loops[parallel - 2], *inner = chain->loops[parallel - 1];
    bool writes_outer;
    const Array *transposed = transposed_array(facts, outer, inner, &writes_outer);
    names->array = transposed ? transposed->name : NULL;
    names->writes = loop_word(arena, facts, writes_outer ? outer : inner);
    names->reads = loop_word(arena, facts, writes_outer ? inner : outer);
    names->order = writes_outer ? arena_printf(arena, "interchange %s %s; ", names->writes, names->reads) : "";
    return transposed ? &transpose_rungs : &plane_rungs;
}

static void add_forms(Ladder *ladder, Arena *arena, const Facts *facts)
{
    Chain chain;
    RungNames names = {0};
    if (!find_chain(facts, &chain))
        return;
    const RungForms *forms = forms_of(arena, facts, &chain, &names);
    int last = chain.parallel + chain.reduced - 1, parallel = chain.parallel;
    if (!forms || parallel > 2)
        return;
    names.outer = loop_word(arena, facts, chain.loops[parallel > 1 ? parallel - 2 : 0]);
    names.inner = loop_word(arena, facts, chain.loops[parallel > 0 ? parallel - 1 : 0]);
    names.along = loop_word(arena, facts, chain.loops[last]);
    names.place = first_key(facts);
    names.stages = arrays_read_twice(arena, facts, &chain, arena_printf(arena, "%s.tile", names.along));
    ladder->kind = forms->kind;
    for (int i = 0; i < forms->count; i++)
        add_form(ladder, arena, facts, &forms->forms[i], &names);
}

// ---- scans, which the planner's own step has taken apart

static const LoopFact *scanned_loop(const Facts *facts)
{
    return facts->loops.count == 1 && facts->scans.count && facts->scans.items[0].loop == facts->loops.items[0].id
               ? &facts->loops.items[0]
               : NULL;
}

// The step `scan` calls the total after the place of the running value.
static const char *total_name(Arena *arena, const Facts *facts)
{
    const ScanFact *scan = &facts->scans.items[0];
    const Expr *place = scan->update.place;
    bool plain = facts->scans.count == 1 && !scan->factors.count && !scan->sets.count;
    if (!plain)
        return NULL;
    if (scan->earlier)
        return arena_printf(arena, "%s_value_total", scan->earlier->array->name);
    return place->kind == EX_SYMBOL ? arena_printf(arena, "%s_total", place->symbol->name) : NULL;
}

static void add_scan_forms(Ladder *ladder, Arena *arena, const Facts *facts)
{
    const LoopFact *loop = scanned_loop(facts);
    if (!loop)
        return;
    RungNames names = {.along = loop->loop->name, .total = total_name(arena, facts)};
    const RungForms *forms = names.total ? &scan_rungs : &recurrence_rungs;
    ladder->kind = forms->kind;
    for (int i = 0; i < forms->count; i++)
        add_form(ladder, arena, facts, &forms->forms[i], &names);
}

// ---- the planned schedule with steps taken away

// The steps of the version that runs where no other one does.
static Schedule last_version(Arena *arena, const Schedule *planned)
{
    Schedule last = {0};
    FOR_EACH(i, &planned->steps) {
        if (planned->steps.items[i].kind == STEP_VERSION)
            last = (Schedule){0};
        else
            VECTOR_PUSH(arena, &last.steps, planned->steps.items[i]);
    }
    return last;
}

// 0: the step says which thread does what. A larger number is taken away earlier.
static int level_of(const Step *step)
{
    switch (step->kind) {
    case STEP_STAGE: return step->space == SPACE_REGISTER ? 1 : 2;
    case STEP_UNROLL: return 1;
    case STEP_ROTATE:
    case STEP_ROTATE_WINDOWS:
    case STEP_VECTORIZE:
    case STEP_LOAD_FRAGMENTS:
    case STEP_REUSE: return 3;
    case STEP_PIPELINE: return 4;
    case STEP_SERPENTINE:
    case STEP_SWIZZLE:
    case STEP_LAUNCH_BOUNDS: return 5;
    default: return 0;
    }
}

static const char *without(Arena *arena, const Schedule *whole, int level)
{
    Schedule kept = {0};
    FOR_EACH(i, &whole->steps) {
        Step step = whole->steps.items[i];
        if (level_of(&step) > level)
            continue;
        if (level < 3) {
            step.pad = step.pack = 0;
            step.transpose = step.wide = false;
        }
        VECTOR_PUSH(arena, &kept.steps, step);
    }
    Text text = {.arena = arena};
    schedule_print(&text, &kept);
    return text_string(&text);
}

static void add_levels(Ladder *ladder, Arena *arena, const Schedule *planned)
{
    Schedule whole = last_version(arena, planned);
    const char *before = NULL;
    for (int level = 0; level < PLANNED_LEVELS; level++) {
        const char *steps = without(arena, &whole, level);
        bool all = strcmp(steps, without(arena, &whole, PLANNED_LEVELS)) == 0;
        if (!all && (!before || strcmp(before, steps) != 0))
            VECTOR_PUSH(arena, &ladder->rungs,
                        ((Rung){planned_rungs[level].name, planned_rungs[level].idea, steps, .rest = true}));
        before = steps;
    }
}

Ladder ladder_of(Arena *arena, const Facts *read, const Facts *facts, const Schedule *planned)
{
    Ladder ladder = {.kind = "a nest of its own kind: the planner's steps, one group after the other"};
    if (scanned_loop(read))
        add_scan_forms(&ladder, arena, read);
    else
        add_forms(&ladder, arena, facts);
    if (!ladder.rungs.count) // the planner's steps have taken the loops apart
        add_forms(&ladder, arena, read);
    add_levels(&ladder, arena, planned);
    VECTOR_PUSH(arena, &ladder.rungs, ((Rung){.name = "planned", .idea = planned_idea}));
    return ladder;
}

const char *ladder_reduction(Arena *arena, const Facts *facts, const char *name)
{
    Ladder ladder = {0};
    add_forms(&ladder, arena, facts);
    bool reduces = ladder.kind == reduction_rungs.kind || ladder.kind == row_rungs.kind;
    FOR_EACH(i, &ladder.rungs)
        if (reduces && strcmp(ladder.rungs.items[i].name, name) == 0)
            return ladder.rungs.items[i].steps;
    return NULL;
}
