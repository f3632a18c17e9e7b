// Type punning: what a union, a converted pointer or memcpy makes of a number's bits. A Reference has the type that the
// program sees (`view`) and which part of the stored number that is.
#include "frontend/clang/bits.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/numbers/parts.h"
#include "frontend/clang/scalar_replacement.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/control/stmt.h"
#include "frontend/numbers/half.h"

#include <string.h>

enum { BITS = 8 }; // of a byte

// ---- values

bool bits_are_seen(const Type *type)
{
    return type && type_is_arithmetic(type) && type->kind != TY_BOOL && !type_is_half(type);
}

const Type *bits_integer(int64_t size)
{
    switch (size) {
    case 1: return type_scalar(TY_U8);
    case 2: return type_scalar(TY_U16);
    case 4: return type_scalar(TY_U32);
    case 8: return type_scalar(TY_U64);
    default: return NULL;
    }
}

static Expr *call_bits(Arena *arena, const char *name, const Type *type, Expr *value)
{
    return expr_call(arena, type, name, NULL, &value, 1);
}

Expr *bits_as(Arena *arena, Expr *value, const Type *type)
{
    const Type *wide = type_named(TY_U64, "unsigned long long");
    if (value->type->kind == type->kind || (type_is_integer(value->type) && type_is_integer(type)))
        return expr_cast(arena, type, value);
    if (value->type->kind == TY_F32)
        value = call_bits(arena, "crs_float_as_uint", type_scalar(TY_U32), value);
    else if (value->type->kind == TY_F64)
        value = call_bits(arena, "crs_double_as_ulong", wide, value);
    if (type->kind == TY_F32)
        return call_bits(arena, "crs_uint_as_float", type, expr_cast(arena, type_scalar(TY_U32), value));
    if (type->kind == TY_F64)
        return call_bits(arena, "crs_ulong_as_double", type, expr_cast(arena, wide, value));
    return expr_cast(arena, type, value);
}

// In the type in which C computes with `bits`.
static Expr *shifted(Arena *arena, Operator op, Expr *bits, Expr *distance)
{
    const Type *type = type_promoted(bits->type);
    return expr_is_int(distance, 0) ? bits : expr_cast(arena, bits->type, expr_binary(arena, op, bits, distance, type));
}

static Expr *byte_distance(Arena *arena, Expr *index, int64_t size)
{
    const Type *type = type_scalar(TY_I32);
    return expr_binary(arena, OP_MUL, expr_cast(arena, type, index), expr_int(arena, BITS * size, type), type);
}

static Expr *part_of(Arena *arena, Expr *bits, Expr *index, const Type *type)
{
    Expr *low = shifted(arena, OP_SHR, bits, byte_distance(arena, index, type->size));
    return bits_as(arena, expr_cast(arena, bits_integer(type->size), low), type);
}

Expr *bits_part(Arena *arena, Expr *bits, int64_t byte, const Type *type)
{
    return part_of(arena, bits, expr_index(arena, byte / type->size), type);
}

Expr *bits_together(Arena *arena, Expr *const *parts, int count, const Type *type)
{
    const Type *whole = bits_integer(type->size), *computed = type_promoted(whole);
    Expr *all = NULL;
    for (int i = 0; i < count; i++) {
        int64_t size = parts[i]->type->size;
        Expr *part = expr_cast(arena, whole, bits_as(arena, parts[i], bits_integer(size)));
        if (i > 0)
            part = expr_binary(arena, OP_SHL, part, expr_int(arena, BITS * size * i, type_scalar(TY_I32)), computed);
        all = all ? expr_binary(arena, OP_OR, all, part, computed) : part;
    }
    return bits_as(arena, expr_cast(arena, whole, all), type);
}

// bits & ~(mask << distance) | value << distance
static Expr *with_part(Arena *arena, Expr *bits, Expr *index, Expr *value)
{
    const Type *part = bits_integer(value->type->size), *whole = bits->type, *type = type_promoted(whole);
    Expr *distance = byte_distance(arena, index, part->size);
    Expr *mask = expr_int(arena, (int64_t)(((uint64_t)1 << (BITS * part->size)) - 1), whole);
    Expr *hole = expr_unary(arena, OP_COMPLEMENT, expr_cast(arena, type, shifted(arena, OP_SHL, mask, distance)));
    Expr *put = shifted(arena, OP_SHL, expr_cast(arena, whole, bits_as(arena, value, part)), distance);
    Expr *rest = expr_binary(arena, OP_AND, bits, hole, type);
    return expr_cast(arena, whole, expr_binary(arena, OP_OR, rest, put, type));
}

// ---- references

bool bits_view(Reader *reader, Reference *reference, CXType pointee)
{
    const Type *stored = reference->view ? reference->view : read_type(reader, reference->type);
    const Type *seen = read_type(reader, pointee);
    if (reference->choice || !bits_are_seen(stored) || !bits_are_seen(seen) || clang_isVolatileQualifiedType(pointee))
        return false;
    if (reference->array)
        return parts_view(reader, reference, pointee, seen);
    if (stored->size != seen->size) {
        // A part of a variable; not of a part of it.
        if (!reference->variable || reference->view || stored->size < seen->size)
            return false;
        reference->view_index = expr_index(reader->arena, 0);
    }
    if (!reference->view)
        reference->stored = stored;
    reference->view = seen;
    reference->type = pointee;
    return true;
}

Expr *bits_load(Reader *reader, const Reference *reference, Expr *stored)
{
    Arena *arena = reader->arena;
    if (!reference->view)
        return stored;
    if (!reference->view_index)
        return bits_as(arena, stored, reference->view);
    Expr *bits = bits_as(arena, stored, bits_integer(stored->type->size));
    return part_of(arena, bits, reference->view_index, reference->view);
}

Expr *bits_store(Reader *reader, const Reference *reference, Expr *stored, Expr *value)
{
    Arena *arena = reader->arena;
    if (!reference->view)
        return expr_cast(arena, stored->type, value);
    value = expr_cast(arena, reference->view, value);
    if (!reference->view_index)
        return bits_as(arena, value, stored->type);
    Expr *bits = bits_as(arena, stored, bits_integer(stored->type->size));
    return bits_as(arena, with_part(arena, bits, reference->view_index, value), stored->type);
}

// ---- unions

static enum CXVisitorResult count_member(CXCursor cursor, CXClientData context)
{
    (void)cursor;
    ++*(int *)context;
    return CXVisit_Continue;
}

// With one member and no tag, which would say what it is, it is a struct.
bool is_union(CXType type)
{
    int members = 0;
    if (type.kind != CXType_Record || clang_getCursorKind(clang_getTypeDeclaration(type)) != CXCursor_UnionDecl)
        return false;
    clang_Type_visitFields(type, count_member, &members);
    CXString name = clang_getTypeSpelling(clang_getUnqualifiedType(type));
    bool has_tag = strncmp(clang_getCString(name), "union ", strlen("union ")) == 0;
    clang_disposeString(name);
    return members != 1 || has_tag;
}

// `named`: the members of unions without a name do not count.
static bool is_in_union(CXCursor field, bool named)
{
    CXCursor parent = clang_getCursorSemanticParent(field);
    CXType type = cursor_type(parent);
    while (is_unnamed_record(type)) {
        if (!named && is_union(type))
            return true;
        parent = clang_getCursorSemanticParent(parent);
        type = cursor_type(parent);
    }
    return is_union(type);
}

bool refuse_in_union(Reader *reader, CXCursor field, bool in_element, CXCursor at)
{
    bool found = is_in_union(field, in_element);
    if (found)
        refuse(reader, at, "'%s' is a member of a union", cursor_name(field));
    return found;
}

static bool refuse_union(Reader *reader, CXCursor at, const Variable *variable)
{
    refuse(reader, at, "'%s' is a union of other things than numbers of up to 8 bytes", variable_words(variable));
    return false;
}

static bool declare_bits(Reader *reader, Variable *variable, CXCursor at)
{
    const Type *type = bits_integer(clang_Type_getSizeOf(variable->type));
    if (!type || clang_isVolatileQualifiedType(variable->type))
        return refuse_union(reader, at, variable);
    variable->symbol = new_symbol(reader, variable->name, type, SYM_LOCAL, cursor_loc(reader, at));
    mark_assigned(reader, variable->symbol);
    add_statement(reader, stmt_declare(reader->arena, variable->symbol, NULL), at);
    return !reader->frame.refused;
}

bool union_member(Reader *reader, Variable *variable, CXCursor field, CXCursor at, Reference *member)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    CXType element = type.kind == CXType_ConstantArray ? clang_getCanonicalType(clang_getArrayElementType(type)) : type;
    const Type *seen = type_obstacle(reader, element) ? NULL : read_type(reader, element);
    bool good = variable->symbol && seen && (bits_are_seen(seen) || type_is_half(seen)) &&
                !clang_Cursor_isBitField(field) && !clang_isVolatileQualifiedType(element) && *cursor_name(field);
    if (!good)
        return refuse_union(reader, at, variable);
    *member = (Reference){.variable = variable, .type = type, .view = seen, .stored = variable->symbol->type};
    if (seen->size < member->stored->size)
        member->view_index = expr_index(reader->arena, 0);
    return true;
}

// The first member, or the one that is named.
static bool initialize_union(Reader *reader, Variable *variable, CXCursor value)
{
    CXCursor list = strip_parens(reader, value);
    Fields fields = fields_of(reader, variable->type);
    Children entries = expression_children(reader, list);
    if (clang_getCursorKind(list) != CXCursor_InitListExpr || entries.count != 1 || fields.items.count == 0)
        return refuse_union(reader, value, variable);
    CXCursor field = fields.items.items[0], given = entries.items[0];
    Children parts = children_of(reader, given);
    bool named = parts.count == 2 && clang_getCursorKind(parts.items[0]) == CXCursor_MemberRef;
    if (named) {
        field = clang_getCursorReferenced(parts.items[0]);
        given = parts.items[1];
    }
    Reference member;
    if (!union_member(reader, variable, field, value, &member))
        return false;
    Expr *place = expr_symbol(reader->arena, variable->symbol);
    if (member.type.kind == CXType_ConstantArray)
        return refuse_union(reader, value, variable);
    Expr *number = read_value(reader, given);
    if (!number) // what the other bytes are is not said
        return false;
    number = expr_cast(reader->arena, member.view, half_store(reader, number, member.view));
    number = bits_as(reader->arena, number, bits_integer(member.view->size));
    store_value(reader, place, number, value);
    return true;
}

bool declare_union(Reader *reader, CXCursor decl, CXCursor initializer)
{
    Variable *variable = declare_variable(reader, decl);
    return declare_bits(reader, variable, decl) &&
           (is_null_cursor(initializer) || initialize_union(reader, variable, initializer));
}

bool read_union_literal(Reader *reader, CXCursor literal, Variable **made)
{
    Children parts = expression_children(reader, literal);
    Variable *variable = ARENA_NEW(reader->arena, Variable);
    variable->facts = ARENA_NEW(reader->arena, DeclFacts);
    variable->cursor = literal;
    variable->type = clang_getCanonicalType(clang_getCursorType(literal));
    variable->home = HOME_NEST;
    variable->name = "bits";
    *made = variable;
    return parts.count && declare_bits(reader, variable, literal) &&
           initialize_union(reader, variable, parts.items[parts.count - 1]);
}
