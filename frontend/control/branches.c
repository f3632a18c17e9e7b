// x = c ? (n++, MOST) : y      becomes      if (c) { n++; value = MOST; } else { value = y; }    x = value
#include "frontend/control/branches.h"
#include "frontend/clang/call.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/scalar_replacement.h"
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/control/null_pointers.h"
#include "frontend/control/stmt.h"

typedef struct Search {
    Reader *reader;
    bool found;
} Search;

static enum CXChildVisitResult find_statement(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Search *search = context;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    enum CXUnaryOperatorKind unary =
        kind == CXCursor_UnaryOperator ? clang_getCursorUnaryOperatorKind(cursor) : CXUnaryOperator_Invalid;
    enum CXBinaryOperatorKind binary =
        kind == CXCursor_BinaryOperator ? clang_getCursorBinaryOperatorKind(cursor) : CXBinaryOperator_Invalid;
    search->found |= (unary >= CXUnaryOperator_PostInc && unary <= CXUnaryOperator_PreDec) ||
                     kind == CXCursor_CompoundAssignOperator || binary == CXBinaryOperator_Assign ||
                     (kind == CXCursor_CallExpr && call_is_read_in_place(search->reader, cursor));
    return search->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool needs_branches(Reader *reader, CXCursor part)
{
    Search search = {.reader = reader};
    if (!reader->frame.before || reader->frame.conditional || reader->frame.refused)
        return false;
    find_statement(part, part, &search);
    if (!search.found)
        clang_visitChildren(part, find_statement, &search);
    return search.found;
}

static bool read_branch(Reader *reader, CXCursor value, bool truth, Expr *place, CXCursor at, Stmt **branch)
{
    StmtList items = {0}, *outer = reader->frame.before;
    reader->frame.before = &items;
    Expr *read = truth ? read_condition(reader, value) : read_value(reader, value);
    if (read && truth)
        read = expr_binary(reader->arena, OP_NE, read, expr_zero(reader->arena, read->type), read->type);
    if (read)
        store_value(reader, place, read, at);
    reader->frame.before = outer;
    *branch = stmt_block(reader->arena, items.items, items.count);
    return read && !reader->frame.refused;
}

// The truth value of a condition, of which the branch says what it is in it.
static Stmt *known_branch(Reader *reader, Expr *place, bool holds, CXCursor at)
{
    StmtList items = {0}, *outer = reader->frame.before;
    reader->frame.before = &items;
    store_value(reader, place, expr_int(reader->arena, holds, type_scalar(TY_I32)), at);
    reader->frame.before = outer;
    return stmt_block(reader->arena, items.items, items.count);
}

Expr *read_branches(Reader *reader, CXCursor at, Expr *condition, CXCursor yes, CXCursor no, const Type *type)
{
    Symbol *value = new_symbol(reader, "chosen", type, SYM_LOCAL, cursor_loc(reader, at));
    Expr *place = expr_symbol(reader->arena, value);
    add_statement(reader, stmt_declare(reader->arena, value, NULL), at);
    Stmt *arms[2];
    bool truth = is_null_cursor(yes) || is_null_cursor(no);
    PointerStates before = null_pointers_save(reader);
    if (is_null_cursor(yes))
        arms[0] = known_branch(reader, place, true, at);
    else if (!read_branch(reader, yes, truth, place, at, &arms[0]))
        return NULL;
    PointerStates after = null_pointers_save(reader);
    null_pointers_restore(reader, &before);
    if (is_null_cursor(no))
        arms[1] = known_branch(reader, place, false, at);
    else if (!read_branch(reader, no, truth, place, at, &arms[1]))
        return NULL;
    null_pointers_join(reader, &after);
    add_statement(reader, stmt_if(reader->arena, condition, arms[0], arms[1]), at);
    return reader->frame.refused ? NULL : place;
}
