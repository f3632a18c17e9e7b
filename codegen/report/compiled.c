#include "codegen/codegen.h"
#include "codegen/output/folder.h"
#include "codegen/output/process.h"
#include "codegen/report/compiled.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- what ptxas says

// "Compiling entry function '_ZN..14crs_scale_1_k1Pfiif' for 'sm_90'": the identifier that begins with crs_, with the
// length that the preceding number gives.
static const char *entry_name(Arena *arena, const char *line)
{
    const char *start = strstr(line, "Compiling entry function '");
    const char *name = start ? strstr(start, "crs_") : NULL;
    const char *digits = name;
    while (digits && digits > start && isdigit((unsigned char)digits[-1]))
        digits--;
    size_t length = digits ? strtoul(digits, NULL, 10) : 0;
    return length && length <= strlen(name) ? arena_strndup(arena, name, length) : NULL;
}

// The number before the word: "29 registers".
static int64_t number_before(const char *line, const char *word)
{
    const char *at = strstr(line, word);
    if (!at)
        return 0;
    const char *digits = at;
    while (digits > line && (isdigit((unsigned char)digits[-1]) || digits[-1] == ' '))
        digits--;
    return strtoll(digits, NULL, 10);
}

// From what ptxas says, line by line.
static void compiled_read(Arena *arena, const char *log, Compiled *compiled)
{
    CompiledKernel kernel = {0};
    for (const char *at = log; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        const char *line = arena_strndup(arena, at, strcspn(at, "\n"));
        const char *name = entry_name(arena, line);
        if (name)
            kernel = (CompiledKernel){.name = name};
        if (strstr(line, "bytes stack frame")) {
            kernel.stack = number_before(line, "bytes stack frame");
            kernel.spilled = number_before(line, "bytes spill stores") + number_before(line, "bytes spill loads");
        }
        if (!kernel.name || !strstr(line, "Used ") || !strstr(line, " registers"))
            continue;
        kernel.registers = (int)number_before(line, "registers");
        kernel.shared = number_before(line, "bytes smem");
        VECTOR_PUSH(arena, &compiled->kernels, kernel);
        kernel = (CompiledKernel){0};
    }
}

const CompiledKernel *compiled_kernel(const Compiled *compiled, const char *name)
{
    for (int i = 0; compiled && i < compiled->kernels.count; i++)
        if (strcmp(compiled->kernels.items[i].name, name) == 0)
            return &compiled->kernels.items[i];
    return NULL;
}

// ---- compiling

const char *compiled_nvcc(Arena *arena)
{
    const char *asked = getenv("NVCC"), *path = getenv("PATH");
    if (asked && *asked)
        return asked;
    while (path && *path) {
        size_t length = strcspn(path, ":");
        const char *program = arena_printf(arena, "%.*s/nvcc", (int)length, path);
        if (access(program, X_OK) == 0)
            return program;
        path += length + (path[length] == ':');
    }
    return access("/usr/local/cuda/bin/nvcc", X_OK) == 0 ? "/usr/local/cuda/bin/nvcc" : NULL;
}

// Where headers are and what macros are defined; the rest is libclang's alone.
static bool is_for_nvcc(const char *argument)
{
    return argument[0] == '-' && (argument[1] == 'I' || argument[1] == 'D' || argument[1] == 'U');
}

static int run_nvcc(Arena *arena, const char *nvcc, const Options *options, const Device *device, const char *folder,
                    const char *log)
{
    VECTOR(const char *) arguments = {0};
    const char *first[] = {
        nvcc,      "-std=c++17",
        "-O3",     arena_printf(arena, "-arch=sm_%d%d", device->compute_major, device->compute_minor),
        "-Xptxas", "-v",
        "-cubin",  "-w",
        "-o",      arena_printf(arena, "%s/out.cubin", folder),
        "-I",      path_folder(arena, options->input)};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        VECTOR_PUSH(arena, &arguments, first[i]);
    FOR_EACH(i, &options->clang_arguments)
        if (is_for_nvcc(options->clang_arguments.items[i]))
            VECTOR_PUSH(arena, &arguments, options->clang_arguments.items[i]);
    VECTOR_PUSH(arena, &arguments, arena_printf(arena, "%s/out.cu", folder));
    VECTOR_PUSH(arena, &arguments, NULL);
    return process_run(arguments.items, log);
}

static bool compile_in(Arena *arena, Diag *diag, const char *nvcc, const Options *options, const Device *device,
                       const char *cuda, const char *folder, Compiled *compiled)
{
    const char *log = arena_printf(arena, "%s/log", folder);
    if (!folder_write(arena, diag, folder, "out.cu", cuda, strlen(cuda)))
        return false;
    int status = run_nvcc(arena, nvcc, options, device, folder, log);
    const SourceFile *said = source_file_read(arena, diag, log);
    if (!said)
        return false;
    if (status == 0)
        compiled_read(arena, said->text, compiled);
    else
        compiled->why = arena_printf(arena, "nvcc cannot compile them for sm_%d%d: %.*s", device->compute_major,
                                     device->compute_minor, (int)strcspn(said->text, "\n"), said->text);
    return true;
}

Compiled *compile_kernels(Arena *arena, Diag *diag, Unit *unit, Program *const *programs, const Options *options,
                          const Device *device)
{
    Compiled *compiled = ARENA_NEW(arena, Compiled);
    const char *nvcc = compiled_nvcc(arena);
    if (!nvcc) {
        compiled->why = "there is no nvcc on this machine";
        return compiled;
    }
    Options apart = *options; // the kernels alone: whatever the host text is
    apart.host_output = "host.c";
    Emission emission = {0};
    if (!emit_unit(arena, unit, programs, &apart, NULL, &emission))
        return NULL;
    const char *folder = folder_create(arena, diag, NULL);
    bool fine = folder && compile_in(arena, diag, nvcc, options, device, emission.cuda, folder, compiled);
    if (folder)
        folder_remove(folder);
    return fine ? compiled : NULL;
}
