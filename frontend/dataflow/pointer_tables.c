// Whether tables of pointers are followed by what the nest changes, deep[k][j][i], or by what the host knows before
// it, deep[0][level][i] and p[1][i]: then the host finds the pointer (host_pointer.c).
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/dataflow/pointer_tables.h"
#include "frontend/dataflow/scan.h"

typedef struct Search {
    Reader *reader;
    CXCursor table; // the variable or the member that holds the outermost pointer
    bool varies;
} Search;

CXCursor table_of_pointers(Reader *reader, CXCursor expr)
{
    for (;;) {
        expr = strip_conversions(reader, expr);
        enum CXCursorKind kind = clang_getCursorKind(expr);
        if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr)
            return clang_getCursorReferenced(expr);
        Children parts = expression_children(reader, expr);
        if (kind != CXCursor_ArraySubscriptExpr || parts.count != 2)
            return clang_getNullCursor();
        expr = parts.items[is_address(parts.items[0]) ? 0 : 1];
    }
}

static enum CXChildVisitResult find_changing(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Search *search = context;
    const Frame *frame = &search->reader->frame;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    CXCursor decl = kind == CXCursor_DeclRefExpr ? clang_getCursorReferenced(cursor) : clang_getNullCursor();
    search->varies |= kind == CXCursor_CallExpr;
    if (clang_getCursorKind(decl) == CXCursor_VarDecl || clang_getCursorKind(decl) == CXCursor_ParmDecl) {
        const DeclFacts *facts = facts_of(search->reader, decl);
        const Moments *mentions = &facts->mentions;
        search->varies |= moments_in(&facts->writes, frame->nest_first, frame->nest_last) ||
                          (mentions->count && mentions->items[0] >= frame->nest_first &&
                           clang_getCursorKind(decl) == CXCursor_VarDecl);
    }
    return search->varies ? CXChildVisit_Break : CXChildVisit_Recurse;
}

// The subscript of table[..], a pointer; null: another expression.
static CXCursor pointer_subscript(Reader *reader, CXCursor table, CXCursor cursor)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
    bool follows = clang_getCursorKind(cursor) == CXCursor_ArraySubscriptExpr && type.kind == CXType_Pointer;
    if (!follows || !clang_equalCursors(table_of_pointers(reader, cursor), table))
        return clang_getNullCursor();
    Children parts = expression_children(reader, cursor);
    return parts.items[is_address(parts.items[0]) ? 1 : 0];
}

static bool varies_in_nest(Search *search, CXCursorVisitor visitor)
{
    Reader *reader = search->reader;
    const Frame *frame = &reader->frame;
    for (int i = frame->nest_site; i < frame->nest_site_end && !search->varies; i = reader->sites.items[i].subtree_end)
        clang_visitChildren(reader->details.items[i].cursor, visitor, search);
    return search->varies;
}

static enum CXChildVisitResult find_subscript(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Search *search = context;
    CXCursor index = pointer_subscript(search->reader, search->table, cursor);
    if (is_null_cursor(index))
        return CXChildVisit_Recurse;
    if (find_changing(index, cursor, search) == CXChildVisit_Recurse)
        clang_visitChildren(index, find_changing, search);
    return search->varies ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool pointer_table_varies(Reader *reader, CXCursor expr)
{
    const Frame *frame = &reader->frame;
    CXType type = clang_getCanonicalType(clang_getCursorType(expr));
    CXType row = clang_getCanonicalType(clang_getPointeeType(type));
    Search search = {.reader = reader, .table = table_of_pointers(reader, expr)};
    if (!frame->nest || type.kind != CXType_Pointer || row.kind != CXType_Pointer || is_null_cursor(search.table) ||
        clang_getCanonicalType(clang_getPointeeType(row)).kind == CXType_Pointer)
        return false;
    return varies_in_nest(&search, find_subscript);
}

static enum CXChildVisitResult find_unnumbered(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Search *search = context;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    CXCursor index = pointer_subscript(search->reader, search->table, cursor);
    if (!is_null_cursor(index) &&
        clang_getCursorKind(strip_conversions(search->reader, index)) == CXCursor_IntegerLiteral)
        return CXChildVisit_Continue;
    search->varies |= !is_null_cursor(index);
    bool names = kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr;
    search->varies |= names && clang_equalCursors(clang_getCursorReferenced(cursor), search->table);
    return search->varies ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool is_numbered(Reader *reader, CXCursor table)
{
    Frame *frame = &reader->frame;
    FOR_EACH(i, &frame->numbered_tables) {
        const NumberedTable *known = &frame->numbered_tables.items[i];
        if (clang_equalCursors(known->table, table))
            return known->is_numbered;
    }
    Search search = {.reader = reader, .table = table};
    NumberedTable found = {table, !varies_in_nest(&search, find_unnumbered)};
    VECTOR_PUSH(reader->arena, &frame->numbered_tables, found);
    return found.is_numbered;
}

bool rows_have_numbers(Reader *reader, CXCursor expr)
{
    if (!reader->frame.nest || clang_getCursorKind(expr) != CXCursor_ArraySubscriptExpr)
        return false;
    CXType row = clang_getCanonicalType(clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(expr))));
    CXCursor table = row.kind == CXType_Pointer ? clang_getNullCursor() : table_of_pointers(reader, expr);
    return !is_null_cursor(table) && is_numbered(reader, table);
}
