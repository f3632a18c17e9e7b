// Constant tables: `static const int dx[4] = {1, 0, -1, 0};`, whose elements analysis may look up (Array.constants).
#include "frontend/clang/constant_table.h"
#include "frontend/clang/literal.h"
#include "frontend/clang/source.h"

enum { LARGEST_TABLE = 256 }; // elements

typedef struct Table {
    Reader *reader;
    const Array *array;
    int64_t *values;
} Table;

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
        Expr *value = read_integer_constant(table->reader, entry, type_scalar(TY_I64));
        if (!value)
            return false;
        table->values[first + i] = value->integer;
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

const int64_t *constant_table(Reader *reader, CXCursor decl, const Array *array)
{
    int64_t count = 1;
    CXCursor list = clang_Cursor_getVarDeclInitializer(decl);
    if (!array->is_const || !array->is_object || array->is_volatile || !type_is_integer(array->element) ||
        type_is_half(array->element) || is_null_cursor(list))
        return NULL;
    for (int d = 0; d < array->ndim; d++) {
        if (!array->extent[d] || array->extent[d]->kind != EX_INT || array->extent[d]->integer < 1)
            return NULL;
        count *= array->extent[d]->integer;
        if (count > LARGEST_TABLE)
            return NULL;
    }
    Table table = {reader, array, ARENA_ARRAY(reader->arena, int64_t, count)};
    if (!read_list(&table, list, 0, 0))
        return NULL;
    for (int64_t i = 0; i < count; i++)
        if (!holds(array->element, table.values[i]))
            return NULL;
    return table.values;
}
