// Pointers that may be null: `if (p)`, `p != NULL`. A pointer from outside of the nest that the nest does not change is
// null or not for the whole nest, so the host evaluates the test.
#include "frontend/clang/expr.h"
#include "frontend/clang/literal.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/null_test.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/dataflow/scan.h"

bool is_null_constant(Reader *reader, CXCursor expr)
{
    for (;;) {
        expr = strip_conversions(reader, expr);
        Children parts = expression_children(reader, expr);
        if (clang_getCursorKind(expr) != CXCursor_CStyleCastExpr || parts.count != 1)
            break;
        expr = parts.items[0];
    }
    Expr *value = is_address(expr) ? NULL : read_integer_constant(reader, expr, type_scalar(TY_I64));
    return value && value->integer == 0;
}

static Expr *host_test(Reader *reader, const char *pointer, CXCursor at)
{
    Symbol *symbol = host_symbol(reader, "given", type_scalar(TY_I32), intern_printf("(%s != 0)", pointer), at);
    symbol->given = intern(pointer);
    return expr_symbol(reader->arena, symbol);
}

// Of a pointer that the nest sets to null, where it is known; -1: it is not such a pointer.
static int known_nullness(Reader *reader, CXCursor name)
{
    const DeclFacts *facts = facts_of(reader, clang_getCursorReferenced(name));
    bool seen = facts->variable && facts->variable_epoch == reader->frame.epoch;
    return seen && facts->variable->nullness != NOT_NULL ? (int)facts->variable->nullness : -1;
}

// The pointer's value before the nest, as C text; NULL: it is not such a pointer. *never_null: it is the address of an
// array.
static const char *host_pointer(Reader *reader, CXCursor name, bool *never_null)
{
    Reference reference;
    if (!read_reference(reader, name, &reference) || !reference.variable)
        return NULL;
    const Variable *variable = reference.variable;
    if (!variable->target)
        return variable->home == HOME_NEST || is_written_in_nest(reader, variable) ? NULL : variable->host;
    const Array *array = variable->target->array; // a parameter of a function that is read in place
    *never_null = variable->target->variable || (array && (array->is_object || array->held == HOST_NONE));
    if (!array || *never_null || array->ndim != 1 || !expr_is_int(variable->target->subscripts[0], 0) ||
        variable->target->npath)
        return NULL;
    return array->host;
}

Expr *read_pointer_test(Reader *reader, CXCursor expr)
{
    CXCursor name = strip_conversions(reader, expr);
    enum CXCursorKind kind = clang_getCursorKind(name);
    CXType type = clang_getCanonicalType(clang_getCursorType(name));
    bool never_null = false, is_name = kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr;
    bool is_parameter = is_name && clang_getCursorKind(clang_getCursorReferenced(name)) == CXCursor_ParmDecl;
    bool is_written_as_array = type.kind == CXType_IncompleteArray || type.kind == CXType_ConstantArray;
    bool is_pointer = is_name && (type.kind == CXType_Pointer || (is_parameter && is_written_as_array)) &&
                      !clang_isVolatileQualifiedType(type) && reader->frame.nest;
    if (kind == CXCursor_StringLiteral) // of assert(n > 0 && "empty")
        return expr_int(reader->arena, 1, type_scalar(TY_I32));
    int nullness = is_pointer && kind == CXCursor_DeclRefExpr ? known_nullness(reader, name) : -1;
    if (nullness == IS_NULL)
        return expr_int(reader->arena, 0, type_scalar(TY_I32));
    const char *pointer = is_pointer && nullness < 0 ? host_pointer(reader, name, &never_null) : NULL;
    if (never_null)
        return expr_int(reader->arena, 1, type_scalar(TY_I32));
    if (!pointer)
        refuse(reader, expr, "it tests a pointer that is not known before the nest");
    return pointer ? located(reader, host_test(reader, pointer, expr), expr) : NULL;
}

Expr *read_null_comparison(Reader *reader, CXCursor expr, Operator op, CXCursor left, CXCursor right)
{
    bool compares = op == OP_EQ || op == OP_NE, null_left = compares && is_null_constant(reader, left);
    if (!compares || (!null_left && !is_null_constant(reader, right))) {
        refuse(reader, expr, "it computes with pointers");
        return NULL;
    }
    Expr *given = read_pointer_test(reader, null_left ? right : left);
    return given && op == OP_EQ ? expr_unary(reader->arena, OP_NOT, given) : given;
}
