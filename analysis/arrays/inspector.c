// Inspectors for data-dependent ranges: x[index[i]], val[k] for k from ptr[i] to ptr[i + 1]. The launcher runs a part
// of the nest to find them (facts.h, Measure): only the loops and conditions that lead to the accesses.
#include "analysis/arrays/assume.h"
#include "analysis/arrays/inspector.h"
#include "analysis/arrays/value_range.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/domain.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/floats.h"
#include "analysis/sets/inline_values.h"
#include "analysis/sets/loop_ends.h"
#include "analysis/sets/measure.h"
#include "analysis/sets/symbols.h"

#include <string.h>

enum { MOST_NODES = 20000 }; // of values with all names replaced: t = s + s, u = t + t, ...

typedef struct Walk {
    Analysis *analysis;
    Measure *measure;
    VECTOR(const Symbol *) iterators; // of the loops around
    VECTOR(const Expr *) measured;    // subscripts that were measured on the way here, whatever the data
    VECTOR(const Array *) going_by;   // arrays that say which elements of index arrays are read
    VECTOR(const Symbol *) going_by_scalars;
    VECTOR(const Stmt *) done;       // what the walk does before in the same iterations, whatever the data
    bool whole;                      // all iterations count, not only the first and the last one
    bool widens;                     // conditions that the host cannot evaluate count as if they held and did not hold
    bool any_way;                    // under such a condition: jumps may not happen, and assignments
    bool strays;                     // something was left out that may change the numbers that it computes
    bool computes;                   // it may compute numbers that the nest changes
    VECTOR(const Symbol *) computed; // these
    bool again;                      // one was found after statements that set it were left out
    int nodes;                       // of values so far
    bool failed;
} Walk;

// ---- values that the host can compute as the nest does

static bool is_on_way(const Walk *walk, const Symbol *iterator)
{
    FOR_EACH(i, &walk->iterators)
        if (walk->iterators.items[i] == iterator)
            return true;
    return false;
}

// Its elements are accessible to the host, and keep their values for the whole nest.
static bool is_readable(const Walk *walk, const Array *array)
{
    const ArrayFact *fact = facts_array(walk->analysis->facts, array);
    bool rows = is_table_of_rows(array);
    bool plain = array->space == SPACE_GLOBAL && (array->held == HOST_POINTER || rows) && array->host &&
                 !array->is_volatile && !array->rotates;
    for (int d = 1; d < array->ndim; d++)
        plain = plain && (rows || array->extent[d]);
    return plain && array != walk->measure->array && fact && range_is_known(fact) && !fact->written;
}

// Where conditions are left out, index arrays have to have what is read there: what was measured need not.
static bool is_measured(const Walk *walk, const Array *array)
{
    return facts_array(walk->analysis->facts, array)->measured;
}

static void note_read(Walk *walk, const Array *array)
{
    FOR_EACH(i, &walk->measure->reads)
        if (walk->measure->reads.items[i] == array)
            return;
    VECTOR_PUSH(walk->analysis->arena, &walk->measure->reads, array);
}

static Expr *host_value(Walk *walk, const Expr *expr);

static bool is_computed(const Walk *walk, const Symbol *symbol)
{
    FOR_EACH(i, &walk->computed)
        if (walk->computed.items[i] == symbol)
            return true;
    return false;
}

// Whether the walk may do to it what the nest does. Each iteration has its own.
static bool can_compute(Walk *walk, const Symbol *symbol)
{
    const SymbolInfo *info = symbol_info(walk->analysis, symbol);
    bool own = info && info->declaration && info->depth > 0 && symbol->role == SYM_LOCAL && !symbol->address_taken;
    if (!walk->computes || !own || !type_is_integer(symbol->type))
        return false;
    if (!is_computed(walk, symbol)) {
        VECTOR_PUSH(walk->analysis->arena, &walk->computed, symbol);
        walk->again = true;
    }
    return true;
}

static Expr *host_symbol(Walk *walk, Expr *expr)
{
    const Symbol *symbol = expr->symbol;
    if (symbol->is_volatile)
        walk->failed = true;
    if (symbol->role == SYM_PARAM || is_on_way(walk, symbol))
        return expr;
    const Expr *definition = symbol->role == SYM_ITERATOR ? NULL : symbol_value(walk->analysis, symbol);
    walk->failed = walk->failed || (!definition && !can_compute(walk, symbol));
    return definition ? host_value(walk, definition) : expr;
}

static bool may_trap(const Expr *expr)
{
    const Expr *divisor = expr_strip_casts(expr->operands[1]);
    bool divides = expr->op == OP_DIV || expr->op == OP_REM;
    return divides && (divisor->kind != EX_INT || divisor->integer == 0 || divisor->integer == -1);
}

static Expr *host_node(void *context, Expr *expr)
{
    Walk *walk = context;
    Expr *value = expr;
    walk->failed = walk->failed || ++walk->nodes > MOST_NODES;
    if (walk->failed)
        return expr;
    switch (expr->kind) {
    case EX_INT:
    case EX_FLOAT:
    case EX_UNARY:
    case EX_SELECT: break;
    case EX_BINARY: walk->failed = float_is_rounded(expr) || (walk->any_way && may_trap(expr)); break;
    case EX_CAST: walk->failed = !type_is_arithmetic(expr->type); break;
    case EX_SYMBOL: value = host_symbol(walk, expr); break;
    case EX_CALL:
        if (float_call_is_exact(expr))
            break;
        value = call_value(walk->analysis->arena, expr);
        walk->failed = !value;
        value = value ? host_value(walk, value) : expr;
        break;
    case EX_ACCESS:
        walk->failed = !is_readable(walk, expr->array) || (walk->widens && is_measured(walk, expr->array));
        note_read(walk, expr->array);
        break;
    default: walk->failed = true;
    }
    return value;
}

static Expr *host_value(Walk *walk, const Expr *expr)
{
    return walk->failed ? (Expr *)expr : expr_rewrite(walk->analysis->arena, (Expr *)expr, host_node, walk);
}

// ---- what the walk goes by: values that decide which elements it reads

static bool note_going_by(void *context, const Expr *expr)
{
    Walk *walk = context;
    Arena *arena = walk->analysis->arena;
    if (expr->kind == EX_ACCESS)
        VECTOR_PUSH(arena, &walk->going_by, expr->array);
    if (expr->kind == EX_SYMBOL && expr->symbol->role == SYM_PARAM && expr->symbol->address_taken)
        VECTOR_PUSH(arena, &walk->going_by_scalars, expr->symbol);
    return true;
}

static bool note_inner_reads(void *context, const Expr *expr)
{
    if (expr->kind != EX_ACCESS)
        return true;
    for (int d = 0; d < expr->noperands; d++)
        expr_walk(expr->operands[d], note_going_by, context);
    return false;
}

static Expr *deciding_value(Walk *walk, const Expr *expr)
{
    Expr *value = host_value(walk, expr);
    expr_walk(value, note_going_by, walk);
    return value;
}

// ---- one access

// The access with a subscript that must stay within its row; NULL: it has none.
static const AccessSite *site_in_row(const Walk *walk, const Expr *access)
{
    const Facts *facts = walk->analysis->facts;
    for (int i = 0; walk->measure->in_rows && i < facts->accesses.count; i++)
        if (facts->accesses.items[i].expr == access && walk->analysis->sites.items[i].in_row)
            return &walk->analysis->sites.items[i];
    return NULL;
}

static void measure_in_row(Walk *walk, const AccessSite *where, Expr *flat, StmtList *out)
{
    Arena *arena = walk->analysis->arena;
    Expr *arguments[] = {expr_symbol(arena, walk->measure->first), expr_symbol(arena, walk->measure->last), flat,
                         host_value(walk, where->in_row), host_value(walk, where->row_length)};
    Expr *call = expr_call(arena, type_scalar(TY_VOID), "crs_measure_in_row", NULL, arguments, 5);
    VECTOR_PUSH(arena, out, stmt_evaluate(arena, call));
}

static bool was_measured(const Walk *walk, const Expr *place)
{
    bool before = false;
    for (int i = 0; i < walk->measured.count && !before && !walk->computed.count; i++)
        before = expr_equal(walk->measured.items[i], place);
    return before;
}

static void measure_in_table(Walk *walk, const Expr *access, StmtList *out)
{
    Arena *arena = walk->analysis->arena;
    const Measure *measure = walk->measure;
    Expr *arguments[] = {expr_symbol(arena, measure->first), expr_symbol(arena, measure->last), NULL, NULL,
                         expr_symbol(arena, measure->of_rows)};
    for (int d = 0; d < 2; d++)
        arguments[3 - d] = host_value(walk, expr_cast(arena, type_scalar(TY_I64), access->operands[d]));
    Expr *call = expr_call(arena, type_scalar(TY_VOID), MEASURE_ROW, NULL, arguments, 5);
    if (was_measured(walk, call))
        return;
    for (int d = 0; d < 2; d++)
        expr_walk(arguments[3 - d], note_inner_reads, walk);
    VECTOR_PUSH(arena, &walk->measured, call);
    VECTOR_PUSH(arena, out, stmt_evaluate(arena, call));
}

static void measure_access(Walk *walk, const Expr *access, StmtList *out)
{
    Arena *arena = walk->analysis->arena;
    if (walk->measure->of_rows) {
        measure_in_table(walk, access, out);
        return;
    }
    const Type *index = type_scalar(TY_I64);
    const AccessSite *in_row = site_in_row(walk, access);
    Expr *flat = expr_cast(arena, index, access->operands[0]);
    for (int d = 1; d < access->array->ndim; d++)
        flat = index_add(arena, index_mul(arena, flat, access->array->extent[d]), access->operands[d]);
    flat = host_value(walk, flat);
    if (was_measured(walk, flat))
        return;
    // Several members of one element would count as several writes of it.
    walk->failed = walk->failed || (walk->whole && access->npath && walk->computed.count);
    expr_walk(flat, note_inner_reads, walk);
    VECTOR_PUSH(arena, &walk->measured, flat);
    if (in_row) {
        measure_in_row(walk, in_row, flat, out);
        return;
    }
    Expr *arguments[] = {expr_symbol(arena, walk->measure->first), expr_symbol(arena, walk->measure->last), flat};
    VECTOR_PUSH(arena, out,
                stmt_evaluate(arena, expr_call(arena, type_scalar(TY_VOID), "crs_measure", NULL, arguments, 3)));
}

static bool find_array(void *context, const Expr *expr)
{
    const Array **array = context;
    if (expr->kind == EX_ACCESS && expr->array == *array)
        *array = NULL;
    return *array;
}

static bool has_access(const Walk *walk, const Expr *expr)
{
    const Array *array = walk->measure->array;
    expr_walk(expr, find_array, &array);
    return !array;
}

static void walk_expr(Walk *walk, const Expr *expr, StmtList *out);

static Stmt *walk_arm(Walk *walk, const Expr *expr)
{
    StmtList items = {0};
    int before = walk->measured.count;
    walk_expr(walk, expr, &items);
    walk->measured.count = before;
    return items.count ? stmt_block(walk->analysis->arena, items.items, items.count) : NULL;
}

// Whether the host can tell if the condition holds.
static bool can_decide(const Walk *walk, const Expr *condition)
{
    Walk trial = *walk;
    Measure measure = *walk->measure;
    trial.measure = &measure;
    deciding_value(&trial, condition);
    return !trial.failed;
}

// In the place of a condition that the host cannot evaluate. Returns whether one was left out before.
static bool begin_any_way(Walk *walk, const Expr *condition)
{
    bool before = walk->any_way;
    walk->any_way = before || (walk->widens && !walk->failed && !can_decide(walk, condition));
    return before;
}

static void add_both(const Walk *walk, Stmt *yes, Stmt *no, StmtList *out)
{
    if (yes)
        VECTOR_PUSH(walk->analysis->arena, out, yes);
    if (no)
        VECTOR_PUSH(walk->analysis->arena, out, no);
}

static void walk_branches(Walk *walk, const Expr *expr, StmtList *out)
{
    Arena *arena = walk->analysis->arena;
    walk_expr(walk, expr->operands[0], out);
    bool selects = expr->kind == EX_SELECT, left_out = !can_decide(walk, expr->operands[0]) && walk->widens;
    bool before = begin_any_way(walk, expr->operands[0]);
    Stmt *yes = walk_arm(walk, expr->operands[1]), *no = selects ? walk_arm(walk, expr->operands[2]) : NULL;
    walk->any_way = before;
    if (left_out)
        add_both(walk, yes, no, out);
    if (left_out || (!yes && !no))
        return;
    Expr *condition = deciding_value(walk, expr->operands[0]);
    if (!yes || (!selects && expr->op == OP_LOGICAL_OR)) {
        condition = expr_unary(arena, OP_NOT, condition);
        yes = yes ? yes : no;
        no = NULL;
    }
    VECTOR_PUSH(arena, out, stmt_if(arena, condition, yes, no));
}

static void walk_expr(Walk *walk, const Expr *expr, StmtList *out)
{
    if (!expr || walk->failed || !has_access(walk, expr))
        return;
    bool branches = expr_branches(expr);
    if (branches) {
        walk_branches(walk, expr, out);
        return;
    }
    for (int i = 0; i < expr->noperands; i++)
        walk_expr(walk, expr->operands[i], out);
    for (int step = 0; step < expr->npath; step++)
        for (int d = 0; d < expr->path[step].field->ndim; d++)
            walk_expr(walk, expr->path[step].subscripts[d], out);
    if (expr->kind == EX_ACCESS && expr->array == walk->measure->array)
        measure_access(walk, expr, out);
}

// ---- statements

static Stmt *walk_stmt(Walk *walk, const Stmt *stmt);

static Stmt *walk_block(Walk *walk, const Stmt *stmt)
{
    StmtList items = {0};
    int before = walk->done.count;
    for (int i = 0; i < stmt->nitems; i++) {
        Stmt *item = walk_stmt(walk, stmt->items[i]);
        if (item) {
            VECTOR_PUSH(walk->analysis->arena, &items, item);
            VECTOR_PUSH(walk->analysis->arena, &walk->done, item);
        }
    }
    walk->done.count = before;
    return items.count ? stmt_block(walk->analysis->arena, items.items, items.count) : NULL;
}

static bool runs_as_said(const Walk *walk, const Loop *loop)
{
    const LoopNode *node = find_loop(walk->analysis, loop->id);
    bool tested = loop->may_wrap || loop->not_equal || loop->tested;
    return node && !loop->endless && !loop->factor && (!tested || node->bounded);
}

static void walk_loop(Walk *walk, const Stmt *stmt, StmtList *out)
{
    Arena *arena = walk->analysis->arena;
    walk_expr(walk, stmt->loop->lower, out);
    walk_expr(walk, stmt->loop->upper, out);
    walk_expr(walk, stmt->loop->step, out);
    int before = walk->measured.count;
    VECTOR_PUSH(arena, &walk->iterators, stmt->loop->iterator);
    Stmt *body = walk_stmt(walk, stmt->body);
    walk->iterators.count--;
    walk->measured.count = before;
    Ends ends = loop_ends(stmt->loop, body);
    if (!ends.measures && !ends.sets)
        return;
    walk->failed = walk->failed || !runs_as_said(walk, stmt->loop);
    Loop loop = *stmt->loop;
    loop.lower = deciding_value(walk, loop.lower);
    loop.upper = deciding_value(walk, loop.upper);
    loop.step = deciding_value(walk, loop.step);
    if (walk->failed)
        return;
    bool some = !walk->whole && loop.iterator != walk->measure->ascending && loop.step->kind == EX_INT &&
                loop.step->integer != INT64_MIN;
    Stmt *rows = some && !ends.tell ? loop_in_rows(walk->analysis, &loop, body) : NULL;
    Stmt *made = some && ends.tell ? loop_at_ends(walk->analysis, &loop, &ends, body) : rows;
    VECTOR_PUSH(arena, out, made ? made : stmt_loop(arena, &loop, body));
}

// What is measured on the way to finding that the condition holds.
static void note_measured(Walk *walk, const Expr *condition)
{
    StmtList again = {0};
    bool both = condition->kind == EX_BINARY && condition->op == OP_LOGICAL_AND;
    if (!both)
        walk_expr(walk, condition, &again);
    for (int i = 0; both && i < 2; i++)
        note_measured(walk, condition->operands[i]);
}

// Nothing is left to measure there: the walk has done all of it before.
static bool is_done(const Walk *walk, const Stmt *stmt)
{
    bool done = !stmt;
    for (int i = 0; i < walk->done.count && !done && !walk->computed.count; i++)
        done = measures_same(walk->analysis->arena, walk->done.items[i], stmt);
    bool parts = !done && stmt->kind == ST_BLOCK && !walk->computed.count;
    for (int i = 0; i < stmt_count(stmt) && parts; i++)
        parts = is_done(walk, stmt->items[i]);
    return done || parts;
}

// if (sum > 0) { for k { a[k] /= sum } } after for k { sum += a[k] }: whether the condition holds need not be known.
static bool is_measured_before(Walk *walk, const Stmt *stmt, const Stmt *yes, const Stmt *no)
{
    Walk trial = *walk;
    Measure measure = *walk->measure;
    trial.measure = &measure;
    deciding_value(&trial, stmt->condition);
    return trial.failed && is_done(walk, yes) && is_done(walk, no);
}

static void walk_if(Walk *walk, const Stmt *stmt, StmtList *out)
{
    Arena *arena = walk->analysis->arena;
    walk_expr(walk, stmt->condition, out);
    int before = walk->measured.count;
    note_measured(walk, stmt->condition);
    bool left_out = walk->widens && !can_decide(walk, stmt->condition), any_way = begin_any_way(walk, stmt->condition);
    Stmt *yes = walk_stmt(walk, stmt->body);
    walk->measured.count = before;
    Stmt *no = walk_stmt(walk, stmt->otherwise);
    walk->measured.count = before;
    walk->any_way = any_way;
    if (left_out)
        add_both(walk, yes, no, out);
    if (left_out || (!yes && !no) || (!walk->failed && is_measured_before(walk, stmt, yes, no)))
        return;
    Expr *condition = deciding_value(walk, stmt->condition);
    if (!yes)
        condition = expr_unary(arena, OP_NOT, condition);
    VECTOR_PUSH(arena, out, stmt_if(arena, condition, yes ? yes : no, yes ? no : NULL));
}

static bool holds_access(const Walk *walk, const Stmt *stmt)
{
    const Array *array = walk->measure->array;
    stmt_walk_expressions(stmt, find_array, &array);
    return !array;
}

typedef struct SetSearch {
    const Walk *walk;
    bool found;
} SetSearch;

static bool find_set(void *context, const Stmt *stmt)
{
    SetSearch *search = context;
    bool assigns = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL;
    search->found = search->found || (assigns && is_computed(search->walk, stmt->place->symbol));
    return !search->found;
}

static bool sets_computed(const Walk *walk, const Stmt *stmt)
{
    SetSearch search = {walk, false};
    if (walk->computed.count)
        stmt_walk(stmt, find_set, &search);
    return search.found;
}

static void walk_assign(Walk *walk, const Stmt *stmt, StmtList *out)
{
    walk_expr(walk, stmt->value, out);
    walk_expr(walk, stmt->place, out);
    bool sets = stmt->place->kind == EX_SYMBOL && is_computed(walk, stmt->place->symbol);
    walk->strays = walk->strays || (sets && walk->any_way);
    if (sets)
        VECTOR_PUSH(walk->analysis->arena, out,
                    stmt_assign(walk->analysis->arena, stmt->place, stmt->op, deciding_value(walk, stmt->value),
                                stmt->compute));
}

static void walk_declare(Walk *walk, const Stmt *stmt, StmtList *out)
{
    walk_expr(walk, stmt->value, out);
    if (stmt->symbol && is_computed(walk, stmt->symbol))
        VECTOR_PUSH(
            walk->analysis->arena, out,
            stmt_declare(walk->analysis->arena, stmt->symbol, stmt->value ? deciding_value(walk, stmt->value) : NULL));
}

static Stmt *walk_stmt(Walk *walk, const Stmt *stmt)
{
    StmtList items = {0};
    bool idle = stmt && stmt->kind == ST_LOOP && !holds_access(walk, stmt) && !sets_computed(walk, stmt);
    if (!stmt || walk->failed || idle)
        return NULL;
    switch (stmt->kind) {
    case ST_BLOCK: return walk_block(walk, stmt);
    case ST_LOOP: walk_loop(walk, stmt, &items); break;
    case ST_IF: walk_if(walk, stmt, &items); break;
    case ST_BREAK:
    case ST_CONTINUE: walk->strays = walk->strays || walk->any_way; return walk->any_way ? NULL : (Stmt *)stmt;
    case ST_WHILE: walk->failed = holds_access(walk, stmt) || sets_computed(walk, stmt); return NULL;
    case ST_ASSIGN: walk_assign(walk, stmt, &items); break;
    case ST_DECLARE: walk_declare(walk, stmt, &items); break;
    case ST_EVALUATE: walk_expr(walk, stmt->value, &items); break;
    default: return NULL;
    }
    return items.count ? stmt_block(walk->analysis->arena, items.items, items.count) : NULL;
}

// ---- what must not overlap

// If the subscripts determine the ranges of its index arrays, the inspector reads nothing else, whatever the data is.
static bool reads_what_data_choose(const Walk *walk)
{
    FOR_EACH(i, &walk->measure->reads)
        if (facts_array(walk->analysis->facts, walk->measure->reads.items[i])->measured)
            return true;
    return false;
}

// The nest must find the same values as the inspector: no array or scalar that it reads may overlap a written one.
static void keep_apart(Walk *walk)
{
    Analysis *analysis = walk->analysis;
    if (!reads_what_data_choose(walk))
        return;
    FOR_EACH(w, &analysis->facts->arrays) {
        const ArrayFact *written = &analysis->facts->arrays.items[w];
        bool known = range_is_known(written);
        if (!written->written)
            continue;
        FOR_EACH(i, &walk->going_by) {
            const Array *array = walk->going_by.items[i];
            if (!may_change(analysis->facts, facts_array(analysis->facts, array), written))
                continue;
            walk->failed = walk->failed || !known;
            VECTOR_PUSH(analysis->arena, &walk->measure->apart, ((Apart){.a = array, .b = written->array}));
        }
        FOR_EACH(i, &walk->going_by_scalars) {
            const Symbol *scalar = walk->going_by_scalars.items[i];
            if (!may_change_scalar(written, scalar))
                continue;
            walk->failed = walk->failed || !known;
            VECTOR_PUSH(analysis->arena, &walk->measure->apart, ((Apart){.b = written->array, .scalar = scalar}));
        }
    }
    FOR_EACH(s, &analysis->nest->symbols)
        FOR_EACH(i, &walk->going_by)
            walk->failed = walk->failed || (analysis->nest->symbols.items[s]->role == SYM_LIVE &&
                                            may_change_scalar(facts_array(analysis->facts, walk->going_by.items[i]),
                                                              analysis->nest->symbols.items[s]));
}

static bool can_be_measured(const Analysis *analysis, const Array *array)
{
    bool plain = array->space == SPACE_GLOBAL && array->held == HOST_POINTER && array->host && !array->rotates &&
                 array->ndim > 0;
    for (int d = 1; d < array->ndim; d++)
        plain = plain && array->extent[d] && expr_is_invariant(analysis, array->extent[d]);
    return plain;
}

static void take_measure(Analysis *analysis, ArrayFact *fact, const Measure *measure)
{
    Arena *arena = analysis->arena;
    VECTOR_PUSH(arena, &analysis->facts->measures, *measure);
    fact->first = expr_symbol(arena, measure->first);
    fact->last = expr_symbol(arena, measure->last);
    fact->touched = expr_binary(arena, OP_LE, fact->first, fact->last, type_scalar(TY_I64));
    fact->measured = true;
    fact->first_row = measure->of_rows ? fact->first : NULL;
    fact->last_row = measure->of_rows ? fact->last : NULL;
}

bool inspector_take_block(Analysis *analysis, ArrayFact *fact)
{
    if (!can_be_measured(analysis, fact->array) || !analysis->nest->unit || !analysis->nest->unit->allocates)
        return false;
    Measure measure = new_measure(analysis, fact->array);
    measure.by_block = true;
    measure.walk = stmt_block(analysis->arena, NULL, 0);
    take_measure(analysis, fact, &measure);
    return true;
}

bool inspector_take_bounds(Analysis *analysis, ArrayFact *fact)
{
    if (!can_be_measured(analysis, fact->array))
        return false;
    int symbols = analysis->nest->symbols.count;
    Measure measure = new_measure(analysis, fact->array);
    measure.by_bounds = true;
    measure.walk = value_range_walk(analysis, fact->array, measure.first, measure.last);
    if (measure.walk)
        take_measure(analysis, fact, &measure);
    else
        analysis->nest->symbols.count = symbols;
    return measure.walk;
}

typedef enum How {
    EXACTLY,
    COMPUTING, // what is touched may also depend on iterators and parameters alone
    WIDENING,  // conditions that the host cannot evaluate are left out
} How;

// What the walk learns about the numbers that it computes, it needs from its beginning.
static Walk walk_nest(Analysis *analysis, Measure *measure, How how)
{
    Measure empty = *measure;
    Walk walk = {.again = true};
    while (walk.again && !walk.failed) {
        Walk next = {.analysis = analysis, .measure = measure, .whole = measure->distinct};
        next.computes = how != EXACTLY;
        next.widens = how == WIDENING;
        next.computed = walk.computed;
        *measure = empty;
        measure->walk = walk_stmt(&next, analysis->nest->body);
        walk = next;
        walk.failed = walk.failed || (walk.strays && walk.computed.count);
    }
    return walk;
}

static bool measure_by_walk(Analysis *analysis, ArrayFact *fact, How how)
{
    bool rows = is_table_of_rows(fact->array) && fact->array->host && !fact->array->rotates && how != WIDENING;
    if (!rows && !can_be_measured(analysis, fact->array))
        return false;
    int symbols = analysis->nest->symbols.count;
    Measure measure = new_measure(analysis, fact->array);
    FOR_EACH(i, &analysis->scatters) {
        const Scatter *scatter = &analysis->scatters.items[i];
        bool is_own = scatter->array == fact->array;
        measure.in_rows = measure.in_rows || (is_own && scatter->in_row);
        measure.distinct = measure.distinct || (is_own && !scatter->rows && !scatter->in_row);
        measure.ascending = scatter->array == fact->array && scatter->rows ? scatter->rows : measure.ascending;
    }
    Walk walk = walk_nest(analysis, &measure, how);
    if (!walk.failed && measure.walk)
        keep_apart(&walk);
    if (walk.failed || !measure.walk || (!measure.reads.count && how == EXACTLY) ||
        ((how == WIDENING || rows) && (measure.distinct || measure.in_rows || measure.ascending))) {
        analysis->nest->symbols.count = symbols;
        return false;
    }
    measure_drop_repeated(&measure);
    measure.by_bounds = how == WIDENING;
    take_measure(analysis, fact, &measure);
    return true;
}

bool inspector_measure(Analysis *analysis, ArrayFact *fact)
{
    return measure_by_walk(analysis, fact, EXACTLY);
}

bool inspector_compute(Analysis *analysis, ArrayFact *fact)
{
    return measure_by_walk(analysis, fact, COMPUTING);
}

bool inspector_widen(Analysis *analysis, ArrayFact *fact)
{
    return measure_by_walk(analysis, fact, WIDENING);
}
