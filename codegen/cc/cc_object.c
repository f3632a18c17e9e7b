// One object of one source with directives: translate, compile both halves, join the objects.
#define _XOPEN_SOURCE 700
#include "codegen/cc/cc_object.h"

#include "codegen/output/folder.h"
#include "codegen/output/paths.h"
#include "codegen/output/process.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- programs

static void print_command(const Arguments *words)
{
    FOR_EACH(i, words)
        fprintf(stderr, "%s%s", i ? " " : "", words->items[i]);
    fputc('\n', stderr);
}

int cc_execute(Arena *arena, const CcCommand *command, Arguments words)
{
    if (command->verbose)
        print_command(&words);
    VECTOR_PUSH(arena, &words, NULL);
    return process_run(words.items, NULL);
}

static const char *on_path(Arena *arena, const char *name)
{
    const char *path = getenv("PATH");
    for (const char *at = path ? path : ""; *at;) {
        size_t length = strcspn(at, ":");
        const char *file = arena_printf(arena, "%.*s/%s", (int)length, at, name);
        if (length && access(file, X_OK) == 0)
            return file;
        at += length + (at[length] == ':');
    }
    return NULL;
}

static const char usual_nvcc[] = "/usr/local/cuda/bin/nvcc";

Arguments cc_nvcc(Arena *arena)
{
    const char *found = on_path(arena, "nvcc");
    return cc_program(arena, "CURESTRUCT_NVCC", found || access(usual_nvcc, X_OK) != 0 ? "nvcc" : usual_nvcc);
}

const char *cc_toolkit(Arena *arena)
{
    const char *program = cc_nvcc(arena).items[0];
    const char *file = strchr(program, '/') ? program : on_path(arena, program);
    char real[PATH_MAX];
    if (!file || !realpath(file, real))
        return NULL;
    return path_folder(arena, path_folder(arena, arena_strndup(arena, real, strlen(real)))); // of TOOLKIT/bin/nvcc
}

// ---- the steps

static void add(Arena *arena, Arguments *words, const char *word)
{
    VECTOR_PUSH(arena, words, word);
}

static void add_all(Arena *arena, Arguments *words, const Arguments *more)
{
    FOR_EACH(i, more)
        VECTOR_PUSH(arena, words, more->items[i]);
}

static void add_dependencies(Arena *arena, const CcCommand *command, const char *named, Arguments *words)
{
    add_all(arena, words, &command->dependencies);
    if (!command->target) {
        add(arena, words, "-MQ");
        add(arena, words, named);
    }
    if (!command->dependency_file) {
        add(arena, words, "-MF");
        add(arena, words, path_with_suffix(arena, named, ".d"));
    }
}

static int translate(Arena *arena, const CcCommand *command, const char *source, const char *folder, const char *named)
{
    Arguments words = {0};
    add(arena, &words, process_self(arena));
    add(arena, &words, "--line");
    add(arena, &words, "-o");
    add(arena, &words, path_join(arena, folder, "kernels.cu"));
    add(arena, &words, arena_printf(arena, "--host=%s/host.c", folder));
    add_all(arena, &words, &command->translator);
    for (int i = 0; i < command->inputs.count && command->is_whole; i++)
        if (command->inputs.items[i].is_c)
            add(arena, &words, arena_printf(arena, "--whole=%s", command->inputs.items[i].path));
    if (command->has_dependencies)
        add_dependencies(arena, command, named, &words);
    add(arena, &words, source);
    add(arena, &words, "--");
    add_all(arena, &words, &command->clang);
    return cc_execute(arena, command, words);
}

// Debug information shows no name of the folder, which no two builds share.
static const char *without_folder(Arena *arena, const char *folder)
{
    return arena_printf(arena, "-ffile-prefix-map=%s=.", folder);
}

// What nvcc gets for the host compiler, -Xcompiler WORD,WORD, for that compiler itself.
static void add_host_words(Arena *arena, Arguments *words, const Arguments *nvcc)
{
    FOR_EACH(i, nvcc) {
        const char *word = nvcc->items[i];
        bool passed = i > 0 && strcmp(nvcc->items[i - 1], "-Xcompiler") == 0;
        size_t comma = strcspn(word, ",");
        bool two = passed && word[comma];
        if (strcmp(word, "-Xcompiler") == 0)
            continue;
        add(arena, words, two ? arena_strndup(arena, word, comma) : word);
        if (two)
            add(arena, words, word + comma + 1);
    }
}

static Arguments kernel_compiler(Arena *arena, const CcCommand *command, const char *folder)
{
    Arguments words = command->simt ? cc_program(arena, "CXX", "c++") : cc_nvcc(arena);
    add(arena, &words, "-std=c++17");
    if (!command->simt) {
        add_all(arena, &words, &command->nvcc);
        add(arena, &words, "-Xcompiler");
        add(arena, &words, without_folder(arena, folder));
        return words;
    }
    add_host_words(arena, &words, &command->nvcc);
    add(arena, &words, without_folder(arena, folder));
    add(arena, &words, "-w");
    add(arena, &words, arena_printf(arena, "-I%s/include", command->simt));
    add(arena, &words, "-xc++");
    return words;
}

static int compile_kernels(Arena *arena, const CcCommand *command, const char *folder)
{
    Arguments words = kernel_compiler(arena, command, folder);
    add(arena, &words, "-c");
    add(arena, &words, path_join(arena, folder, "kernels.cu"));
    add(arena, &words, "-o");
    add(arena, &words, path_join(arena, folder, "kernels.o"));
    return cc_execute(arena, command, words);
}

static int compile_host(Arena *arena, const CcCommand *command, const char *folder)
{
    Arguments words = cc_program(arena, "CURESTRUCT_CC", "cc");
    add_all(arena, &words, &command->compiler);
    add(arena, &words, without_folder(arena, folder));
    add(arena, &words, "-c");
    add(arena, &words, path_join(arena, folder, "host.c"));
    add(arena, &words, "-o");
    add(arena, &words, path_join(arena, folder, "host.o"));
    return cc_execute(arena, command, words);
}

static int join(Arena *arena, const CcCommand *command, const char *folder, const char *object)
{
    Arguments words = cc_program(arena, "CURESTRUCT_CC", "cc");
    add(arena, &words, "-r");
    add(arena, &words, "-nostdlib");
    add(arena, &words, "-o");
    add(arena, &words, object);
    add(arena, &words, path_join(arena, folder, "host.o"));
    add(arena, &words, path_join(arena, folder, "kernels.o"));
    int status = cc_execute(arena, command, words);
    if (status)
        unlink(object);
    return status;
}

int cc_object(Arena *arena, Diag *diag, const CcCommand *command, const char *source, const char *object,
              const char *named)
{
    const char *folder = folder_create(arena, diag, NULL);
    if (!folder)
        return 1;
    int status = translate(arena, command, source, folder, named);
    if (!status)
        status = compile_kernels(arena, command, folder);
    if (status == 127 && !command->simt)
        diag_fatal(diag, "%s: nvcc, which compiles the kernels, cannot be run; name it in CURESTRUCT_NVCC", source);
    if (!status)
        status = compile_host(arena, command, folder);
    if (!status)
        status = join(arena, command, folder, object);
    folder_remove(folder);
    return status;
}
