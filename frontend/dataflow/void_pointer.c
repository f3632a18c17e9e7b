// Pointers to void are pointers to what the nest converts them to.
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/dataflow/void_pointer.h"

static CXType pointer_type(CXCursor expr)
{
    return clang_getCanonicalType(clang_getCursorType(expr));
}

void void_pointer_give_type(Reader *reader, CXCursor name, CXType type)
{
    CXType pointee = clang_getCanonicalType(clang_getPointeeType(type)), own = pointer_type(name);
    bool is_void = own.kind == CXType_Pointer && clang_getCanonicalType(clang_getPointeeType(own)).kind == CXType_Void;
    if (!is_void || clang_getCursorKind(name) != CXCursor_DeclRefExpr || pointee.kind == CXType_Void)
        return;
    CXCursor decl = clang_getCursorReferenced(name);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    Variable *variable = kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl ? find_declared(reader, decl) : NULL;
    if (variable && variable->home != HOME_NEST && !variable->target && !variable->array)
        variable->pointee = type;
}

bool void_pointer_base(Reader *reader, CXCursor cast, Reference *reference)
{
    Children parts = expression_children(reader, cast);
    CXType to = pointer_type(cast), record = canonical(clang_getPointeeType(to));
    CXCursor name = parts.count ? strip_conversions(reader, parts.items[parts.count - 1]) : cast;
    enum CXCursorKind kind = clang_getCursorKind(name);
    CXType from = pointer_type(name);
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
