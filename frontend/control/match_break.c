#include "frontend/control/match_break.h"
#include "frontend/clang/source.h"

static CXCursor without_braces(Reader *reader, CXCursor stmt)
{
    while (clang_getCursorKind(stmt) == CXCursor_CompoundStmt) {
        Children inside = children_of(reader, stmt);
        if (inside.count != 1)
            return stmt;
        stmt = inside.items[0];
    }
    return stmt;
}

bool breaks_at_match(Reader *reader, CXCursor body)
{
    CXCursor test = without_braces(reader, body);
    if (clang_getCursorKind(test) != CXCursor_IfStmt)
        return false;
    Children parts = children_of(reader, test); // the condition, what follows if it is true, what follows otherwise
    if (parts.count == 2 && clang_getCursorKind(without_braces(reader, parts.items[1])) == CXCursor_BreakStmt)
        return true;
    if (parts.count != 2 || clang_getCursorKind(parts.items[1]) != CXCursor_CompoundStmt)
        return false;
    Children taken = children_of(reader, parts.items[1]);
    for (int i = 0; i + 1 < taken.count; i++)
        if (!clang_isExpression(clang_getCursorKind(taken.items[i])))
            return false;
    return taken.count > 1 && clang_getCursorKind(taken.items[taken.count - 1]) == CXCursor_BreakStmt;
}

bool breaks_before_work(Reader *reader, CXCursor body)
{
    Children items = children_of(reader, body);
    for (int i = 0; clang_getCursorKind(body) == CXCursor_CompoundStmt && i < items.count; i++) {
        enum CXCursorKind kind = clang_getCursorKind(items.items[i]);
        Children parts = children_of(reader, items.items[i]);
        if (kind == CXCursor_IfStmt)
            return parts.count == 2 &&
                   clang_getCursorKind(without_braces(reader, parts.items[1])) == CXCursor_BreakStmt;
        if (kind != CXCursor_DeclStmt && !clang_isExpression(kind))
            return false;
    }
    return false;
}
