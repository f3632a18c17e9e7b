// The origin of the function's pointers: `float *m = a + n / 2;` and `unsigned char *c = (unsigned char *)a;` both come
// from `a`, some bytes from it. Only if nothing assigns to them or to their origin before the nest.
#include "frontend/clang/source.h"
#include "frontend/dataflow/live.h"
#include "frontend/dataflow/pointer_base.h"
#include "frontend/dataflow/scan.h"
#include "frontend/dataflow/single_assignment.h"

#include <string.h>

typedef struct Base {
    Reader *reader;
    const void *found;
    Expr *bytes;
} Base;

static bool follow(Base *base, CXCursor expr);

static bool is_pointer(CXType type)
{
    return clang_getCanonicalType(type).kind == CXType_Pointer;
}

// count elements of what the pointer points to
static bool add_elements(Base *base, CXType pointer, CXCursor count, int sign)
{
    Arena *arena = base->reader->arena;
    long long size = clang_Type_getSizeOf(clang_getPointeeType(clang_getCanonicalType(pointer)));
    Expr *elements = size > 0 ? known_expression(base->reader, count, type_scalar(TY_I64)) : NULL;
    if (!elements)
        return false;
    base->bytes = index_add(arena, base->bytes, index_mul(arena, elements, expr_index(arena, sign * size)));
    return true;
}

// Whether the pointer has its first value when the nest begins.
static bool has_first_value(Reader *reader, CXCursor decl)
{
    const DeclFacts *facts = facts_of(reader, decl);
    const Frame *frame = &reader->frame;
    if (is_never_assigned(reader, decl))
        return true;
    return is_assigned_in_sight(reader, decl) && !nest_repeated_from(reader) && nest_writes(reader, decl) &&
           facts->writes.items[0] >= frame->nest_first;
}

static bool follow_declared(Base *base, CXCursor decl)
{
    enum CXCursorKind kind = clang_getCursorKind(decl);
    if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
        return false;
    const DeclFacts *facts = facts_of(base->reader, decl);
    base->found = facts;
    if (!is_pointer(clang_getCursorType(decl)))
        return kind == CXCursor_VarDecl; // an array: it does not move. An array parameter is a pointer here
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(decl);
    bool automatic = storage == CX_SC_None || storage == CX_SC_Auto || storage == CX_SC_Register;
    bool local = clang_getCursorKind(clang_getCursorSemanticParent(decl)) != CXCursor_TranslationUnit;
    if (!automatic || !local || !has_first_value(base->reader, decl))
        return false;
    CXCursor value = kind == CXCursor_VarDecl ? clang_Cursor_getVarDeclInitializer(decl) : clang_getNullCursor();
    if (is_null_cursor(value))
        return kind == CXCursor_ParmDecl;
    Base before = *base;
    if (!follow(base, value))
        *base = before; // of another origin: all pointers with that origin begin there
    return true;
}

static bool follow_sum(Base *base, CXCursor expr)
{
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(expr);
    Children parts = expression_children(base->reader, expr);
    if (parts.count != 2 || (op != CXBinaryOperator_Add && op != CXBinaryOperator_Sub))
        return false;
    int left = is_pointer(clang_getCursorType(parts.items[0])) ? 0 : 1;
    if (left == 1 && op == CXBinaryOperator_Sub)
        return false;
    return add_elements(base, clang_getCursorType(expr), parts.items[1 - left], op == CXBinaryOperator_Sub ? -1 : 1) &&
           follow(base, parts.items[left]);
}

static bool follow(Base *base, CXCursor expr)
{
    expr = strip_conversions(base->reader, expr);
    Children parts = expression_children(base->reader, expr);
    switch (clang_getCursorKind(expr)) {
    case CXCursor_CStyleCastExpr:
        return parts.count == 1 && is_pointer(clang_getCursorType(expr)) && follow(base, parts.items[0]);
    case CXCursor_BinaryOperator: return is_pointer(clang_getCursorType(expr)) && follow_sum(base, expr);
    case CXCursor_DeclRefExpr: return follow_declared(base, clang_getCursorReferenced(expr));
    case CXCursor_UnaryOperator: { // &a[i]
        bool address = clang_getCursorUnaryOperatorKind(expr) == CXUnaryOperator_AddrOf && parts.count == 1;
        CXCursor element = address ? strip_conversions(base->reader, parts.items[0]) : expr;
        Children inside = expression_children(base->reader, element);
        return address && clang_getCursorKind(element) == CXCursor_ArraySubscriptExpr && inside.count == 2 &&
               add_elements(base, clang_getCursorType(expr), inside.items[1], 1) && follow(base, inside.items[0]);
    }
    default: return false;
    }
}

void pointer_base_find(Reader *reader, const Variable *variable, Array *array)
{
    Base base = {.reader = reader, .bytes = expr_index(reader->arena, 0)};
    if (variable->home != HOME_FUNCTION || variable->parent || array->held != HOST_POINTER ||
        !follow_declared(&base, variable->cursor))
        return;
    array->base = base.found;
    array->from_base = base.bytes;
}

// malloc, calloc and the like, which name nobody's memory.
static bool is_allocated(Reader *reader, CXCursor decl)
{
    static const char *const allocators[] = {"malloc", "calloc", "aligned_alloc"};
    CXCursor value = clang_Cursor_getVarDeclInitializer(decl);
    if (is_null_cursor(value) || !is_never_assigned(reader, decl))
        return false;
    value = strip_conversions(reader, value);
    while (clang_getCursorKind(value) == CXCursor_CStyleCastExpr) {
        Children parts = expression_children(reader, value);
        if (parts.count != 1)
            return false;
        value = strip_conversions(reader, parts.items[0]);
    }
    for (size_t i = 0; i < sizeof allocators / sizeof *allocators; i++)
        if (clang_getCursorKind(value) == CXCursor_CallExpr && strcmp(cursor_name(value), allocators[i]) == 0)
            return true;
    return false;
}

static bool is_moved(Reader *reader, const Variable *variable)
{
    CXCursor decl = variable->cursor;
    const DeclFacts *facts = facts_of(reader, decl);
    CXType type = clang_getCanonicalType(variable->type);
    switch (clang_getCursorKind(decl)) {
    case CXCursor_ParmDecl: return !is_never_assigned(reader, decl);
    case CXCursor_VarDecl:
        if (variable->home != HOME_GLOBAL)
            return type.kind == CXType_Record || (type.kind == CXType_Pointer && !is_allocated(reader, decl));
        break;
    default: break;
    }
    return facts->writes.count || facts->address_taken;
}

bool pointer_is_derived(Reader *reader, const Variable *variable)
{
    for (; variable; variable = variable->parent) {
        if (variable->is_chosen)
            return true;
        if (clang_isRestrictQualifiedType(variable->type))
            return false;
        if (is_moved(reader, variable))
            return true;
    }
    return false;
}
