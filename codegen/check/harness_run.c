// Builds a check folder with make and runs it. The common parts of all folders, CUDA on the CPU and the harness itself,
// are built once per user and kept.
#define _GNU_SOURCE
#include "codegen/check/harness.h"
#include "codegen/codegen.h"
#include "codegen/output/compiler.h"
#include "codegen/output/kept.h"
#include "codegen/output/paths.h"
#include "codegen/output/process.h"
#include "codegen/report/machine_counts.h"
#include "codegen/report/profile.h"
#include "ir/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STATUS_CANNOT_RUN = 1, STATUS_NOTHING = 77 };

typedef struct Build {
    Arena *arena;
    Diag *diag;
    const Options *options;
    const char *folder;
    const char *where; // "cpu" or "gpu"
    const char *c_compiler, *cxx_compiler;
    const char *simt, *check; // links in the folder to kept files, or NULL: built in the folder
    const char *header;       // the same for the CPU runtime's header; NULL: it was not compiled before
} Build;

// ---- make

static void show_log(const char *log)
{
    FILE *stream = fopen(log, "r");
    char bytes[4096];
    for (size_t count = sizeof bytes; stream && count == sizeof bytes;) {
        count = fread(bytes, 1, sizeof bytes, stream);
        fwrite(bytes, 1, count, stderr);
    }
    if (stream)
        fclose(stream);
}

static bool make_targets(const Build *build, const char *const *targets, int count)
{
    const char *log = arena_printf(build->arena, "%s/make.log", build->folder);
    const char *arguments[20] = {"make", "-s", "-j2", "-C", build->folder};
    int used = 5;
    arguments[used++] = arena_printf(build->arena, "CC=%s", build->c_compiler);
    arguments[used++] = arena_printf(build->arena, "CXX=%s", build->cxx_compiler);
    if (build->simt)
        arguments[used++] = arena_printf(build->arena, "SIMT=%s", build->simt);
    if (build->check)
        arguments[used++] = arena_printf(build->arena, "CHECK=%s", build->check);
    if (build->header)
        arguments[used++] = arena_printf(build->arena, "HEADER=-include %s", build->header);
    if (build->options->profile)
        arguments[used++] = "PROFILE=-g -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -mllvm "
                            "-simplifycfg-sink-common=false -mllvm -disable-block-placement "
                            "-fsanitize-coverage=bb,no-prune,trace-pc,trace-loads,trace-stores";
    for (int i = 0; i < count; i++)
        arguments[used++] = targets[i];
    int status = process_run(arguments, log);
    if (status == 0) {
        unlink(log);
        return true;
    }
    if (status < 128) {
        show_log(log);
        diag_fatal(build->diag, status == 127 ? "cannot run make" : "the check could not be built");
    }
    return false;
}

// ---- what is kept

// A link in the folder to the kept file, whose path may have characters that make has a meaning for. The file is built
// in the folder if there is none yet. NULL: use the folder's. A folder that stays gets a copy.
static const char *kept(const Build *build, const char *cache, const char *target, const char *prefix,
                        const char *compiler)
{
    const char *path = arena_printf(build->arena, "%s/%016llx-%s", cache,
                                    (unsigned long long)kept_hash(prefix, compiler), path_name(target));
    const char *here = arena_printf(build->arena, "%s/%s", build->folder, target);
    if (access(path, R_OK) != 0 && (!make_targets(build, &target, 1) || !kept_add(build->arena, here, path)))
        return NULL;
    const char *link = arena_printf(build->arena, "kept-%s", path_name(target));
    if (!build->options->keep_folder)
        return symlink(path, arena_printf(build->arena, "%s/%s", build->folder, link)) == 0 ? link : NULL;
    if (access(here, R_OK) != 0)
        kept_add(build->arena, path, here);
    return NULL;
}

// The CPU runtime's header, beside which lies its compiled form. NULL: there is none, as the compiler is not GCC.
static const char *kept_header(const Build *build, const char *cache)
{
    if (build->options->profile || build->options->keep_folder)
        return NULL;
    struct stat status;
    const char *header = kept(build, cache, "simt/header", "simt/", build->cxx_compiler);
    const char *compiled = kept(build, cache, "simt/header.gch", "simt/", build->cxx_compiler);
    bool there = header && compiled &&
                 stat(arena_printf(build->arena, "%s/%s", build->folder, compiled), &status) == 0 && status.st_size > 0;
    return there ? header : NULL;
}

static bool find_kept(Build *build)
{
    const char *cache = kept_folder(build->arena);
    if (!cache)
        return true;
    int errors = diag_error_count(build->diag);
    const char *check = kept(build, cache, "check", "harness/", build->c_compiler);
    const char *simt = NULL, *header = NULL;
    if (strcmp(build->where, "cpu") == 0 && diag_error_count(build->diag) == errors) {
        simt = kept(build, cache, "simt/simt.a", "simt/", build->cxx_compiler);
        header = kept_header(build, cache);
    }
    build->check = check;
    build->simt = simt;
    build->header = header;
    return diag_error_count(build->diag) == errors;
}

// ---- where and with what

static bool has_gpu(void)
{
    return access("/dev/nvidiactl", F_OK) == 0;
}

static bool has_nvcc(Arena *arena)
{
    if (getenv("NVCC") || access("/usr/local/cuda/bin/nvcc", X_OK) == 0)
        return true;
    const char *path = getenv("PATH");
    while (path && *path) {
        size_t length = strcspn(path, ":");
        if (access(arena_printf(arena, "%.*s/nvcc", (int)length, path), X_OK) == 0)
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}

// ---- --profile

// One combination of sizes and one order of threads, unless the environment sets others.
static void prepare_profile(Arena *arena, const char *folder)
{
    const char *file = absolute_path(arena, arena_printf(arena, "%s/profile.txt", folder));
    unlink(file);
    setenv("CURESTRUCT_SIMT_PROFILE", file, 1);
    setenv("CURESTRUCT_SIMT_ORDER", "forward", 0);
    setenv("CURESTRUCT_CHECK_SIZES", "1", 0);
    setenv("CURESTRUCT_CHUNKS", "9223372036854775807", 0); // counts are of one launch for the whole call
}

static bool show_profile(const Build *build)
{
    Profile profile = {0};
    const SourceFile *cuda =
        source_file_read(build->arena, build->diag, arena_printf(build->arena, "%s/out.cu", build->folder));
    if (!cuda || !profile_read(build->arena, build->diag, build->folder, "out.cu", &profile))
        return false;
    Text text = {.arena = build->arena};
    profile_print(&text, &profile, cuda->text);
    printf("\n%s", text_string(&text));
    return true;
}

static bool is_for_nvcc(const char *argument)
{
    return argument[0] == '-' && (argument[1] == 'I' || argument[1] == 'D' || argument[1] == 'U');
}

static void write_line(const char *path, const char *line)
{
    FILE *stream = fopen(path, "w");
    if (stream) {
        fprintf(stream, "%s\n", line);
        fclose(stream);
    }
}

// Runs the check again with nvcc's machine code of its kernels. What it finds differs as rounding does: nvcc contracts
// multiplications and additions; so only the counts are of interest.
static void count_machine_code(const Build *build, const char *const *program)
{
    Arena *arena = build->arena;
    VECTOR(const char *) own = {0};
    VECTOR_PUSH(arena, &own, arena_printf(arena, "-I%s", path_folder(arena, build->options->input)));
    FOR_EACH(i, &build->options->clang_arguments)
        if (is_for_nvcc(build->options->clang_arguments.items[i]))
            VECTOR_PUSH(arena, &own, build->options->clang_arguments.items[i]);
    const char *log = arena_printf(arena, "%s/machine.log", build->folder);
    const char *file = absolute_path(arena, arena_printf(arena, "%s/machine.txt", build->folder));
    const char *why = machine_code_write(arena, build->folder, own.items, own.count);
    unlink(file);
    if (why) {
        write_line(log, why);
        return;
    }
    setenv("CURESTRUCT_SIMT_PROFILE", file, 1);
    setenv("CURESTRUCT_SIMT_MACHINE", absolute_path(arena, arena_printf(arena, "%s/out.sass", build->folder)), 1);
    process_run(program, log);
    unsetenv("CURESTRUCT_SIMT_MACHINE");
}

// Nothing where there is no nvcc.
static void show_machine_code(const Build *build)
{
    MachineCounts counts = machine_counts_read(build->arena, build->diag, build->folder);
    if (counts.why)
        return;
    printf("\nInstructions that warps execute, of nvcc's code for sm_90: %lld\n", (long long)counts.instructions);
    for (int kind = 0; kind < MACHINE_KINDS; kind++)
        if (counts.executed[kind])
            printf("%10s %12lld\n", machine_kind_names[kind], (long long)counts.executed[kind]);
}

int run_check_folder(Arena *arena, Diag *diag, const Options *options, const char *folder)
{
    if (access(arena_printf(arena, "%s/spec.c", folder), F_OK) != 0) {
        printf("nothing to compare: no nest%s%s was restructured\n", options->function ? " of " : "",
               options->function ? options->function : "");
        return STATUS_NOTHING;
    }
    if (options->profile && options->on == ON_GPU) {
        diag_fatal(diag, "'--profile' counts on the CPU runtime; it does not go with '--on=gpu'");
        return STATUS_CANNOT_RUN;
    }
    bool on_gpu =
        options->on == ON_GPU || (options->on == ON_DEFAULT && !options->profile && has_gpu() && has_nvcc(arena));
    if (on_gpu && !has_gpu()) {
        printf("nothing to compare: no GPU\n");
        return STATUS_NOTHING;
    }
    Build build = {.arena = arena, .diag = diag, .options = options, .folder = folder, .where = on_gpu ? "gpu" : "cpu"};
    build.c_compiler = options->compiler ? options->compiler : compiler_from_environment("CC", "cc");
    build.cxx_compiler = options->profile ? compiler_clang() : compiler_from_environment("CXX", "c++");
    if (!build.cxx_compiler) {
        diag_fatal(diag, "'--profile' needs clang++ of version 17 or later");
        return STATUS_CANNOT_RUN;
    }
    if (options->profile)
        prepare_profile(arena, folder);
    if (!find_kept(&build) || !make_targets(&build, &build.where, 1))
        return STATUS_CANNOT_RUN;
    const char *program = arena_printf(arena, "%s/%s", folder, build.check ? build.check : "check");
    const char *arguments[] = {program, folder, build.where, NULL};
    int status = process_run(arguments, NULL);
    if (status >= 128)
        diag_fatal(diag, "the check was ended by signal %d", status - 128);
    if (status == 0 && options->profile) {
        if (!show_profile(&build))
            return STATUS_CANNOT_RUN;
        count_machine_code(&build, arguments);
        show_machine_code(&build);
    }
    return status < 0 || status >= 126 ? STATUS_CANNOT_RUN : status;
}
