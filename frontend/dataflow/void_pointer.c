// Pointers to void are pointers to what the nest converts them to.
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/dataflow/void_pointer.h"

// A pointer to a struct that is declared and not defined says as little as one to void.
static bool is_unknown(CXType pointer)
{
    CXType pointee = clang_getCanonicalType(clang_getPointeeType(pointer));
    return pointer.kind == CXType_Pointer &&
           (pointee.kind == CXType_Void || (pointee.kind == CXType_Record && clang_Type_getSizeOf(pointee) < 0));
}

static Variable *named_variable(Reader *reader, CXCursor name)
{
    enum CXCursorKind kind = clang_getCursorKind(name);
    Reference member;
    if (kind == CXCursor_MemberRefExpr)
        return !pointer_is_deep(reader, name) && read_reference(reader, name, &member) ? member.variable : NULL;
    CXCursor decl = kind == CXCursor_DeclRefExpr ? clang_getCursorReferenced(name) : clang_getNullCursor();
    kind = clang_getCursorKind(decl);
    return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl ? find_declared(reader, decl) : NULL;
}

void void_pointer_give_type(Reader *reader, CXCursor name, CXType type)
{
    if (!is_unknown(cursor_type(name)) || is_unknown(type))
        return;
    Variable *variable = named_variable(reader, name);
    if (variable && variable->home != HOME_NEST && !variable->target && !variable->array)
        variable->pointee = type;
}

typedef struct Conversions {
    Reader *reader;
    CXCursor decl;
    CXType type; // the first that the variable is converted to; otherwise no pointer
} Conversions;

static enum CXChildVisitResult find_conversion(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Conversions *search = context;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    CXType type = cursor_type(cursor);
    bool converts = (kind == CXCursor_CStyleCastExpr || kind == CXCursor_UnexposedExpr) &&
                    type.kind == CXType_Pointer && !is_unknown(type);
    CXCursor name = converts ? strip_conversions(search->reader, cursor) : cursor;
    Children parts =
        converts && kind == CXCursor_CStyleCastExpr ? expression_children(search->reader, cursor) : (Children){0};
    if (parts.count)
        name = strip_conversions(search->reader, parts.items[parts.count - 1]);
    if (!converts || clang_getCursorKind(name) != CXCursor_DeclRefExpr ||
        !clang_equalCursors(clang_getCursorReferenced(name), search->decl))
        return CXChildVisit_Recurse;
    search->type = type;
    return CXChildVisit_Break;
}

void void_pointer_give_parameter(Reader *reader, CXCursor definition, CXCursor parameter, CXCursor argument)
{
    CXCursor name = strip_conversions(reader, argument);
    Conversions search = {reader, parameter, {0}};
    if (!is_unknown(cursor_type(parameter)) || !is_unknown(cursor_type(name)))
        return;
    clang_visitChildren(definition, find_conversion, &search);
    if (search.type.kind == CXType_Pointer)
        void_pointer_give_type(reader, name, search.type);
}

bool void_pointer_base(Reader *reader, CXCursor cast, Reference *reference)
{
    Children parts = expression_children(reader, cast);
    CXType to = cursor_type(cast), record = canonical(clang_getPointeeType(to));
    CXCursor name = parts.count ? strip_conversions(reader, parts.items[parts.count - 1]) : cast;
    enum CXCursorKind kind = clang_getCursorKind(name);
    CXType from = cursor_type(name);
    if (clang_getCursorKind(cast) != CXCursor_CStyleCastExpr || from.kind != CXType_Pointer ||
        clang_getCanonicalType(clang_getPointeeType(from)).kind != CXType_Void || record.kind != CXType_Record ||
        (kind != CXCursor_DeclRefExpr && kind != CXCursor_MemberRefExpr) || pointer_is_deep(reader, name) ||
        !read_reference(reader, name, reference) || !reference->variable || !is_single_struct(reference->variable) ||
        reference->variable->home == HOME_NEST || is_written_in_nest(reader, reference->variable))
        return false;
    reference->variable = converted_variable(reader, reference->variable, cast);
    reference->type = record;
    return reference->variable;
}
