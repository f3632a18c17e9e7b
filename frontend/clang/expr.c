// Values: expressions of clang to expressions of the IR, every conversion an EX_CAST. libclang does not name implicit
// conversions, but shows each as a node whose type differs from its child's. They are taken from there. C's rules are
// applied afterwards, so that an operator's operands have the operator's type in any case.
//
// Side effects inside of an expression become statements before it, if C allows that.
#include "frontend/clang/assign.h"
#include "frontend/clang/call.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/literal.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/null_test.h"
#include "frontend/clang/scalar_replacement.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/words.h"
#include "frontend/control/assertion.h"
#include "frontend/control/branches.h"
#include "frontend/control/pointer_difference.h"
#include "frontend/control/stmt.h"
#include "frontend/numbers/complex.h"
#include "frontend/numbers/half.h"

enum { MAX_EXPR_DEPTH = 1000 };

Expr *located(Reader *reader, Expr *expr, CXCursor at)
{
    if (expr && !expr->loc.file)
        expr->loc = cursor_loc(reader, at);
    return expr;
}

static Expr *refuse_value(Reader *reader, CXCursor expr)
{
    refuse(reader, expr, "it uses %s", construct_name(reader, expr));
    return NULL;
}

static const Type *int_type(void)
{
    return type_scalar(TY_I32);
}

// ---- operators

Operator operator_of(enum CXBinaryOperatorKind kind)
{
    switch (kind) {
    case CXBinaryOperator_Add:
    case CXBinaryOperator_AddAssign: return OP_ADD;
    case CXBinaryOperator_Sub:
    case CXBinaryOperator_SubAssign: return OP_SUB;
    case CXBinaryOperator_Mul:
    case CXBinaryOperator_MulAssign: return OP_MUL;
    case CXBinaryOperator_Div:
    case CXBinaryOperator_DivAssign: return OP_DIV;
    case CXBinaryOperator_Rem:
    case CXBinaryOperator_RemAssign: return OP_REM;
    case CXBinaryOperator_And:
    case CXBinaryOperator_AndAssign: return OP_AND;
    case CXBinaryOperator_Or:
    case CXBinaryOperator_OrAssign: return OP_OR;
    case CXBinaryOperator_Xor:
    case CXBinaryOperator_XorAssign: return OP_XOR;
    case CXBinaryOperator_Shl:
    case CXBinaryOperator_ShlAssign: return OP_SHL;
    case CXBinaryOperator_Shr:
    case CXBinaryOperator_ShrAssign: return OP_SHR;
    case CXBinaryOperator_LAnd: return OP_LOGICAL_AND;
    case CXBinaryOperator_LOr: return OP_LOGICAL_OR;
    case CXBinaryOperator_EQ: return OP_EQ;
    case CXBinaryOperator_NE: return OP_NE;
    case CXBinaryOperator_LT: return OP_LT;
    case CXBinaryOperator_LE: return OP_LE;
    case CXBinaryOperator_GT: return OP_GT;
    case CXBinaryOperator_GE: return OP_GE;
    default: return OP_NONE;
    }
}

// A truth value of type int, as && and || want their operands.
static Expr *truth(Reader *reader, Expr *value)
{
    if (type_is_integer(value->type) && value->type->size <= 4)
        return expr_cast(reader->arena, int_type(), value);
    Expr *zero = expr_zero(reader->arena, value->type);
    return expr_binary(reader->arena, OP_NE, value, zero, value->type);
}

static Expr *read_logical(Reader *reader, Operator op, Children parts)
{
    if (constant_condition(reader, parts.items[0]) == (op == OP_LOGICAL_OR))
        return expr_int(reader->arena, op == OP_LOGICAL_OR, int_type());
    Expr *left = read_condition(reader, parts.items[0]);
    if (left && needs_branches(reader, parts.items[1])) {
        CXCursor known = clang_getNullCursor();
        bool is_and = op == OP_LOGICAL_AND;
        return read_branches(reader, parts.items[1], left, is_and ? parts.items[1] : known,
                             is_and ? known : parts.items[1], int_type());
    }
    reader->frame.conditional++;
    Expr *right = left ? read_condition(reader, parts.items[1]) : NULL;
    reader->frame.conditional--;
    if (!right)
        return NULL;
    return expr_binary(reader->arena, op, truth(reader, left), truth(reader, right), int_type());
}

static Expr *read_binary(Reader *reader, CXCursor expr)
{
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(expr);
    Children parts = expression_children(reader, expr);
    if (parts.count != 2)
        return refuse_value(reader, expr);
    if (kind == CXBinaryOperator_Assign) {
        Expr *place;
        return read_assignment(reader, expr, &place) ? place : NULL;
    }
    if (kind == CXBinaryOperator_Comma) {
        if (!read_statement(reader, parts.items[0]))
            return NULL;
        return read_value(reader, parts.items[1]);
    }
    Operator op = operator_of(kind);
    if (op == OP_NONE)
        return refuse_value(reader, expr);
    if (op_is_logical(op))
        return read_logical(reader, op, parts);
    if (is_complex(clang_getCursorType(parts.items[0])) || is_complex(clang_getCursorType(parts.items[1])))
        return complex_comparison(reader, expr, op);
    if (op == OP_SUB && is_address(parts.items[0]) && is_address(parts.items[1]))
        return read_pointer_difference(reader, expr, parts.items[0], parts.items[1]);
    if (is_address(parts.items[0]) || is_address(parts.items[1]))
        return read_null_comparison(reader, expr, op, parts.items[0], parts.items[1]);
    if (half_meets_integer(reader, parts.items[0]) || half_meets_integer(reader, parts.items[1])) {
        refuse(reader, expr,
               "it computes with an integer and a 16-bit number, which compilers round in different ways; "
               "convert one of them");
        return NULL;
    }
    Expr *left = read_value(reader, parts.items[0]);
    Expr *right = left ? read_value(reader, parts.items[1]) : NULL;
    if (!right)
        return NULL;
    if (op_is_shift(op)) {
        const Type *type = type_promoted(left->type);
        return expr_binary(reader->arena, op, left, expr_cast(reader->arena, type_promoted(right->type), right), type);
    }
    return expr_binary(reader->arena, op, left, right, type_common(left->type, right->type));
}

// __real__ z, __imag__ z
static Expr *read_part(Reader *reader, CXCursor operand, bool imaginary)
{
    Complex value;
    if (!read_complex(reader, operand, &value))
        return NULL;
    return imaginary ? complex_imaginary(reader, value) : value.re;
}

static Expr *read_unary(Reader *reader, CXCursor expr)
{
    Children parts = expression_children(reader, expr);
    if (parts.count != 1)
        return refuse_value(reader, expr);
    CXCursor operand = parts.items[0];
    Reference reference;
    switch (clang_getCursorUnaryOperatorKind(expr)) {
    case CXUnaryOperator_Deref:
        return read_reference(reader, expr, &reference) ? load_reference(reader, &reference, expr) : NULL;
    case CXUnaryOperator_Plus:
    case CXUnaryOperator_Minus:
    case CXUnaryOperator_Not: {
        Expr *value = read_value(reader, operand);
        if (!value)
            return NULL;
        value = expr_cast(reader->arena, type_promoted(value->type), value);
        enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(expr);
        if (kind == CXUnaryOperator_Plus)
            return value;
        return expr_unary(reader->arena, kind == CXUnaryOperator_Minus ? OP_NEG : OP_COMPLEMENT, value);
    }
    case CXUnaryOperator_LNot: {
        Expr *value = read_condition(reader, operand);
        return value ? expr_unary(reader->arena, OP_NOT, value) : NULL;
    }
    case CXUnaryOperator_Extension: return read_value(reader, operand);
    case CXUnaryOperator_Real:
    case CXUnaryOperator_Imag:
        return read_part(reader, operand, clang_getCursorUnaryOperatorKind(expr) == CXUnaryOperator_Imag);
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec: {
        Expr *place;
        return read_assignment(reader, expr, &place) ? place : NULL;
    }
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec: return read_post_increment(reader, expr, operand);
    default: return refuse_value(reader, expr);
    }
}

static Expr *read_select(Reader *reader, CXCursor expr)
{
    Children parts = expression_children(reader, expr);
    const Type *type = value_type(reader, clang_getCursorType(expr));
    if (parts.count != 3 || !type || !type_is_arithmetic(type))
        return refuse_value(reader, expr);
    int known = constant_condition(reader, parts.items[0]);
    if (known >= 0 && is_left_out(parts.items[1 + known]))
        return read_converted(reader, parts.items[2 - known], type);
    Expr *condition = read_condition(reader, parts.items[0]);
    if (condition && (needs_branches(reader, parts.items[1]) || needs_branches(reader, parts.items[2])))
        return read_branches(reader, expr, condition, parts.items[1], parts.items[2], type);
    reader->frame.conditional++;
    Expr *yes = condition ? read_converted(reader, parts.items[1], type) : NULL;
    Expr *no = yes ? read_converted(reader, parts.items[2], type) : NULL;
    reader->frame.conditional--;
    return no ? expr_select(reader->arena, condition, yes, no) : NULL;
}

// ---- conversions

// To a 16-bit number: a value that is one already is not rounded, unless the program writes the conversion.
static Expr *read_half_cast(Reader *reader, CXCursor expr, CXCursor operand)
{
    CXType type = clang_getCursorType(expr);
    bool keeps = clang_getCursorKind(expr) == CXCursor_UnexposedExpr && is_half(clang_getCursorType(operand));
    Expr *value = read_value(reader, operand);
    return !value || keeps ? value : half_rounded(reader, type, value);
}

static Expr *read_cast(Reader *reader, CXCursor expr)
{
    const Type *type = read_type(reader, clang_getCursorType(expr));
    Children parts = expression_children(reader, expr);
    if (!type || !type_is_arithmetic(type) || parts.count != 1)
        return refuse_value(reader, expr);
    if (is_address(parts.items[0])) {
        refuse(reader, expr, "it converts a pointer to a number");
        return NULL;
    }
    if (type_is_half(type) && !is_complex(clang_getCursorType(parts.items[0])))
        return read_half_cast(reader, expr, parts.items[0]);
    if (!is_complex(clang_getCursorType(parts.items[0])))
        return read_converted(reader, parts.items[0], type);
    if (type->kind == TY_BOOL)
        return complex_truth(reader, parts.items[0]);
    return type_is_half(type) ? refuse_value(reader, expr) : read_part(reader, parts.items[0], false);
}

// Implicit conversions, and all nodes without a name in libclang: an offsetof has no value below it, `a ?: b` has four.
static Expr *read_unexposed(Reader *reader, CXCursor expr, const Type *type)
{
    Children parts = expression_children(reader, expr);
    if (parts.count == 1 && clang_getCursorKind(parts.items[0]) != CXCursor_StringLiteral)
        return read_cast(reader, expr);
    if (parts.count == 4) {
        refuse(reader, expr, "it uses ?: without a middle operand");
        return NULL;
    }
    Expr *constant = parts.count == 0 && type_is_integer(type) ? read_integer_constant(reader, expr, type) : NULL;
    return constant ? constant : refuse_value(reader, expr);
}

Expr *read_converted(Reader *reader, CXCursor expr, const Type *type)
{
    Expr *value = read_value(reader, expr);
    return value ? located(reader, expr_cast(reader->arena, type, value), expr) : NULL;
}

Expr *read_condition(Reader *reader, CXCursor expr)
{
    if (is_complex(clang_getCursorType(expr)))
        return complex_truth(reader, expr);
    return is_address(expr) ? read_pointer_test(reader, expr) : read_value(reader, expr);
}

// ---- names

static Expr *read_name(Reader *reader, CXCursor expr, const Type *type)
{
    CXCursor decl = clang_getCursorReferenced(expr);
    if (clang_getCursorKind(decl) == CXCursor_EnumConstantDecl)
        return expr_int(reader->arena, clang_getEnumConstantDeclValue(decl), type);
    // static const int N = 100;
    bool is_constant = clang_getCursorKind(decl) == CXCursor_VarDecl && type_is_integer(type) &&
                       clang_isConstQualifiedType(clang_getCursorType(decl)) &&
                       !is_null_cursor(clang_Cursor_getVarDeclInitializer(decl));
    Expr *constant = is_constant ? read_integer_constant(reader, expr, type) : NULL;
    if (constant)
        return constant;
    Reference reference;
    return read_reference(reader, expr, &reference) ? load_reference(reader, &reference, expr) : NULL;
}

// `(cplx){1, 2}.re` is the number that the literal lists for it.
static Expr *read_member_value(Reader *reader, CXCursor expr, const Type *type)
{
    Reference reference;
    CXCursor listed = literal_member(reader, expr);
    if (!is_null_cursor(listed))
        return read_converted(reader, listed, type);
    return read_reference(reader, expr, &reference) ? load_reference(reader, &reference, expr) : NULL;
}

// ---- all

static Expr *read_kind(Reader *reader, CXCursor expr, const Type *type)
{
    Expr *value = NULL;
    Reference reference;
    switch (clang_getCursorKind(expr)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_UnaryExpr:
        if (type_is_integer(type))
            value = read_integer_constant(reader, expr, type);
        return value ? value : refuse_value(reader, expr);
    case CXCursor_FloatingLiteral:
        value = type_is_float(type) ? read_floating(reader, expr, type) : NULL;
        return value ? value : refuse_value(reader, expr);
    case CXCursor_DeclRefExpr: return read_name(reader, expr, type);
    case CXCursor_MemberRefExpr: return read_member_value(reader, expr, type);
    case CXCursor_ArraySubscriptExpr:
        return read_reference(reader, expr, &reference) ? load_reference(reader, &reference, expr) : NULL;
    case CXCursor_UnexposedExpr: return read_unexposed(reader, expr, type);
    case CXCursor_CStyleCastExpr: return read_cast(reader, expr);
    case CXCursor_UnaryOperator: return read_unary(reader, expr);
    case CXCursor_BinaryOperator: return read_binary(reader, expr);
    case CXCursor_CompoundAssignOperator: return read_assignment(reader, expr, &value) ? value : NULL;
    case CXCursor_ConditionalOperator: return read_select(reader, expr);
    case CXCursor_CallExpr: return read_call(reader, expr);
    default: return refuse_value(reader, expr);
    }
}

Expr *read_value(Reader *reader, CXCursor expr)
{
    while (clang_getCursorKind(expr) == CXCursor_ParenExpr) {
        CXCursor inner = strip_parens(reader, expr);
        if (clang_equalCursors(inner, expr))
            return refuse_value(reader, expr);
        expr = inner;
    }
    const char *obstacle = type_obstacle(reader, clang_getCursorType(expr));
    const Type *type = obstacle ? NULL : value_type(reader, clang_getCursorType(expr));
    bool is_volatile = clang_isVolatileQualifiedType(clang_getCanonicalType(clang_getCursorType(expr)));
    if (obstacle || is_volatile) {
        refuse(reader, expr, "it uses a value that is %s", is_volatile ? "volatile" : obstacle);
        return NULL;
    }
    if (!type || !type_is_arithmetic(type))
        return refuse_value(reader, expr);
    if (reader->frame.expr_depth == MAX_EXPR_DEPTH) {
        refuse(reader, expr, "an expression in it is nested more than %d deep", MAX_EXPR_DEPTH);
        return NULL;
    }
    reader->frame.expr_depth++;
    Expr *value = read_kind(reader, expr, type);
    reader->frame.expr_depth--;
    return value ? located(reader, expr_cast(reader->arena, type, value), expr) : NULL;
}
