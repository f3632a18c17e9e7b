// Walks the nest once: builds its loops with their domains and lists every access in the order of execution.
#include "analysis/arrays/access.h"
#include "analysis/arrays/access_range.h"
#include "analysis/arrays/initial_element.h"
#include "analysis/depend/element_range.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/condition.h"
#include "analysis/sets/domain.h"
#include "analysis/sets/monotone.h"
#include "analysis/sets/polynomial.h"
#include "analysis/sets/symbols.h"
#include "analysis/sets/values.h"

static void collect_stmt(Analysis *analysis, const Stmt *stmt, const Site *site);
static void collect_expr(Analysis *analysis, const Stmt *stmt, const Expr *expr, const Site *site);

// ---- refusals

static void refuse(Analysis *analysis, Loc loc, const char *note, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void refuse(Analysis *analysis, Loc loc, const char *note, const char *format, ...)
{
    if (analysis->failed)
        return;
    va_list arguments;
    va_start(arguments, format);
    const char *reason = arena_vprintf(analysis->arena, format, arguments);
    va_end(arguments);
    diag_refuse(analysis->diag, analysis->nest->loc, "the nest stays serial: %s", reason);
    diag_note(analysis->diag, loc, "%s", note);
    analysis->failed = true;
}

// ---- sites

enum { MOST_PARTS = 16, MOST_DIVISIONS = 4 };

static isl_stat count_divisions(__isl_take isl_basic_set *part, void *context)
{
    *(int *)context += isl_basic_set_dim(part, isl_dim_div);
    isl_basic_set_free(part);
    return isl_stat_ok;
}

// Conditions that would make every later question slow: it is then only known that they may not hold.
static bool is_complex(__isl_keep isl_set *domain)
{
    int parts = isl_set_n_basic_set(domain), divisions = 0;
    if (parts > MOST_PARTS || isl_set_foreach_basic_set(domain, count_divisions, &divisions) != isl_stat_ok)
        return true;
    return divisions > MOST_DIVISIONS * parts;
}

static Site narrowed(Analysis *analysis, const Site *site, const Expr *condition, bool truth)
{
    Site result = *site;
    bool exact = true;
    query_begin(analysis);
    isl_set *where = condition_set(analysis, site, condition, truth, &exact);
    isl_set *domain = coalesce_set(isl_set_intersect(isl_set_copy(site->domain), where));
    if (domain && is_complex(domain))
        domain = isl_set_free(domain);
    result.conditional = true;
    result.inexact = site->inexact || !exact || !domain;
    if (domain)
        result.domain = own_set(analysis, domain);
    return result;
}

// ---- one access

static bool covers(__isl_keep isl_set *domain, __isl_keep isl_set *other)
{
    return domain == other || isl_set_is_subset(other, domain) == isl_bool_true;
}

// Both branches of a `?:` may hold the same text: an access is only a duplicate if an earlier one covers it.
static bool is_duplicate(const Analysis *analysis, const Access *access, const Site *site)
{
    for (int i = analysis->facts->accesses.count - 1; i >= 0; i--) {
        const Access *other = &analysis->facts->accesses.items[i];
        const AccessSite *seen = &analysis->sites.items[i];
        if (other->stmt != access->stmt && access->stmt->kind != ST_WHILE) // whose condition is read at both ends
            return false;
        if (other->stmt == access->stmt && other->is_write == access->is_write && other->array == access->array &&
            other->scalar == access->scalar && expr_equal(other->expr, access->expr) &&
            seen->exact == !access->conditional && covers(seen->domain, site->domain))
            return true;
    }
    return false;
}

static void read_subscript(Analysis *analysis, const Site *site, AccessSite *where, const Expr *subscript)
{
    if (where->nraw == MAX_DIMS)
        return;
    Polynomial *raw = ARENA_NEW(analysis->arena, Polynomial);
    where->raw[where->nraw++] = polynomial_from_expr(analysis, site, subscript, true, raw) ? raw : NULL;
}

// A field counts as a subscript: its number in the struct.
static void read_path(Analysis *analysis, const Site *site, AccessSite *where, const Expr *expr)
{
    for (int step = 0; step < expr->npath; step++) {
        const Member *member = &expr->path[step];
        Expr *offset = expr_index(analysis->arena, member->field->offset);
        read_subscript(analysis, site, where, offset);
        for (int d = 0; d < member->field->ndim; d++)
            read_subscript(analysis, site, where, member->subscripts[d]);
    }
}

static void add_access(Analysis *analysis, const Stmt *stmt, const Expr *expr, bool is_write, const Site *site)
{
    Access access = {.index = analysis->facts->accesses.count,
                     .stmt = stmt,
                     .expr = expr,
                     .is_write = is_write,
                     .conditional = site->conditional};
    AccessSite where = {.loop = site->loop, .domain = site->domain, .position = analysis->position++, .update = -1};
    where.exact = !site->inexact && (!site->loop || site->loop->exact);
    query_begin(analysis);
    analysis->assumption_loc = expr->loc.file ? expr->loc : stmt->loc;
    if (expr->kind == EX_SYMBOL) {
        const SymbolInfo *info = symbol_info(analysis, expr->symbol);
        access.scalar = expr->symbol;
        where.declared = info && info->declaration ? info->depth : 0;
    } else {
        access.array = expr->array;
        where.declared = array_depth(analysis, expr->array);
        const Expr *touched = is_write ? expr : initial_element_access(analysis, stmt, expr, site);
        where.at_entry = touched != expr;
        for (int d = 0; d < expr->array->ndim; d++)
            read_subscript(analysis, site, &where, touched->operands[d]);
        read_path(analysis, site, &where, expr);
        bool unknown = expr->array->ndim == 1 && !expr->npath && !where.raw[0] && site->domain;
        isl_set *reach = unknown ? access_range_of(analysis, site, touched->operands[0]) : NULL;
        if (unknown && !reach && !stmt_writes(analysis->nest->body, NULL, expr->array))
            reach = monotone_range(analysis, site, touched->operands[0]);
        where.reach = reach ? own_set(analysis, reach) : NULL;
        if (expr->array->ndim == 1 && !expr->npath && site->domain && !reach && touched == expr)
            element_range_split(analysis, site, expr->operands[0], &where);
        if (expr->array->is_volatile)
            refuse(analysis, analysis->assumption_loc, "accessed here", "'%s' is volatile", expr->array->name);
    }
    where.duplicate = is_duplicate(analysis, &access, site);
    VECTOR_PUSH(analysis->arena, &analysis->facts->accesses, access);
    VECTOR_PUSH(analysis->arena, &analysis->sites, where);
}

// ---- expressions

static bool in_scope(const Site *site, const Symbol *iterator)
{
    for (const LoopNode *loop = site->loop; loop; loop = loop->parent)
        if (loop->loop->iterator == iterator)
            return true;
    return false;
}

static void collect_symbol(Analysis *analysis, const Stmt *stmt, const Expr *expr, const Site *site)
{
    const Symbol *symbol = expr->symbol;
    Loc loc = expr->loc.file ? expr->loc : stmt->loc;
    if (symbol->is_volatile)
        refuse(analysis, loc, "accessed here", "'%s' is volatile", symbol->name);
    if (symbol->role == SYM_ITERATOR && !in_scope(site, symbol))
        refuse(analysis, loc, "read here", "the iterator '%s' is read outside of its loop", symbol->name);
    if (symbol_info(analysis, symbol))
        add_access(analysis, stmt, expr, false, site);
}

static void collect_subscripts(Analysis *analysis, const Stmt *stmt, const Expr *expr, const Site *site)
{
    for (int d = 0; d < expr->noperands; d++)
        collect_expr(analysis, stmt, expr->operands[d], site);
    for (int step = 0; step < expr->npath; step++)
        for (int d = 0; d < expr->path[step].field->ndim; d++)
            collect_expr(analysis, stmt, expr->path[step].subscripts[d], site);
}

typedef struct Search {
    const Analysis *analysis;
    bool found;
} Search;

static bool look_for_access(void *context, const Expr *expr)
{
    Search *search = context;
    bool scalar = expr->kind == EX_SYMBOL && symbol_info(search->analysis, expr->symbol);
    search->found = search->found || scalar || expr->kind == EX_ACCESS;
    return !search->found;
}

// An operand that is only evaluated if the condition has this truth, which matters if it accesses anything.
static void collect_operand(Analysis *analysis, const Stmt *stmt, const Expr *operand, const Expr *condition,
                            bool truth, const Site *site)
{
    Search search = {.analysis = analysis};
    expr_walk(operand, look_for_access, &search);
    Site inside = search.found ? narrowed(analysis, site, condition, truth) : *site;
    collect_expr(analysis, stmt, operand, &inside);
}

static void collect_branches(Analysis *analysis, const Stmt *stmt, const Expr *expr, const Site *site)
{
    const Expr *condition = expr->operands[0];
    collect_expr(analysis, stmt, condition, site);
    for (int i = 1; i < expr->noperands; i++)
        collect_operand(analysis, stmt, expr->operands[i], condition,
                        expr->kind == EX_SELECT ? i == 1 : expr->op == OP_LOGICAL_AND, site);
}

static void collect_expr(Analysis *analysis, const Stmt *stmt, const Expr *expr, const Site *site)
{
    if (!expr || analysis->failed)
        return;
    bool branches = expr_branches(expr);
    if (branches) {
        collect_branches(analysis, stmt, expr, site);
        return;
    }
    if (expr->kind == EX_CALL && expr->function && !expr->function->pure)
        refuse(analysis, expr->loc.file ? expr->loc : stmt->loc, "called here",
               "the function '%s' reads or writes more than its parameters", expr->function->name);
    if (expr->kind == EX_SYMBOL)
        collect_symbol(analysis, stmt, expr, site);
    else
        collect_subscripts(analysis, stmt, expr, site);
    if (expr->kind == EX_ACCESS)
        add_access(analysis, stmt, expr, false, site);
}

// ---- statements

static void collect_assign(Analysis *analysis, const Stmt *stmt, const Site *site)
{
    collect_expr(analysis, stmt, stmt->value, site);
    const Expr *place = stmt->place;
    if (place->kind == EX_ACCESS)
        collect_subscripts(analysis, stmt, place, site);
    else if (place->symbol->is_volatile)
        refuse(analysis, stmt->loc, "written here", "'%s' is volatile", place->symbol->name);
    if (stmt->op != OP_NONE)
        add_access(analysis, stmt, place, false, site);
    add_access(analysis, stmt, place, true, site);
    if (place->kind == EX_SYMBOL)
        values_assigned(analysis, place->symbol, stmt->op, stmt->value, stmt->compute);
}

static void collect_declare(Analysis *analysis, const Stmt *stmt, const Site *site)
{
    if (stmt->symbol && !stmt->value)
        values_written(analysis, stmt);
    if (!stmt->symbol || !stmt->value)
        return;
    collect_expr(analysis, stmt, stmt->value, site);
    Expr *place = expr_symbol(analysis->arena, stmt->symbol);
    place->loc = stmt->loc;
    add_access(analysis, stmt, place, true, site);
    values_assigned(analysis, stmt->symbol, OP_NONE, stmt->value, NULL);
}

// Whether `stmt` contains a break or continue of the loop around it.
static bool holds_jump(const Stmt *stmt, StmtKind kind)
{
    if (!stmt || stmt->kind == ST_LOOP || stmt->kind == ST_WHILE)
        return false;
    if (stmt->kind == kind)
        return true;
    bool found = holds_jump(stmt->body, kind) || holds_jump(stmt->otherwise, kind);
    for (int i = 0; i < stmt->nitems && !found; i++)
        found = holds_jump(stmt->items[i], kind);
    return found;
}

// The statements after one that may continue or break.
static Site behind_jump(Analysis *analysis, const Stmt *stmt, const Site *site)
{
    const Stmt *only =
        stmt->body && stmt->body->kind == ST_BLOCK && stmt->body->nitems == 1 ? stmt->body->items[0] : stmt->body;
    if (stmt->kind == ST_IF && !stmt->otherwise && only->kind == ST_CONTINUE)
        return narrowed(analysis, site, stmt->condition, false);
    Site result = *site;
    result.conditional = result.inexact = true;
    return result;
}

static void collect_block(Analysis *analysis, const Stmt *stmt, const Site *site)
{
    Site inside = *site;
    for (int i = 0; i < stmt->nitems && !analysis->failed; i++) {
        const Stmt *item = stmt->items[i];
        collect_stmt(analysis, item, &inside);
        if (holds_jump(item, ST_CONTINUE) || holds_jump(item, ST_BREAK))
            inside = behind_jump(analysis, item, &inside);
    }
}

static void collect_if(Analysis *analysis, const Stmt *stmt, const Site *site)
{
    collect_expr(analysis, stmt, stmt->condition, site);
    const Stmt *branches[] = {stmt->body, stmt->otherwise};
    Site inside[] = {narrowed(analysis, site, stmt->condition, true),
                     stmt->otherwise ? narrowed(analysis, site, stmt->condition, false) : *site};
    CurrentValues before = values_saved(analysis), after[2];
    for (int branch = 0; branch < 2; branch++) {
        values_restored(analysis, &before);
        collect_stmt(analysis, branches[branch], &inside[branch]);
        after[branch] = values_saved(analysis);
    }
    values_merged(analysis, &before, stmt->condition, &after[0], &after[1]);
    if (holds_jump(stmt, ST_CONTINUE) || holds_jump(stmt, ST_BREAK))
        values_written(analysis, stmt);
}

static void collect_while(Analysis *analysis, const Stmt *stmt, const Site *site)
{
    Site inside = stmt->test_after ? *site : narrowed(analysis, site, stmt->condition, true); // as it is at first
    inside.conditional = inside.inexact = inside.in_while = true;
    values_written(analysis, stmt);
    if (!stmt->test_after)
        collect_expr(analysis, stmt, stmt->condition, site);
    collect_stmt(analysis, stmt->body, &inside);
    values_written(analysis, stmt);
    collect_expr(analysis, stmt, stmt->condition, &inside);
}

// ---- loops

typedef struct BoundTest {
    const Stmt *body;
    const char *changed;
} BoundTest;

static bool test_bound(void *context, const Expr *expr)
{
    BoundTest *test = context;
    if (expr->kind == EX_SYMBOL && stmt_writes(test->body, expr->symbol, NULL))
        test->changed = expr->symbol->name;
    if (expr->kind == EX_ACCESS && stmt_writes(test->body, NULL, expr->array))
        test->changed = expr->array->name;
    return !test->changed;
}

static void test_bounds(Analysis *analysis, const Stmt *stmt)
{
    BoundTest test = {stmt->body, NULL};
    expr_walk(stmt->loop->upper, test_bound, &test);
    expr_walk(stmt->loop->step, test_bound, &test);
    if (test.changed)
        refuse(analysis, stmt->loc, "the loop", "'%s' changes inside the loop whose bound it is", test.changed);
}

static bool note_inner_loop(void *context, const Stmt *stmt)
{
    int *found = context;
    *found |= stmt->kind == ST_LOOP ? (stmt->directive ? 2 : 1) : 0;
    return true;
}

// A loop that a 'break' leaves, with others in it that may become kernels. It is not one of the loops that one thread
// runs, because only such loops enclose it, or because the directive of an inner loop says so.
static bool leaves_on_host(const LoopNode *node, const Stmt *stmt)
{
    int inner = 0;
    if (!holds_jump(stmt->body, ST_BREAK))
        return false;
    stmt_walk(stmt->body, note_inner_loop, &inner);
    return stmt->loop->endless || (inner && (!node->parent || node->parent->leaves)) || inner & 2;
}

static const char *why_opaque(const LoopNode *node, const Stmt *stmt, const Site *outer)
{
    if (outer->in_while)
        return "is inside a 'while'";
    if (holds_jump(stmt->body, ST_BREAK) && !node->leaves)
        return "is left by 'break'";
    if (node->parent && node->parent->opaque)
        return "is inside a loop that one thread runs";
    return NULL;
}

static bool counts_plainly(const LoopNode *node)
{
    const Loop *loop = node->loop;
    return !loop->factor && !node->leaves && !loop->endless && !loop->not_equal && !loop->may_wrap && !loop->tested;
}

// Assertions about the loop: of the nest's directive, or inside of a region of its own.
const Directive *access_directive(const Analysis *analysis, const LoopNode *node)
{
    bool is_nest = !analysis->nest->is_region && analysis->loops.items[0] == node;
    return is_nest ? analysis->nest->directive : node->stmt->directive;
}

// `independent` of the loop's directive, or of one further out that is about several loops.
static const Clause *asserted_of(const LoopNode *node, const Directive *directive)
{
    const Clause *own = directive ? directive_clause(directive, CLAUSE_INDEPENDENT) : NULL;
    if (own || !node->parent || !node->parent->independent)
        return own;
    const Clause *outer = node->parent->independent;
    int loops = 1; // from the first one that the clause is about to this one
    for (const LoopNode *at = node->parent; at && at->independent == outer; at = at->parent)
        loops++;
    return loops <= outer->belief->nloops ? outer : NULL;
}

static LoopNode *new_loop(Analysis *analysis, const Stmt *stmt, const Site *site)
{
    LoopNode *node = ARENA_NEW(analysis->arena, LoopNode);
    node->stmt = stmt;
    node->loop = stmt->loop;
    node->parent = site->loop;
    node->depth = loop_depth(site->loop);
    node->entry = values_saved(analysis);
    node->iterator.value =
        expr_cast(analysis->arena, type_scalar(TY_I64), expr_symbol(analysis->arena, stmt->loop->iterator));
    node->iterator.words = expr_symbol(analysis->arena, stmt->loop->iterator);
    const char *name = arena_printf(analysis->arena, "i%d", analysis->loops.count);
    node->iterator.id = isl_id_alloc(analysis->ctx, name, &node->iterator);
    VECTOR_PUSH(analysis->arena, &analysis->loops, node);
    return node;
}

static void collect_loop(Analysis *analysis, const Stmt *stmt, const Site *site)
{
    collect_expr(analysis, stmt, stmt->loop->lower, site);
    collect_expr(analysis, stmt, stmt->loop->upper, site);
    if (!stmt->loop->factor)
        collect_expr(analysis, stmt, stmt->loop->step, site);
    test_bounds(analysis, stmt);
    if (loop_depth(site->loop) == MAX_DEPTH)
        refuse(analysis, stmt->loc, "this loop is the seventeenth", "its loops are nested too deeply");
    if (analysis->failed)
        return;
    LoopNode *node = new_loop(analysis, stmt, site);
    node->leaves = !site->in_while && !(node->parent && node->parent->opaque) && leaves_on_host(node, stmt);
    node->opaque = why_opaque(node, stmt, site);
    const Directive *directive = access_directive(analysis, node);
    node->independent = asserted_of(node, directive);
    analysis->failed = !domain_build_loop(analysis, node, site);
    node->exact = node->exact && !node->leaves;
    if (!node->opaque && !node->bounded && !node->base)
        assume_divisors(analysis, stmt->loop->upper);
    if (!node->opaque && !node->bounded && !node->base && !expr_is_invariant(analysis, stmt->loop->upper)) {
        node->opaque = "has a bound that depends on data";
        node->data_bound = counts_plainly(node);
    } else if (node->opaque && node->parent && node->parent->data_bound) {
        node->data_bound = !site->in_while && !holds_jump(stmt->body, ST_BREAK) && counts_plainly(node);
    }
    Site inside = *site;
    inside.loop = node;
    inside.domain = node->domain;
    inside.inexact = inside.inexact || !node->exact || holds_jump(stmt->body, ST_BREAK);
    inside.conditional = inside.conditional || holds_jump(stmt->body, ST_BREAK);
    values_written(analysis, stmt->body);
    collect_stmt(analysis, stmt->body, &inside);
    values_written(analysis, stmt->body);
}

static void collect_stmt(Analysis *analysis, const Stmt *stmt, const Site *site)
{
    if (!stmt || analysis->failed)
        return;
    switch (stmt->kind) {
    case ST_BLOCK: collect_block(analysis, stmt, site); break;
    case ST_LOOP: collect_loop(analysis, stmt, site); break;
    case ST_ASSIGN: collect_assign(analysis, stmt, site); break;
    case ST_DECLARE: collect_declare(analysis, stmt, site); break;
    case ST_IF: collect_if(analysis, stmt, site); break;
    case ST_WHILE: collect_while(analysis, stmt, site); break;
    case ST_EVALUATE: collect_expr(analysis, stmt, stmt->value, site); break;
    default: break;
    }
}

bool access_collect(Analysis *analysis)
{
    isl_set *everywhere = isl_set_universe(isl_space_set_alloc(analysis->ctx, 0, 0));
    Site site = {.domain = own_set(analysis, everywhere)};
    collect_stmt(analysis, analysis->nest->body, &site);
    return !analysis->failed;
}
