// Conversions between 16-bit numbers and floats are calls of the prelude's functions (runtime/prelude/half.cuh).
#include "frontend/clang/literal.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/numbers/half.h"

#include <string.h>

static bool is_bfloat(CXType type)
{
    CXString spelling = clang_getTypeSpelling(canonical(type));
    bool found = clang_getCString(spelling) && !strcmp(clang_getCString(spelling), "__bf16");
    clang_disposeString(spelling);
    return found;
}

bool is_half(CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind == CXType_Float16 || (type.kind != CXType_Invalid && is_bfloat(type));
}

const Type *half_type(CXType type)
{
    return type_named(TY_U16, clang_getCanonicalType(type).kind == CXType_Float16 ? "crs_half" : "crs_bfloat");
}

const Type *value_type(Reader *reader, CXType type)
{
    return is_half(type) ? type_scalar(TY_F32) : read_type(reader, type);
}

// ---- conversions

static Expr *call(Reader *reader, const char *name, const Type *type, Expr *value)
{
    return expr_call(reader->arena, type, name, NULL, &value, 1);
}

static const char *plain_name(const Type *half)
{
    return half->name + strlen("crs_");
}

Expr *half_load(Reader *reader, Expr *stored)
{
    if (!type_is_half(stored->type))
        return stored;
    return call(reader, intern_printf("crs_%s_to_float", plain_name(stored->type)), type_scalar(TY_F32), stored);
}

Expr *half_store(Reader *reader, Expr *value, const Type *place)
{
    if (!type_is_half(place) || value->type == place)
        return value;
    bool loaded = value->kind == EX_CALL && !value->function && value->noperands == 1;
    if (loaded && value->operands[0]->type == place) // it is such a number already
        return value->operands[0];
    bool wide = value->type->kind == TY_F64;
    value = wide ? value : expr_cast(reader->arena, type_scalar(TY_F32), value);
    return call(reader, intern_printf("crs_%s_to_%s", value->type->name, plain_name(place)), place, value);
}

Expr *half_rounded(Reader *reader, CXType type, Expr *value)
{
    return is_half(type) ? half_load(reader, half_store(reader, value, half_type(type))) : value;
}

bool half_meets_integer(Reader *reader, CXCursor operand)
{
    enum { EXACT = 256 }; // so many integers are numbers of both types
    operand = strip_parens(reader, operand);
    Children parts = expression_children(reader, operand);
    if (clang_getCursorKind(operand) != CXCursor_UnexposedExpr || parts.count != 1 ||
        !is_half(clang_getCursorType(operand)))
        return false;
    const Type *type = read_type(reader, clang_getCursorType(parts.items[0]));
    if (!type || !type_is_integer(type) || type_is_half(type))
        return false;
    Expr *constant = read_integer_constant(reader, parts.items[0], type_scalar(TY_I64));
    return !constant || constant->integer > EXACT || constant->integer < -EXACT;
}
