// Recognizes scans (prefix sums), which are not reductions because each step's result is kept: b[i] = b[i-1] + a[i].
#include "analysis/depend/scan.h"
#include "analysis/depend/depend.h"
#include "analysis/depend/linear_update.h"
#include "analysis/depend/update.h"

#include <string.h>

static bool mentions_array(const Expr *expr, const Array *array)
{
    if (expr->kind == EX_ACCESS && expr->array == array)
        return true;
    for (int i = 0; i < expr->noperands; i++)
        if (mentions_array(expr->operands[i], array))
            return true;
    return false;
}

static const Expr *strip_casts(const Expr *expr)
{
    while (expr->kind == EX_CAST)
        expr = expr->operands[0];
    return expr;
}

static bool joins(Operator op)
{
    return op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_AND || op == OP_OR || op == OP_XOR ||
           op_is_logical(op);
}

// The earlier element combined with a value that does not depend on the array: b[i-1] + x, x * y + b[i-1], max(b[i-1],
// x).
static bool is_step(const Expr *expr, const Expr *earlier)
{
    expr = strip_casts(expr);
    bool extremum =
        expr->kind == EX_SELECT || (expr->kind == EX_CALL && !expr->function && expr->noperands == 2 &&
                                    (strncmp(expr->text, "fmax", 4) == 0 || strncmp(expr->text, "fmin", 4) == 0));
    bool joined = expr->kind == EX_BINARY && joins(expr->op);
    if (!extremum && !joined)
        return false;
    int first = expr->kind == EX_SELECT ? 1 : 0;
    const Expr *left = strip_casts(expr->operands[first]), *right = strip_casts(expr->operands[first + 1]);
    if (mentions_array(left, earlier->array) == mentions_array(right, earlier->array))
        return false;
    const Expr *holder = mentions_array(left, earlier->array) ? left : right;
    bool subtracted = joined && expr->op == OP_SUB && holder == right;
    bool chain = joined && holder->kind == EX_BINARY &&
                 (holder->op == expr->op || (expr->op == OP_ADD && holder->op == OP_SUB) ||
                  (expr->op == OP_SUB && holder->op == OP_ADD));
    return !subtracted && (expr_equal(holder, earlier) || (chain && is_step(holder, earlier)));
}

bool is_array_scan(const Dependence *dependence, int carrier)
{
    if (carrier < 0 || dependence->may || !dependence->has_distance[carrier] || dependence->distance[carrier] <= 0)
        return false;
    const Stmt *stmt = dependence->source->stmt;
    const Expr *earlier = dependence->sink->expr;
    if (dependence->kind != DEPEND_FLOW || stmt != dependence->sink->stmt || stmt->kind != ST_ASSIGN ||
        earlier->kind != EX_ACCESS || earlier->npath)
        return false;
    if (stmt->op != OP_NONE)
        return joins(stmt->op) && expr_equal(strip_casts(stmt->value), earlier);
    return is_step(stmt->value, earlier);
}

// ---- running values

// Whether the results of parts of the loop can be combined to those of the whole. Of a comparison that takes NaN, the
// order decides.
static bool is_associative(const Update *update)
{
    bool takes_nan = update->form == FORM_KEEP_NEW && type_is_float(update->place->type);
    return update->op != OP_NONE && update->form != FORM_CHOICE && !takes_nan &&
           type_is_arithmetic(update->place->type);
}

static bool are_alike(const Update *left, const Update *right)
{
    return left->op == right->op && left->form == right->form && left->strict == right->strict;
}

static const Stmt *assignment_in(const Stmt *stmt)
{
    while (stmt && (stmt->kind == ST_IF || (stmt->kind == ST_BLOCK && stmt->nitems == 1)))
        stmt = stmt->kind == ST_IF ? stmt->body : stmt->items[0];
    return stmt;
}

// A scan keeps the order of its values, so that a maximum whose zeros have either sign is as any other.
static bool update_of(const Analysis *analysis, const Stmt *assignment, Update *update)
{
    FOR_EACH(u, &analysis->updates) {
        *update = analysis->updates.items[u];
        if (assignment_in(update->stmt) == assignment)
            return update->form != FORM_CHOICE || update_of_assignment(analysis->arena, update->stmt, update);
    }
    return false;
}

// The assignments to a scalar.
typedef struct Writes {
    Arena *arena;
    const Symbol *symbol;
    VECTOR(const Stmt *) assignments;
    bool declares;
} Writes;

static bool look_at_write(void *context, const Stmt *stmt)
{
    Writes *writes = context;
    writes->declares = writes->declares || (stmt->kind == ST_DECLARE && stmt->symbol == writes->symbol);
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == writes->symbol)
        VECTOR_PUSH(writes->arena, &writes->assignments, stmt);
    return !writes->declares;
}

typedef VECTOR(const Symbol *) Scalars;

static bool is_in(const Scalars *scalars, const Symbol *symbol)
{
    FOR_EACH(i, scalars)
        if (scalars->items[i] == symbol)
            return true;
    return false;
}

// The scalars whose values run on from iteration to iteration.
static Scalars scalars_carried_by(const Analysis *analysis, const LoopNode *loop)
{
    Scalars scalars = {0};
    for (const Dependence *d = depend_carried_by(analysis, loop, NULL); d; d = depend_carried_by(analysis, loop, d))
        if (d->source->scalar && !d->privatized && d->reduction < 0 && !is_in(&scalars, d->source->scalar))
            VECTOR_PUSH(analysis->arena, &scalars, d->source->scalar);
    return scalars;
}

static Reduction like_update(const Update *update)
{
    return (Reduction){.index = -1,
                       .kind = REDUCTION_SCALAR,
                       .form = update->form,
                       .op = update->op,
                       .strict = update->strict,
                       .place = update->place,
                       .type = update->place->type,
                       .reassociates =
                           (update->op == OP_ADD || update->op == OP_MUL) && type_is_float(update->place->type)};
}

static void add_update(Arena *arena, ScanFact *scan, const Stmt *update, Expr *value)
{
    VECTOR_PUSH(arena, &scan->update.updates, update);
    VECTOR_PUSH(arena, &scan->update.values, value);
}

static bool is_set(const Stmt *assignment)
{
    return assignment->op == OP_NONE && !expr_mentions(assignment->value, assignment->place->symbol);
}

// Updates by one operator; false: there are others.
static bool of_operator(const Analysis *analysis, const Writes *writes, ScanFact *scan)
{
    Update first, update;
    bool any = false;
    FOR_EACH(i, &writes->assignments) {
        if (!update_of(analysis, writes->assignments.items[i], &update) || !is_associative(&update) ||
            (any && !are_alike(&update, &first))) {
            if (!is_set(writes->assignments.items[i]))
                return false;
            VECTOR_PUSH(analysis->arena, &scan->sets, writes->assignments.items[i]);
            continue;
        }
        if (!any)
            scan->update = like_update(&update);
        first = update;
        any = true;
        add_update(analysis->arena, scan, update.stmt, update.value);
    }
    if (!any)
        scan->update = like_update(&(Update){.place = writes->assignments.items[0]->place});
    return true;
}

static Reduction like_recurrence(const Expr *place)
{
    return like_update(&(Update){.op = OP_ADD, .form = FORM_OPERATOR, .place = place});
}

// x = a * x + b; false: there are other updates.
static bool of_recurrence(const Analysis *analysis, const Writes *writes, ScanFact *scan)
{
    Arena *arena = analysis->arena;
    scan->update = like_recurrence(writes->assignments.items[0]->place);
    FOR_EACH(i, &writes->assignments) {
        const Stmt *assignment = writes->assignments.items[i];
        LinearUpdate update;
        if (linear_update_of(arena, assignment, &update)) {
            add_update(arena, scan, assignment, update.term);
            VECTOR_PUSH(arena, &scan->factors, update.factor);
        } else if (is_set(assignment)) {
            VECTOR_PUSH(arena, &scan->sets, assignment);
        } else {
            return false;
        }
    }
    return true;
}

static bool is_directly_in(const Stmt *body, const Stmt *stmt)
{
    for (int i = 0; body->kind == ST_BLOCK && i < body->nitems; i++)
        if (body->items[i] == stmt)
            return true;
    return body == stmt;
}

// Each iteration begins anew: nothing runs on from one to the next.
static bool always_sets(const Writes *writes, const LoopNode *loop)
{
    bool found = false;
    FOR_EACH(i, &writes->assignments)
        found |= is_set(writes->assignments.items[i]) && is_directly_in(loop->stmt->body, writes->assignments.items[i]);
    return found;
}

static void find_scalar_scan(Analysis *analysis, const Symbol *symbol, const LoopNode *loop)
{
    Writes writes = {.arena = analysis->arena, .symbol = symbol};
    stmt_walk(loop->stmt->body, look_at_write, &writes);
    if (writes.declares || !writes.assignments.count || always_sets(&writes, loop))
        return;
    ScanFact by_operator = {.loop = loop->loop->id}, by_recurrence = {.loop = loop->loop->id};
    if (of_operator(analysis, &writes, &by_operator))
        VECTOR_PUSH(analysis->arena, &analysis->facts->scans, by_operator);
    else if (of_recurrence(analysis, &writes, &by_recurrence))
        VECTOR_PUSH(analysis->arena, &analysis->facts->scans, by_recurrence);
}

// ---- running values in the elements of an array: b[i] = b[i - 1] + x

// The statement as an update of the earlier element: b[i - 1] = b[i - 1] + x.
static const Stmt *of_earlier(Arena *arena, const Stmt *stmt, const Expr *earlier)
{
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt);
    made->place = (Expr *)earlier;
    if (stmt->op == OP_NONE)
        return made;
    Expr *old = expr_cast(arena, stmt->compute, stmt->place);
    made->value = expr_cast(arena, earlier->type, expr_binary(arena, stmt->op, old, stmt->value, stmt->compute));
    made->op = OP_NONE;
    made->compute = NULL;
    return made;
}

static bool is_known(const Facts *facts, const Stmt *stmt)
{
    FOR_EACH(i, &facts->scans)
        if (facts->scans.items[i].stmt == stmt)
            return true;
    return false;
}

static void find_array_scan(Analysis *analysis, const Dependence *dependence, const LoopNode *loop)
{
    Arena *arena = analysis->arena;
    const Stmt *stmt = dependence->source->stmt;
    int carrier = dependence->nloops - 1;
    bool next = depend_carries(dependence, loop->loop->id) && dependence->loops[carrier] == loop->loop->id &&
                dependence->kind == DEPEND_FLOW && !dependence->may && dependence->has_distance[carrier] &&
                dependence->distance[carrier] == 1;
    if (!next || loop->opaque || !is_directly_in(loop->stmt->body, stmt) || stmt != dependence->sink->stmt ||
        stmt->kind != ST_ASSIGN || dependence->sink->expr->kind != EX_ACCESS ||
        dependence->source->expr->type != dependence->sink->expr->type || is_known(analysis->facts, stmt))
        return;
    const Expr *earlier = dependence->sink->expr;
    const Stmt *made = of_earlier(arena, stmt, earlier);
    ScanFact scan = {.loop = loop->loop->id, .earlier = earlier, .stmt = stmt};
    Update update;
    LinearUpdate linear;
    if (update_of_assignment(arena, made, &update) && is_associative(&update)) {
        scan.update = like_update(&update);
        add_update(arena, &scan, made, update.value);
    } else if (linear_update_of(arena, made, &linear)) {
        scan.update = like_recurrence(earlier);
        add_update(arena, &scan, made, linear.term);
        VECTOR_PUSH(arena, &scan.factors, linear.factor);
    } else {
        return;
    }
    VECTOR_PUSH(arena, &analysis->facts->scans, scan);
}

void scan_find(Analysis *analysis)
{
    FOR_EACH(l, &analysis->loops) {
        const LoopNode *loop = analysis->loops.items[l];
        Scalars carried = {0};
        if (!loop->opaque)
            carried = scalars_carried_by(analysis, loop);
        for (int s = 0; s < analysis->symbols.count && carried.count; s++) {
            const Symbol *symbol = analysis->symbols.items[s].symbol;
            if (type_is_arithmetic(symbol->type) && is_in(&carried, symbol))
                find_scalar_scan(analysis, symbol, loop);
        }
        FOR_EACH(d, &analysis->facts->dependences)
            find_array_scan(analysis, &analysis->facts->dependences.items[d], loop);
    }
}
