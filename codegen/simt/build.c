// clang compiles the program twice in its CUDA mode: the host's part with a stub for each kernel, and the device's
// part, whose loads and stores call the runtime. Both are code for this processor. The device's part is a module of its
// own, because functions and variables of both have the same names.
#include "codegen/codegen.h"
#include "codegen/cuda/embedded.h"
#include "codegen/output/compiler.h"
#include "codegen/output/folder.h"
#include "codegen/output/kept.h"
#include "codegen/output/paths.h"
#include "codegen/output/process.h"
#include "codegen/simt/parts.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct Build {
    Arena *arena;
    Diag *diag;
    const Options *options;
    const char *folder, *clang;
    const char *runtime; // libsimt.so
} Build;

static const char *in_folder(const Build *build, const char *name)
{
    return path_join(build->arena, build->folder, name);
}

// ---- commands

static void add(const Build *build, Arguments *words, const char *const *more)
{
    for (; *more; more++)
        VECTOR_PUSH(build->arena, words, *more);
}

static void finish_command(const Build *build, Arguments *words)
{
    if (build->options->verbose) {
        FOR_EACH(i, words)
            fprintf(stderr, "%s%s", i ? " " : "", words->items[i]);
        fputc('\n', stderr);
    }
    VECTOR_PUSH(build->arena, words, NULL);
}

static void show_log(const Build *build, const char *log)
{
    Text text = {.arena = build->arena};
    if (text_add_file(&text, log))
        fputs(text_string(&text), stderr);
}

static bool run(const Build *build, Arguments words, const char *what)
{
    const char *log = in_folder(build, "log");
    finish_command(build, &words);
    if (process_run(words.items, log) == 0)
        return true;
    show_log(build, log);
    diag_fatal(build->diag, "%s", what);
    return false;
}

// ---- the runtime

// All files in one translation unit (codegen/check/harness_make.c).
static const char runtime_rules[] = "libsimt.so: simt.o\n"
                                    "\t$(CXX) -shared -Wl,-Bsymbolic-functions -o $@ $^ -pthread -ldl\n"
                                    "simt.o: $(wildcard simt/*.cpp simt/*/*.cpp)\n"
                                    "\tprintf '#include \"%s\"\\n' $^ | $(CXX) -std=c++17 -O2 -fPIC "
                                    "-ftls-model=initial-exec -w -I. -Isimt/include -DCURESTRUCT_SIMT_UNDEFINED "
                                    "-x c++ -c -o $@ -\n";

static bool write_runtime(const Build *build)
{
    for (const EmbeddedFile *file = embedded_files; file->name; file++)
        if (strncmp(file->name, "simt/", 5) == 0 &&
            !folder_write(build->arena, build->diag, build->folder, file->name, file->text, file->length))
            return false;
    return folder_write(build->arena, build->diag, build->folder, "Makefile", runtime_rules, strlen(runtime_rules));
}

// The kept library; it is built if there is none yet.
static bool find_runtime(Build *build)
{
    const char *cache = kept_folder(build->arena), *here = in_folder(build, "libsimt.so");
    uint64_t hash = kept_hash("simt/", build->clang);
    build->runtime =
        cache ? arena_printf(build->arena, "%s/%016llx-libsimt.so", cache, (unsigned long long)hash) : here;
    if (!write_runtime(build))
        return false;
    if (cache && access(build->runtime, R_OK) == 0)
        return true;
    Arguments make = {0};
    add(build, &make,
        (const char *[]){"make", "-s", "-j2", "-C", build->folder, arena_printf(build->arena, "CXX=%s", build->clang),
                         NULL});
    if (!run(build, make, "the CPU runtime could not be built (with make and clang++)"))
        return false;
    if (cache && !kept_add(build->arena, here, build->runtime))
        build->runtime = here;
    return true;
}

// ---- the program

// Those of both parts. The old launch of CUDA 8 tells the sizes of the arguments.
static Arguments compile_command(const Build *build)
{
    Arguments words = {0};
    add(build, &words,
        (const char *[]){build->clang, "-std=c++17", "-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib",
                         "-Wno-unknown-cuda-version", "-Wno-ignored-attributes", "-Xclang", "-target-sdk-version=8.0",
                         "-g1", "-fPIC", "-fno-omit-frame-pointer", "-isystem", in_folder(build, "simt/include"),
                         "-include", in_folder(build, "simt/include/cuda_runtime.h"), NULL});
    FOR_EACH(i, &build->options->clang_arguments)
        VECTOR_PUSH(build->arena, &words, build->options->clang_arguments.items[i]);
    return words;
}

static Arguments host_command(const Build *build)
{
    Arguments words = compile_command(build);
    add(build, &words,
        (const char *[]){"-O1", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", in_folder(build, "Makefile"), "-c",
                         "-o", in_folder(build, "host.o"), build->options->input, NULL});
    return words;
}

static Arguments device_command(const Build *build)
{
    Arguments words = compile_command(build);
    add(build, &words,
        (const char *[]){"-O2", "-w", "-Xclang", "-fcuda-is-device", "-ftls-model=initial-exec", "-fno-vectorize",
                         "-fno-slp-vectorize", "-fno-unroll-loops", "-fno-plt", NULL});
    if (build->options->profile)
        add(build, &words,
            (const char *[]){"-mllvm", "-simplifycfg-sink-common=false", "-mllvm", "-disable-block-placement",
                             "-fsanitize-coverage=bb,no-prune,trace-pc,trace-loads,trace-stores", NULL});
    else
        add(build, &words,
            (const char *[]){"-fsanitize=thread,bounds,alignment", "-fno-sanitize-recover=all", "-mllvm",
                             "-tsan-instrument-func-entry-exit=0", "-mllvm", "-tsan-instrument-read-before-write=1",
                             "-mllvm", "-disable-licm-promotion", NULL}); // each access keeps its line
    add(build, &words, (const char *[]){"-c", "-o", in_folder(build, "device.o"), build->options->input, NULL});
    return words;
}

// The two at the same time. What is wrong with the program is said once.
static bool compile(const Build *build)
{
    Arguments host = host_command(build), device = device_command(build);
    const char *log = in_folder(build, "device.log");
    finish_command(build, &host);
    finish_command(build, &device);
    int first = process_start(device.items, log);
    int host_status = process_run(host.items, NULL), device_status = process_wait(first);
    if (host_status == 0 && device_status != 0)
        show_log(build, log);
    if (host_status != 0 || device_status != 0)
        diag_fatal(build->diag, "%s: clang++ could not compile this for the CPU; the page on simt says what is missing",
                   build->options->input);
    return host_status == 0 && device_status == 0;
}

// ---- linking

enum { DYNAMIC_SHARED_BYTES = 227 * 1024 + 256 }; // what a launch can ask for, and what runtime/simt/shared.cpp watches

// All `extern __shared__` arrays are one.
static bool write_dynamic_shared(const Build *build)
{
    Names names = {0};
    if (!dynamic_shared_names(build->arena, in_folder(build, "device.o"), &names)) {
        diag_fatal(build->diag, "clang++ has made no object that can be read");
        return false;
    }
    VECTOR_PUSH(build->arena, &names, "curestruct_device_shared");
    Text text = {.arena = build->arena};
    text_add(&text, ".section .note.GNU-stack,\"\",@progbits\n.section .tbss,\"awT\",@nobits\n.p2align 10\n");
    FOR_EACH(i, &names)
        text_printf(&text, ".globl %s\n.type %s, @tls_object\n%s:\n", names.items[i], names.items[i], names.items[i]);
    text_printf(&text, ".zero %d\n", DYNAMIC_SHARED_BYTES);
    return folder_write(build->arena, build->diag, build->folder, "shared.s", text_string(&text), text.length);
}

static bool link_program(const Build *build)
{
    Arguments device = {0}, program = {0};
    add(build, &device,
        (const char *[]){build->clang, "-shared", "-Wl,-Bsymbolic", in_folder(build, "device.o"),
                         in_folder(build, "shared.s"), "-o", in_folder(build, "device.so"), NULL});
    add(build, &program,
        (const char *[]){build->clang, "-rdynamic", in_folder(build, "host.o"), in_folder(build, "device.so"),
                         build->runtime, "-pthread", "-ldl", "-lm", "-o", in_folder(build, "program"), NULL});
    return run(build, device, "the kernels could not be linked") &&
           run(build, program, "the program could not be linked");
}

bool simt_build(Arena *arena, Diag *diag, const Options *options, const char *folder)
{
    Build build = {arena, diag, options, path_absolute(arena, folder), compiler_clang(), NULL};
    if (!build.clang) {
        diag_fatal(diag, "'curestruct simt' needs clang++ of version 17 or later, to compile CUDA for the CPU");
        return false;
    }
    return find_runtime(&build) && compile(&build) && write_dynamic_shared(&build) && link_program(&build);
}
