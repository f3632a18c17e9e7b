// One walk over a function (contract in assignments.h).
#include "frontend/clang/source.h"
#include "frontend/dataflow/assignments.h"
#include "frontend/dataflow/scan.h"

typedef struct Walk {
    Reader *reader;
    Arena *arena;
    Assignments found;
    Loc loop;
} Walk;

static bool is_loop(enum CXCursorKind kind)
{
    return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt;
}

static void note_assignment(Walk *walk, CXCursor cursor)
{
    Children parts = expression_children(walk->reader, cursor);
    CXCursor written = parts.count ? written_variable(walk->reader, parts.items[0]) : clang_getNullCursor();
    if (is_null_cursor(written))
        return;
    Assignment assignment = {cursor, clang_getCursorReferenced(written), walk->loop};
    VECTOR_PUSH(walk->arena, &walk->found, assignment);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Walk *walk = context;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_BinaryOperator || kind == CXCursor_CompoundAssignOperator)
        note_assignment(walk, cursor);
    if (!is_loop(kind))
        return CXChildVisit_Recurse;
    Loc outside = walk->loop;
    walk->loop = cursor_loc(walk->reader, cursor);
    clang_visitChildren(cursor, visit, walk);
    walk->loop = outside;
    return CXChildVisit_Continue;
}

Assignments assignments_of(Reader *reader, Arena *arena, CXCursor function)
{
    Walk walk = {.reader = reader, .arena = arena, .found.function = function};
    clang_visitChildren(function, visit, &walk);
    return walk.found;
}
