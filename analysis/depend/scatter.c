// y[p[i]] = x[i]: parallel if no element is written twice, which the launcher tests. So it does where iterations
// compute their places with bits, y[reversed] = x[i], with remainders, y[(first + i) % size] = x[i], or with products,
// y[(i * (i + 1) / 2 + j) * m + k] = x[i][j][k].
#include "analysis/depend/scatter.h"
#include "analysis/depend/depend.h"
#include "analysis/sets/inline_values.h"
#include "analysis/sets/polynomial.h"
#include "analysis/sets/symbols.h"

static bool look_for_variation(void *context, const Expr *expr)
{
    bool *varies = context;
    *varies = *varies || expr->kind == EX_ACCESS || (expr->kind == EX_SYMBOL && expr->symbol->role != SYM_PARAM);
    return !*varies;
}

static const LoopNode *outermost_of(const Analysis *analysis, const Access *access)
{
    const LoopNode *node = analysis->sites.items[access->index].loop;
    while (node && node->parent)
        node = node->parent;
    return node;
}

typedef struct Selection {
    const Analysis *analysis;
    const Symbol *iterator;
    bool inside, found; // (inside) an access
} Selection;

static bool look_for_selection(void *context, const Expr *expr)
{
    Selection *selection = context;
    const Expr *value = expr->kind == EX_SYMBOL ? symbol_definition(selection->analysis, expr->symbol) : NULL;
    selection->found = selection->found || (selection->inside && expr->symbol == selection->iterator);
    if (value && value != expr)
        expr_walk(value, look_for_selection, selection);
    if (expr->kind != EX_ACCESS || selection->inside)
        return !selection->found;
    selection->inside = true;
    for (int d = 0; d < expr->noperands; d++)
        expr_walk(expr->operands[d], look_for_selection, selection);
    selection->inside = false;
    return false;
}

// y[p * m + q] for p from first[i] to first[i + 1]: whether data say where a loop begins with which the place moves.
static bool moves_from_data(const Analysis *analysis, const Access *access, const LoopNode *outermost)
{
    for (const LoopNode *node = analysis->sites.items[access->index].loop; node != outermost; node = node->parent) {
        Selection selection = {analysis, outermost->loop->iterator, false, false};
        expr_walk(node->loop->lower, look_for_selection, &selection);
        if (selection.found && expr_mentions(access->expr, node->loop->iterator))
            return true;
    }
    return false;
}

// Whether data say where each iteration of the outermost loop writes, unlike in a[i + offset[k]], which surely writes
// elements twice.
static bool is_placed_by_data(const Analysis *analysis, const Access *access)
{
    const LoopNode *outermost = outermost_of(analysis, access);
    if (!outermost)
        return false;
    Selection selection = {analysis, outermost->loop->iterator, false, false};
    for (int d = 0; d < access->expr->noperands; d++)
        expr_walk(access->expr->operands[d], look_for_selection, &selection);
    return selection.found || moves_from_data(analysis, access, outermost);
}

// ---- places that an iteration computes with bits (reversed ones, those of two iterators interleaved), remainders
// (rings) or products (blocks whose numbers are those of a triangle)
//
// This only chooses what the launcher tests. The places y[i % k + i / k] are not chosen: where i counts whole rows of
// k, they are affine (the step `uncollapse`). Nor are products of iterators alone, as in y[i * i]: whether two of them
// are equal does not depend on the call, and packed.c knows what can be proved of them.

typedef struct Computation {
    const Analysis *analysis;
    const Symbol *iterator;
    VECTOR(const Symbol *) symbols;    // that the place is computed with
    const Symbol *symbol;              // the one whose values are being looked at
    bool on_bits, remainder, quotient; // what it is computed with
    bool product, scaled;              // of what varies; of that and a size
    bool varies;                       // with the iterator
} Computation;

static bool varies(const Expr *expr)
{
    bool found = false;
    expr_walk(expr, look_for_variation, &found);
    return found;
}

static void note_operator(Computation *computation, const Expr *expr)
{
    const Expr *left = expr_strip_casts(expr->operands[0]), *right = expr_strip_casts(expr->operands[1]);
    bool both = varies(left) && varies(right), product = expr->op == OP_MUL;
    computation->on_bits |= expr->op == OP_AND || expr->op == OP_OR || expr->op == OP_XOR || op_is_shift(expr->op);
    computation->remainder |= expr->op == OP_REM;
    computation->quotient |= expr->op == OP_DIV && varies(left);
    computation->product |= product && both;
    computation->scaled |= product && !both && left->kind != EX_INT && right->kind != EX_INT;
}

static bool is_chosen(const Computation *computation)
{
    bool curved = computation->on_bits || (computation->remainder && !computation->quotient) ||
                  (computation->product && computation->scaled);
    return curved && computation->varies;
}

static bool look_at_value(void *context, const Expr *expr)
{
    Computation *computation = context;
    if (expr->kind == EX_BINARY)
        note_operator(computation, expr);
    const Expr *value = expr->kind == EX_CALL ? call_value(computation->analysis->arena, expr) : NULL;
    if (value)
        expr_walk(value, look_at_value, computation);
    if (expr->kind != EX_SYMBOL)
        return true;
    computation->varies = computation->varies || expr->symbol == computation->iterator;
    bool known = expr->symbol->role != SYM_LOCAL;
    FOR_EACH(i, &computation->symbols)
        known = known || computation->symbols.items[i] == expr->symbol;
    if (!known)
        VECTOR_PUSH(computation->analysis->arena, &computation->symbols, expr->symbol);
    return true;
}

static bool look_at_assignment(void *context, const Stmt *stmt)
{
    Computation *computation = context;
    bool assigns =
        stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == computation->symbol;
    bool declares = stmt->kind == ST_DECLARE && stmt->symbol == computation->symbol;
    if ((assigns || declares) && stmt->value)
        expr_walk(stmt->value, look_at_value, computation);
    return true;
}

static bool is_placed_by_computation(const Analysis *analysis, const Access *access)
{
    const LoopNode *outermost = outermost_of(analysis, access);
    if (!outermost)
        return false;
    Computation computation = {.analysis = analysis, .iterator = outermost->loop->iterator};
    for (int d = 0; d < access->expr->noperands; d++)
        expr_walk(access->expr->operands[d], look_at_value, &computation);
    FOR_EACH(i, &computation.symbols) { // more may be added
        computation.symbol = computation.symbols.items[i];
        stmt_walk(analysis->nest->body, look_at_assignment, &computation);
    }
    return is_chosen(&computation);
}

// Whether both statements are of one block, so that an iteration that carries out one carries out the other.
static bool look_for_block(void *context, const Stmt *stmt)
{
    const Stmt **pair = context;
    int found = 0;
    for (int i = 0; stmt->kind == ST_BLOCK && i < stmt->nitems; i++)
        found += stmt->items[i] == pair[0] || stmt->items[i] == pair[1];
    if (found == 2)
        pair[0] = NULL;
    return pair[0] != NULL;
}

static bool are_of_one_block(const Analysis *analysis, const Stmt *first, const Stmt *second)
{
    const Stmt *pair[] = {first, second};
    stmt_walk(analysis->nest->body, look_for_block, pair);
    return !pair[0];
}

static bool is_store(const Access *access)
{
    return access->is_write && access->stmt->kind == ST_ASSIGN && access->stmt->op == OP_NONE;
}

// y[p[i]].a = ..; y[p[i]].b = ..: stores to other members of the same element, which need no test of their own.
static bool is_same_element(const Analysis *analysis, const Access *access, const Access *other)
{
    const Expr *place = access->expr, *second = other->expr;
    bool same = is_store(other) && place->noperands == second->noperands && expr_members_apart(place, second);
    for (int d = 0; same && d < place->noperands; d++)
        same = expr_equal(place->operands[d], second->operands[d]);
    return same && are_of_one_block(analysis, access->stmt, other->stmt);
}

// The expression without a constant that is added to it.
static const Expr *without_constant(const Expr *expr, int64_t *constant)
{
    *constant = 0;
    for (;;) {
        bool sum = expr->kind == EX_BINARY && (expr->op == OP_ADD || expr->op == OP_SUB);
        if (sum && expr->operands[1]->kind == EX_INT) {
            *constant += expr->op == OP_ADD ? expr->operands[1]->integer : -expr->operands[1]->integer;
            expr = expr->operands[0];
        } else if (sum && expr->op == OP_ADD && expr->operands[0]->kind == EX_INT) {
            *constant += expr->operands[0]->integer;
            expr = expr->operands[1];
        } else if (expr->kind == EX_CAST && type_widens(expr->operands[0]->type, expr->type)) {
            expr = expr->operands[0];
        } else {
            return expr;
        }
    }
}

// y[3 * p[i]] = ..; y[3 * p[i] + 1] = ..: stores to elements that are never the same in one iteration. The launcher
// tests both.
static bool is_beside(const Analysis *analysis, const Access *access, const Access *other)
{
    const Expr *place = access->expr, *second = other->expr;
    bool differ = false, same = is_store(other) && place->noperands == second->noperands;
    for (int d = 0; same && d < place->noperands; d++) {
        int64_t one, two;
        const Expr *left = without_constant(place->operands[d], &one),
                   *right = without_constant(second->operands[d], &two);
        same = expr_equal(left, right);
        differ = differ || one != two;
    }
    return same && differ && are_of_one_block(analysis, access->stmt, other->stmt);
}

// if (c) y[p[i]] = ..; else y[i] = ..: an iteration carries out one of them.
static bool look_for_branches(void *context, const Stmt *stmt)
{
    const Stmt **pair = context;
    for (int way = 0; stmt->kind == ST_IF && pair[0] && way < 2; way++)
        if (stmt->otherwise && stmt_contains(stmt->body, pair[way]) && stmt_contains(stmt->otherwise, pair[1 - way]))
            pair[0] = NULL;
    return pair[0] != NULL;
}

static bool is_instead(const Analysis *analysis, const Access *access, const Access *other)
{
    const Stmt *pair[] = {access->stmt, other->stmt};
    if (is_store(other))
        stmt_walk(analysis->nest->body, look_for_branches, pair);
    return !pair[0];
}

static bool are_apart(const Analysis *analysis, const Access *access, const Access *other)
{
    return is_beside(analysis, access, other) || is_instead(analysis, access, other);
}

// The only stores of the nest to its array, y[p[i]] = x[i], or to different members of this element, to others beside
// it or in its place: the launcher can find out whether they ever write an element twice. What always writes one value
// is written twice more often than not.
static bool is_scatter(const Analysis *analysis, const Access *access)
{
    const AccessSite *where = &analysis->sites.items[access->index];
    const Array *array = access->array;
    bool differs = false;
    bool plain = array && is_store(access) && array->space == SPACE_GLOBAL && array->held == HOST_POINTER;
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *other = &analysis->facts->accesses.items[i];
        if (!plain || other->array != array)
            continue;
        plain = i == access->index || is_same_element(analysis, access, other) || are_apart(analysis, access, other);
        if (plain)
            expr_walk(other->stmt->value, look_for_variation, &differs);
    }
    FOR_EACH(i, &analysis->nest->ordered)
        plain = plain && analysis->nest->ordered.items[i] != array;
    bool unknown = false;
    for (int d = 0; d < where->ndim; d++)
        unknown = unknown || !where->dims[d];
    return plain && differs && unknown &&
           (is_placed_by_data(analysis, access) || is_placed_by_computation(analysis, access));
}

// Whether every loop around the access keeps its iterations in order because of it.
static bool orders_all_loops(const Analysis *analysis, const Access *access)
{
    for (const LoopNode *node = analysis->sites.items[access->index].loop; node; node = node->parent) {
        bool carried = false;
        FOR_EACH(i, &analysis->facts->dependences) {
            const Dependence *d = &analysis->facts->dependences.items[i];
            carried = carried || (d->source == access && d->sink == access && depend_carries(d, node->loop->id));
        }
        if (!carried)
            return false;
    }
    return true;
}

// ---- for i { for k from ptr[i] to ptr[i + 1] { a[k] = .. } }: each iteration of i has a run of elements

static bool look_for_data(void *context, const Expr *expr)
{
    Selection *search = context;
    const Expr *value = expr->kind == EX_SYMBOL ? symbol_definition(search->analysis, expr->symbol) : NULL;
    if (value && value != expr)
        expr_walk(value, look_for_data, search);
    search->found = search->found || expr->kind == EX_ACCESS;
    return !search->found;
}

// Whether the (first) subscript grows with the loop's iterator: a[j], a[2 * j + 1], a[j][k].
static bool grows_with(const Analysis *analysis, const Access *access, const LoopNode *node)
{
    isl_pw_aff *subscript = analysis->sites.items[access->index].dims[0];
    if (isl_pw_aff_isa_aff(subscript) != isl_bool_true)
        return false;
    isl_aff *aff = isl_pw_aff_as_aff(isl_pw_aff_copy(subscript));
    isl_val *factor = isl_aff_get_coefficient_val(aff, isl_dim_in, node->depth);
    bool grows = isl_val_is_pos(factor) == isl_bool_true;
    isl_val_free(factor);
    isl_aff_free(aff);
    return grows;
}

// Whether a loop around the access, with which it moves, begins where data say for this iteration of the outermost
// loop.
static bool begins_by_data(const Analysis *analysis, const Access *access, const LoopNode *outermost)
{
    for (const LoopNode *node = analysis->sites.items[access->index].loop; node != outermost; node = node->parent) {
        Selection selection = {analysis, outermost->loop->iterator, false, false};
        expr_walk(node->loop->lower, look_for_selection, &selection);
        if (node->data_bound && selection.found && grows_with(analysis, access, node))
            return true;
    }
    return false;
}

// In dimensions that analysis knows: a[j], or the row j of a[j * m + k].
static bool is_known_place(const AccessSite *where)
{
    bool known = where->ndim > 0;
    for (int d = 0; d < where->ndim; d++)
        known = known && where->dims[d];
    return known;
}

static bool is_in_run(const Analysis *analysis, const Access *access, const LoopNode *outermost)
{
    const AccessSite *where = &analysis->sites.items[access->index];
    Selection data = {.analysis = analysis};
    if (access->expr->npath || !is_known_place(where) || !outermost || outermost->opaque ||
        outermost_of(analysis, access) != outermost || !begins_by_data(analysis, access, outermost))
        return false;
    expr_walk(access->expr->operands[0], look_for_data, &data);
    return !data.found;
}

// The outermost loop, of which each iteration has a run of the array; NULL: that is not so.
static const LoopNode *loop_of_runs(const Analysis *analysis, const Array *array)
{
    const LoopNode *outermost = NULL;
    bool written = false;
    FOR_EACH(i, &analysis->nest->ordered)
        if (analysis->nest->ordered.items[i] == array)
            return NULL;
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *access = &analysis->facts->accesses.items[i];
        if (access->array != array)
            continue;
        outermost = outermost ? outermost : outermost_of(analysis, access);
        written = written || access->is_write;
        if (!is_in_run(analysis, access, outermost))
            return NULL;
    }
    bool plain = array->space == SPACE_GLOBAL && array->held == HOST_POINTER && array->ndim == 1;
    return written && plain ? outermost : NULL;
}

static bool is_of_runs(const Dependence *dependence, const Array *array, const LoopNode *loop)
{
    return dependence->source->array == array && dependence->sink->array == array &&
           depend_carries(dependence, loop->loop->id);
}

static void find_runs(Analysis *analysis, const Array *array)
{
    Facts *facts = analysis->facts;
    const LoopNode *loop = loop_of_runs(analysis, array);
    int kept = 0, before = facts->dependences.count;
    if (!loop)
        return;
    FOR_EACH(i, &facts->dependences)
        if (!is_of_runs(&facts->dependences.items[i], array, loop))
            facts->dependences.items[kept++] = facts->dependences.items[i];
    facts->dependences.count = kept;
    if (kept < before)
        VECTOR_PUSH(analysis->arena, &analysis->scatters, ((Scatter){.array = array, .rows = loop->loop->iterator}));
}

static void add_scatter(Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->scatters)
        if (analysis->scatters.items[i].array == array)
            return;
    VECTOR_PUSH(analysis->arena, &analysis->scatters, ((Scatter){.array = array}));
}

// Of two stores in one iteration that touch one element, the order stays.
static bool is_tested(const Analysis *analysis, const Array *array, const Dependence *dependence)
{
    const Access *source = dependence->source, *sink = dependence->sink;
    return source->array == array && sink->array == array && (source == sink || are_apart(analysis, source, sink));
}

void scatter_find(Analysis *analysis)
{
    Facts *facts = analysis->facts;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (!is_scatter(analysis, access) || !orders_all_loops(analysis, access))
            continue;
        add_scatter(analysis, access->array);
        int kept = 0;
        FOR_EACH(k, &facts->dependences)
            if (!is_tested(analysis, access->array, &facts->dependences.items[k]))
                facts->dependences.items[kept++] = facts->dependences.items[k];
        facts->dependences.count = kept;
    }
    FOR_EACH(i, &analysis->nest->arrays)
        find_runs(analysis, analysis->nest->arrays.items[i]);
}
