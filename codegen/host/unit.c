// Whole files: out.cu alone, or out.cu and the C file of --host.
#include "codegen/cuda/cuda.h"
#include "codegen/cuda/launch.h"
#include "codegen/cuda/wrap.h"
#include "codegen/host/host_data.h"
#include "codegen/host/macros.h"
#include "codegen/host/rewrite.h"
#include "codegen/host/whole.h"
#include "codegen/output/paths.h"
#include "frontend/reader.h"

#include <string.h>

// ---- fixed parts

static const char runtime[] = "#include <cuda_runtime.h>\n\n";

static void emit_beginning(Text *out, const Rewriting *rewriting, const char *kernels)
{
    text_printf(out, "// Made by curestruct from %s.\n",
                path_in_comment(out->arena, path_name(rewriting->unit->shown_path)));
    if (rewriting->prelude) {
        text_printf(out, "#include \"%s\"\n\n", rewriting->prelude);
        return;
    }
    text_add(out, runtime);
    emit_prelude(out, kernels);
}

static const char *whole_prelude(Arena *arena)
{
    Text text = {.arena = arena};
    text_printf(&text, "// Made by curestruct: what its outputs share.\n#pragma once\n%s", runtime);
    emit_prelude(&text, NULL);
    return text_string(&text);
}

// The file of --prelude as the output names it; NULL: there is none.
static const char *prelude_from(Arena *arena, const Options *options, const char *output)
{
    if (!options->prelude)
        return NULL;
    return output ? path_relative(arena, path_folder(arena, output), options->prelude)
                  : path_absolute(arena, options->prelude);
}

// Whether the output has anything of ours.
static bool needs_prelude(const Unit *unit, Program *const *programs)
{
    if (uses_data(unit))
        return true;
    FOR_EACH(i, &unit->nests)
        if (programs[i])
            return true;
    return false;
}

bool is_first(const Rewriting *rewriting, const char *name)
{
    FOR_EACH(i, rewriting->emitted)
        if (rewriting->emitted->items[i] == name)
            return false;
    VECTOR_PUSH(rewriting->arena, rewriting->emitted, name);
    return true;
}

// ---- device functions

// The input if kernels have #line directives.
static const Unit *lines_of(const Rewriting *rewriting)
{
    return rewriting->line_directives ? rewriting->unit : NULL;
}

static bool is_exact(const Rewriting *rewriting)
{
    FOR_EACH(i, &rewriting->unit->nests)
        if (rewriting->programs[i] && nest_is_exact(rewriting->programs[i]->nest))
            return true;
    return false;
}

// One copy for all nests of the file that call it.
static bool text_mentions(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name))
        if (at[length] == '(')
            return true;
    return false;
}

// The functions that `code` calls, and those that they call. A call in a bound may be in no kernel any more.
static void emit_helpers(Text *out, const Rewriting *rewriting, const Program *program, const char *code)
{
    int count = program->nest->functions.count;
    const char **texts = arena_alloc(out->arena, (size_t)(count + 1) * sizeof *texts);
    for (int i = count - 1; i >= 0; i--) {
        const Function *function = program->nest->functions.items[i];
        const char *name = emit_helper_name(function);
        bool called = text_mentions(code, name);
        for (int k = i + 1; k < count; k++)
            called = called || (texts[k] && text_mentions(texts[k], name));
        Text text = {.arena = out->arena};
        if (called)
            emit_helper(&text, function, is_exact(rewriting), lines_of(rewriting));
        texts[i] = called ? text_string(&text) : NULL;
    }
    for (int i = 0; i < count; i++)
        if (texts[i] && is_first(rewriting, emit_helper_name(program->nest->functions.items[i])))
            text_add(out, texts[i]);
}

static void emit_nest(Text *out, const Rewriting *rewriting, const Program *program)
{
    Arena *scratch = arena_new();
    Text code = {.arena = scratch}, kernels = code;
    emit_kernels(&kernels, program, lines_of(rewriting));
    emit_inspector_kernels(&kernels, program);
    emit_launcher(&kernels, program, rewriting->form == FORM_HOST);
    emit_helpers(&code, rewriting, program, text_string(&kernels));
    text_add(&code, text_string(&kernels));
    emit_wrapped(out, text_string(&code));
    arena_release(scratch);
}

void emit_function_head(Text *out, const Rewriting *rewriting, const Program *const *programs, int count)
{
    Text head = {.arena = out->arena};
    for (int i = 0; i < count && rewriting->form != FORM_CHECK; i++)
        emit_guards(out, rewriting, programs[i]->nest, rewriting->form == FORM_HOST ? LANGUAGE_C : LANGUAGE_CUDA);
    for (int i = 0; i < count; i++) {
        emit_local_structs(&head, rewriting, programs[i]->nest);
        if (rewriting->form == FORM_ALONE)
            emit_nest(&head, rewriting, programs[i]);
        else
            emit_launcher_prototype(&head, programs[i], rewriting->form == FORM_HOST ? LANGUAGE_C : LANGUAGE_CUDA);
    }
    emit_without_macros(out, rewriting->macros, text_string(&head));
    if (rewriting->form != FORM_ALONE)
        text_add(out, "\n");
}

// ---- is the host part C++?

typedef struct CheckMap {
    const HostText *host;
    size_t before; // bytes before the host text
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

// C's own words for words that C++ spells differently, if the text has them: g++ does not know them.
static const char *word_definitions(const Unit *unit)
{
    static const char *const words[][2] = {
        {"_Bool", "bool"},
        {"_Static_assert", "static_assert"},
        {"_Alignas", "alignas"},
        {"_Alignof", "alignof"},
        {"_Noreturn", "__attribute__((__noreturn__))"},
        {"_Thread_local", "thread_local"},
    };
    Text text = {.arena = unit->arena};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(unit->source->text, words[i][0]))
            text_printf(&text, "#ifndef %s\n#define %s %s\n#endif\n", words[i][0], words[i][0], words[i][1]);
    return text_string(&text);
}

static bool host_is_cplusplus(const Rewriting *alone, const Options *options)
{
    Rewriting rewriting = *alone;
    NameList emitted = {0};
    rewriting.form = FORM_CHECK;
    rewriting.emitted = &emitted;
    rewriting.line_directives = false;
    HostText host = rewrite_host(&rewriting);
    const char *definition = word_definitions(alone->unit);
    Text prototypes = {.arena = alone->arena};
    emit_data_prototypes(&prototypes, alone->unit, LANGUAGE_CUDA);
    emit_whole(&prototypes, alone->unit, LANGUAGE_CUDA);
    definition = arena_printf(alone->arena, "%s%s", definition, text_string(&prototypes));
    const char *text = arena_printf(alone->arena, "%s%s", definition, text_string(&host.text));
    CheckMap map = {&host, strlen(definition)};
    return reader_is_cplusplus(alone->unit, text, options->clang_arguments.items, options->clang_arguments.count,
                               source_offset, &map);
}

// ---- the two forms

static void note_host_option(const Unit *unit)
{
    const char *input = unit->source->path[0] == '<' ? "stdin" : path_name(unit->source->path);
    diag_note(unit->diag, (Loc){.file = unit->source},
              "add --host=%s: the host code then stays C, in that file, for your C compiler; 'curestruct cc' does "
              "all of this by itself",
              path_with_suffix(unit->arena, input, ".host.c"));
}

static bool print_alone(const Rewriting *rewriting, const Options *options, Emission *out)
{
    const Unit *unit = rewriting->unit;
    if (!host_is_cplusplus(rewriting, options))
        return false;
    HostText host = rewrite_host(rewriting);
    Text text = {.arena = rewriting->arena};
    Text names = {.arena = rewriting->arena};
    emit_data_names(&names, unit);
    if (needs_prelude(unit, rewriting->programs))
        emit_beginning(&text, rewriting,
                       arena_printf(rewriting->arena, "%s%s", text_string(&names), text_string(&host.text)));
    text_add(&text, word_definitions(unit));
    emit_whole(&text, unit, LANGUAGE_CUDA);
    if (rewriting->line_directives)
        text_add(&text, line_directive(unit, 0));
    text_add(&text, text_string(&host.text));
    out->cuda = text_string(&text);
    return diag_error_count(unit->diag) == 0;
}

// All errors here are about C that the output cannot hold.
static bool emit_alone(const Rewriting *rewriting, const Options *options, Emission *out)
{
    int before = diag_error_count(rewriting->unit->diag);
    bool fine = print_alone(rewriting, options, out);
    if (diag_error_count(rewriting->unit->diag) > before)
        note_host_option(rewriting->unit);
    return fine;
}

static void emit_both(const Rewriting *rewriting, Emission *out)
{
    const Unit *unit = rewriting->unit;
    NameList emitted = {0};
    Rewriting device = *rewriting;
    device.emitted = &emitted;
    Text kernels = {.arena = rewriting->arena}, text = {.arena = rewriting->arena},
         guards = {.arena = rewriting->arena};
    FOR_EACH(i, &unit->nests)
        if (rewriting->programs[i]) {
            emit_guards(&guards, &device, rewriting->programs[i]->nest, LANGUAGE_CUDA);
            emit_nest(&kernels, &device, rewriting->programs[i]);
        }
    Text names = {.arena = rewriting->arena};
    emit_data_names(&names, unit);
    emit_beginning(
        &text, rewriting,
        arena_printf(rewriting->arena, "%s%s%s", text_string(&guards), text_string(&kernels), text_string(&names)));
    text_add(&text, text_string(&guards));
    Text all = {.arena = rewriting->arena};
    emit_structs(&all, rewriting);
    text_add(&all, text_string(&kernels));
    emit_without_macros(&text, rewriting->macros, text_string(&all)); // -D reaches this file, too
    out->cuda = text_string(&text);
    HostText host = rewrite_host(rewriting);
    Text lines = {.arena = rewriting->arena};
    emit_data_prototypes(&lines, unit, LANGUAGE_C);
    emit_whole(&lines, unit, LANGUAGE_C);
    if (rewriting->line_directives)
        text_add(&lines, line_directive(unit, 0));
    text_add(&lines, text_string(&host.text));
    out->host = text_string(&lines);
}

static const char *with_own_lines(Arena *arena, const Options *options, const char *text, const char *path)
{
    return emit_own_lines(arena, text, path ? options_shown_path(arena, options, path) : "<stdout>");
}

bool emit_unit(Arena *arena, Unit *unit, Program *const *programs, const Options *options, const char *cuda_path,
               Emission *out)
{
    NameList emitted = {0}, macros = macro_names(arena, unit, options);
    Form form = options->host_output ? FORM_HOST : FORM_ALONE;
    if (!separate_names(unit, programs, form))
        return false;
    name_local_structs(unit, programs);
    Rewriting rewriting = {
        .arena = arena,
        .unit = unit,
        .programs = programs,
        .form = form,
        .output = options->host_output ? options->host_output : cuda_path,
        .prelude = prelude_from(arena, options, cuda_path),
        .line_directives = options->line_directives,
        .macros = &macros,
        .emitted = &emitted,
    };
    if (options->prelude && needs_prelude(unit, programs))
        out->prelude = whole_prelude(arena);
    bool fine = true;
    if (options->host_output)
        emit_both(&rewriting, out);
    else
        fine = emit_alone(&rewriting, options, out);
    if (fine && options->line_directives) {
        out->cuda = with_own_lines(arena, options, out->cuda, cuda_path);
        out->host = out->host ? with_own_lines(arena, options, out->host, options->host_output) : NULL;
    }
    return fine;
}
