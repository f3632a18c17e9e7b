// Values of complex expressions. Operators and functions follow annex G of the C standard: products and quotients whose
// parts are both NaN are computed again from the infinities among their operands (runtime/prelude/complex.cuh). A real
// operand is not converted to a complex one, so `I * x` has no product of two complex numbers.
#include "frontend/clang/assign.h"
#include "frontend/clang/call.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/inline.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/words.h"
#include "frontend/numbers/complex.h"

#include <string.h>

static bool refuse_kind(Reader *reader, CXCursor expr)
{
    refuse(reader, expr, "it uses %s as a complex number", construct_name(reader, expr));
    return false;
}

static Complex converted(Reader *reader, Complex value, const Type *type)
{
    value.re = expr_cast(reader->arena, type, value.re);
    value.im = value.im ? expr_cast(reader->arena, type, value.im) : NULL;
    return value;
}

// ---- operators

// A function of the prelude for one part of the result.
static Expr *part_of(Reader *reader, const char *what, bool imaginary, Expr *const *operands, int count)
{
    const Type *type = operands[0]->type;
    const char *name =
        intern_printf("crs_complex_%s_%s_%s", what, imaginary ? "im" : "re", type->kind == TY_F32 ? "f32" : "f64");
    return expr_call(reader->arena, type, name, NULL, operands, count);
}

// An operand that both parts of the result mention is computed once.
static bool name_operand(Reader *reader, CXCursor at, Complex *value)
{
    bool leaf = value->re->noperands == 0 || value->re->kind == EX_ACCESS;
    leaf = leaf && (!value->im || value->im->noperands == 0 || value->im->kind == EX_ACCESS);
    if (leaf)
        return true;
    if (!reader->frame.before || reader->frame.conditional) {
        refuse(reader, at, "it multiplies complex numbers inside of an expression that is not always evaluated");
        return false;
    }
    return name_complex(reader, value, "factor", at);
}

static bool both_parts(Reader *reader, CXCursor at, const char *what, Complex left, Complex right, Complex *result)
{
    if (!name_operand(reader, at, &left) || !name_operand(reader, at, &right))
        return false;
    Expr *operands[] = {left.re, complex_imaginary(reader, left), right.re, right.im};
    result->re = part_of(reader, what, false, operands, 4);
    result->im = part_of(reader, what, true, operands, 4);
    return true;
}

static Complex scaled(Reader *reader, Operator op, Complex value, Expr *factor, const Type *type)
{
    value.re = expr_binary(reader->arena, op, value.re, factor, type);
    value.im = value.im ? expr_binary(reader->arena, op, value.im, factor, type) : NULL;
    return value;
}

static Complex sum(Reader *reader, Operator op, Complex left, Complex right, const Type *type)
{
    Arena *arena = reader->arena;
    Complex result = {.re = expr_binary(arena, op, left.re, right.re, type)};
    if (left.im && right.im)
        result.im = expr_binary(arena, op, left.im, right.im, type);
    else if (right.im)
        result.im = op == OP_SUB ? expr_unary(arena, OP_NEG, right.im) : right.im;
    else
        result.im = left.im;
    return result;
}

bool complex_operation(Reader *reader, CXCursor at, Operator op, Complex left, Complex right, const Type *type,
                       Complex *result)
{
    left = converted(reader, left, type);
    right = converted(reader, right, type);
    if (op == OP_ADD || op == OP_SUB) {
        *result = sum(reader, op, left, right, type);
        return true;
    }
    if (op != OP_MUL && op != OP_DIV)
        return refuse_kind(reader, at);
    bool is_product = op == OP_MUL;
    if (right.im && (left.im || !is_product))
        return both_parts(reader, at, is_product ? "product" : "quotient", left, right, result);
    Complex *real = right.im ? &left : &right;
    bool may_name = reader->frame.before && !reader->frame.conditional;
    if (may_name && !name_operand(reader, at, real))
        return false;
    *result = scaled(reader, op, right.im ? right : left, real->re, type);
    return true;
}

Expr *complex_truth(Reader *reader, CXCursor expr)
{
    Arena *arena = reader->arena;
    Complex value;
    if (!read_complex(reader, expr, &value))
        return NULL;
    Expr *im = complex_imaginary(reader, value), *zero = expr_zero(arena, value.re->type);
    return expr_binary(arena, OP_LOGICAL_OR, expr_binary(arena, OP_NE, value.re, zero, value.re->type),
                       expr_binary(arena, OP_NE, im, zero, value.re->type), type_scalar(TY_I32));
}

Expr *complex_comparison(Reader *reader, CXCursor expr, Operator op)
{
    Arena *arena = reader->arena;
    Children parts = expression_children(reader, expr);
    Complex left, right;
    if ((op != OP_EQ && op != OP_NE) || parts.count != 2) {
        refuse_kind(reader, expr);
        return NULL;
    }
    if (!read_complex(reader, parts.items[0], &left) || !read_complex(reader, parts.items[1], &right))
        return NULL;
    const Type *type = type_common(type_common(left.re->type, right.re->type), type_scalar(TY_F32));
    left = converted(reader, left, type);
    right = converted(reader, right, type);
    Expr *re = expr_binary(arena, op, left.re, right.re, type);
    Expr *im = expr_binary(arena, op, complex_imaginary(reader, left), complex_imaginary(reader, right), type);
    return expr_binary(arena, op == OP_EQ ? OP_LOGICAL_AND : OP_LOGICAL_OR, re, im, type_scalar(TY_I32));
}

// ---- functions

// Without __builtin_, and without the f of the functions of floats.
static const char *function_name(CXCursor call)
{
    static const char prefix[] = "__builtin_";
    const char *name = cursor_name(call);
    name += !strncmp(name, prefix, strlen(prefix)) ? strlen(prefix) : 0;
    size_t length = strlen(name);
    return length > 4 && name[length - 1] == 'f' ? intern_n(name, length - 1) : name;
}

static bool is_declared_here(CXCursor call)
{
    CXCursor callee = clang_getCursorReferenced(call);
    return is_null_cursor(callee) || clang_getCursorKind(callee) != CXCursor_FunctionDecl ||
           !is_null_cursor(clang_getCursorDefinition(callee));
}

static bool read_argument(Reader *reader, CXCursor call, unsigned number, Complex *value)
{
    return read_complex(reader, clang_Cursor_getArgument(call, number), value);
}

Expr *call_of_complex(Reader *reader, CXCursor call)
{
    const char *name = function_name(call);
    const Type *type = complex_element(clang_getCursorType(call));
    bool is_part = !strcmp(name, "creal") || !strcmp(name, "cimag"), is_size = !strcmp(name, "cabs"),
         is_angle = !strcmp(name, "carg");
    Complex value;
    if ((!is_part && !is_size && !is_angle) || is_declared_here(call) || clang_Cursor_getNumArguments(call) != 1 ||
        !read_argument(reader, call, 0, &value))
        return NULL;
    value = converted(reader, value, type);
    value.im = complex_imaginary(reader, value);
    if (is_part)
        return name[1] == 'r' ? value.re : value.im;
    Expr *operands[] = {is_size ? value.re : value.im, is_size ? value.im : value.re};
    bool single = type->kind == TY_F32;
    const char *function = is_size ? single ? "hypotf" : "hypot" : single ? "atan2f" : "atan2";
    return expr_call(reader->arena, type, intern(function), NULL, operands, 2);
}

static bool read_call_value(Reader *reader, CXCursor call, Complex *value)
{
    const char *name = function_name(call);
    const Type *type = complex_element(clang_getCursorType(call));
    int count = clang_Cursor_getNumArguments(call);
    if (is_declared_here(call))
        return inline_complex_call(reader, call, value);
    if (!strcmp(name, "complex") && count == 2) { // CMPLX(re, im)
        value->re = read_converted(reader, clang_Cursor_getArgument(call, 0), type);
        value->im = value->re ? read_converted(reader, clang_Cursor_getArgument(call, 1), type) : NULL;
        return value->im;
    }
    if (count != 1 || (strcmp(name, "conj") != 0 && strcmp(name, "cexp") != 0)) {
        refuse(reader, call, "it calls '%s', for which the device has no function", cursor_name(call));
        return false;
    }
    if (!read_argument(reader, call, 0, value))
        return false;
    *value = converted(reader, *value, type);
    value->im = complex_imaginary(reader, *value);
    if (!strcmp(name, "conj")) {
        value->im = expr_unary(reader->arena, OP_NEG, value->im);
        return true;
    }
    if (!name_operand(reader, call, value))
        return false;
    Expr *operands[] = {value->re, value->im};
    value->re = part_of(reader, "exp", false, operands, 2);
    value->im = part_of(reader, "exp", true, operands, 2);
    return true;
}

// ---- all

// `(double _Complex)x` has an imaginary part; where C converts by itself, what follows knows that x is real.
static bool read_cast(Reader *reader, CXCursor expr, bool written, Complex *value)
{
    Children parts = expression_children(reader, expr);
    if (parts.count != 1)
        return refuse_kind(reader, expr);
    if (!read_complex(reader, parts.items[0], value))
        return false;
    *value = converted(reader, *value, complex_element(clang_getCursorType(expr)));
    if (written)
        value->im = complex_imaginary(reader, *value);
    return true;
}

static bool read_unary(Reader *reader, CXCursor expr, Complex *value)
{
    Children parts = expression_children(reader, expr);
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(expr);
    if (kind == CXUnaryOperator_Deref)
        return load_complex(reader, expr, value);
    bool known = kind == CXUnaryOperator_Plus || kind == CXUnaryOperator_Minus || kind == CXUnaryOperator_Not ||
                 kind == CXUnaryOperator_Extension;
    if (!known || parts.count != 1)
        return refuse_kind(reader, expr);
    if (!read_complex(reader, parts.items[0], value))
        return false;
    if (kind == CXUnaryOperator_Minus)
        value->re = expr_unary(reader->arena, OP_NEG, value->re);
    if (value->im && (kind == CXUnaryOperator_Minus || kind == CXUnaryOperator_Not)) // ~z is conj(z)
        value->im = expr_unary(reader->arena, OP_NEG, value->im);
    return true;
}

static bool read_binary(Reader *reader, CXCursor expr, Complex *value)
{
    Children parts = expression_children(reader, expr);
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(expr);
    Complex left, right;
    if (parts.count != 2)
        return refuse_kind(reader, expr);
    if (kind == CXBinaryOperator_Assign || clang_getCursorKind(expr) == CXCursor_CompoundAssignOperator)
        return read_complex_assignment(reader, expr) && load_complex(reader, parts.items[0], value);
    return read_complex(reader, parts.items[0], &left) && read_complex(reader, parts.items[1], &right) &&
           complex_operation(reader, expr, operator_of(kind), left, right, complex_element(clang_getCursorType(expr)),
                             value);
}

static bool read_select(Reader *reader, CXCursor expr, Complex *value)
{
    Arena *arena = reader->arena;
    Children parts = expression_children(reader, expr);
    const Type *type = complex_element(clang_getCursorType(expr));
    Complex yes, no;
    Expr *condition = parts.count == 3 ? read_condition(reader, parts.items[0]) : NULL;
    if (!condition)
        return parts.count == 3 ? false : refuse_kind(reader, expr);
    reader->frame.conditional++;
    bool good = read_complex(reader, parts.items[1], &yes) && read_complex(reader, parts.items[2], &no);
    reader->frame.conditional--;
    if (!good)
        return false;
    yes = converted(reader, yes, type);
    no = converted(reader, no, type);
    value->re = expr_select(arena, condition, yes.re, no.re);
    value->im = expr_select(arena, condition, complex_imaginary(reader, yes), complex_imaginary(reader, no));
    return true;
}

// 2i, and -2i: a complex integer, which becomes a floating-point number where it is used.
static bool is_integer_literal(Reader *reader, CXCursor expr)
{
    while (clang_getCursorKind(expr) == CXCursor_UnaryOperator &&
           clang_getCursorUnaryOperatorKind(expr) == CXUnaryOperator_Minus) {
        Children parts = expression_children(reader, expr);
        if (parts.count != 1)
            return false;
        expr = strip_parens(reader, parts.items[0]);
    }
    return clang_getCursorKind(expr) == CXCursor_ImaginaryLiteral && !is_complex(clang_getCursorType(expr));
}

static bool read_imaginary(Reader *reader, CXCursor expr, Complex *value)
{
    Children parts = expression_children(reader, expr);
    CXType type = clang_getCursorType(expr);
    if (parts.count == 1)
        value->im = is_complex(type) ? read_converted(reader, parts.items[0], complex_element(type))
                                     : read_value(reader, parts.items[0]);
    value->re = value->im ? expr_zero(reader->arena, value->im->type) : NULL;
    return value->im;
}

bool read_complex(Reader *reader, CXCursor expr, Complex *value)
{
    *value = (Complex){0};
    expr = strip_parens(reader, expr);
    if (!is_complex(clang_getCursorType(expr)) && !is_integer_literal(reader, expr)) {
        value->re = read_value(reader, expr);
        return value->re;
    }
    switch (clang_getCursorKind(expr)) {
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr: return load_complex(reader, expr, value);
    case CXCursor_UnexposedExpr: return read_cast(reader, expr, false, value);
    case CXCursor_CStyleCastExpr: return read_cast(reader, expr, true, value);
    case CXCursor_UnaryOperator: return read_unary(reader, expr, value);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator: return read_binary(reader, expr, value);
    case CXCursor_ConditionalOperator: return read_select(reader, expr, value);
    case CXCursor_CallExpr: return read_call_value(reader, expr, value);
    case CXCursor_ImaginaryLiteral: return read_imaginary(reader, expr, value);
    default: return refuse_kind(reader, expr);
    }
}
