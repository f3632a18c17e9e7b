// memset, memcpy and memmove as loops of assignments: of zeros, of one integer, of elements of one type. malloc, calloc
// and free of memory that an iteration has for itself.
#include "frontend/clang/bits.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/memory.h"
#include "frontend/clang/nest.h"
#include "frontend/numbers/parts.h"
#include "frontend/clang/scalar_replacement.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/control/stmt.h"
#include "frontend/numbers/complex.h"

#include <string.h>

typedef struct Bytes {
    Reference to, from; // from: of memcpy
    const Expr *value;  // of memset: its EX_INT
} Bytes;

static bool refuse_bytes(Reader *reader, CXCursor call, const char *what)
{
    refuse(reader, call, "it calls '%s' %s", cursor_name(call), what);
    return false;
}

// ---- how many

static Expr *unconverted(Expr *value)
{
    while (value->kind == EX_CAST && type_is_integer(value->operands[0]->type) &&
           value->operands[0]->type->size <= value->type->size)
        value = value->operands[0];
    return value;
}

// The quotient of a number of bytes that is written as a multiple of `size`, in I64; NULL: it is not. A number of bytes
// is not negative, so conversions to a type that is as wide change nothing.
static Expr *count_of(Reader *reader, Expr *bytes, int64_t size)
{
    Arena *arena = reader->arena;
    bytes = unconverted(bytes);
    if (size == 1)
        return expr_cast(arena, type_scalar(TY_I64), bytes);
    if (bytes->kind == EX_INT)
        return bytes->integer % size ? NULL : expr_index(arena, bytes->integer / size);
    if (bytes->kind != EX_BINARY || bytes->op != OP_MUL)
        return NULL;
    for (int side = 0; side < 2; side++) {
        Expr *count = count_of(reader, bytes->operands[side], size);
        if (count)
            return index_mul(arena, count,
                             expr_cast(arena, type_scalar(TY_I64), unconverted(bytes->operands[1 - side])));
    }
    return NULL;
}

static bool find_changing(void *context, const Expr *expr)
{
    bool value = expr->kind == EX_INT || expr->kind == EX_CAST || expr->kind == EX_BINARY;
    bool divides = expr->kind == EX_BINARY && expr->op != OP_ADD && expr->op != OP_SUB && expr->op != OP_MUL;
    bool parameter = expr->kind == EX_SYMBOL && expr->symbol->role == SYM_PARAM && !expr->symbol->is_volatile;
    *(bool *)context |= !parameter && (!value || divides);
    return true;
}

// If the host knows the number of bytes before the nest: the launcher tests that it is a multiple.
static Expr *tested_count(Reader *reader, Expr *bytes, int64_t size, CXCursor call)
{
    Arena *arena = reader->arena;
    bool changes = !reader->frame.nest;
    bytes = unconverted(bytes);
    expr_walk(bytes, find_changing, &changes);
    if (changes || !is_stable(reader, bytes))
        return NULL;
    bytes = expr_cast(arena, type_scalar(TY_I64), bytes);
    Expr *rest = expr_binary(arena, OP_REM, bytes, expr_index(arena, size), type_scalar(TY_I64));
    Assertion whole = {.condition = expr_binary(arena, OP_EQ, rest, expr_index(arena, 0), type_scalar(TY_I64)),
                       .loc = cursor_loc(reader, call),
                       .is_tested = true,
                       .may_fail = true};
    VECTOR_PUSH(arena, &reader->frame.nest->assertions, whole);
    return expr_binary(arena, OP_DIV, bytes, expr_index(arena, size), type_scalar(TY_I64));
}

// It is asked for in every iteration, and must be what it was.
static Expr *kept_count(Reader *reader, Expr *count, CXCursor call)
{
    if (is_stable(reader, count))
        return count;
    Symbol *symbol = new_symbol(reader, "count", type_scalar(TY_I64), SYM_LOCAL, cursor_loc(reader, call));
    add_statement(reader, stmt_declare(reader->arena, symbol, count), call);
    return expr_symbol(reader->arena, symbol);
}

// ---- one element

// All bytes of the integer are that of `value`.
static int64_t repeated(int64_t value, int64_t size)
{
    uint64_t result = 0;
    for (int64_t i = 0; i < size; i++)
        result = result << 8 | (uint64_t)(value & 0xff);
    int unused = 64 - 8 * (int)size;
    return (int64_t)(result << unused) >> unused;
}

static bool store_in_parts(Reader *reader, const Bytes *bytes, CXCursor call)
{
    const Type *seen = read_type(reader, bytes->to.type);
    Expr *value;
    if (bytes->value) {
        const Type *type = bits_integer(seen->size);
        Expr *all =
            expr_int(reader->arena, repeated(bytes->value->integer, (int64_t)sizeof(int64_t)), type_scalar(TY_I64));
        value = bits_as(reader->arena, expr_cast(reader->arena, type, all), seen);
    } else {
        value = load_reference(reader, &bytes->from, call);
        value = value ? bits_as(reader->arena, value, seen) : NULL;
    }
    return value && store_parts(reader, &bytes->to, value, call);
}

static bool store_one(Reader *reader, const Bytes *bytes, CXCursor call)
{
    if (is_in_parts(&bytes->to))
        return store_in_parts(reader, bytes, call);
    Expr *place = place_of_reference(reader, &bytes->to, call);
    if (!place)
        return false;
    if (bytes->value && bytes->to.view_index)
        return refuse_bytes(reader, call, "for a part of a number");
    Expr *value;
    if (!bytes->value) {
        value = load_reference(reader, &bytes->from, call);
        if (value && bytes->to.view)
            value = bits_store(reader, &bytes->to, place, bits_as(reader->arena, value, bytes->to.view));
        else if (value)
            value = bits_as(reader->arena, value, place->type);
    } else if (type_is_float(place->type)) {
        if ((bytes->value->integer & 0xff) != 0)
            return refuse_bytes(reader, call, "with bytes that are not a floating-point zero");
        value = expr_float(reader->arena, 0, place->type);
    } else {
        bool plain = type_is_signed(place->type) || bytes->value->integer == 0 || place->type->size == 8;
        int64_t number = repeated(bytes->value->integer, place->type->size);
        if (!plain)
            number &= (int64_t)(((uint64_t)1 << (8 * place->type->size)) - 1);
        value = expr_int(reader->arena, number, place->type);
    }
    if (value)
        store_value(reader, place, value, call);
    return value != NULL;
}

// ---- one number and the elements that have its bytes

typedef struct Parts {
    const Reference *whole, *first; // `first` of `count` elements
    int64_t count;
} Parts;

static bool element_at(Reader *reader, const Parts *parts, int64_t index, CXCursor call, Reference *element)
{
    *element = *parts->first;
    return reference_add(reader, element, expr_index(reader->arena, index), call);
}

// memcpy(bytes, &x, sizeof x)
static bool take_apart(Reader *reader, const Parts *parts, CXCursor call)
{
    Arena *arena = reader->arena;
    Expr *value = load_reference(reader, parts->whole, call);
    if (!value)
        return false;
    const Type *type = bits_integer(value->type->size);
    Symbol *symbol = new_symbol(reader, "bytes", type, SYM_LOCAL, cursor_loc(reader, call));
    add_statement(reader, stmt_declare(arena, symbol, bits_as(arena, value, type)), call);
    for (int64_t i = 0; i < parts->count; i++) {
        Reference element;
        if (!element_at(reader, parts, i, call, &element))
            return false;
        const Type *part = read_type(reader, element.type);
        Expr *bits = bits_part(arena, expr_symbol(arena, symbol), i * part->size, part), *place;
        if (is_in_parts(&element) && !store_parts(reader, &element, bits, call))
            return false;
        if (is_in_parts(&element))
            continue;
        place = place_of_reference(reader, &element, call);
        if (!place)
            return false;
        store_value(reader, place, bits, call);
    }
    return true;
}

// memcpy(&x, bytes, sizeof x)
static bool put_together(Reader *reader, const Parts *parts, CXCursor call)
{
    Expr *values[sizeof(uint64_t)];
    for (int i = 0; i < parts->count; i++) {
        Reference element;
        values[i] = element_at(reader, parts, i, call, &element) ? load_reference(reader, &element, call) : NULL;
        if (!values[i])
            return false;
    }
    const Type *type = read_type(reader, parts->whole->type);
    Expr *value = bits_together(reader->arena, values, (int)parts->count, type);
    if (is_in_parts(parts->whole))
        return store_parts(reader, parts->whole, value, call);
    Expr *place = place_of_reference(reader, parts->whole, call);
    if (place)
        store_value(reader, place, value, call);
    return place != NULL;
}

// Whether one end is a number, the other one elements of a smaller size, and that many bytes are copied.
static bool copies_parts(Reader *reader, const Bytes *bytes, const Expr *size, Parts *parts)
{
    const Type *to = read_type(reader, bytes->to.type), *from = read_type(reader, bytes->from.type);
    if (bytes->value || !bits_are_seen(to) || !bits_are_seen(from) || to->size == from->size || bytes->to.view ||
        bytes->from.view)
        return false;
    bool apart = to->size < from->size;
    const Type *whole = apart ? from : to, *part = apart ? to : from;
    *parts = (Parts){apart ? &bytes->from : &bytes->to, apart ? &bytes->to : &bytes->from, whole->size / part->size};
    return expr_is_int(unconverted((Expr *)size), whole->size) && !parts->first->variable;
}

// ---- loops

static bool store_all(Reader *reader, const Bytes *bytes, Expr *count, CXCursor call);

static bool store_element(Reader *reader, const Bytes *bytes, CXCursor call)
{
    if (bytes->to.type.kind != CXType_ConstantArray)
        return store_one(reader, bytes, call);
    Bytes inner = *bytes;
    if (!element_of(reader, &bytes->to, 0, &inner.to) ||
        (!bytes->value && !element_of(reader, &bytes->from, 0, &inner.from)))
        return false;
    return store_all(reader, &inner, expr_index(reader->arena, clang_getArraySize(bytes->to.type)), call);
}

static bool store_all(Reader *reader, const Bytes *bytes, Expr *count, CXCursor call)
{
    Arena *arena = reader->arena;
    Symbol *iterator = new_symbol(reader, "at", type_scalar(TY_I64), SYM_ITERATOR, cursor_loc(reader, call));
    Expr *index = expr_symbol(arena, iterator);
    Bytes element = *bytes;
    if (!reference_add(reader, &element.to, index, call) ||
        (!bytes->value && !reference_add(reader, &element.from, index, call)))
        return false;
    StmtList items = {0}, *outer = reader->frame.before;
    reader->frame.before = &items;
    bool good = store_element(reader, &element, call);
    reader->frame.before = outer;
    if (!good)
        return false;
    Loop loop = {.id = nest_loop_id(reader->frame.nest), .name = iterator->name, .iterator = iterator, .step_sign = 1};
    loop.origin = loop.id;
    loop.lower = expr_index(arena, 0);
    loop.upper = count;
    loop.step = expr_index(arena, 1);
    add_statement(reader, stmt_loop(arena, &loop, stmt_block(arena, items.items, items.count)), call);
    return true;
}

// ---- calls

static const Type *number_type(Reader *reader, CXType type)
{
    while (type.kind == CXType_ConstantArray)
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    const Type *element = type_obstacle(reader, type) ? NULL : read_type(reader, type);
    return element && type_is_arithmetic(element) && !type_is_half(element) ? element : NULL;
}

// Elements of one type, or numbers of one size, whose bits are copied.
static bool can_copy(Reader *reader, const Bytes *bytes)
{
    const Type *to = number_type(reader, bytes->to.type), *from = number_type(reader, bytes->from.type);
    bool arrays = bytes->to.type.kind == CXType_ConstantArray || bytes->from.type.kind == CXType_ConstantArray;
    if (!to || !from || arrays)
        return to && clang_equalTypes(canonical(bytes->to.type), canonical(bytes->from.type));
    return to->kind == from->kind || (bits_are_seen(to) && bits_are_seen(from) && to->size == from->size);
}

static bool read_end(Reader *reader, CXCursor argument, Reference *end)
{
    return read_pointer(reader, strip_conversions(reader, argument), end) && freeze_reference(reader, end, "memory");
}

bool is_memory_call(CXCursor call)
{
    const char *name = cursor_name(call);
    name += strncmp(name, "__builtin_", strlen("__builtin_")) ? 0 : strlen("__builtin_");
    bool known = !strcmp(name, "memset") || !strcmp(name, "memcpy") || !strcmp(name, "memmove");
    CXCursor callee = clang_getCursorReferenced(call);
    return known && is_null_cursor(clang_getCursorDefinition(callee)) && clang_Cursor_getNumArguments(call) == 3;
}

bool read_memory_call(Reader *reader, CXCursor call)
{
    Bytes bytes = {0};
    bool sets = strstr(cursor_name(call), "memset") != NULL;
    CXCursor second = clang_Cursor_getArgument(call, 1);
    if (reader->frame.conditional)
        return refuse_bytes(reader, call, "inside of an expression that is not always evaluated");
    if (!read_end(reader, clang_Cursor_getArgument(call, 0), &bytes.to))
        return false;
    if (sets) {
        Expr *value = read_value(reader, second);
        bytes.value = value ? expr_strip_casts(value) : NULL;
        if (!value || bytes.value->kind != EX_INT)
            return refuse_bytes(reader, call, "with a value that is not a constant");
    } else if (!read_end(reader, second, &bytes.from)) {
        return false;
    }
    // Of different arrays the launcher tests that they do not overlap.
    bool apart = bytes.to.array && bytes.from.array && bytes.to.array != bytes.from.array;
    if (strstr(cursor_name(call), "memmove") && !apart)
        return refuse_bytes(reader, call, "within one array, where the order of the elements matters");
    Expr *size = read_value(reader, clang_Cursor_getArgument(call, 2));
    Parts parts;
    if (size && copies_parts(reader, &bytes, size, &parts))
        return (parts.whole == &bytes.to ? put_together : take_apart)(reader, &parts, call);
    if (sets ? !number_type(reader, bytes.to.type) : !can_copy(reader, &bytes))
        return refuse_bytes(reader, call,
                            sets ? "for something that is not a number"
                                 : "between elements that are not numbers of one type");
    int64_t element = clang_Type_getSizeOf(bytes.to.type);
    Expr *count = size ? count_of(reader, size, element) : NULL;
    if (size && !count)
        count = tested_count(reader, size, element, call);
    if (!count)
        return refuse_bytes(reader, call, "with a number of bytes that is not written as one of elements");
    bool single = bytes.to.variable || bytes.from.variable || expr_is_int(count, 1);
    if (single && !expr_is_int(count, 1))
        return refuse_bytes(reader, call, "for more than one variable");
    if (!single && reader->frame.function)
        return refuse_helper(reader);
    return single ? store_element(reader, &bytes, call)
                  : store_all(reader, &bytes, kept_count(reader, count, call), call);
}

// ---- memory of an iteration

static bool is_library_call(CXCursor call, const char *name)
{
    CXCursor callee = clang_getCursorReferenced(call);
    return !strcmp(cursor_name(call), name) && clang_getCursorKind(callee) == CXCursor_FunctionDecl &&
           is_null_cursor(clang_getCursorDefinition(callee)) &&
           clang_Location_isInSystemHeader(clang_getCursorLocation(callee));
}

bool is_allocation(CXCursor call)
{
    return clang_getCursorKind(call) == CXCursor_CallExpr &&
           (is_library_call(call, "malloc") || is_library_call(call, "calloc"));
}

// How many elements there are room for.
static Expr *room(Reader *reader, CXCursor call, int64_t size)
{
    Arena *arena = reader->arena;
    Expr *factors[2] = {NULL, expr_int(arena, 1, type_scalar(TY_U64))};
    int count = clang_Cursor_getNumArguments(call);
    for (int i = 0; i < count && i < 2; i++) {
        factors[i] = read_value(reader, clang_Cursor_getArgument(call, (unsigned)i));
        if (!factors[i])
            return NULL;
    }
    for (int side = 0; side < 2; side++) {
        Expr *counted = count_of(reader, factors[side], size);
        if (counted && count == 1)
            return side ? NULL : counted;
        if (counted)
            return index_mul(arena, counted, expr_cast(arena, type_scalar(TY_I64), unconverted(factors[1 - side])));
    }
    refuse(reader, call, "it calls '%s' with a number of bytes that is not written as one of elements",
           cursor_name(call));
    return NULL;
}

// double (*)[3][3]: the dimensions that follow the first one. NULL: what it points to is not an element.
static const Type *allocated_element(Reader *reader, CXType type, Expr **extent, int *ndim)
{
    *ndim = 1;
    while (type.kind == CXType_ConstantArray && *ndim < MAX_DIMS) {
        extent[(*ndim)++] = expr_index(reader->arena, clang_getArraySize(type));
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    }
    return type.kind == CXType_Void || type_obstacle(reader, type) || is_complex(type) ? NULL : read_type(reader, type);
}

bool read_allocation(Reader *reader, CXCursor call, CXType pointer, Reference *reference)
{
    CXType pointee = clang_getCanonicalType(clang_getPointeeType(pointer));
    Expr *extent[MAX_DIMS] = {NULL};
    int ndim;
    const Type *element = allocated_element(reader, pointee, extent, &ndim);
    if (!reader->frame.nest)
        return refuse_helper(reader);
    if (!element || element->kind == TY_POINTER || reader->frame.conditional) {
        refuse(reader, call, "it uses a pointer that '%s' returns", cursor_name(call));
        return false;
    }
    extent[0] = room(reader, call, clang_Type_getSizeOf(pointee));
    Array *array = extent[0] ? fresh_array(reader, "memory", element, extent, ndim, call) : NULL;
    if (!array)
        return false;
    *reference = (Reference){.array = array, .nsubscripts = 1, .type = pointee};
    reference->subscripts[0] = expr_index(reader->arena, 0);
    if (is_library_call(call, "malloc"))
        return true;
    Bytes zeros = {.to = *reference, .value = expr_int(reader->arena, 0, type_scalar(TY_I32))};
    if (number_type(reader, pointee))
        return store_all(reader, &zeros, array->extent[0], call);
    return refuse_bytes(reader, call, "for something that is not a number");
}

bool read_free(Reader *reader, CXCursor call, bool *is_free)
{
    Reference pointer;
    *is_free = is_library_call(call, "free") && clang_Cursor_getNumArguments(call) == 1;
    if (!*is_free)
        return true;
    CXCursor name = strip_conversions(reader, clang_Cursor_getArgument(call, 0));
    if (clang_getCursorKind(name) == CXCursor_DeclRefExpr && read_pointer(reader, name, &pointer) && pointer.array &&
        pointer.array->fresh_in)
        return true;
    refuse(reader, call, "it calls '%s' with memory from outside of it", cursor_name(call));
    return false;
}
