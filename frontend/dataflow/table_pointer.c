#include "frontend/clang/literal.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/dataflow/table_pointer.h"

typedef struct Uses {
    CXCursor pointer;
    bool only_read;
} Uses;

static enum CXChildVisitResult find_change(CXCursor cursor, CXCursor parent, CXClientData context)
{
    Uses *uses = context;
    bool use = clang_getCursorKind(cursor) == CXCursor_DeclRefExpr &&
               clang_equalCursors(clang_getCanonicalCursor(clang_getCursorReferenced(cursor)), uses->pointer);
    uses->only_read &= !use || clang_getCursorKind(parent) == CXCursor_UnexposedExpr; // its value is loaded
    return uses->only_read ? CXChildVisit_Recurse : CXChildVisit_Break;
}

static bool is_only_read(Reader *reader, CXCursor pointer)
{
    Uses uses = {clang_getCanonicalCursor(pointer), true};
    clang_visitChildren(clang_getTranslationUnitCursor(reader->clang), find_change, &uses);
    return uses.only_read;
}

typedef struct Place {
    CXCursor table;
    int64_t element;
} Place;

static bool read_place(Reader *reader, CXCursor value, Place *place)
{
    CXCursor element = strip_conversions(reader, value);
    Children parts = expression_children(reader, element);
    CXCursor base = element, number = clang_getNullCursor();
    bool address = clang_getCursorKind(element) == CXCursor_UnaryOperator && parts.count == 1 &&
                   clang_getCursorUnaryOperatorKind(element) == CXUnaryOperator_AddrOf;
    bool sum = clang_getCursorKind(element) == CXCursor_BinaryOperator && parts.count == 2 &&
               clang_getCursorBinaryOperatorKind(element) == CXBinaryOperator_Add;
    if (address) {
        element = strip_conversions(reader, parts.items[0]);
        parts = expression_children(reader, element);
        if (clang_getCursorKind(element) != CXCursor_ArraySubscriptExpr || parts.count != 2)
            return false;
    }
    if (address || sum) {
        base = strip_conversions(reader, parts.items[0]);
        number = parts.items[1];
    }
    Expr *constant = is_null_cursor(number) ? NULL : read_integer_constant(reader, number, type_scalar(TY_I64));
    if (clang_getCursorKind(base) != CXCursor_DeclRefExpr || (!is_null_cursor(number) && !constant))
        return false;
    *place = (Place){clang_getCursorReferenced(base), constant ? constant->integer : 0};
    return true;
}

static bool is_of_file(CXCursor decl)
{
    return clang_getCursorKind(decl) == CXCursor_VarDecl &&
           clang_getCursorKind(clang_getCursorSemanticParent(decl)) == CXCursor_TranslationUnit;
}

// One dimension, of the type that the pointer points to.
static bool fits(CXType pointer, const Place *place)
{
    CXType table = clang_getCanonicalType(clang_getCursorType(place->table));
    if (!is_of_file(place->table) || table.kind != CXType_ConstantArray)
        return false; // such as a function, whose type has no element
    CXType element = clang_getUnqualifiedType(clang_getCanonicalType(clang_getArrayElementType(table)));
    CXType pointee = clang_getUnqualifiedType(clang_getCanonicalType(clang_getPointeeType(pointer)));
    return clang_equalTypes(element, pointee) && place->element >= 0 && place->element <= clang_getArraySize(table);
}

void table_pointer(Reader *reader, Variable *variable)
{
    CXCursor value = clang_Cursor_getVarDeclInitializer(variable->cursor);
    Place place;
    if (variable->type.kind != CXType_Pointer || clang_isVolatileQualifiedType(variable->type) ||
        !is_of_file(variable->cursor) || is_null_cursor(value) || !read_place(reader, value, &place) ||
        !fits(variable->type, &place) || is_hidden_variable(reader, place.table) ||
        !is_only_read(reader, variable->cursor))
        return;
    Variable *table = find_declared(reader, place.table);
    Array *array = table ? variable_array(reader, table, variable->cursor) : NULL;
    if (!array || array->ndim != 1)
        return;
    Reference *target = ARENA_NEW(reader->arena, Reference);
    *target = (Reference){.array = array, .nsubscripts = 1};
    target->subscripts[0] = expr_index(reader->arena, place.element);
    target->type = clang_getCanonicalType(clang_getPointeeType(variable->type));
    variable->target = target;
    const char *test = intern_printf("(%s == &%s[%lld])", variable->name, table->name, (long long)place.element);
    const Symbol *known = host_symbol(reader, "known", type_scalar(TY_I32), test, variable->cursor);
    Assertion assertion = {expr_symbol(reader->arena, known), cursor_loc(reader, variable->cursor), true, false};
    VECTOR_PUSH(reader->arena, &reader->frame.nest->assertions, assertion);
}
