// Struct types: definitions for a file that does not have the user's own, and for those that are local to a function.
#include "codegen/cuda/cuda.h"
#include "codegen/host/rewrite.h"

#include <string.h>

typedef VECTOR(const Type *) TypeList;

static void add_struct(Arena *arena, TypeList *list, const Type *type)
{
    if (type->kind != TY_STRUCT)
        return;
    FOR_EACH(i, list)
        if (list->items[i] == type)
            return;
    for (int i = 0; i < type->nfields; i++)
        add_struct(arena, list, type->fields[i].type);
    VECTOR_PUSH(arena, list, type);
}

static int64_t field_size(const Field *field)
{
    int64_t size = field->type->size;
    for (int d = 0; d < field->ndim; d++)
        size *= field->extent[d];
    return size;
}

static void emit_padding(Text *out, int *number, int64_t bytes)
{
    if (bytes > 0)
        emit_line(out, 1, "unsigned char crs_padding_%d[%lld];", (*number)++, (long long)bytes);
}

// Members that the IR does not hold (pointers) become padding, so that every field has its offset.
static void emit_struct(Text *out, const Type *type, Language language)
{
    const char *name = emit_type(type, language), *check = language == LANGUAGE_C ? "_Static_assert" : "static_assert";
    const char *tag = !strncmp(name, "struct ", 7) ? name + 7 : name;
    int64_t offset = 0;
    int padding = 0;
    if (language == LANGUAGE_C)
        text_printf(out, "struct __attribute__((aligned(%lld))) %s {\n", (long long)type->align, tag);
    else
        text_printf(out, "struct alignas(%lld) %s {\n", (long long)type->align, tag);
    for (int i = 0; i < type->nfields; i++) {
        const Field *field = &type->fields[i];
        int64_t align = field->type->align > 0 ? field->type->align : 1, natural = (offset + align - 1) / align * align;
        emit_padding(out, &padding, natural == field->offset ? 0 : field->offset - offset);
        emit_indent(out, 1);
        text_printf(out, "%s %s", emit_type(field->type, language), emit_member_name(field->name));
        for (int d = 0; d < field->ndim; d++)
            text_printf(out, "[%lld]", (long long)field->extent[d]);
        text_add(out, ";\n");
        offset = field->offset + field_size(field);
    }
    int64_t end = (offset + type->align - 1) / type->align * type->align;
    emit_padding(out, &padding, end == type->size ? 0 : type->size - offset);
    text_add(out, "};\n");
    text_printf(out, "%s(sizeof(%s) == %lld, \"the layout of %s\");\n", check, name, (long long)type->size, tag);
    for (int i = 0; i < type->nfields; i++)
        text_printf(out, "%s(__builtin_offsetof(%s, %s) == %lld, \"the layout of %s\");\n", check, name,
                    emit_member_name(type->fields[i].name), (long long)type->fields[i].offset, tag);
    text_add(out, "\n");
}

void emit_structs(Text *out, const Rewriting *rewriting)
{
    TypeList types = {0};
    FOR_EACH(i, &rewriting->unit->nests) {
        if (!rewriting->programs[i])
            continue;
        const Nest *nest = rewriting->programs[i]->nest;
        FOR_EACH(k, &nest->arrays)
            add_struct(rewriting->arena, &types, nest->arrays.items[k]->element);
    }
    FOR_EACH(i, &types) {
        const char *name = types.items[i]->name, *tag = strncmp(name, "struct ", 7) ? name : name + 7;
        if (is_cuda_name(tag))
            text_printf(out, "#define %s crs_user_%s\n", tag, tag);
        emit_struct(out, types.items[i], LANGUAGE_CUDA);
    }
}

// ---- structs that are local to a function, or have no name

bool is_local_struct(const Type *type)
{
    return type->kind == TY_STRUCT && type->is_local;
}

// Whether the struct is not known where the kernels are.
static bool is_inside_function(const Unit *unit, const Type *type)
{
    if (host_is_of_other_file(type->loc.file))
        return true;
    FOR_EACH(i, &unit->host->functions) {
        const HostFunction *function = &unit->host->functions.items[i];
        if (type->loc.file == unit->source && type->loc.begin >= function->body_begin &&
            type->loc.begin < function->range.end)
            return true;
    }
    return false;
}

void name_local_structs(Unit *unit, Program *const *programs)
{
    TypeList types = {0};
    FOR_EACH(i, &unit->nests)
        if (programs[i])
            FOR_EACH(k, &programs[i]->nest->arrays)
                add_struct(unit->arena, &types, programs[i]->nest->arrays.items[k]->element);
    FOR_EACH(i, &types) {
        Type *type = (Type *)types.items[i]; // its name is for the text alone
        const char *tag = strncmp(type->name, "struct ", 7) ? type->name : type->name + 7;
        bool unnamed = strchr(tag, '(') != NULL; // "s::(unnamed at a.c:3:5)"
        if (type->is_local || (!unnamed && !is_inside_function(unit, type)))
            continue;
        type->name = intern_printf("struct crs_local_%s_%d", unnamed ? "unnamed" : tag, i + 1);
        type->is_local = true;
    }
}

void emit_local_structs(Text *out, const Rewriting *rewriting, const Nest *nest)
{
    TypeList types = {0};
    FOR_EACH(i, &nest->arrays)
        add_struct(rewriting->arena, &types, nest->arrays.items[i]->element);
    FOR_EACH(i, &types) {
        if (!is_local_struct(types.items[i]) || !is_first(rewriting, types.items[i]->name))
            continue;
        if (rewriting->form == FORM_ALONE)
            emit_struct(out, types.items[i], LANGUAGE_CUDA);
        else
            text_printf(out, "%s;\n", types.items[i]->name);
    }
}

void define_local_structs(Text *out, const Nest *nest)
{
    TypeList types = {0};
    FOR_EACH(i, &nest->arrays)
        add_struct(out->arena, &types, nest->arrays.items[i]->element);
    FOR_EACH(i, &types) {
        if (!is_local_struct(types.items[i]))
            continue;
        const char *tag = types.items[i]->name + strlen("struct ");
        text_printf(out, "#ifndef CRS_HAS_%s\n#define CRS_HAS_%s\n", tag, tag);
        emit_struct(out, types.items[i], LANGUAGE_C);
        text_add(out, "#endif\n");
    }
}
