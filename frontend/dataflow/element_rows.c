// struct particle { int count; int *list; }: rows of a table, whose pointers lie in structs.
//
//   p[i].list[k]        struct particle *p: the first pointer is p[0].list, and the next one a struct further
//   p[i]->list[k]       struct particle **p: the pointers of p lead to structs, which hold the pointers to the rows
//   ((T *)p[i]->own)->x[k]   own is a pointer to void: one step more
//
// Where none of these fits, a pointer in an element that the host knows before the nest, levels[level].list[k], is an
// array of its own.
#include "frontend/dataflow/element_rows.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/dataflow/host_pointer.h"
#include "frontend/dataflow/scan.h"
#include "frontend/normalize/host_elements.h"

#include <string.h>

enum { MOST_STEPS = 5 }; // of a path of a table: the prelude follows as many pointers less one

// A table, or the structs, that hold the pointers.
typedef struct Holder {
    const char *host, *name; // the C text of the first pointer, or of the table
    int64_t path[MOST_STEPS + 1];
    int steps;
} Holder;

// A name, or members of it.
static bool is_plain_text(const char *host)
{
    for (; *host; host++)
        if (!is_identifier_byte(*host) && *host != '.' && strncmp(host, "->", 2) != 0 && *host != '>')
            return false;
    return true;
}

static bool is_data(CXType type)
{
    return type.kind != CXType_Pointer && type.kind != CXType_Void && type.kind != CXType_ConstantArray &&
           type.kind != CXType_FunctionProto && clang_Type_getSizeOf(type) > 0;
}

// Of a pointer: numbers, structs, or pointers to them.
static bool leads_to_data(CXType type)
{
    CXType element = clang_getCanonicalType(clang_getPointeeType(type));
    return is_data(element) ||
           (element.kind == CXType_Pointer && is_data(clang_getCanonicalType(clang_getPointeeType(element))));
}

static bool refuse_field(Reader *reader, CXCursor field, CXCursor at)
{
    refuse(reader, at, "the member '%s' is %s", cursor_name(field), field_obstacle(reader, field));
    return false;
}

// Bytes from the struct to its member, with the name of the member; -1: it depends on a subscript.
static int64_t place_of(const Reference *base, CXCursor field, const char **name)
{
    int64_t place = clang_Cursor_getOffsetOfField(field) / 8;
    *name = cursor_name(field);
    for (int i = base->npath - 1; i >= 0; i--) {
        if (base->fields[i]->ndim)
            return -1;
        place += base->fields[i]->offset;
        *name = intern_printf("%s.%s", base->fields[i]->name, *name);
    }
    return place;
}

static const Variable *variable_of(const Reader *reader, const Array *array)
{
    FOR_EACH(i, &reader->frame.hosted)
        if (reader->frame.hosted.items[i]->array == array)
            return reader->frame.hosted.items[i];
    return NULL;
}

// "p /*[]->list*/": the pointer is p, and the names in it tell one such table from another.
static const char *longer_host(const char *host, const char *member)
{
    size_t length = strlen(host);
    bool has_steps = length > 2 && strcmp(host + length - 2, "*/") == 0;
    return has_steps ? intern_printf("%.*s->%s*/", (int)length - 2, host, member)
                     : intern_printf("%s /*[]->%s*/", host, member);
}

static bool find_holder(const Reader *reader, const Reference *base, CXCursor field, Holder *holder)
{
    const Array *array = base->array;
    const char *member;
    int64_t place = place_of(base, field, &member);
    if (base->variable || base->choice || base->view || !array || place < 0 || array->space != SPACE_GLOBAL ||
        !array->host || array->rotates)
        return false;
    holder->name = array->name;
    if (array->held == HOST_POINTER && array->ndim == 1 && base->nsubscripts == 1 && is_plain_text(array->host)) {
        holder->host = intern_printf("&%s[0].%s", array->host, member);
        holder->path[holder->steps++] = array->element->size;
        return array->element->size > 0;
    }
    const Variable *table = variable_of(reader, array);
    const Expr *column =
        array->held == HOST_ROWS && array->ndim == 2 && base->nsubscripts == 2 ? base->subscripts[1] : NULL;
    bool followed = table && table->row_path;
    if (!column || column->kind != EX_INT || (!followed && !is_plain_text(array->host)))
        return false;
    if (!followed)
        holder->path[holder->steps++] = (int64_t)sizeof(char *);
    for (const int64_t *step = followed ? table->row_path : NULL; step && *step >= 0; step++)
        holder->path[holder->steps++] = *step;
    if (holder->steps == MOST_STEPS)
        return false;
    holder->path[holder->steps++] = column->integer * array->element->size + place;
    holder->host = longer_host(array->host, member);
    return column->integer >= 0;
}

static bool add_subscript(Reader *reader, Text *out, const Expr *subscript)
{
    const char *text = expr_has_access(subscript) ? NULL : host_expression_text(reader->scratch, subscript);
    text_printf(out, "[%s]", text ? text : "");
    return text;
}

// The C text of a pointer in an element that the host knows before the nest, p[n].list; NULL: it does not.
static const char *known_pointer(Reader *reader, const Reference *base, CXCursor field)
{
    const Array *array = base->array;
    if (base->variable || base->choice || base->view || !array || array->space != SPACE_GLOBAL || array->rotates ||
        array->held != HOST_POINTER || array->ndim != 1 || base->nsubscripts != 1 || array->declared)
        return NULL;
    Text text = {.arena = reader->scratch};
    text_printf(&text, *array->host == '(' ? "(%s)" : "%s", array->host); // a cast: it binds less
    bool known = add_subscript(reader, &text, base->subscripts[0]);
    for (int i = 0; i < base->npath; i++) {
        text_printf(&text, ".%s", base->fields[i]->name);
        for (int d = 0; d < base->nfield_subscripts[i]; d++)
            known = add_subscript(reader, &text, base->field_subscripts[i][d]) && known;
    }
    text_printf(&text, ".%s", cursor_name(field));
    return known ? intern(text_string(&text)) : NULL;
}

static bool read_known_pointer(Reader *reader, const Reference *base, CXCursor field, CXType type, Reference *pointer)
{
    const char *host = known_pointer(reader, base, field);
    if (!host)
        return false;
    Variable *variable = host_variable(reader, field, type, host);
    variable->is_followed = true;
    *pointer = (Reference){.variable = variable, .type = type};
    return true;
}

bool read_element_row(Reader *reader, const Reference *base, CXCursor field, CXCursor at, Reference *row)
{
    Holder holder = {0};
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    if (type.kind == CXType_Pointer && clang_equalCursors(at, reader->frame.converted)) {
        type = clang_getCanonicalType(reader->frame.converted_to);
        give_member_type(reader, field, type);
    }
    if (!reader->frame.nest || !*cursor_name(field) || type.kind != CXType_Pointer || !leads_to_data(type) ||
        clang_isVolatileQualifiedType(type) || nest_writes(reader, field))
        return refuse_field(reader, field, at);
    if (!find_holder(reader, base, field, &holder))
        return read_known_pointer(reader, base, field, type, row) || refuse_field(reader, field, at);
    Variable *variable = host_variable(reader, field, type, holder.host);
    if (!variable->row_path) {
        int64_t *path = ARENA_ARRAY(reader->arena, int64_t, holder.steps + 1);
        memcpy(path, holder.path, sizeof *path * (size_t)holder.steps);
        path[holder.steps] = -1;
        variable->row_path = path;
        variable->name = intern_printf("%s_%s", holder.name, cursor_name(field));
    }
    if (!clang_equalTypes(clang_getCanonicalType(variable->type), type)) {
        refuse(reader, at, "it converts the pointer '%s' to two types", cursor_name(field));
        return false;
    }
    Array *rows = variable_array(reader, variable, field);
    if (!rows)
        return false;
    *row = (Reference){.array = rows, .nsubscripts = 1, .subscripts = {base->subscripts[0]}, .type = type};
    return true;
}
