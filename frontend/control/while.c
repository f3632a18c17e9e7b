// Loops that do not count: an ST_WHILE inside of one iteration's work, or an endless ST_LOOP around other loops, which
// stays on the host.
#include "frontend/clang/expr.h"
#include "frontend/clang/literal.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/control/assertion.h"
#include "frontend/control/continue.h"
#include "frontend/control/loop.h"
#include "frontend/control/stmt.h"
#include "frontend/control/while.h"
#include "frontend/dataflow/scan.h"

// ---- what leaves a loop

typedef struct JumpSearch {
    bool continues, found; // `continues`: a continue counts, too
} JumpSearch;

static enum CXChildVisitResult find_break(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    JumpSearch *search = context;
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_BreakStmt: search->found = true; return CXChildVisit_Break;
    case CXCursor_ContinueStmt: search->found |= search->continues; return CXChildVisit_Continue;
    case CXCursor_SwitchStmt: // a continue in it leaves it
        return search->continues ? CXChildVisit_Recurse : CXChildVisit_Continue;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt: return CXChildVisit_Continue;
    default: return CXChildVisit_Recurse;
    }
}

bool jumps_out(CXCursor body, bool continues)
{
    JumpSearch search = {.continues = continues};
    find_break(body, body, &search);
    clang_visitChildren(body, find_break, &search);
    return search.found;
}

// ---- while, do, and for statements that do not count

static Stmt *not_then_break(Reader *reader, Expr *condition)
{
    Expr *over = expr_unary(reader->arena, OP_NOT, condition);
    Stmt *leave = stmt_simple(reader->arena, ST_BREAK);
    leave->id = next_stmt_id(reader);
    return stmt_if(reader->arena, over, leave, NULL);
}

// The condition, with the statements that must run each time before it is tested.
static Expr *read_loop_condition(Reader *reader, CXCursor condition, StmtList *first)
{
    if (is_null_cursor(condition))
        return expr_int(reader->arena, 1, type_scalar(TY_I32));
    StmtList *outer = reader->frame.before;
    int conditional = reader->frame.conditional;
    reader->frame.before = first;
    reader->frame.conditional = 0;
    Expr *value = read_condition(reader, condition);
    reader->frame.before = outer;
    reader->frame.conditional = conditional;
    return value;
}

// ---- loops around loops: they stay on the host, so that the inner ones can be kernels

enum { MOST_CALLS = 1000 };

typedef struct LoopSearch {
    int calls, depth;
    bool found;
} LoopSearch;

// A counted loop in the statement or in a function that it calls.
static enum CXChildVisitResult find_loop(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    LoopSearch *search = context;
    search->found |= clang_getCursorKind(cursor) == CXCursor_ForStmt;
    if (clang_getCursorKind(cursor) == CXCursor_CallExpr && search->depth < MAX_DEPTH && search->calls++ < MOST_CALLS) {
        CXCursor definition = clang_getCursorDefinition(clang_getCursorReferenced(cursor));
        search->depth++;
        if (!is_null_cursor(definition) && clang_getCursorKind(definition) == CXCursor_FunctionDecl)
            clang_visitChildren(definition, find_loop, search);
        search->depth--;
    }
    return search->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool holds_loop(CXCursor stmt)
{
    LoopSearch search = {0};
    clang_visitChildren(stmt, find_loop, &search);
    return search.found;
}

// In a region, a loop of any kind around other loops, outside of all counted loops or around a directive.
static bool stays_on_host(Reader *reader, CXCursor stmt)
{
    const Frame *frame = &reader->frame;
    int site = site_of(reader, stmt);
    bool holds_directive = false;
    if (!frame->nest || !frame->nest->is_region || frame->inline_depth || site < 0)
        return false;
    for (int i = site + 1; i < reader->sites.items[site].subtree_end; i++)
        holds_directive |= reader->details.items[i].directive != NULL;
    return holds_loop(stmt) && (frame->nloop == frame->nhost || holds_directive) && frame->nloop < MAX_DEPTH;
}

static Symbol *enter_host_loop(Reader *reader, CXCursor stmt)
{
    Symbol *iteration = new_symbol(reader, "turn", type_scalar(TY_I64), SYM_ITERATOR, cursor_loc(reader, stmt));
    reader->frame.loops[reader->frame.nloop++] = (LoopContext){.iterator = iteration, .not_negative = true};
    reader->frame.nhost++;
    return iteration;
}

static void leave_host_loop(Reader *reader)
{
    reader->frame.nloop--;
    reader->frame.nhost--;
}

// for (;;) { ... } with a break in it
static bool add_endless(Reader *reader, CXCursor stmt, const Symbol *iteration, StmtList *items)
{
    enum { BITS_OF_TURNS = 62 };
    Arena *arena = reader->arena;
    Loop loop = {.name = loop_name(reader, "while"), .iterator = iteration, .step_sign = 1, .endless = true};
    loop.id = loop.origin = nest_loop_id(reader->frame.nest);
    loop.lower = expr_index(arena, 0);
    loop.upper = expr_index(arena, INT64_C(1) << BITS_OF_TURNS);
    loop.step = expr_index(arena, 1);
    add_statement(reader, stmt_loop(arena, &loop, stmt_block(arena, items->items, items->count)), stmt);
    return !reader->frame.refused;
}

static bool finish_while(Reader *reader, CXCursor stmt, Expr *condition, StmtList *first, Stmt *body,
                         const Symbol *iteration)
{
    StmtList items = *first;
    if (iteration)
        leave_host_loop(reader);
    if (first->count == 0 && read_counted_while(reader, stmt, condition, body))
        return !reader->frame.refused;
    if (iteration && !(condition->kind == EX_INT && condition->integer))
        VECTOR_PUSH(reader->arena, &items, not_then_break(reader, condition));
    if (iteration) {
        VECTOR_PUSH(reader->arena, &items, body);
        return add_endless(reader, stmt, iteration, &items);
    }
    if (first->count) {
        VECTOR_PUSH(reader->arena, &items, not_then_break(reader, condition));
        condition = expr_int(reader->arena, 1, type_scalar(TY_I32));
    }
    VECTOR_PUSH(reader->arena, &items, body);
    body = stmt_block(reader->arena, items.items, items.count);
    add_statement(reader, stmt_while(reader->arena, condition, body, false), stmt);
    return true;
}

static Stmt *read_inner_body(Reader *reader, CXCursor body)
{
    reader->frame.breakable++;
    reader->frame.continuable++;
    Stmt *read = read_body(reader, body);
    reader->frame.breakable--;
    reader->frame.continuable--;
    return read;
}

bool read_while(Reader *reader, CXCursor stmt)
{
    Children parts = children_of(reader, stmt);
    StmtList first = {0};
    if (parts.count != 2)
        unreachable_bug("a while statement without its two parts");
    if (constant_condition(reader, parts.items[0]) == 0 && is_left_out(parts.items[1]))
        return true;
    const Symbol *iteration = stays_on_host(reader, stmt) ? enter_host_loop(reader, stmt) : NULL;
    Expr *condition = read_loop_condition(reader, parts.items[0], &first);
    Stmt *body = condition ? read_inner_body(reader, parts.items[1]) : NULL;
    if (body && iteration)
        body = continue_remove(reader, body, parts.items[1]);
    return body && finish_while(reader, stmt, condition, &first, body, iteration);
}

static bool declares(const StmtList *list)
{
    FOR_EACH(i, list)
        if (list->items[i]->kind == ST_DECLARE)
            return true;
    return false;
}

bool read_do(Reader *reader, CXCursor stmt)
{
    Children parts = children_of(reader, stmt);
    StmtList last = {0};
    if (parts.count != 2)
        unreachable_bug("a do statement without its two parts");
    // do { ... } while (0), as macros have it
    Expr *again = read_integer_constant(reader, parts.items[1], type_scalar(TY_I64));
    if (again && again->integer == 0 && !jumps_out(parts.items[0], true))
        return read_statement(reader, parts.items[0]);
    const Symbol *iteration = stays_on_host(reader, stmt) ? enter_host_loop(reader, stmt) : NULL;
    Stmt *body = read_inner_body(reader, parts.items[0]);
    Expr *condition = body ? read_loop_condition(reader, parts.items[1], &last) : NULL;
    if (!condition)
        return false;
    if (iteration)
        VECTOR_PUSH(reader->arena, &last, not_then_break(reader, condition));
    if (last.count) {
        body = continue_remove(reader, body, parts.items[0]);
        if (!body)
            return false;
        StmtList items = {0};
        VECTOR_PUSH(reader->arena, &items, body);
        FOR_EACH(i, &last)
            VECTOR_PUSH(reader->arena, &items, last.items[i]);
        if (declares(&last)) { // the condition after the body would not know it
            VECTOR_PUSH(reader->arena, &items, not_then_break(reader, condition));
            condition = expr_int(reader->arena, 1, type_scalar(TY_I32));
        }
        body = stmt_block(reader->arena, items.items, items.count);
    }
    if (iteration) {
        StmtList items = {0};
        VECTOR_PUSH(reader->arena, &items, body);
        leave_host_loop(reader);
        return add_endless(reader, stmt, iteration, &items);
    }
    add_statement(reader, stmt_while(reader->arena, condition, body, true), stmt);
    return true;
}

// *changes: whether the condition changes a variable, which it also does where there is no iteration.
static bool read_iterations(Reader *reader, CXCursor stmt, const ForParts *header, bool *changes)
{
    StmtList first = {0}, items = {0};
    const Symbol *iteration = stays_on_host(reader, stmt) ? enter_host_loop(reader, stmt) : NULL;
    Expr *condition = read_loop_condition(reader, header->condition, &first);
    Stmt *body = condition ? read_inner_body(reader, header->body) : NULL;
    body = body ? continue_remove(reader, body, header->body) : NULL;
    *changes = first.count > 0;
    if (!body)
        return false;
    VECTOR_PUSH(reader->arena, &items, body);
    if (!is_null_cursor(header->increment)) {
        Stmt *increment = read_body(reader, header->increment);
        if (!increment)
            return false;
        VECTOR_PUSH(reader->arena, &items, increment);
    }
    return finish_while(reader, stmt, condition, &first, stmt_block(reader->arena, items.items, items.count),
                        iteration);
}

Expr *loop_has_iteration(Reader *reader, const Loop *loop)
{
    if (!loop_ends_as_written(loop) || loop_bound_is_data(loop->lower) || loop_bound_is_data(loop->upper))
        return NULL;
    Arena *arena = reader->arena;
    Expr *lower = expr_without_widening(loop->lower), *upper = expr_without_widening(loop->upper);
    Expr *narrow = expr_cast(arena, upper->type, lower); // as it is written, if that is the same number
    bool same = narrow->type->kind == lower->type->kind || (lower->kind == EX_INT && narrow->integer == lower->integer);
    lower = same ? narrow : loop->lower;
    upper = same ? upper : loop->upper;
    return expr_binary(arena, loop->step_sign > 0 ? OP_LT : OP_GT, lower, upper, type_common(lower->type, upper->type));
}

bool read_free_for(Reader *reader, CXCursor stmt, const ForParts *header, Expr *runs)
{
    if (!is_null_cursor(header->init) && !read_statement(reader, header->init))
        return false;
    bool changes = false;
    if (!runs || stays_on_host(reader, stmt) || !reader->frame.before)
        return read_iterations(reader, stmt, header, &changes);
    StmtList items = {0}, *outer = reader->frame.before;
    reader->frame.before = &items;
    bool good = read_iterations(reader, stmt, header, &changes);
    reader->frame.before = outer;
    for (int i = 0; good && changes && i < items.count; i++)
        VECTOR_PUSH(reader->arena, outer, items.items[i]);
    if (good && !changes)
        add_statement(reader, stmt_if(reader->arena, runs, stmt_block(reader->arena, items.items, items.count), NULL),
                      stmt);
    return good && !reader->frame.refused;
}
