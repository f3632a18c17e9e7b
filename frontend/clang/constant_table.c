// Constant tables: `static const int dx[4] = {1, 0, -1, 0};`, whose elements are known (ir/table.h).
#include "frontend/clang/constant_table.h"
#include "frontend/clang/literal.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"

#include <math.h>
#include <stdlib.h>

enum { LARGEST_TABLE = 256, LARGEST_EXACT = 1 << 24 }; // elements; an integer that each type holds

typedef struct Table {
    Reader *reader;
    const Array *array;
    int64_t *values; // of integers, or
    double *reals;
} Table;

// In the precision of the elements. Numbers that are written as integers, too, if they are exact.
static bool read_real(const Table *table, CXCursor expr, double *value)
{
    CXEvalResult result = clang_Cursor_Evaluate(expr);
    CXEvalResultKind kind = result ? clang_EvalResult_getKind(result) : CXEval_UnExposed;
    bool fine = kind == CXEval_Float || kind == CXEval_Int;
    if (kind == CXEval_Float)
        *value = clang_EvalResult_getAsDouble(result);
    if (kind == CXEval_Int) {
        long long integer = clang_EvalResult_getAsLongLong(result);
        fine = !clang_EvalResult_isUnsignedInt(result) && llabs(integer) <= LARGEST_EXACT;
        *value = (double)integer;
    }
    if (result)
        clang_EvalResult_dispose(result);
    if (table->array->element->kind == TY_F32)
        *value = (float)*value;
    return fine && isfinite(*value);
}

static bool read_entry(const Table *table, CXCursor entry, int64_t place)
{
    if (table->reals)
        return read_real(table, entry, &table->reals[place]);
    Expr *value = read_integer_constant(table->reader, entry, type_scalar(TY_I64));
    if (value)
        table->values[place] = value->integer;
    return value;
}

// A list in braces for dimension `d`, whose first element is number `first` of the table; false: of another form.
static bool read_list(Table *table, CXCursor list, int d, int64_t first)
{
    const Array *array = table->array;
    Children entries = expression_children(table->reader, list);
    int64_t size = 1;
    for (int inner = d + 1; inner < array->ndim; inner++)
        size *= array->extent[inner]->integer;
    if (clang_getCursorKind(list) != CXCursor_InitListExpr || entries.count > array->extent[d]->integer)
        return false;
    for (int i = 0; i < entries.count; i++) {
        CXCursor entry = entries.items[i];
        if (d + 1 < array->ndim) {
            if (!read_list(table, entry, d + 1, first + i * size))
                return false;
            continue;
        }
        if (!read_entry(table, entry, first + i))
            return false;
    }
    return true;
}

static bool holds(const Type *element, int64_t value)
{
    int bits = (int)element->size * 8;
    if (element->kind == TY_BOOL)
        return value == 0 || value == 1;
    if (type_is_signed(element))
        return bits == 64 || (value >= -((int64_t)1 << (bits - 1)) && value < (int64_t)1 << (bits - 1));
    return value >= 0 && (bits == 64 || value < (int64_t)1 << bits);
}

void constant_table(Reader *reader, CXCursor decl, Array *array)
{
    int64_t count = 1;
    CXCursor list = clang_Cursor_getVarDeclInitializer(decl);
    const Type *element = array->element;
    bool is_real = element->kind == TY_F32 || element->kind == TY_F64;
    if (!array->is_const || !array->is_object || array->is_volatile || (!type_is_integer(element) && !is_real) ||
        type_is_half(element) || is_null_cursor(list))
        return;
    for (int d = 0; d < array->ndim; d++) {
        if (!array->extent[d] || array->extent[d]->kind != EX_INT || array->extent[d]->integer < 1)
            return;
        count *= array->extent[d]->integer;
        if (count > LARGEST_TABLE)
            return;
    }
    Table table = {.reader = reader, .array = array};
    table.values = is_real ? NULL : ARENA_ARRAY(reader->arena, int64_t, count);
    table.reals = is_real ? ARENA_ARRAY(reader->arena, double, count) : NULL;
    if (!read_list(&table, list, 0, 0))
        return;
    for (int64_t i = 0; i < count && table.values; i++)
        if (!holds(element, table.values[i]))
            return;
    array->constants = table.values;
    array->reals = table.reals;
}

// ---- tables without a name

enum { LARGEST_COPY = 1 << 16 }; // elements

static bool print_number(Text *out, CXCursor expr)
{
    CXEvalResult result = clang_Cursor_Evaluate(expr);
    CXEvalResultKind kind = result ? clang_EvalResult_getKind(result) : CXEval_UnExposed;
    bool good = kind == CXEval_Int || (kind == CXEval_Float && isfinite(clang_EvalResult_getAsDouble(result)));
    if (good && kind == CXEval_Float)
        text_printf(out, "%a", clang_EvalResult_getAsDouble(result));
    else if (good && clang_EvalResult_isUnsignedInt(result))
        text_printf(out, "%lluu", clang_EvalResult_getAsUnsigned(result));
    else if (good && clang_EvalResult_getAsLongLong(result) == INT64_MIN)
        text_add(out, "-0x7fffffffffffffff - 1");
    else if (good)
        text_printf(out, "%lld", clang_EvalResult_getAsLongLong(result));
    if (result)
        clang_EvalResult_dispose(result);
    return good;
}

// The bytes of "a\n", as libclang spells it. false: it is not of char.
static bool print_string(Text *out, const char *spelling, bool is_unsigned)
{
    static const char escapes[] = "a\ab\bf\fn\nr\rt\tv\v";
    bool fine = *spelling++ == '"';
    text_add(out, "{");
    for (; fine && *spelling && *spelling != '"'; spelling++) {
        char byte = *spelling;
        if (byte == '\\' && spelling[1] >= '0' && spelling[1] <= '7') { // three digits
            byte = (char)((spelling[1] - '0') * 64 + (spelling[2] - '0') * 8 + spelling[3] - '0');
            spelling += 3;
        } else if (byte == '\\') {
            byte = *++spelling;
            for (const char *pair = escapes; *pair; pair += 2)
                byte = *spelling == pair[0] ? pair[1] : byte;
        }
        text_printf(out, "%d, ", is_unsigned ? (unsigned char)byte : (signed char)byte);
    }
    text_add(out, "}");
    return fine && *spelling == '"';
}

static bool print_list(Reader *reader, Text *out, CXCursor list, CXType type)
{
    type = clang_getCanonicalType(type);
    if (type.kind != CXType_ConstantArray)
        return print_number(out, list);
    if (clang_getCursorKind(list) == CXCursor_StringLiteral)
        return print_string(out, take_string(reader, clang_getCursorSpelling(list)),
                            clang_getCanonicalType(clang_getArrayElementType(type)).kind == CXType_UChar);
    Children entries = expression_children(reader, list);
    if (clang_getCursorKind(list) != CXCursor_InitListExpr || entries.count > clang_getArraySize(type))
        return false;
    text_add(out, "{");
    for (int i = 0; i < entries.count; i++) {
        text_add(out, i ? ", " : "");
        if (!print_list(reader, out, entries.items[i], clang_getArrayElementType(type)))
            return false;
    }
    text_add(out, "}");
    return true;
}

const char *constant_table_text(Reader *reader, CXCursor decl)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(decl)), element = type;
    CXCursor list = clang_Cursor_getVarDeclInitializer(decl);
    Text dimensions = {.arena = reader->scratch}, text = {.arena = reader->scratch};
    long long count = 1;
    bool is_const = false;
    for (; element.kind == CXType_ConstantArray && count <= LARGEST_COPY;
         element = clang_getCanonicalType(clang_getArrayElementType(element))) {
        is_const |= clang_isConstQualifiedType(element); // it has its element's qualifiers
        text_printf(&dimensions, "[%lld]", clang_getArraySize(element));
        count *= clang_getArraySize(element);
    }
    const Type *number =
        count <= LARGEST_COPY && (is_const || clang_isConstQualifiedType(element)) ? read_type(reader, element) : NULL;
    if (type.kind != CXType_ConstantArray || is_null_cursor(list) || !number || !type_is_arithmetic(number) ||
        clang_isVolatileQualifiedType(element) || type_is_half(number))
        return NULL;
    const char *name = cursor_name(decl);
    text_printf(&text, "({ static const %s crs_%s%s = ", number->name, name, text_string(&dimensions));
    if (!print_list(reader, &text, list, type))
        return NULL;
    text_printf(&text, "; crs_%s; })", name);
    return intern(text_string(&text));
}
