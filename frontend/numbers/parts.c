// Arrays that are accessed by types of several sizes: words of an image whose bytes are its points, a buffer of bytes
// that holds numbers. The elements of the array are of the smallest type, and a larger number consists of several of
// them. So every access has its place in one numbering, and analysis needs no rule for any of this.
#include "frontend/clang/bits.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/numbers/parts.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/control/stmt.h"

// ---- which elements an array has

const Type *narrowed_type(const Reader *reader, const DeclFacts *facts)
{
    FOR_EACH(i, &reader->narrowed)
        if (reader->narrowed.items[i].facts == facts)
            return reader->narrowed.items[i].type;
    return NULL;
}

static DeclFacts *origin_of(const Reader *reader, const Array *array)
{
    FOR_EACH(i, &reader->frame.origins)
        if (reader->frame.origins.items[i].array == array)
            return reader->frame.origins.items[i].facts;
    return NULL;
}

// The nest is read once more, with elements of this type.
static void narrow(Reader *reader, const Array *array, const Type *type)
{
    DeclFacts *facts = origin_of(reader, array);
    if (!facts || reader->frame.refused)
        return;
    Narrowed narrowed = {facts, type};
    bool is_known = false;
    FOR_EACH(i, &reader->narrowed) {
        if (reader->narrowed.items[i].facts == facts) {
            reader->narrowed.items[i] = narrowed;
            is_known = true;
        }
    }
    if (!is_known)
        VECTOR_PUSH(reader->arena, &reader->narrowed, narrowed);
    reader->reads_again = reader->frame.refused = true;
}

// ---- references

static int64_t declared_size(const Array *array)
{
    return array->declared ? array->declared->size : array->element->size;
}

static bool has_parts(const Reference *reference)
{
    const Array *array = reference->array;
    return array && !reference->variable && !reference->choice && !reference->npath && !reference->closed &&
           reference->nsubscripts == array->ndim && bits_are_seen(array->element) && !array->is_volatile;
}

// How far it is from the first byte of the element is counted in bytes; views are counted from there on.
static void begin_bytes(Reader *reader, Reference *reference)
{
    Arena *arena = reader->arena;
    Expr *zero = expr_index(arena, 0);
    if (!reference->view)
        reference->view = reference->array->declared ? reference->array->declared : reference->array->element;
    if (!reference->view_bytes)
        reference->view_bytes = reference->view_index = zero;
    if (!expr_is_int(reference->view_index, 0))
        reference->view_bytes = index_add(
            arena, reference->view_bytes,
            index_mul(arena, index_cast(arena, reference->view_index), expr_index(arena, reference->view->size)));
    reference->view_index = zero;
}

bool parts_view(Reader *reader, Reference *reference, CXType pointee, const Type *seen)
{
    const Array *array = reference->array;
    if (!has_parts(reference))
        return false;
    if (array->element->size > seen->size) {
        narrow(reader, array, seen);
        return false;
    }
    const Type *before = reference->view ? reference->view : array->declared ? array->declared : array->element;
    if (seen->size != before->size)
        begin_bytes(reader, reference);
    reference->view = reference->stored = seen;
    reference->type = pointee;
    return true;
}

bool is_in_parts(const Reference *reference)
{
    return has_parts(reference) && (reference->array->declared || reference->view_bytes);
}

static const Type *seen_type(const Reference *reference)
{
    return reference->view ? reference->view : reference->array->declared;
}

// ---- numbers of elements

// The quotient of a number of bytes; NULL: there is a remainder, as far as its text tells.
static Expr *divide(Arena *arena, Expr *bytes, int64_t size)
{
    if (size == 1)
        return bytes;
    if (bytes->kind == EX_INT)
        return bytes->integer % size ? NULL : expr_index(arena, bytes->integer / size);
    if (bytes->kind != EX_BINARY || bytes->type->kind != TY_I64)
        return NULL;
    Expr *left = bytes->operands[0], *right = bytes->operands[1];
    if (bytes->op == OP_MUL) {
        Expr *first = divide(arena, left, size), *second = first ? NULL : divide(arena, right, size);
        return first ? index_mul(arena, first, right) : second ? index_mul(arena, left, second) : NULL;
    }
    if (bytes->op != OP_ADD && bytes->op != OP_SUB)
        return NULL;
    left = divide(arena, left, size);
    right = left ? divide(arena, right, size) : NULL;
    return right ? (bytes->op == OP_ADD ? index_add : index_sub)(arena, left, right) : NULL;
}

static bool refuse_part(Reader *reader, const Array *array, CXCursor at)
{
    refuse(reader, at, "it accesses a part of an element of '%s'", array->name);
    return false;
}

// In elements of the array; NULL: refused, perhaps to be read again.
static Expr *first_of(Reader *reader, const Reference *reference, CXCursor at)
{
    Arena *arena = reader->arena;
    const Array *array = reference->array;
    int64_t size = array->element->size;
    Expr *index = index_cast(arena, reference->subscripts[array->ndim - 1]);
    Expr *parts = reference->view_bytes ? divide(arena, reference->view_bytes, size) : expr_index(arena, 0);
    if (parts && reference->view_index && !expr_is_int(reference->view_index, 0)) {
        Expr *views =
            index_mul(arena, index_cast(arena, reference->view_index), expr_index(arena, reference->view->size / size));
        parts = expr_is_int(parts, 0) ? views : index_add(arena, parts, views);
    }
    if (!parts) {
        narrow(reader, array, bits_integer(1));
        refuse_part(reader, array, at);
        return NULL;
    }
    if (declared_size(array) != size)
        index = index_mul(arena, index, expr_index(arena, declared_size(array) / size));
    return expr_is_int(parts, 0) ? index : index_add(arena, index, parts);
}

static Expr *part_at(Reader *reader, const Reference *reference, Expr *first, int64_t i, CXCursor at)
{
    Expr *subscripts[MAX_DIMS];
    int last = reference->array->ndim - 1;
    for (int d = 0; d < last; d++)
        subscripts[d] = reference->subscripts[d];
    subscripts[last] = i ? index_add(reader->arena, first, expr_index(reader->arena, i)) : first;
    Expr *access = expr_access(reader->arena, reference->array, subscripts);
    access->loc = cursor_loc(reader, at);
    return access;
}

// ---- loads and stores

Expr *load_parts(Reader *reader, const Reference *reference, CXCursor at)
{
    Arena *arena = reader->arena;
    const Type *seen = seen_type(reference), *element = reference->array->element;
    Expr *first = first_of(reader, reference, at);
    if (!first)
        return NULL;
    if (seen->size == element->size)
        return bits_as(arena, part_at(reader, reference, first, 0, at), seen);
    Expr *parts[sizeof(uint64_t)];
    int count = (int)(seen->size / element->size);
    for (int i = 0; i < count; i++)
        parts[i] = part_at(reader, reference, first, i, at);
    return bits_together(arena, parts, count, seen);
}

Expr *whole_part(Reader *reader, const Reference *reference, CXCursor at)
{
    const Type *seen = seen_type(reference);
    if (seen->kind != reference->array->element->kind)
        return NULL;
    Expr *first = first_of(reader, reference, at);
    return first ? part_at(reader, reference, first, 0, at) : NULL;
}

bool store_parts(Reader *reader, const Reference *reference, Expr *value, CXCursor at)
{
    Arena *arena = reader->arena;
    const Type *seen = seen_type(reference), *element = reference->array->element, *whole = bits_integer(seen->size);
    Reference fixed = *reference;
    if (seen->size != element->size && !freeze_reference(reader, &fixed, reference->array->name))
        return refuse_part(reader, reference->array, at);
    Expr *first = first_of(reader, &fixed, at);
    if (!first)
        return false;
    Expr *bits = bits_as(arena, expr_cast(arena, seen, value), whole);
    if (seen->size == element->size) {
        add_statement(
            reader,
            stmt_assign(arena, part_at(reader, &fixed, first, 0, at), OP_NONE, bits_as(arena, bits, element), NULL),
            at);
        return true;
    }
    Symbol *symbol = new_symbol(reader, "bits", whole, SYM_LOCAL, cursor_loc(reader, at));
    add_statement(reader, stmt_declare(arena, symbol, bits), at);
    for (int64_t i = 0; i < seen->size / element->size; i++) {
        Expr *part = bits_part(arena, expr_symbol(arena, symbol), i * element->size, element);
        add_statement(reader, stmt_assign(arena, part_at(reader, &fixed, first, i, at), OP_NONE, part, NULL), at);
    }
    return true;
}

// ---- addresses that the program computes as integers

// bytes ^ bits, bytes & ~bits, bytes | bits of an address that is a multiple of more than `bits` without the bytes.
static Expr *with_bits(Arena *arena, Operator op, Expr *bytes, int64_t bits)
{
    int64_t unit = bits & -bits;
    Expr *quotient = divide(arena, bytes, unit), *mask = expr_index(arena, quotient ? bits / unit : bits);
    Expr *whole = quotient ? quotient : bytes;
    const Type *type = type_scalar(TY_I64);
    Expr *result = op == OP_XOR ? expr_binary(arena, OP_XOR, whole, mask, type)
                                : index_sub(arena, whole, expr_binary(arena, OP_AND, whole, mask, type));
    result = op == OP_OR ? index_add(arena, result, mask) : result;
    return quotient && unit > 1 ? index_mul(arena, result, expr_index(arena, unit)) : result;
}

static bool change_bits(Reader *reader, Operator op, const Expr *number, Reference *reference)
{
    number = expr_strip_casts(number);
    if (number->kind != EX_INT)
        return false;
    int64_t bits = op == OP_AND ? ~number->integer : number->integer;
    if (bits < 0 || bits >= declared_size(reference->array)) // what the rest of an address is, is not known
        return false;
    if (bits)
        reference->view_bytes = with_bits(reader->arena, op, reference->view_bytes, bits);
    return true;
}

static bool change_address(Reader *reader, Operator op, CXCursor operand, Reference *reference)
{
    Expr *value = read_value(reader, operand);
    if (!value || !type_is_integer(value->type))
        return false;
    if (op == OP_XOR || op == OP_AND || op == OP_OR)
        return change_bits(reader, op, value, reference);
    if (op != OP_ADD && op != OP_SUB)
        return false;
    Expr *bytes = expr_cast(reader->arena, type_scalar(TY_I64), value);
    reference->view_bytes = (op == OP_ADD ? index_add : index_sub)(reader->arena, reference->view_bytes, bytes);
    return true;
}

bool parts_of_number(Reader *reader, CXCursor number, Reference *reference)
{
    number = strip_parens(reader, number);
    CXType type = clang_getCanonicalType(clang_getCursorType(number));
    Children parts = expression_children(reader, number);
    bool is_address_type = clang_Type_getSizeOf(type) == (long long)sizeof(uint64_t);
    if (!is_address_type || parts.count < 1)
        return false;
    if (clang_getCursorKind(number) == CXCursor_BinaryOperator && parts.count == 2)
        return parts_of_number(reader, parts.items[0], reference) &&
               change_address(reader, operator_of(clang_getCursorBinaryOperatorKind(number)), parts.items[1],
                              reference);
    bool converts =
        clang_getCursorKind(number) == CXCursor_UnexposedExpr || clang_getCursorKind(number) == CXCursor_CStyleCastExpr;
    CXCursor inner = parts.items[parts.count - 1];
    if (!converts)
        return false;
    if (!is_address(inner))
        return parts_of_number(reader, inner, reference);
    if (!read_pointer(reader, inner, reference) || !has_parts(reference))
        return false;
    begin_bytes(reader, reference);
    return true;
}
