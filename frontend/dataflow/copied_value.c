// `int columns = *n;` and `int width = image->width;`: a variable that is set once, to an integer in memory which the
// nest itself reads. The nest reads it as that integer, so that analysis sees that they are one size; the launcher
// tests that the memory still holds it.
#include "frontend/clang/expr.h"
#include "frontend/clang/literal.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/dataflow/copied_value.h"
#include "frontend/dataflow/scan.h"

// Two lvalues that are spelled in the same way: names, members and elements by a number, all of the function.
static bool is_same_place(Reader *reader, CXCursor left, CXCursor right)
{
    left = strip_conversions(reader, left);
    right = strip_conversions(reader, right);
    enum CXCursorKind kind = clang_getCursorKind(left);
    if (kind != clang_getCursorKind(right))
        return false;
    if (kind == CXCursor_IntegerLiteral) {
        Expr *first = read_integer_constant(reader, left, type_scalar(TY_I64));
        Expr *second = read_integer_constant(reader, right, type_scalar(TY_I64));
        return first && second && first->integer == second->integer;
    }
    bool named = kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr;
    bool dereferences = kind == CXCursor_UnaryOperator &&
                        clang_getCursorUnaryOperatorKind(left) == CXUnaryOperator_Deref &&
                        clang_getCursorUnaryOperatorKind(right) == CXUnaryOperator_Deref;
    if (named && !clang_equalCursors(clang_getCursorReferenced(left), clang_getCursorReferenced(right)))
        return false;
    if (!named && !dereferences && kind != CXCursor_ArraySubscriptExpr)
        return false;
    Children lefts = expression_children(reader, left), rights = expression_children(reader, right);
    for (int i = 0; i < lefts.count && i < rights.count; i++)
        if (!is_same_place(reader, lefts.items[i], rights.items[i]))
            return false;
    return lefts.count == rights.count;
}

typedef struct PlaceSearch {
    Reader *reader;
    CXCursor place;
    bool found;
} PlaceSearch;

static enum CXChildVisitResult find_place(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    PlaceSearch *search = context;
    search->found = search->found || (clang_getCursorKind(cursor) == clang_getCursorKind(search->place) &&
                                      is_same_place(search->reader, cursor, search->place));
    return search->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool nest_mentions(Reader *reader, CXCursor place)
{
    PlaceSearch search = {.reader = reader, .place = place};
    const Frame *frame = &reader->frame;
    for (int i = frame->nest_site; i < frame->nest_site_end && !search.found; i = reader->sites.items[i].subtree_end)
        clang_visitChildren(reader->details.items[i].cursor, find_place, &search);
    return search.found;
}

// The pointer that is followed stays the same in the function.
static bool is_reached_by_fixed_pointer(Reader *reader, CXCursor place)
{
    for (;;) {
        place = strip_conversions(reader, place);
        CXCursor decl = clang_getCursorReferenced(place);
        enum CXCursorKind kind = clang_getCursorKind(decl);
        if (clang_getCursorKind(place) == CXCursor_DeclRefExpr)
            return (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) && is_never_assigned(reader, decl);
        Children parts = expression_children(reader, place);
        if (!parts.count)
            return false;
        place = parts.items[0];
    }
}

void note_copy(Reader *reader, Variable *variable)
{
    CXCursor decl = variable->cursor;
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    bool local = clang_getCursorKind(decl) == CXCursor_VarDecl && variable->home == HOME_FUNCTION;
    CXCursor initializer = local ? clang_Cursor_getVarDeclInitializer(decl) : clang_getNullCursor();
    if (!reader->frame.nest || is_null_cursor(initializer) || !is_never_assigned(reader, decl))
        return;
    CXCursor place = strip_conversions(reader, initializer);
    enum CXCursorKind kind = clang_getCursorKind(place);
    bool in_memory =
        kind == CXCursor_UnaryOperator || kind == CXCursor_MemberRefExpr || kind == CXCursor_ArraySubscriptExpr;
    CXType held = clang_getCanonicalType(clang_getCursorType(place));
    if (!in_memory || held.kind != type.kind || held.kind < CXType_Bool || held.kind > CXType_Int128 ||
        clang_isVolatileQualifiedType(held) || !is_reached_by_fixed_pointer(reader, place) ||
        !nest_mentions(reader, place))
        return;
    reader->frame.conditional++; // nothing is added before the nest
    Expr *value = read_value(reader, place);
    reader->frame.conditional--;
    const Symbol *symbol = value ? variable_symbol(reader, variable, decl) : NULL;
    if (symbol && symbol->role == SYM_PARAM && (value->kind == EX_ACCESS || value->kind == EX_SYMBOL))
        VECTOR_PUSH(reader->arena, &reader->frame.nest->copies, ((SizeCopy){symbol, value}));
}
