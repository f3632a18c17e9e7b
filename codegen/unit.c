// Whole files: out.cu alone, or out.cu and the C file of --host.
#include "codegen/macros.h"
#include "codegen/paths.h"
#include "codegen/rewrite.h"

#include <string.h>

// ---- fixed parts

static void emit_beginning(Text *out, const Unit *unit, const char *kernels)
{
    text_printf(out, "// Made by curestruct from %s.\n#include <cuda_runtime.h>\n\n", path_name(unit->source->path));
    emit_prelude(out, kernels);
}

static bool has_program(const Unit *unit, Program *const *programs)
{
    FOR_EACH(i, &unit->nests)
        if (programs[i])
            return true;
    return false;
}

// ---- device functions

static bool is_exact(const Rewriting *rewriting)
{
    FOR_EACH(i, &rewriting->unit->nests)
        if (rewriting->programs[i] && nest_is_exact(rewriting->programs[i]->nest))
            return true;
    return false;
}

// One copy for all nests of the file that call it.
static void emit_helpers(Text *out, const Rewriting *rewriting, const Program *program)
{
    FOR_EACH(i, &program->nest->functions) {
        const Function *function = program->nest->functions.items[i];
        const char *name = emit_helper_name(function);
        bool known = false;
        FOR_EACH(k, rewriting->helpers)
            known |= rewriting->helpers->items[k] == name;
        if (known)
            continue;
        VECTOR_PUSH(rewriting->arena, rewriting->helpers, name);
        emit_helper(out, function, is_exact(rewriting));
    }
}

static void emit_nest(Text *out, const Rewriting *rewriting, const Program *program)
{
    emit_helpers(out, rewriting, program);
    emit_kernels(out, program);
    emit_launcher(out, program);
}

void emit_function_head(Text *out, const Rewriting *rewriting, const Program *const *programs, int count)
{
    for (int i = 0; i < count; i++) {
        if (rewriting->form == FORM_ALONE)
            emit_nest(out, rewriting, programs[i]);
        else
            emit_launcher_prototype(out, programs[i], rewriting->form == FORM_HOST ? LANGUAGE_C : LANGUAGE_CUDA);
    }
    if (rewriting->form != FORM_ALONE)
        text_add(out, "\n");
}

// ---- struct types, for a file that does not have the user's own

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

// What the IR does not hold of it (pointers, say) becomes padding, so that every field has its offset.
static void emit_struct(Text *out, const Type *type)
{
    const char *name = emit_type(type, LANGUAGE_CUDA);
    const char *tag = !strncmp(name, "struct ", 7) ? name + 7 : name;
    int64_t offset = 0;
    int padding = 0;
    text_printf(out, "struct alignas(%lld) %s {\n", (long long)type->align, tag);
    for (int i = 0; i < type->nfields; i++) {
        const Field *field = &type->fields[i];
        int64_t align = field->type->align > 0 ? field->type->align : 1, natural = (offset + align - 1) / align * align;
        emit_padding(out, &padding, natural == field->offset ? 0 : field->offset - offset);
        emit_indent(out, 1);
        text_printf(out, "%s %s", emit_type(field->type, LANGUAGE_CUDA), emit_name(field->name));
        for (int d = 0; d < field->ndim; d++)
            text_printf(out, "[%lld]", (long long)field->extent[d]);
        text_add(out, ";\n");
        offset = field->offset + field_size(field);
    }
    int64_t end = (offset + type->align - 1) / type->align * type->align;
    emit_padding(out, &padding, end == type->size ? 0 : type->size - offset);
    text_add(out, "};\n");
    text_printf(out, "static_assert(sizeof(%s) == %lld, \"the layout of %s\");\n", name, (long long)type->size, tag);
    for (int i = 0; i < type->nfields; i++)
        text_printf(out, "static_assert(__builtin_offsetof(%s, %s) == %lld, \"the layout of %s\");\n", name,
                    emit_name(type->fields[i].name), (long long)type->fields[i].offset, tag);
    text_add(out, "\n");
}

static void emit_structs(Text *out, const Rewriting *rewriting)
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
        emit_struct(out, types.items[i]);
    }
}

// ---- is the host part C++?

typedef struct CheckMap {
    const HostText *host;
    size_t before; // bytes in front of the host text
} CheckMap;

static size_t source_offset(void *context, size_t offset)
{
    const CheckMap *map = context;
    size_t nearest = 0;
    FOR_EACH(i, &map->host->segments) {
        const Segment *segment = &map->host->segments.items[i];
        size_t out = segment->out + map->before;
        if (offset < out)
            break;
        nearest = segment->source + (offset - out < segment->length ? offset - out : segment->length);
    }
    return nearest;
}

static bool mentions_word(const SourceFile *file, const char *word)
{
    return strstr(file->text, word) != NULL;
}

// C's own word for bool, where the text has it: g++ does not know it.
static const char *bool_definition(const Unit *unit)
{
    return mentions_word(unit->source, "_Bool") ? "#ifndef _Bool\n#define _Bool bool\n#endif\n" : "";
}

static bool host_is_cplusplus(const Rewriting *alone, const Options *options)
{
    Rewriting rewriting = *alone;
    rewriting.form = FORM_CHECK;
    rewriting.line_directives = false;
    HostText host = rewrite_host(&rewriting);
    const char *definition = bool_definition(alone->unit);
    const char *text = arena_printf(alone->arena, "%s%s", definition, text_string(&host.text));
    CheckMap map = {&host, strlen(definition)};
    return reader_is_cplusplus(alone->unit, text, options->clang_arguments.items, options->clang_arguments.count, source_offset, &map);
}

// ---- the two forms

static bool emit_alone(const Rewriting *rewriting, const Options *options, Emission *out)
{
    const Unit *unit = rewriting->unit;
    if (!host_is_cplusplus(rewriting, options))
        return false;
    HostText host = rewrite_host(rewriting);
    Text text = {.arena = rewriting->arena};
    if (has_program(unit, rewriting->programs))
        emit_beginning(&text, unit, text_string(&host.text));
    text_add(&text, bool_definition(unit));
    if (rewriting->line_directives)
        text_add(&text, line_directive(unit->source, 0));
    text_add(&text, text_string(&host.text));
    out->cuda = text_string(&text);
    return diag_error_count(unit->diag) == 0;
}

static void emit_both(const Rewriting *rewriting, Emission *out)
{
    const Unit *unit = rewriting->unit;
    Text kernels = {.arena = rewriting->arena}, text = {.arena = rewriting->arena};
    FOR_EACH(i, &unit->nests)
        if (rewriting->programs[i])
            emit_nest(&kernels, rewriting, rewriting->programs[i]);
    emit_beginning(&text, unit, text_string(&kernels));
    emit_structs(&text, rewriting);
    text_add(&text, text_string(&kernels));
    out->cuda = text_string(&text);
    HostText host = rewrite_host(rewriting);
    Text lines = {.arena = rewriting->arena};
    if (rewriting->line_directives)
        text_add(&lines, line_directive(unit->source, 0));
    text_add(&lines, text_string(&host.text));
    out->host = text_string(&lines);
}

bool emit_unit(Arena *arena, Unit *unit, Program *const *programs, const Options *options, const char *cuda_path, Emission *out)
{
    NameList helpers = {0}, macros = macro_names(arena, unit, options);
    protect_from_macros(arena, unit, programs, &macros);
    Rewriting rewriting = {
        .arena = arena,
        .unit = unit,
        .programs = programs,
        .form = options->host_output ? FORM_HOST : FORM_ALONE,
        .output = options->host_output ? options->host_output : cuda_path,
        .line_directives = options->line_directives,
        .macros = &macros,
        .helpers = &helpers,
    };
    if (!options->host_output)
        return emit_alone(&rewriting, options, out);
    emit_both(&rewriting, out);
    return true;
}
