// `curestruct run`: builds a program as `curestruct cc` does, runs it, and prints what its launchers have done, which
// they write to a file (runtime/prelude/times.cuh).
#define _XOPEN_SOURCE 700
#include "driver/run.h"

#include "codegen/cc/cc.h"
#include "codegen/cc/cc_object.h"
#include "codegen/cuda/embedded.h"
#include "codegen/output/compiler.h"
#include "codegen/output/folder.h"
#include "codegen/output/kept.h"
#include "codegen/output/paths.h"
#include "codegen/output/process.h"
#include "driver/run_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { STATUS_CANNOT_RUN = 1, STATUS_USAGE = 2 };

typedef struct Run {
    Arena *arena;
    Diag *diag;
    const Options *options;
    const char *folder; // absolute
    bool on_gpu;
    CcCommand command;
} Run;

// ---- where

static bool has_nvcc(Arena *arena)
{
    Arguments words = cc_nvcc(arena), question = {0};
    VECTOR_PUSH(arena, &question, words.items[0]);
    VECTOR_PUSH(arena, &question, "--version");
    VECTOR_PUSH(arena, &question, NULL);
    return process_run(question.items, "/dev/null") == 0;
}

// false: reported.
static bool choose_device(Run *run)
{
    bool has_gpu = access("/dev/nvidiactl", F_OK) == 0, asked = run->options->on == ON_GPU;
    if (asked && !has_gpu) {
        diag_fatal(run->diag, "there is no GPU for '--on=gpu'");
        return false;
    }
    run->on_gpu = asked || (run->options->on == ON_DEFAULT && has_gpu && has_nvcc(run->arena));
    return true;
}

// ---- the CPU runtime

// All files in one translation unit (codegen/check/harness_make.c).
static const char runtime_rules[] =
    "simt.a: simt.o\n"
    "\tar rcs $@ $^\n"
    "simt.o: $(wildcard *.cpp */*.cpp)\n"
    "\tprintf '#include \"%s\"\\n' $^ | $(CXX) " KEPT_SIMT_FLAGS " -I. -Iinclude -x c++ -c -o $@ -\n";

static bool write_runtime(const Run *run)
{
    for (const EmbeddedFile *file = embedded_files; file->name; file++)
        if (strncmp(file->name, "simt/", 5) == 0 &&
            !folder_write(run->arena, run->diag, run->folder, file->name, file->text, file->length))
            return false;
    return folder_write(run->arena, run->diag, run->folder, "simt/Makefile", runtime_rules, strlen(runtime_rules));
}

static bool build_runtime(const Run *run, const char *compiler)
{
    const char *log = path_join(run->arena, run->folder, "simt/log");
    const char *make[] = {"make", "-s", "-j2", "-C", run->command.simt, arena_printf(run->arena, "CXX=%s", compiler),
                          NULL};
    if (process_run(make, log) == 0)
        return true;
    Text text = {.arena = run->arena};
    if (text_add_file(&text, log))
        fputs(text_string(&text), stderr);
    diag_fatal(run->diag, "the CPU runtime could not be built (with make and a compiler of C++17)");
    return false;
}

// Into the folder, from what this user keeps if it was built before. It is the same as that of `check`.
static bool prepare_runtime(Run *run)
{
    Arena *arena = run->arena;
    const char *compiler = compiler_from_environment("CXX", "c++"), *cache = kept_folder(arena);
    run->command.simt = path_join(arena, run->folder, "simt");
    if (!write_runtime(run))
        return false;
    const char *here = path_join(arena, run->command.simt, "simt.a");
    const char *kept =
        cache ? arena_printf(arena, "%s/%016llx-simt.a", cache, (unsigned long long)kept_hash("simt/", compiler))
              : NULL;
    if (kept && access(kept, R_OK) == 0 && kept_add(arena, kept, here))
        return true;
    if (!build_runtime(run, compiler))
        return false;
    if (kept)
        kept_add(arena, here, kept);
    return true;
}

// ---- the program

static bool has_word(const Arguments *words, const char *beginning)
{
    FOR_EACH(i, words)
        if (strncmp(words->items[i], beginning, strlen(beginning)) == 0)
            return true;
    return false;
}

// The files of the command line are the program: the outputs say so if they are not.
static void see_all_files(Run *run)
{
    int files = 0, annotated = 0;
    FOR_EACH(i, &run->command.inputs) {
        files += run->command.inputs.items[i].is_c;
        annotated += run->command.inputs.items[i].is_annotated;
    }
    if (files > 1 && annotated > 0 && !has_word(&run->options->cc, "--whole") &&
        !has_word(&run->options->cc, "--no-residency"))
        cc_make_whole(&run->command);
}

// The command line as one of `curestruct cc`; optimized, if it does not say otherwise. false: reported.
static bool read_command(Run *run)
{
    Arguments words = run->options->cc;
    if (!has_word(&words, "-O"))
        VECTOR_PUSH(run->arena, &words, "-O2");
    run->command = cc_command(run->arena, &words);
    const char *wrong = run->command.stage != CC_LINK || has_word(&words, "-shared")
                            ? "'curestruct run' builds a program; objects and texts are for 'curestruct cc'"
                        : run->command.output
                            ? "'curestruct run' takes no '-o': --keep=DIR keeps the program, and 'curestruct cc' "
                              "builds one"
                        : !run->command.inputs.count ? "no input file (see curestruct run --help)"
                                                     : NULL;
    if (wrong)
        diag_fatal(run->diag, "%s", wrong);
    else
        see_all_files(run);
    return !wrong;
}

static int build(Run *run)
{
    Arguments nvcc = cc_nvcc(run->arena);
    if (!run->on_gpu && !prepare_runtime(run))
        return STATUS_CANNOT_RUN;
    if (run->on_gpu && !has_word(&nvcc, "-arch") && !has_word(&nvcc, "-gencode"))
        VECTOR_PUSH(run->arena, &run->command.nvcc, "-arch=native");
    VECTOR_PUSH(run->arena, &run->command.host, "-o");
    VECTOR_PUSH(run->arena, &run->command.host, path_join(run->arena, run->folder, "program"));
    return cc_link(run->arena, run->diag, &run->command);
}

// ---- the summary

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void sum_up(const Run *run, int status, double seconds, const char *times)
{
    Text text = {.arena = run->arena};
    const char *where = run->on_gpu ? "on the GPU" : "on the CPU runtime, whose times say nothing about a GPU";
    fprintf(stderr, "curestruct: the program ran %.3f s %s\n", seconds, where);
    if (status > 128)
        fprintf(stderr, "curestruct: the program was ended by signal %d\n", status - 128);
    if (!times)
        return;
    if (text_add_file(&text, times))
        fputs(text_string(&text), stderr);
    else if (status < 128)
        fprintf(stderr, "curestruct: no nest was called\n");
}

static int execute(const Run *run)
{
    const char *given = getenv("CURESTRUCT_TIME");
    const char *times = given && *given ? NULL : path_join(run->arena, run->folder, "times");
    Arguments words = {0};
    VECTOR_PUSH(run->arena, &words, path_join(run->arena, run->folder, "program"));
    FOR_EACH(i, &run->options->program_arguments)
        VECTOR_PUSH(run->arena, &words, run->options->program_arguments.items[i]);
    VECTOR_PUSH(run->arena, &words, NULL);
    if (times) {
        unlink(times);
        setenv("CURESTRUCT_TIME", times, 1);
    }
    double begin = seconds_now();
    int status = run_program_with_signals(words.items);
    sum_up(run, status, seconds_now() - begin, times);
    return status < 0 ? STATUS_CANNOT_RUN : status;
}

int run_whole_program(Arena *arena, Diag *diag, const Options *options)
{
    Run run = {.arena = arena, .diag = diag, .options = options};
    if (!read_command(&run))
        return STATUS_USAGE;
    if (!choose_device(&run))
        return STATUS_CANNOT_RUN;
    const char *folder = folder_create(arena, diag, options->keep_folder);
    if (!folder)
        return STATUS_CANNOT_RUN;
    run.folder = path_absolute(arena, folder);
    int status = build(&run);
    status = status ? status : execute(&run);
    if (!options->keep_folder)
        folder_remove(folder);
    return status;
}
