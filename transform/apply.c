// Carrying out a step: its names become loops, arrays and reductions.
#include "transform/apply.h"

#include "analysis/words.h"
#include "frontend/options/suggest.h"
#include "transform/loop/collapse.h"
#include "transform/loop/tensor.h"
#include "transform/memory/stage_records.h"
#include "transform/reduction/privatize_keys.h"
#include "transform/reduction/reduce.h"
#include "transform/reduction/stop_early.h"
#include "transform/schedule/step_table.h"
#include "transform/source/accumulate.h"
#include "transform/source/ranges/cut.h"
#include "transform/source/distribute_statements.h"
#include "transform/source/expand.h"
#include "transform/source/fuse.h"
#include "transform/source/in_place.h"
#include "transform/source/ranges/interior.h"
#include "transform/source/ranges/join.h"
#include "transform/scan/look_back.h"
#include "transform/source/ranges/residues.h"
#include "transform/source/ranges/strip_mine.h"
#include "transform/source/rfactor.h"
#include "transform/source/right_look.h"
#include "transform/scan/scan.h"
#include "transform/source/sink.h"
#include "transform/loop/permute.h"
#include "transform/source/split_node.h"
#include "transform/source/ranges/uncollapse.h"
#include "transform/source/ranges/unroll_fully.h"
#include "transform/tree/loops.h"
#include "transform/tree/order.h"
#include "transform/tree/tree.h"

#include <stddef.h>
#include <string.h>

// ---- what the names of a step stand for

typedef struct Names {
    Arena *arena;
    VECTOR(const char *) items;
} Names;

static bool add_loop(void *context, const Stmt *stmt)
{
    Names *names = context;
    if (stmt->kind == ST_LOOP)
        VECTOR_PUSH(names->arena, &names->items, stmt->loop->name);
    return true;
}

// What there is of the kind that the argument names.
static Names names_of(const Candidate *state, const Stmt *root, ArgumentKind kind)
{
    Names names = {.arena = state->arena};
    if (kind == ARGUMENT_LOOP)
        stmt_walk((Stmt *)root, add_loop, &names);
    if (kind == ARGUMENT_ARRAY)
        FOR_EACH(i, &state->nest->arrays)
            VECTOR_PUSH(names.arena, &names.items, state->nest->arrays.items[i]->name);
    if (kind == ARGUMENT_PLACE)
        FOR_EACH(i, &state->facts->reductions)
            VECTOR_PUSH(names.arena, &names.items, place_name(state->facts->reductions.items[i].place));
    VECTOR_PUSH(names.arena, &names.items, NULL);
    return names;
}

// "; it has 'i', 'i.tile'" of a few loops, otherwise nothing.
static const char *loops_there(const Candidate *state, const Names *names, ArgumentKind kind)
{
    Text text = {.arena = state->arena};
    int count = names->items.count - 1;
    if (kind != ARGUMENT_LOOP || count < 1 || count > 6)
        return "";
    for (int i = 0; i < count; i++)
        text_printf(&text, "%s'%s'", i ? ", " : "; it has ", names->items.items[i]);
    return text_string(&text);
}

// A missing name is the user's mistake in a schedule by hand, otherwise the planner's.
static void missing(Candidate *state, const Stmt *root, const Step *step, const Argument *argument)
{
    const char *what = argument->kind == ARGUMENT_LOOP    ? "loop"
                       : argument->kind == ARGUMENT_ARRAY ? "array"
                                                          : "reduction into";
    const char *name = *argument_text((Step *)step, argument);
    if (!step->loc.file) {
        diag_refuse(state->diag, state->nest->loc, "the nest has no %s '%s' at this step", what, name);
        return;
    }
    Names names = names_of(state, root, argument->kind);
    const char *near = suggest(name, names.items.items);
    if (near && strcmp(near, name) != 0)
        diag_error(state->diag, step->loc, "the nest has no %s '%s' at this step; did you mean '%s'?", what, name,
                   near);
    else
        diag_error(state->diag, step->loc, "the nest has no %s '%s' at this step%s", what, name,
                   loops_there(state, &names, argument->kind));
}

static const Array *find_array(const Candidate *state, const char *name)
{
    FOR_EACH(i, &state->nest->arrays)
        if (strcmp(state->nest->arrays.items[i]->name, name) == 0)
            return state->nest->arrays.items[i];
    return NULL;
}

// The first reduction into that place whose copies wait for this step, or that was not taken apart yet and whose
// updates run concurrently, otherwise the first that was not taken apart, at last one that has copies; -1: there is
// none.
static int find_reduction(Candidate *state, const Stmt *root, const char *place, StepKind kind)
{
    const Facts *facts = state->facts;
    int found = -1, copied = -1;
    FOR_EACH(i, &facts->reductions) {
        const Reduction *reduction = &facts->reductions.items[i];
        if (strcmp(place_name(reduction->place), place) != 0)
            continue;
        if (copies_await(state, root, i, kind))
            return i;
        if (numbers_have(state->relaxed, i)) {
            copied = reduction_has_copies(state, i) ? i : copied;
            continue;
        }
        if (reduce_is_concurrent(state, root, i))
            return i;
        found = found < 0 ? i : found;
    }
    return found < 0 ? copied : found;
}

typedef struct Operands {
    LoopId loop, other, third;
    const Array *array;
    int reduction;
} Operands;

static bool find_operand(Candidate *state, const Stmt *root, const Step *step, const Argument *argument,
                         Operands *operands)
{
    const char *name = *argument_text((Step *)step, argument);
    if (argument->kind == ARGUMENT_LOOP && !name) // in brackets, and left out
        return true;
    if (argument->kind == ARGUMENT_LOOP) {
        const Stmt *stmt = tree_loop(root, name);
        LoopId *found = argument->field == offsetof(Step, loop)    ? &operands->loop
                        : argument->field == offsetof(Step, other) ? &operands->other
                                                                   : &operands->third;
        *found = stmt ? stmt->loop->id : 0;
        return stmt;
    }
    if (argument->kind == ARGUMENT_ARRAY)
        return (operands->array = find_array(state, name));
    return (operands->reduction = find_reduction(state, root, name, step->kind)) >= 0;
}

static bool find_operands(Candidate *state, const Stmt *root, const Step *step, Operands *operands)
{
    const char *at = step_rows[step->kind].arguments;
    for (Item item = item_next(&at); item.kind != ITEM_END; item = item_next(&at)) {
        if (item.kind != ITEM_ARGUMENT || item.argument->kind > ARGUMENT_PLACE)
            continue;
        if (!find_operand(state, root, step, item.argument, operands)) {
            missing(state, root, step, item.argument);
            return false;
        }
    }
    return true;
}

// ---- one step

#define STEP(KIND, word, old, arguments, part, order, call, does, requires, example)                           \
    static Stmt *apply_##KIND(Candidate *state, Stmt *root, const Step *step, const Operands *operands,        \
                              Assumption *assumed)                                                             \
    {                                                                                                          \
        LoopId loop = operands->loop, other = operands->other, third = operands->third;                        \
        const Array *array = operands->array;                                                                  \
        int reduction = operands->reduction;                                                                   \
        (void)state, (void)root, (void)step, (void)assumed, (void)loop, (void)other, (void)third, (void)array, \
            (void)reduction;                                                                                   \
        return call;                                                                                           \
    }
#include "transform/schedule/steps.def"

typedef Stmt *StepCall(Candidate *state, Stmt *root, const Step *step, const Operands *operands, Assumption *assumed);
static StepCall *const calls[] = {
#define STEP(KIND, ...) apply_##KIND,
#include "transform/schedule/steps.def"
};

// A loop in which pointers change places keeps its order.
static bool may_reorder(Candidate *state, const Stmt *root, const Step *step)
{
    const Stmt *loop = step->loop ? tree_loop(root, step->loop) : NULL;
    if (!loop || (step_rows[step->kind].order & MOVES_BUFFERS) || !stmt_rotates(loop))
        return true;
    diag_refuse(state->diag, loop->loc, "a step is refused: pointers change places in the loop '%s'", loop->loop->name);
    return false;
}

static bool look_for_changing(void *context, const Expr *expr)
{
    bool *found = context;
    *found |= expr->kind == EX_ACCESS || (expr->kind == EX_SYMBOL && expr->symbol->role != SYM_PARAM);
    return !*found;
}

// ---- loops whose iterations pass values on: elements in registers (rotate), a sum that runs again in its order

static bool look_for_carrying(void *context, const Stmt *stmt)
{
    const Stmt **found = context;
    *found = stmt->kind == ST_LOOP && stmt->loop->carries ? stmt : *found;
    return !*found;
}

static bool may_carry(StepKind kind)
{
    return kind == STEP_UNROLL || kind == STEP_TILE || kind == STEP_STAGE || kind == STEP_LOAD_FRAGMENTS ||
           kind == STEP_ROTATE;
}

// Such a loop keeps its order and its iterations, and what is loaded before it stays before it.
static bool keeps_carrying(Candidate *state, const Stmt *root, const Step *step)
{
    const char *names[] = {step->loop, step->other};
    for (int i = 0; i < 2; i++) {
        const Stmt *loop = names[i] ? tree_loop(root, names[i]) : NULL, *carrying = NULL;
        if (loop && step->kind == STEP_DISTRIBUTE)
            stmt_walk((Stmt *)loop->body, look_for_carrying, &carrying);
        carrying = loop && loop->loop->carries && !may_carry(step->kind) ? loop : carrying;
        if (!carrying)
            continue;
        diag_refuse(state->diag, carrying->loc,
                    "a step is refused: iterations of the loop '%s' pass values on to the next ones",
                    carrying->loop->name);
        return false;
    }
    return true;
}

// ---- loops whose products tensor cores add up (tensor)

typedef struct Touched {
    const Candidate *state;
    const Stmt *root;
    const Step *step;
    const Stmt *sum; // that the step would change, or what is around it
} Touched;

static bool is_around(const Stmt *sum, const Stmt *loop)
{
    return loop && (stmt_contains(loop, sum) || stmt_contains(sum, loop));
}

// Whether the reduction that the step names is one of the sum's kernel.
static bool combines_in(const Touched *touched, const Stmt *sum)
{
    const Facts *facts = touched->state->facts;
    Path path;
    tree_path(touched->root, sum, &path);
    const Stmt *kernel = sum;
    for (int i = path.count - 1; i >= 0; i--)
        kernel = binding_is_concurrent(path.loops[i]->loop->binding) ? path.loops[i] : kernel;
    FOR_EACH(i, &facts->reductions) {
        const Reduction *reduction = &facts->reductions.items[i];
        if (strcmp(place_name(reduction->place), touched->step->place) != 0)
            continue;
        FOR_EACH(u, &reduction->updates)
            if (stmt_contains_id(kernel, reduction->updates.items[u]->id))
                return true;
    }
    return false;
}

static bool look_for_products(void *context, const Stmt *stmt)
{
    Touched *touched = context;
    const Step *step = touched->step;
    if (stmt->kind != ST_LOOP || stmt->loop->tensor != TENSOR_SUM)
        return !touched->sum;
    const char *names[] = {step->loop, step->other, step->third};
    bool around = step->place && combines_in(touched, stmt);
    for (int i = 0; i < 3; i++)
        around = around || (names[i] && is_around(stmt, tree_loop(touched->root, names[i])));
    touched->sum = around ? stmt : touched->sum;
    return false;
}

// Lanes have loaded what other lanes need: the loops around, the places of results and the threads stay as they are.
static bool keeps_products(Candidate *state, const Stmt *root, const Step *step)
{
    Touched touched = {.state = state, .root = root, .step = step};
    if (step->kind == STEP_UNROLL || step->kind == STEP_PIPELINE || step->kind == STEP_LAUNCH_BOUNDS)
        return true;
    stmt_walk(root, look_for_products, &touched);
    if (!touched.sum)
        return true;
    diag_refuse(state->diag, touched.sum->loc, "a step is refused: tensor cores add up the products of the loop '%s'",
                touched.sum->loop->name);
    return false;
}

// The launcher tests what a step requires before any iteration runs.
static Stmt *with_assumption(Candidate *state, const Stmt *root, Stmt *made, const Step *step, Assumption assumed)
{
    bool changes = false;
    expr_walk(assumed.condition, look_for_changing, &changes);
    if (!changes) {
        state->facts = facts_assuming(state->arena, state->facts, assumed);
        return made;
    }
    Text text = {.arena = state->arena};
    step_print(&text, step);
    diag_refuse(state->diag, tree_loop(root, step->loop)->loc,
                "%s refused: the launcher cannot test that %s: it may change in a loop around", text_string(&text),
                assumed.words);
    return NULL;
}

Stmt *step_carry_out(Candidate *state, Stmt *root, const Step *step)
{
    Operands operands = {0};
    Assumption assumed = {.may_fail = true};
    if (!find_operands(state, root, step, &operands))
        return NULL;
    if (!step_changes_source(step->kind) &&
        !(may_reorder(state, root, step) && keeps_carrying(state, root, step) && keeps_products(state, root, step)))
        return NULL;
    Stmt *made = calls[step->kind](state, root, step, &operands, &assumed);
    return made && assumed.condition ? with_assumption(state, root, made, step, assumed) : made;
}

static Stmt *make_step(Candidate *state, Stmt *root, const Step *step)
{
    if (step->kind == STEP_VERSION) {
        diag_error(state->diag, step->loc, "a schedule of several versions begins with 'version'");
        return NULL;
    }
    if (step_changes_source(step->kind)) {
        const StepRow *row = &step_rows[step->kind];
        diag_error(state->diag, step->loc, "'%s %s' changes the source: such steps go before all others", row->word,
                   row->arguments);
        return NULL;
    }
    return step_carry_out(state, root, step);
}

// `serpentine` keeps the order of every reduction; the source keeps that of rounded ones. After other steps a later
// `reduce` may take reductions apart.
static NumberSet reordered_by(const Candidate *state, const Step *step, const Stmt *loop)
{
    if ((step_rows[step->kind].order & EVERY_SUM) == EVERY_SUM)
        return (NumberSet){0};
    if ((step_rows[step->kind].order & REORDERS_SUM) == REORDERS_SUM)
        return reorderable_along(state, loop->loop->origin);
    return step_changes_source(step->kind) ? exactly_reorderable(state) : reorderable(state);
}

// Of the loop that the step names, or of the first update of a reduction.
static Loc place_of_step(const Candidate *state, const Stmt *loop, const Step *step)
{
    FOR_EACH(i, &state->facts->reductions) {
        const Reduction *reduction = &state->facts->reductions.items[i];
        if (!loop && strcmp(place_name(reduction->place), step->place) == 0)
            return reduction->updates.items[0]->loc;
    }
    return loop ? loop->loc : state->nest->loc;
}

// The finished tree will be asked, which asks no less, but for what a step on the source may not reorder and for loops
// in which a reduction has been combined.
static bool is_asked_later(const Candidate *state, const Step *step)
{
    return state->at_end && !step_changes_source(step->kind) && !state->before->combined.count &&
           (step_rows[step->kind].order & EXACT_ORDER) != EXACT_ORDER;
}

Stmt *step_judged(Candidate *state, const Stmt *before, Stmt *made, const Step *step)
{
    const Stmt *loop = step->loop ? tree_loop(before, step->loop) : NULL;
    unsigned order = step_rows[step->kind].order;
    if (!(order & CHANGES_ORDER) || is_asked_later(state, step))
        return made;
    bool alternates = (order & EVERY_SUM) == EVERY_SUM;
    NumberSet relaxed = reordered_by(state, step, loop);
    const Dependence *violation = (order & EXACT_ORDER) == EXACT_ORDER
                                      ? order_violation_exactly(state, made, relaxed)
                                      : order_violation(state, made, alternates ? loop->loop->id : 0, relaxed);
    for (int i = 0; !violation && i < state->before->combined.count; i++)
        violation = combined_violation(state, made, state->before->combined.items[i].reduction, 0);
    if (!violation)
        return made;
    Text text = {.arena = state->arena};
    step_print(&text, step);
    bool any_order = alternates || (order & ANY_ORDER) == ANY_ORDER;
    diag_refuse(state->diag, place_of_step(state, loop, step), "%s refused: %s: %s", text_string(&text),
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

static bool is_too_deep(Candidate *state, const Stmt *root)
{
    if (loops_deep(root) < DEEPEST)
        return false;
    diag_refuse(state->diag, root->loc, "a step is refused: %d loops would be nested, and at most %d can be", DEEPEST,
                DEEPEST - 1);
    return true;
}

bool tree_apply(Candidate *state, const Step *step)
{
    Stmt *made = make_step(state, state->tree, step);
    if (made && is_too_deep(state, made))
        made = NULL;
    if (made)
        made = step_judged(state, state->tree, made, step);
    if (!made)
        return false;
    check_nest(state->nest, made, "a step of the schedule");
    state->tree = made;
    return true;
}
