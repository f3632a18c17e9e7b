#include "frontend/dataflow/without_effect.h"
#include "frontend/clang/source.h"

#include <string.h>

typedef struct Effects {
    Reader *reader;
    VECTOR(CXCursor) own; // the variables that are declared in the statement
    bool loops, found;
} Effects;

static bool is_own(const Effects *effects, CXCursor place)
{
    place = strip_parens(effects->reader, place);
    if (clang_getCursorKind(place) != CXCursor_DeclRefExpr)
        return false;
    CXCursor decl = clang_getCursorReferenced(place);
    FOR_EACH(i, &effects->own)
        if (clang_equalCursors(effects->own.items[i], decl))
            return true;
    return false;
}

// What the operator sets is the first operand.
static bool sets(CXCursor expr)
{
    switch (clang_getCursorKind(expr)) {
    case CXCursor_CompoundAssignOperator: return true;
    case CXCursor_BinaryOperator: return clang_getCursorBinaryOperatorKind(expr) == CXBinaryOperator_Assign;
    case CXCursor_UnaryOperator: {
        enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(expr);
        return unary >= CXUnaryOperator_PostInc && unary <= CXUnaryOperator_PreDec;
    }
    default: return false;
    }
}

static bool may_do_more(Effects *effects, CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (clang_isVolatileQualifiedType(clang_getCanonicalType(clang_getCursorType(cursor))))
        return true;
    if (sets(cursor)) {
        Children parts = expression_children(effects->reader, cursor);
        return parts.count == 0 || !is_own(effects, parts.items[0]);
    }
    switch (kind) {
    case CXCursor_VarDecl: return clang_Cursor_getStorageClass(cursor) == CX_SC_Static;
    case CXCursor_CallExpr: return strcmp(cursor_name(cursor), "__builtin_prefetch") != 0;
    case CXCursor_CompoundStmt:
    case CXCursor_DeclStmt:
    case CXCursor_NullStmt:
    case CXCursor_IfStmt:
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt: return false;
    default: return !clang_isExpression(kind) && clang_isStatement(kind);
    }
}

static enum CXChildVisitResult find_effect(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Effects *effects = context;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    effects->loops |= kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt;
    if (kind == CXCursor_VarDecl)
        VECTOR_PUSH(effects->reader->scratch, &effects->own, cursor);
    effects->found = may_do_more(effects, cursor);
    return effects->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool is_without_effect(Reader *reader, CXCursor stmt)
{
    Effects effects = {.reader = reader};
    if (find_effect(stmt, stmt, &effects) == CXChildVisit_Recurse)
        clang_visitChildren(stmt, find_effect, &effects);
    return effects.loops && !effects.found;
}
