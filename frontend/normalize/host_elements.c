#include "frontend/normalize/host_elements.h"

#include <string.h>

// ---- expressions as C of the host

static bool add_expression(Text *out, const Expr *expr);

static bool add_operands(Text *out, const Expr *expr, const char *between)
{
    bool good = true;
    text_add(out, "(");
    for (int i = 0; i < expr->noperands; i++) {
        text_add(out, i ? between : "");
        good = good && add_expression(out, expr->operands[i]);
    }
    text_add(out, ")");
    return good;
}

static bool add_subscript(Text *out, const Expr *subscript)
{
    const Expr *plain = expr_strip_casts(subscript);
    text_add(out, "[");
    bool good = plain->kind == EX_INT ? (text_printf(out, "%lld", (long long)plain->integer), true)
                                      : add_expression(out, plain);
    text_add(out, "]");
    return good;
}

// "&dims[0][0]" is the pointer to "dims", whose elements are subscripted one by one.
static bool add_access(Text *out, const Expr *expr)
{
    const Array *array = expr->array;
    size_t length = strlen(array->host), zeros = strlen("[0]") * (size_t)array->ndim;
    bool address = *array->host == '&', cast = *array->host == '(', good = true;
    if (address)
        text_add_n(out, array->host + 1, length - 1 - zeros);
    else if (array->declared)
        text_printf(out, "((const %s *)(%s))", array->element->name, array->host);
    else
        text_printf(out, cast ? "(%s)" : "%s", array->host);
    for (int d = 0; d < array->ndim; d++)
        good = good && add_subscript(out, expr->operands[d]);
    for (int i = 0; i < expr->npath; i++) {
        text_printf(out, ".%s", expr->path[i].field->name);
        for (int d = 0; d < expr->path[i].field->ndim; d++)
            good = good && add_subscript(out, expr->path[i].subscripts[d]);
    }
    return good;
}

// Whether the host's expression for an element means what the access means: there a 16-bit number is no integer, and a
// complex number has no members.
static bool is_same_number(const Expr *access)
{
    return type_is_arithmetic(access->type) && !type_is_half(access->type) &&
           strncmp(access->array->element->name, "struct crs_complex_", strlen("struct crs_complex_")) != 0;
}

static bool is_host_array(const Array *array)
{
    return array->space == SPACE_GLOBAL && array->held == HOST_POINTER && array->host && !array->rotates &&
           !array->is_volatile && !(array->declared && array->host[0] == '&');
}

static bool add_expression(Text *out, const Expr *expr)
{
    bool divides = expr->op == OP_DIV || expr->op == OP_REM || op_is_shift(expr->op) || expr->op >= OP_MIN;
    switch (expr->kind) {
    case EX_INT: text_printf(out, "(%s)%lld", expr->type->name, (long long)expr->integer); return true;
    case EX_FLOAT: text_printf(out, "(%s)", expr->text ? expr->text : ""); return expr->text != NULL;
    case EX_SYMBOL:
        text_add(out, expr->symbol->host ? expr->symbol->host : "");
        return expr->symbol->role == SYM_PARAM && expr->symbol->host && !expr->symbol->is_volatile;
    case EX_CAST: text_printf(out, "(%s)", expr->type->name); return add_operands(out, expr, "");
    case EX_BINARY: return !divides && add_operands(out, expr, intern_printf(" %s ", operator_text(expr->op)));
    case EX_UNARY: text_add(out, operator_text(expr->op)); return add_operands(out, expr, "");
    case EX_ACCESS: return is_host_array(expr->array) && is_same_number(expr) && add_access(out, expr);
    default: return false;
    }
}

const char *host_expression_text(Arena *arena, const Expr *expr)
{
    Text text = {.arena = arena};
    bool plain = expr->kind == EX_INT;
    if (plain)
        text_printf(&text, "%lld", (long long)expr->integer);
    return plain || add_expression(&text, expr) ? intern(text_string(&text)) : NULL;
}

// ---- arrays that the nest changes

typedef struct ChangeSearch {
    Arena *arena;
    ChangedArrays *changed;
} ChangeSearch;

static bool note_address(void *context, const Expr *expr)
{
    ChangeSearch *search = context;
    if (expr->kind == EX_ADDRESS && expr->operands[0]->kind == EX_ACCESS)
        VECTOR_PUSH(search->arena, search->changed, expr->operands[0]->array);
    return true;
}

static bool note_changed(void *context, const Stmt *stmt)
{
    ChangeSearch *search = context;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS)
        VECTOR_PUSH(search->arena, search->changed, stmt->place->array);
    stmt_expressions(stmt, note_address, search);
    return true;
}

void find_changed_arrays(Arena *arena, const Stmt *body, ChangedArrays *changed)
{
    ChangeSearch search = {arena, changed};
    stmt_walk(body, note_changed, &search);
}

bool is_changed_array(const ChangedArrays *changed, const Array *array)
{
    FOR_EACH(i, changed)
        if (changed->items[i] == array)
            return true;
    return false;
}

// ---- guards

static bool same_guard(const HostGuard *left, const HostGuard *right)
{
    return left->stmt == right->stmt && left->otherwise == right->otherwise;
}

bool host_guard_implies(const HostGuard *inner, const HostGuard *outer)
{
    if (!outer)
        return true;
    for (; inner; inner = inner->outer)
        if (same_guard(inner, outer))
            return true;
    return false;
}

const char *host_guard_text(Arena *arena, const HostGuard *guard)
{
    if (!guard)
        return NULL;
    const char *outer = host_guard_text(arena, guard->outer);
    return outer ? intern_printf("%s && %s", outer, guard->text) : guard->text;
}

// ---- the walk

typedef struct HostWalk {
    Arena *arena;
    ElementVisitor *visit;
    void *context;
    bool all;
    ChangedArrays changed;
} HostWalk;

typedef struct Around {
    const HostGuard *guard;
    bool certain; // whenever the guard is passed
} Around;

static void visit_expression(const HostWalk *walk, const Expr *expr, Around around, bool decides)
{
    if (!expr)
        return;
    if (expr->kind == EX_ACCESS && (decides || walk->all))
        walk->visit(walk->context, expr, around.guard, around.certain);
    bool inner = decides || expr->kind == EX_ACCESS;
    Around rest = {around.guard, around.certain && !expr_branches(expr)};
    for (int i = 0; i < expr->noperands; i++)
        visit_expression(walk, expr->operands[i], i ? rest : around, inner);
    for (int i = 0; i < expr->npath; i++)
        for (int d = 0; d < expr->path[i].field->ndim; d++)
            visit_expression(walk, expr->path[i].subscripts[d], around, true);
}

static Around guarded(const HostWalk *walk, Around around, const Stmt *stmt, bool otherwise, const char *text)
{
    if (!text || !around.certain)
        return (Around){around.guard, false};
    HostGuard *guard = ARENA_NEW(walk->arena, HostGuard);
    *guard = (HostGuard){around.guard, stmt, otherwise, text};
    return (Around){guard, true};
}

typedef struct AccessSearch {
    const ChangedArrays *changed;
    bool found;
} AccessSearch;

static bool find_changed_access(void *context, const Expr *expr)
{
    AccessSearch *search = context;
    search->found |= expr->kind == EX_ACCESS && is_changed_array(search->changed, expr->array);
    return true;
}

// NULL also if the nest may change its value.
static const char *fixed_text(const HostWalk *walk, const Expr *expr)
{
    AccessSearch search = {&walk->changed, false};
    expr_walk(expr, find_changed_access, &search);
    return search.found ? NULL : host_expression_text(walk->arena, expr);
}

static const char *runs_text(const HostWalk *walk, const Loop *loop)
{
    const char *lower = fixed_text(walk, loop->lower), *upper = fixed_text(walk, loop->upper);
    if (!lower || !upper || loop->factor || loop->tested || loop->from_zero)
        return NULL;
    const char *op = loop->not_equal ? "!=" : loop->step_sign > 0 ? "<" : ">";
    return intern_printf("(%s) %s (%s)", lower, op, upper);
}

static bool find_jump(void *context, const Stmt *stmt)
{
    *(bool *)context |= stmt->kind == ST_BREAK || stmt->kind == ST_CONTINUE || stmt->kind == ST_RETURN;
    return true;
}

static bool may_jump(const Stmt *stmt)
{
    bool found = false;
    stmt_walk(stmt, find_jump, &found);
    return found;
}

static void visit_statement(const HostWalk *walk, const Stmt *stmt, Around around);

static void visit_loop(const HostWalk *walk, const Stmt *stmt, Around around)
{
    const Loop *loop = stmt->loop;
    visit_expression(walk, loop->lower, around, true);
    visit_expression(walk, loop->upper, around, true);
    visit_expression(walk, loop->step, around, true);
    // An endless loop is entered whenever it is reached.
    Around inside = loop->endless ? around : guarded(walk, around, stmt, false, runs_text(walk, loop));
    visit_statement(walk, stmt->body, inside);
}

static void visit_statement(const HostWalk *walk, const Stmt *stmt, Around around)
{
    bool scalar = (stmt->kind == ST_DECLARE && stmt->symbol && type_is_integer(stmt->symbol->type)) ||
                  (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && type_is_integer(stmt->place->type));
    switch (stmt->kind) {
    case ST_BLOCK:
        for (int i = 0; i < stmt->nitems; i++) {
            visit_statement(walk, stmt->items[i], around);
            around.certain = around.certain && !may_jump(stmt->items[i]);
        }
        break;
    case ST_LOOP: visit_loop(walk, stmt, around); break;
    case ST_IF: {
        const char *text = fixed_text(walk, stmt->condition);
        visit_expression(walk, stmt->condition, around, true);
        visit_statement(walk, stmt->body,
                        guarded(walk, around, stmt, false, text ? intern_printf("(%s)", text) : NULL));
        if (stmt->otherwise)
            visit_statement(walk, stmt->otherwise,
                            guarded(walk, around, stmt, true, text ? intern_printf("!(%s)", text) : NULL));
        break;
    }
    case ST_WHILE:
        visit_expression(walk, stmt->condition, (Around){around.guard, around.certain && !stmt->test_after}, true);
        visit_statement(walk, stmt->body, (Around){around.guard, around.certain && stmt->test_after});
        break;
    default:
        visit_expression(walk, stmt->place, around, false);
        visit_expression(walk, stmt->value, around, scalar);
        visit_expression(walk, stmt->condition, around, true);
    }
}

static void walk_body(Arena *arena, Stmt *body, ElementVisitor *visit, void *context, bool all)
{
    HostWalk walk = {.arena = arena, .visit = visit, .context = context, .all = all};
    find_changed_arrays(arena, body, &walk.changed);
    visit_statement(&walk, body, (Around){NULL, true});
}

void host_elements_walk(Arena *arena, Stmt *body, ElementVisitor *visit, void *context)
{
    walk_body(arena, body, visit, context, false);
}

void host_accesses_walk(Arena *arena, Stmt *body, ElementVisitor *visit, void *context)
{
    walk_body(arena, body, visit, context, true);
}
