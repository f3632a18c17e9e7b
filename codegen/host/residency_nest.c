// What the call of a launcher reads and writes of the host's memory: its arguments are texts of the user's variables,
// members and elements, and so are the places of its results. Variables alone are in no array.
#include "codegen/host/residency_nest.h"

#include "codegen/cuda/launch.h"

#include <string.h>

unsigned value_of_type(const Type *type)
{
    unsigned values = 0;
    if (type_is_half(type))
        return strcmp(type->name, "crs_half") == 0 ? VALUE_F16 : VALUE_ANY;
    switch (type->kind) {
    case TY_BOOL: return VALUE_BOOL;
    case TY_I16:
    case TY_U16: return VALUE_I16;
    case TY_I32:
    case TY_U32: return VALUE_I32;
    case TY_I64:
    case TY_U64: return VALUE_I64;
    case TY_F32: return VALUE_F32;
    case TY_F64: return VALUE_F64;
    case TY_POINTER: return VALUE_POINTER;
    case TY_STRUCT:
        for (int i = 0; i < type->nfields; i++)
            values |= value_of_type(type->fields[i].type);
        return type->npointers ? values | VALUE_POINTER : values;
    default: return VALUE_ANY;
    }
}

unsigned nest_values(const Program *program)
{
    unsigned values = 0;
    FOR_EACH(i, &program->facts->arrays)
        values |= value_of_type(program->facts->arrays.items[i].array->element);
    return values;
}

static bool is_name(const char *text)
{
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == '\0';
}

// A path of names, members and elements whose subscripts are names or numbers.
static bool is_path(const char *text)
{
    int depth = 0;
    for (const char *at = text; *at; at++) {
        bool letter = is_identifier_byte(*at);
        depth += (*at == '[') - (*at == ']');
        bool joins = depth == 0 && (*at == '.' || *at == ']' || (*at == '-' && at[1] == '>') ||
                                    (*at == '>' && at > text && at[-1] == '-'));
        if (depth > 1 || (!letter && !joins && !(*at == '[' && depth == 1)))
            return false;
    }
    return *text && is_identifier_byte(*text);
}

// An expression that loads nothing from memory but variables.
static bool is_of_variables(const char *text)
{
    for (const char *at = text; *at; at++)
        if (*at == '(' && at > text && is_identifier_byte(at[-1]))
            return false;
    return is_name(text) || !(strpbrk(text, "[].*&") || strstr(text, "->"));
}

static HostAccess access_to(Arena *arena, const char *text)
{
    return (HostAccess){.address = arena_printf(arena, "&%s", text), .bytes = arena_printf(arena, "sizeof %s", text)};
}

// Pointers in memory that lead to the array.
static void add_array(NestAccesses *accesses, const Array *array, unsigned values)
{
    const char *text = array->host ? array->host : "";
    text += *text == '&';
    bool loads = strstr(text, "->") || strchr(text, '[') || array->held == HOST_ROWS;
    if (array->is_of_library || (is_name(text) && array->held != HOST_ROWS))
        return;
    if (!is_of_variables(text))
        accesses->reads_all |= is_path(text) ? loads && (values & VALUE_POINTER) : true;
}

static void add_scalar(Arena *arena, NestAccesses *accesses, const Symbol *symbol, unsigned values, bool reads,
                       bool writes)
{
    if (!symbol->host || is_of_variables(symbol->host))
        return;
    bool path = is_path(symbol->host), may_be = (value_of_type(symbol->type) & values) != 0;
    if (!path || (symbol->host_guard && may_be)) {
        accesses->reads_all |= reads;
        accesses->is_unknown |= writes;
        return;
    }
    if (!may_be)
        return;
    HostAccess access = access_to(arena, symbol->host);
    if (reads)
        VECTOR_PUSH(arena, &accesses->reads, access);
    if (writes)
        VECTOR_PUSH(arena, &accesses->writes, access);
}

// Pointers of a table, for example.
static bool moves_in_memory(const Symbol *symbol)
{
    return symbol->pointer_after && !is_of_variables(symbol->pointer_after);
}

NestAccesses nest_accesses(Arena *arena, const Program *program, unsigned values)
{
    NestAccesses accesses = {0};
    LaunchParams params = launch_params(arena, program);
    FOR_EACH(i, &params) {
        const LaunchParam *param = &params.items[i];
        switch (param->kind) {
        case PARAM_ARRAY: add_array(&accesses, param->array->array, values); break;
        case PARAM_SCALAR: add_scalar(arena, &accesses, param->symbol, values, true, false); break;
        case PARAM_RESULT:
            add_scalar(arena, &accesses, param->symbol, values, param->reads_old, true);
            accesses.is_unknown |= moves_in_memory(param->symbol) && (values & VALUE_POINTER);
            break;
        case PARAM_POINTER:
            accesses.is_unknown |= !is_of_variables(param->array->array->pointer_after) && (values & VALUE_POINTER);
            break;
        case PARAM_ADDRESS: break;
        }
    }
    return accesses;
}
