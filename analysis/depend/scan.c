// Recognizes scans (prefix sums), which are not reductions because each step's result is kept: b[i] = b[i-1] + a[i].
#include "analysis/depend/scan.h"
#include "analysis/depend/depend.h"
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

static const Update *update_of(const Analysis *analysis, const Stmt *assignment)
{
    FOR_EACH(u, &analysis->updates)
        if (assignment_in(analysis->updates.items[u].stmt) == assignment)
            return &analysis->updates.items[u];
    return NULL;
}

typedef struct Writes {
    const Analysis *analysis;
    const Update *first; // all others are like it
    const Symbol *symbol;
    ScanFact *scan;
    bool alike;
} Writes;

static bool look_at_write(void *context, const Stmt *stmt)
{
    Writes *writes = context;
    bool declares = stmt->kind == ST_DECLARE && stmt->symbol == writes->symbol;
    if (stmt->kind != ST_ASSIGN || stmt->place->kind != EX_SYMBOL || stmt->place->symbol != writes->symbol) {
        writes->alike = writes->alike && !declares;
        return writes->alike;
    }
    const Update *update = update_of(writes->analysis, stmt);
    writes->alike = writes->alike && update && is_associative(update) && are_alike(update, writes->first);
    if (writes->alike) {
        VECTOR_PUSH(writes->analysis->arena, &writes->scan->update.updates, update->stmt);
        VECTOR_PUSH(writes->analysis->arena, &writes->scan->update.values, update->value);
    }
    return writes->alike;
}

static bool is_carried(const Analysis *analysis, const LoopNode *loop, const Symbol *symbol)
{
    for (const Dependence *d = depend_carried_by(analysis, loop, NULL); d; d = depend_carried_by(analysis, loop, d))
        if (d->source->scalar == symbol && !d->privatized && d->reduction < 0)
            return true;
    return false;
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

static void find_scalar_scan(Analysis *analysis, const Update *update, const LoopNode *loop)
{
    const Symbol *symbol = update->place->symbol;
    ScanFact scan = {.update = like_update(update), .loop = loop->loop->id};
    Writes writes = {analysis, update, symbol, &scan, is_associative(update) && !loop->opaque};
    if (!writes.alike || !is_carried(analysis, loop, symbol))
        return;
    stmt_walk(loop->stmt->body, look_at_write, &writes);
    if (writes.alike && scan.update.updates.items[0] == update->stmt)
        VECTOR_PUSH(analysis->arena, &analysis->facts->scans, scan);
}

// ---- running values in the elements of an array: b[i] = b[i - 1] + x

// The statement as an update of the earlier element: b[i - 1] = b[i - 1] + x.
static const Stmt *of_earlier(Arena *arena, const Stmt *stmt, const Expr *earlier)
{
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt);
    made->place = (Expr *)earlier;
    if (stmt->op != OP_NONE)
        made->value = expr_cast(arena, stmt->compute, stmt->place);
    return made;
}

static bool is_directly_in(const Stmt *body, const Stmt *stmt)
{
    for (int i = 0; body->kind == ST_BLOCK && i < body->nitems; i++)
        if (body->items[i] == stmt)
            return true;
    return body == stmt;
}

static void find_array_scan(Analysis *analysis, const Dependence *dependence, const LoopNode *loop)
{
    const Stmt *stmt = dependence->source->stmt;
    int carrier = dependence->nloops - 1;
    bool next = depend_carries(dependence, loop->loop->id) && dependence->loops[carrier] == loop->loop->id &&
                dependence->kind == DEPEND_FLOW && !dependence->may && dependence->has_distance[carrier] &&
                dependence->distance[carrier] == 1;
    if (!next || loop->opaque || !is_directly_in(loop->stmt->body, stmt) || stmt != dependence->sink->stmt ||
        stmt->kind != ST_ASSIGN || dependence->sink->expr->kind != EX_ACCESS ||
        dependence->source->expr->type != dependence->sink->expr->type || stmt->op == OP_SUB ||
        (stmt->op != OP_NONE && !expr_equal(strip_casts(stmt->value), dependence->sink->expr)))
        return;
    Update update;
    const Expr *earlier = dependence->sink->expr;
    const Stmt *made = of_earlier(analysis->arena, stmt, earlier);
    if (!update_of_assignment(analysis->arena, made, &update) || !is_associative(&update))
        return;
    ScanFact scan = {.update = like_update(&update), .loop = loop->loop->id, .earlier = earlier, .stmt = stmt};
    VECTOR_PUSH(analysis->arena, &scan.update.updates, made);
    VECTOR_PUSH(analysis->arena, &scan.update.values, update.value);
    VECTOR_PUSH(analysis->arena, &analysis->facts->scans, scan);
}

void scan_find(Analysis *analysis)
{
    FOR_EACH(l, &analysis->loops) {
        const LoopNode *loop = analysis->loops.items[l];
        FOR_EACH(u, &analysis->updates) {
            const Update *update = &analysis->updates.items[u];
            if (update->place->kind == EX_SYMBOL && stmt_contains(loop->stmt->body, update->stmt))
                find_scalar_scan(analysis, update, loop);
        }
        FOR_EACH(d, &analysis->facts->dependences)
            find_array_scan(analysis, &analysis->facts->dependences.items[d], loop);
    }
}
