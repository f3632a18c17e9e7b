// Types: canonical, so that equal types are equal pointers, and C's rules on which type an operator computes in.
#include "ir/ir.h"

#include <string.h>

static const struct {
    const char *name;
    int64_t size;
} scalars[] = {
    [TY_VOID] = {"void", 0},         [TY_BOOL] = {"_Bool", 1},       [TY_I8] = {"signed char", 1},
    [TY_U8] = {"unsigned char", 1},  [TY_I16] = {"short", 2},        [TY_U16] = {"unsigned short", 2},
    [TY_I32] = {"int", 4},           [TY_U32] = {"unsigned int", 4}, [TY_I64] = {"long", 8},
    [TY_U64] = {"unsigned long", 8}, [TY_F32] = {"float", 4},        [TY_F64] = {"double", 8},
};

// Every type made so far, in the order of making. There are a few dozen at most, so a search is a walk.
static struct {
    Arena *arena;
    VECTOR(Type *) all;
} interned;

static Type *new_type(TypeKind kind, const char *name, int64_t size, const Type *pointee)
{
    if (!interned.arena)
        interned.arena = arena_new();
    Type *type = ARENA_NEW(interned.arena, Type);
    *type = (Type){.kind = kind, .size = size, .align = size ? size : 1, .pointee = pointee};
    type->name = arena_strndup(interned.arena, name, strlen(name));
    VECTOR_PUSH(interned.arena, &interned.all, type);
    return type;
}

const Type *type_named(TypeKind kind, const char *spelling)
{
    if (kind > TY_F64)
        unreachable_bug("type_named of a kind that is not a scalar");
    FOR_EACH(i, &interned.all)
        if (interned.all.items[i]->kind == kind && !strcmp(interned.all.items[i]->name, spelling))
            return interned.all.items[i];
    return new_type(kind, spelling, scalars[kind].size, NULL);
}

const Type *type_scalar(TypeKind kind)
{
    if (kind > TY_F64)
        unreachable_bug("type_scalar of a kind that is not a scalar");
    return type_named(kind, scalars[kind].name);
}

const Type *type_pointer(const Type *pointee)
{
    FOR_EACH(i, &interned.all)
        if (interned.all.items[i]->kind == TY_POINTER && interned.all.items[i]->pointee == pointee)
            return interned.all.items[i];
    const char *space = pointee->kind == TY_POINTER ? "" : " ";
    return new_type(TY_POINTER, intern_printf("%s%s*", pointee->name, space), (int64_t)sizeof(void *), pointee);
}

void type_release(void)
{
    arena_release(interned.arena);
    memset(&interned, 0, sizeof interned);
}

bool type_is_integer(const Type *type)
{
    return type->kind >= TY_BOOL && type->kind <= TY_U64;
}

bool type_is_float(const Type *type)
{
    return type->kind == TY_F32 || type->kind == TY_F64;
}

bool type_is_half(const Type *type)
{
    return type->kind == TY_U16 && (!strcmp(type->name, "crs_half") || !strcmp(type->name, "crs_bfloat"));
}

bool type_is_signed(const Type *type)
{
    switch (type->kind) {
    case TY_I8:
    case TY_I16:
    case TY_I32:
    case TY_I64:
    case TY_F32:
    case TY_F64: return true;
    default: return false;
    }
}

bool type_is_arithmetic(const Type *type)
{
    return type_is_integer(type) || type_is_float(type);
}

const Type *type_promoted(const Type *type)
{
    return type_is_integer(type) && type->size < 4 ? type_scalar(TY_I32) : type;
}

static bool is_long_long(const Type *type)
{
    return strstr(type->name, "long long") != NULL;
}

const Type *type_common(const Type *left, const Type *right)
{
    if (left->kind == TY_F64 || right->kind == TY_F64)
        return type_scalar(TY_F64);
    if (left->kind == TY_F32 || right->kind == TY_F32)
        return type_scalar(TY_F32);
    left = type_promoted(left);
    right = type_promoted(right);
    if (left == right)
        return left;
    if (left->size != right->size)
        return left->size > right->size ? left : right;
    bool is_signed = type_is_signed(left) && type_is_signed(right);
    if (left->size == 4)
        return type_scalar(is_signed ? TY_I32 : TY_U32);
    if (is_long_long(left) || is_long_long(right))
        return is_signed ? type_named(TY_I64, "long long") : type_named(TY_U64, "unsigned long long");
    return type_scalar(is_signed ? TY_I64 : TY_U64);
}

bool type_widens(const Type *from, const Type *to)
{
    if (!type_is_integer(from) || !type_is_integer(to) || to->kind == TY_BOOL)
        return from == to;
    if (type_is_signed(from))
        return type_is_signed(to) && to->size >= from->size;
    return to->size > from->size || (to->size == from->size && !type_is_signed(to)) || from->kind == TY_BOOL;
}
