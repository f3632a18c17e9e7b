// struct particle { int count; int *list; } *p: p[i].list[k] is element k of row i of a table, whose first pointer is
// p[0].list, and the next one a struct further.
#include "frontend/dataflow/element_rows.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/dataflow/host_pointer.h"
#include "frontend/dataflow/scan.h"

#include <string.h>

// A name, or members of it.
static bool is_plain_text(const char *host)
{
    for (; *host; host++)
        if (!is_identifier_byte(*host) && *host != '.' && strncmp(host, "->", 2) != 0 && *host != '>')
            return false;
    return true;
}

static bool is_row(Reader *reader, CXCursor field)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    CXType element = clang_getCanonicalType(clang_getPointeeType(type));
    return type.kind == CXType_Pointer && element.kind != CXType_Pointer && element.kind != CXType_Void &&
           element.kind != CXType_ConstantArray && element.kind != CXType_FunctionProto &&
           clang_Type_getSizeOf(element) > 0 && !nest_writes(reader, field) && !clang_isVolatileQualifiedType(type);
}

static bool refuse_field(Reader *reader, CXCursor field, CXCursor at)
{
    refuse(reader, at, "the member '%s' is %s", cursor_name(field), field_obstacle(reader, field));
    return false;
}

bool read_element_row(Reader *reader, const Reference *base, CXCursor field, CXCursor at, Reference *row)
{
    const Array *array = base->array;
    long long size = clang_Type_getSizeOf(base->type);
    bool plain = array && !base->variable && !base->choice && !base->view && !base->npath && array->ndim == 1 &&
                 base->nsubscripts == 1 && array->space == SPACE_GLOBAL && array->held == HOST_POINTER && array->host &&
                 is_plain_text(array->host) && !array->rotates;
    if (!reader->frame.nest || !plain || size <= 0 || !*cursor_name(field) || !is_row(reader, field))
        return refuse_field(reader, field, at);
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    const char *host = intern_printf("&%s[0].%s", array->host, cursor_name(field));
    Variable *variable = host_variable(reader, field, type, host);
    variable->name = intern_printf("%s_%s", array->name, cursor_name(field));
    variable->row_spacing = size;
    Array *rows = variable_array(reader, variable, field);
    if (!rows)
        return false;
    *row = (Reference){.array = rows, .nsubscripts = 1, .subscripts = {base->subscripts[0]}, .type = type};
    return true;
}
