// Step 0: if no loop is parallel as written, should the source be changed? Loop distribution: statements in a
// dependence cycle stay in one loop, others get loops of their own (Allen and Kennedy). Index-set splitting: a loop
// whose iterations conflict with a single one is cut there. Sinking: a condition on data around a parallel loop moves
// into it. Column sums leave their scalars (scalar expansion), and loops of their own separate them from other loops
// over the same columns. Products become perfectly nested, so that threads share both loops of their results.
#include "analysis/depend/array_private.h"
#include "analysis/depend/index_set_split.h"
#include "transform/plan/clauses.h"
#include "transform/plan/fission_policy.h"
#include "transform/plan/fusion.h"
#include "transform/plan/prepare.h"
#include "transform/plan/preparation.h"
#include "transform/plan/prepare_keys.h"
#include "transform/plan/prepare_scan.h"
#include "transform/plan/prepare_sums.h"
#include "transform/plan/prepare_windowed_sum.h"
#include "transform/plan/windows.h"
#include "transform/source/ranges/uncollapse.h"
#include "transform/source/ranges/unroll_fully.h"
#include "transform/tree/formula.h"
#include "transform/tree/linear.h"
#include "transform/tree/loops.h"
#include "transform/tree/order.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

// ---- separation

static bool separate_loop(Preparation *preparation, const Stmt *loop)
{
    Pieces pieces;
    if (stmt_rotates(loop) || pieces_of(preparation->state, loop, &pieces))
        return false;
    Groups groups = {.pieces = &pieces};
    groups_find(&groups);
    return groups_gain(&groups, preparation_parallel_below(preparation, loop->body) != NULL) &&
           preparation_separate(preparation, &groups);
}

static bool all_parallel(const Pieces *pieces)
{
    Groups groups = {.pieces = pieces};
    groups_find(&groups);
    for (int g = 0; g < groups.count; g++)
        if (!groups.parallel[g])
            return false;
    return true;
}

// If only reads of values that are overwritten later prevent it, and not just at one point: these reads come first, in
// a loop of their own.
static bool split_node_loop(Preparation *preparation, const Stmt *loop)
{
    const Candidate *state = preparation->state;
    Pieces pieces;
    if (preparation_parallel_below(preparation, loop->body) || pieces_of(state, loop, &pieces) ||
        all_parallel(&pieces) || depend_split_point(state->facts, loop->loop->id))
        return false;
    pieces_split_node(state->facts, &pieces);
    if (!all_parallel(&pieces))
        return false;
    const char *name = loop->loop->name;
    if (preparation_step(preparation, (Step){.kind = STEP_SPLIT_NODE, .loop = name})) {
        const Stmt *changed = tree_loop(preparation->state->nest->body, name);
        if (changed && !pieces_of(preparation->state, changed, &pieces) && all_parallel(&pieces) &&
            separate_loop(preparation, changed))
            return true;
        preparation->state = state;
    }
    return false;
}

// ---- splitting

static bool split_loop(Preparation *preparation, const Stmt *loop)
{
    const Candidate *state = preparation->state;
    if (stmt_rotates(loop) || tree_leaves(loop->body, ST_BREAK))
        return false;
    const Expr *point = depend_split_point(state->facts, loop->loop->id);
    Text text = {.arena = state->arena};
    if (!point || !formula_print(&text, point))
        return false;
    return preparation_step(preparation,
                            (Step){.kind = STEP_CUT, .loop = loop->loop->name, .formula = text_string(&text)});
}

// ---- conditions on data

typedef struct Data {
    const Stmt *root;
    const Symbol *symbol;
    int depth;
    bool found;
} Data;

static bool find_data(void *context, const Expr *expr);

static bool find_definition(void *context, const Stmt *stmt)
{
    Data *data = context;
    bool defines = stmt->kind == ST_DECLARE ? stmt->symbol == data->symbol
                                            : stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL &&
                                                  stmt->place->symbol == data->symbol;
    if (!defines || !stmt->value)
        return !data->found;
    Data inner = {data->root, NULL, data->depth + 1, stmt->op != OP_NONE || data->depth > 4};
    if (!inner.found)
        expr_walk(stmt->value, find_data, &inner);
    data->found = data->found || inner.found;
    return !data->found;
}

static bool find_data(void *context, const Expr *expr)
{
    Data *data = context;
    if (expr->kind == EX_ACCESS || (expr->kind == EX_SYMBOL && expr->symbol->role == SYM_LIVE))
        data->found = true;
    if (expr->kind == EX_SYMBOL && expr->symbol->role == SYM_LOCAL && !data->found) {
        Data inner = {data->root, expr->symbol, data->depth, false};
        stmt_walk(data->root, find_definition, &inner);
        data->found = inner.found;
    }
    return !data->found;
}

static bool is_data(const Preparation *preparation, const Expr *condition)
{
    Data data = {.root = preparation->state->nest->body};
    expr_walk(condition, find_data, &data);
    return data.found;
}

static const Stmt *loop_in(const Stmt *branch)
{
    if (!branch || branch->kind == ST_LOOP)
        return branch;
    for (int i = 0; branch->kind == ST_BLOCK && i < branch->nitems; i++)
        if (branch->items[i]->kind == ST_LOOP)
            return branch->items[i];
    return NULL;
}

static bool sink_condition(Preparation *preparation, const Stmt *branch)
{
    const Stmt *loop = loop_in(branch->body) ? loop_in(branch->body) : loop_in(branch->otherwise);
    if (!loop || !preparation_parallel_below(preparation, branch) || !is_data(preparation, branch->condition))
        return false;
    return preparation_step(preparation, (Step){.kind = STEP_SINK, .loop = loop->loop->name});
}

// ---- definitions and conditions between loops

// `for k { float a = A[i][k]; for j C[i][j] += a * B[k][j]; }`, or rows before products: perfectly nested, both loops
// have elements for the threads. `summed`: some outer loop adds up.
static bool sink_values(Preparation *preparation, const Stmt *loop, bool summed)
{
    LoopVerdict outer = preparation_verdict(preparation, loop);
    const Stmt *body = loop->body,
               *inner = body->kind == ST_BLOCK && body->nitems ? body->items[body->nitems - 1] : NULL;
    if (!inner || inner->kind != ST_LOOP || preparation_verdict(preparation, inner) != LOOP_PARALLEL ||
        (outer != LOOP_REDUCTION && outer != LOOP_PARALLEL))
        return false;
    bool worth_it = summed || outer == LOOP_REDUCTION ||
                    (tree_has_kind(inner->body, ST_LOOP) && preparation_parallel_below(preparation, inner->body));
    return worth_it && sink_moves_all(preparation->state, inner) &&
           preparation_step(preparation, (Step){.kind = STEP_SINK, .loop = inner->loop->name});
}

static bool sink_values_below(Preparation *preparation, const Stmt *stmt, bool summed)
{
    if (!stmt || stmt->kind == ST_WHILE)
        return false;
    if (stmt->kind == ST_LOOP && sink_values(preparation, stmt, summed))
        return true;
    if (stmt->kind == ST_IF && summed && !stmt->otherwise && only_loop(stmt->body) && sink_condition(preparation, stmt))
        return true;
    summed = summed || (stmt->kind == ST_LOOP && preparation_verdict(preparation, stmt) == LOOP_REDUCTION);
    for (int i = 0; i < stmt->nitems; i++)
        if (sink_values_below(preparation, stmt->items[i], summed))
            return true;
    return sink_values_below(preparation, stmt->body, summed) ||
           sink_values_below(preparation, stmt->otherwise, summed);
}

// ---- scans of columns, row by row

// `for i for j s[i][j] += s[i - 1][j]`, whose outer loop is sequential: the other order has a scan in each column.
static bool permute_for_scan(Preparation *preparation, const Stmt *loop)
{
    const Candidate *mark = preparation->state;
    const Stmt *inner = only_loop(loop->body);
    if (!inner || preparation_verdict(preparation, inner) != LOOP_PARALLEL || stmt_rotates(loop) ||
        tree_has_kind(inner->body, ST_LOOP))
        return false;
    Step step = {.kind = STEP_PERMUTE, .loop = loop->loop->name, .other = inner->loop->name};
    if (preparation_step(preparation, step)) {
        const Stmt *columns = tree_loop(preparation->state->nest->body, step.other);
        if (preparation_verdict(preparation, columns) == LOOP_PARALLEL && prepare_row_scan(preparation, columns))
            return true;
        preparation->state = mark;
    }
    return false;
}

// ---- one step

static bool improve(Preparation *preparation, const Stmt *stmt);

static bool improve_below(Preparation *preparation, const Stmt *stmt)
{
    for (int i = 0; i < stmt->nitems; i++)
        if (improve(preparation, stmt->items[i]))
            return true;
    return (stmt->body && improve(preparation, stmt->body)) ||
           (stmt->otherwise && improve(preparation, stmt->otherwise));
}

// Loops inside a parallel one: they may give its threads something to share.
static bool split_below(Preparation *preparation, const Stmt *stmt)
{
    const Stmt *inner = only_loop(stmt->body);
    return inner && preparation_verdict(preparation, inner) == LOOP_SEQUENTIAL && split_loop(preparation, inner);
}

static bool was_split(const Preparation *preparation)
{
    for (const Candidate *made = preparation->state; made; made = made->before)
        if (made->step && made->step->kind == STEP_CUT)
            return true;
    return false;
}

// Neighbouring parts of a split loop in a parallel one, next to a branch: no threads can share a row. In loops of their
// own they fill planes.
static bool part_below(Preparation *preparation, const Stmt *stmt)
{
    bool branches = false, loops = false;
    for (int i = 0; stmt->body->kind == ST_BLOCK && i < stmt->body->nitems; i++) {
        branches = branches || stmt->body->items[i]->kind == ST_IF;
        loops = loops || (stmt->body->items[i]->kind == ST_LOOP &&
                          preparation_parallel_below(preparation, stmt->body->items[i]));
    }
    return branches && loops && was_split(preparation) && preparation_part(preparation, stmt, NULL);
}

// Sums along a loop with the places inside of it, `for i { for j C[i][j] = 0; for k for j C[i][j] += .. }`, or rows of
// a product, next to other statements: in loops of their own their places are a plane.
static bool part_sums(Preparation *preparation, const Stmt *stmt)
{
    bool across = false, product = false;
    for (int i = 0; stmt->body->kind == ST_BLOCK && i < stmt->body->nitems; i++) {
        const Stmt *sums = stmt->body->items[i], *places = sums->kind == ST_LOOP ? only_loop(sums->body) : NULL;
        across = across || (places && preparation_verdict(preparation, sums) == LOOP_REDUCTION &&
                            preparation_verdict(preparation, places) == LOOP_PARALLEL);
        product = product || (sums->kind == ST_LOOP && preparation_is_product(preparation, stmt, sums));
    }
    return (across && preparation_part(preparation, stmt, NULL)) ||
           (product && preparation_part(preparation, stmt, stmt->body));
}

// ---- arrays that each iteration fills anew

enum { MOST_EXPANDED = 4 }; // arrays of one loop

// An array that iterations of the loop share, although none needs what another one has written. NULL: there is none.
static const Array *shared_array(const Facts *facts, const Stmt *loop)
{
    LoopId id = loop->loop->id;
    const Array *other = NULL; // its iterations need what others have written
    FOR_EACH(i, &facts->dependences) {
        const Dependence *dependence = &facts->dependences.items[i];
        const Array *array = dependence->source->array;
        bool is_shared = array && array != other && !dependence->privatized && order_carries(dependence, id) &&
                         stmt_contains(loop, dependence->source->stmt) && stmt_contains(loop, dependence->sink->stmt) &&
                         !dependence_is_reduced(facts, dependence, id);
        if (is_shared && array_is_private(facts, array, id))
            return array;
        other = is_shared ? array : other;
    }
    return NULL;
}

// Whether some statement also accesses an array that has as many elements: that moves along the same loops.
static bool has_room(const Facts *facts, const Array *expanded)
{
    FOR_EACH(i, &facts->accesses)
        FOR_EACH(k, &facts->accesses) {
            const Access *access = &facts->accesses.items[i], *other = &facts->accesses.items[k];
            bool fits = access->array == expanded && other->array && other->array != expanded &&
                        access->stmt == other->stmt && other->ndim >= access->ndim;
            FOR_EACH(l, &facts->loops) {
                LoopId loop = facts->loops.items[l].id;
                fits = fits && (access_stays(facts, access, loop) || !access_stays(facts, other, loop));
            }
            if (fits)
                return true;
        }
    return false;
}

static bool is_accessed(const Facts *facts, const Array *array)
{
    FOR_EACH(i, &facts->accesses)
        if (facts->accesses.items[i].array == array)
            return true;
    return false;
}

static bool expand_one(Preparation *preparation, const Stmt *loop)
{
    const Candidate *before = preparation->state;
    const Array *array = shared_array(before->facts, loop);
    if (!array ||
        !preparation_step(preparation, (Step){.kind = STEP_EXPAND, .loop = loop->loop->name, .array = array->name}))
        return false;
    FOR_EACH(i, &preparation->state->facts->accesses) {
        const Array *found = preparation->state->facts->accesses.items[i].array;
        if (found && found->space == SPACE_SCRATCH && !is_accessed(before->facts, found))
            return array->fresh_in || has_room(preparation->state->facts, found);
    }
    return false;
}

// With elements of its own in each iteration, the loop is parallel; its statements then have loops of their own.
static bool expand_loop(Preparation *preparation, const Stmt *loop)
{
    const Candidate *mark = preparation->state;
    const char *name = loop->loop->name;
    bool fits = true;
    for (int i = 0; i < MOST_EXPANDED && fits && loop && preparation_verdict(preparation, loop) == LOOP_SEQUENTIAL;
         i++) {
        fits = expand_one(preparation, loop);
        loop = tree_loop(preparation->state->nest->body, name);
    }
    LoopVerdict verdict = fits && loop ? preparation_verdict(preparation, loop) : LOOP_OPAQUE;
    if (verdict != LOOP_PARALLEL && verdict != LOOP_REDUCTION) {
        preparation->state = mark;
        return false;
    }
    const Stmt *inner = loop;
    while (only_loop(inner->body))
        inner = only_loop(inner->body);
    preparation_part(preparation, loop, inner->body);
    return true;
}

// ---- loops that count through rows and columns at once

typedef struct Quotients {
    const Loop *loop;
    RowsOf wanted;
    const Expr *divisor; // the shortest so far
} Quotients;

static int length_of(const Expr *expr)
{
    int length = 1;
    for (int i = 0; i < expr->noperands; i++)
        length += length_of(expr->operands[i]);
    return length;
}

static bool look_at_quotient(void *context, const Expr *expr)
{
    Quotients *quotients = context;
    if (expr->kind != EX_BINARY || (expr->op != OP_DIV && expr->op != OP_REM) || !type_is_integer(expr->type))
        return true;
    const Expr *dividend = expr_strip_casts(expr->operands[0]), *divisor = expr->operands[1];
    if (dividend->kind == EX_SYMBOL && dividend->symbol == quotients->loop->iterator &&
        uncollapse_rows(quotients->loop, divisor) == quotients->wanted &&
        (!quotients->divisor || length_of(divisor) < length_of(quotients->divisor)))
        quotients->divisor = divisor;
    return true;
}

static bool uncollapse_loop(Preparation *preparation, const Stmt *loop, RowsOf wanted)
{
    Quotients quotients = {.loop = loop->loop, .wanted = wanted};
    stmt_walk_expressions(loop->body, look_at_quotient, &quotients);
    Text text = {.arena = preparation->state->arena};
    if (!quotients.divisor || !formula_print(&text, quotients.divisor))
        return false;
    return preparation_step(preparation,
                            (Step){.kind = STEP_UNCOLLAPSE, .loop = loop->loop->name, .formula = text_string(&text)});
}

static bool uncollapse_below(Preparation *preparation, const Stmt *stmt, RowsOf wanted)
{
    if (!stmt || (stmt->kind == ST_LOOP && uncollapse_loop(preparation, stmt, wanted)))
        return stmt != NULL;
    for (int i = 0; i < stmt->nitems; i++)
        if (uncollapse_below(preparation, stmt->items[i], wanted))
            return true;
    return uncollapse_below(preparation, stmt->body, wanted) || uncollapse_below(preparation, stmt->otherwise, wanted);
}

// Whether the launcher has to go through the nest to find what subscripts without data touch.
static bool computes_ranges(const Facts *facts)
{
    FOR_EACH(i, &facts->measures) {
        const Measure *measure = &facts->measures.items[i];
        if (!measure->by_block && !measure->by_bounds && !measure->reads.count)
            return true;
    }
    return false;
}

// Calls in which the bound turns out to be no whole number of rows run the serial loop: such rows come last.
static bool uncollapse_some(Preparation *preparation, const Stmt *stmt)
{
    return uncollapse_below(preparation, stmt, ROWS_IN_BOUND) || uncollapse_below(preparation, stmt, ROWS_TESTED);
}

// ---- left-looking factorizations whose sums are in scalars

static int count_loops(const Preparation *preparation, LoopVerdict verdict)
{
    const Facts *facts = preparation->state->facts;
    int count = 0;
    FOR_EACH(i, &facts->loops)
        count += facts->loops.items[i].verdict == verdict;
    return count;
}

static bool has_loop_of(const Preparation *preparation, const Stmt *stmt, LoopVerdict wanted)
{
    if (!stmt)
        return false;
    bool found = stmt->kind == ST_LOOP && preparation_verdict(preparation, stmt) == wanted;
    for (int i = 0; i < stmt->nitems && !found; i++)
        found = has_loop_of(preparation, stmt->items[i], wanted);
    return found || has_loop_of(preparation, stmt->body, wanted) || has_loop_of(preparation, stmt->otherwise, wanted);
}

// A sequential loop in which nothing but sums is parallel.
static bool only_sums_below(const Preparation *preparation, const Stmt *stmt)
{
    if (!stmt)
        return false;
    bool found = stmt->kind == ST_LOOP && preparation_verdict(preparation, stmt) == LOOP_SEQUENTIAL &&
                 has_loop_of(preparation, stmt->body, LOOP_REDUCTION) &&
                 !has_loop_of(preparation, stmt->body, LOOP_PARALLEL);
    for (int i = 0; i < stmt->nitems && !found; i++)
        found = only_sums_below(preparation, stmt->items[i]);
    return found || only_sums_below(preparation, stmt->body) || only_sums_below(preparation, stmt->otherwise);
}

// Two sequential loops around sums: a launch for each element. The right-looking form has one around parallel loops.
static bool look_right(Preparation *preparation, const Stmt *loop)
{
    const Candidate *mark = preparation->state;
    int before = count_loops(preparation, LOOP_SEQUENTIAL);
    const char *name = loop->loop->name;
    if (!only_sums_below(preparation, loop->body))
        return false;
    if (preparation_step(preparation, (Step){.kind = STEP_IN_PLACE, .loop = name}) &&
        preparation_step(preparation, (Step){.kind = STEP_RIGHT_LOOK, .loop = name}) &&
        count_loops(preparation, LOOP_SEQUENTIAL) < before) {
        preparation->state = plan_joins(preparation->state);
        return true;
    }
    preparation->state = mark;
    return false;
}

// `for k { T c = v[k]; for i .. }`, whose iterations of k depend on each other, and those of i do not: if each thread
// computes what it needs of the sequential loop, this loop may run inside of threads.
static bool sink_for_threads(Preparation *preparation, const Stmt *loop)
{
    const Candidate *mark = preparation->state;
    const Stmt *body = loop->body,
               *inner = body->kind == ST_BLOCK && body->nitems ? stmt_item(body, body->nitems - 1) : NULL;
    if (!inner || inner->kind != ST_LOOP || preparation_verdict(preparation, inner) != LOOP_PARALLEL ||
        !sink_moves_all(mark, inner))
        return false;
    Step exchange = {.kind = STEP_INTERCHANGE, .loop = loop->loop->name, .other = inner->loop->name};
    if (preparation_step(preparation, (Step){.kind = STEP_SINK, .loop = inner->loop->name}) &&
        candidate_step(preparation->state, &exchange).candidate)
        return true;
    preparation->state = mark;
    return false;
}

static bool improve_loop(Preparation *preparation, const Stmt *loop)
{
    FOR_EACH(i, &preparation->rows)
        if (preparation->rows.items[i] == loop->loop->id)
            return false;
    switch (preparation_verdict(preparation, loop)) {
    case LOOP_PARALLEL:
        return prepare_row_scan(preparation, loop) || prepare_windowed_sum(preparation, loop) ||
               split_below(preparation, loop) || part_below(preparation, loop) || separate_few(preparation, loop) ||
               separate_planes(preparation, loop) || part_sums(preparation, loop) ||
               separate_columns(preparation, loop) || accumulate_triangle(preparation, loop);
    case LOOP_REDUCTION: return prepare_keys(preparation, loop) || accumulate_triangle(preparation, loop);
    case LOOP_SEQUENTIAL: break;
    default: return false;
    }
    if (permute_for_scan(preparation, loop) || prepare_scan(preparation, loop) || look_right(preparation, loop))
        return true;
    if (uncollapse_loop(preparation, loop, ROWS_IN_BOUND) ||
        (preparation->nest->facts->no_parallel_loop && uncollapse_loop(preparation, loop, ROWS_TESTED)))
        return true;
    if (split_node_loop(preparation, loop) || separate_loop(preparation, loop) || separate_scans(preparation, loop))
        return true;
    if (!preparation_parallel_below(preparation, loop->body) && split_loop(preparation, loop))
        return true;
    if (expand_loop(preparation, loop) || sink_for_threads(preparation, loop))
        return true;
    return improve_below(preparation, loop);
}

// The first step that makes something of `stmt` better; false: there is none.
static bool improve(Preparation *preparation, const Stmt *stmt)
{
    if (stmt->kind == ST_LOOP)
        return improve_loop(preparation, stmt);
    if (stmt->kind == ST_IF && sink_condition(preparation, stmt))
        return true;
    return stmt->kind != ST_WHILE && improve_below(preparation, stmt);
}

const Candidate *plan_values(const Candidate *candidate)
{
    Preparation preparation = {.nest = candidate, .state = candidate};
    bool sunk = !candidate->facts->unknown;
    while (sunk)
        sunk = sink_values_below(&preparation, preparation.state->nest->body, false);
    return preparation.state;
}

// The first loop of one iteration, or none; NULL: there is no such loop.
static const Stmt *single_iteration(const Stmt *stmt)
{
    if (!stmt)
        return NULL;
    int64_t count = stmt->kind == ST_LOOP ? unroll_fully_count(stmt->loop) : -1;
    if (count == 0 || count == 1)
        return stmt;
    const Stmt *found = NULL;
    for (int i = 0; i < stmt->nitems && !found; i++)
        found = single_iteration(stmt->items[i]);
    found = found ? found : single_iteration(stmt->body);
    return found ? found : single_iteration(stmt->otherwise);
}

// Loops of at most one iteration give blocks and threads nothing to share, and keep statements together that may have
// loops of their own.
static const Candidate *without_single_iterations(const Candidate *nest)
{
    for (const Stmt *loop; (loop = single_iteration(nest->nest->body));) {
        Step step = {.kind = STEP_UNROLL_FULLY, .loop = loop->loop->name};
        const Candidate *made = candidate_step(nest, &step).candidate;
        if (!made || !tree_has_kind(made->nest->body, ST_LOOP))
            return nest;
        nest = made;
    }
    return nest;
}

static const Candidate *prepared(const Candidate *nest)
{
    Preparation preparation = {.nest = nest, .state = nest};
    int steps = 0;
    if (facts_asserts_independent(nest->facts) || !nest->facts->changeable)
        return nest;
    if (!preparation.state->facts->unknown && !nest->plain && !nest->by_paper)
        preparation.state = plan_windows(without_single_iterations(nest));
    const Candidate *written_out = preparation.state;
    while (computes_ranges(preparation.state->facts) &&
           uncollapse_below(&preparation, preparation.state->nest->body, ROWS_IN_BOUND))
        steps++;
    while (preparation.state->facts->unknown
               ? uncollapse_some(&preparation, preparation.state->nest->body)
               : prepare_accumulated_keys(&preparation, preparation.state->nest->body) ||
                     sink_values_below(&preparation, preparation.state->nest->body, false) ||
                     improve(&preparation, preparation.state->nest->body))
        steps++;
    if (preparation.state->facts->no_parallel_loop) // refused as the user wrote it
        preparation.state = written_out = nest;
    if (preparation.state == written_out)
        return plan_fusions(plan_distribution(preparation.state));
    return preparation.scans == steps ? plan_fusions(preparation.state) : preparation.state;
}

// The planner asks several times.
const Candidate *plan_source(const Candidate *nest)
{
    AnalysisList *analyses = nest->analyses;
    if (analyses->nest != nest) {
        const Candidate *made = prepared(nest);
        analyses->nest = nest;
        analyses->prepared = made;
    }
    return analyses->prepared;
}
