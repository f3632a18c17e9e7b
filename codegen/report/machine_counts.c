#include "codegen/report/machine_counts.h"

#include "codegen/output/process.h"
#include "codegen/report/compiled.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const machine_kind_names[MACHINE_KINDS] = {"fma",   "alu",     "fp64",    "special", "global", "shared",
                                                       "local", "control", "barrier", "uniform", "other"};

// ---- the machine code

// $NVDISASM, that of the toolkit, or the one in $PATH; NULL: none.
static const char *find_disassembler(Arena *arena, const char *nvcc)
{
    const char *asked = getenv("NVDISASM"), *path = getenv("PATH"), *slash = strrchr(nvcc, '/');
    if (asked && *asked)
        return access(asked, X_OK) == 0 ? asked : NULL;
    const char *beside = slash ? arena_printf(arena, "%.*s/nvdisasm", (int)(slash - nvcc), nvcc) : "nvdisasm";
    if (slash && access(beside, X_OK) == 0)
        return beside;
    while (path && *path) {
        size_t length = strcspn(path, ":");
        const char *program = arena_printf(arena, "%.*s/nvdisasm", (int)length, path);
        if (access(program, X_OK) == 0)
            return program;
        path += length + (path[length] == ':');
    }
    return NULL;
}

const char *machine_code_write(Arena *arena, const char *folder, const char *const *arguments, int count)
{
    const char *nvcc = compiled_nvcc(arena), *disassembler = nvcc ? find_disassembler(arena, nvcc) : NULL;
    const char *cubin = arena_printf(arena, "%s/out.cubin", folder);
    if (!nvcc)
        return "there is no nvcc on this machine";
    if (!disassembler)
        return "there is no nvdisasm on this machine";
    VECTOR(const char *) words = {0};
    const char *first[] = {nvcc, "-std=c++17", "-O3", "-arch=sm_90", "-w", "-cubin", "-o", cubin};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        VECTOR_PUSH(arena, &words, first[i]);
    for (int i = 0; i < count; i++)
        VECTOR_PUSH(arena, &words, arguments[i]);
    VECTOR_PUSH(arena, &words, arena_printf(arena, "%s/out.cu", folder));
    VECTOR_PUSH(arena, &words, NULL);
    const char *disassemble[] = {disassembler, "-c", cubin, NULL};
    if (process_run(words.items, arena_printf(arena, "%s/nvcc.log", folder)) != 0)
        return "nvcc cannot compile the kernels for sm_90";
    if (process_run(disassemble, arena_printf(arena, "%s/out.sass", folder)) != 0)
        return "nvdisasm cannot read the kernels";
    return NULL;
}

// ---- the counts

typedef struct Launches {
    const char *kernel;
    int launches;
    MachineCounts sums;
} Launches;

typedef VECTOR(Launches) AllLaunches;

static Launches *launches_of(Arena *arena, AllLaunches *all, const char *kernel)
{
    FOR_EACH(i, all)
        if (strcmp(all->items[i].kernel, kernel) == 0)
            return &all->items[i];
    Launches made = {.kernel = arena_strndup(arena, kernel, strlen(kernel))};
    VECTOR_PUSH(arena, all, made);
    return &all->items[all->count - 1];
}

static void read_field_line(Arena *arena, AllLaunches *all, Launches **now, char *line)
{
    enum { MOST_FIELDS = 10 };
    char *fields[MOST_FIELDS] = {0};
    int count = 0;
    for (char *field = strtok(line, "\t"); field && count < MOST_FIELDS; field = strtok(NULL, "\t"))
        fields[count++] = field;
    if (count > 1 && strcmp(fields[0], "launch") == 0)
        *now = launches_of(arena, all, fields[1]);
    if (!*now)
        return;
    MachineCounts *sums = &(*now)->sums;
    if (count == 2 && strcmp(fields[0], "unknown") == 0)
        sums->why = arena_printf(arena, "its code has %s", fields[1]);
    if (count == 6 && strcmp(fields[0], "machine") == 0) {
        (*now)->launches++;
        sums->requests += atoll(fields[1]);
        sums->sectors += atoll(fields[3]);
        sums->shared += atoll(fields[4]);
        sums->cycles += atoll(fields[5]);
    }
    if (count == 4 && strcmp(fields[0], "executed") == 0)
        for (int kind = 0; kind < MACHINE_KINDS; kind++)
            if (strcmp(machine_kind_names[kind], fields[2]) == 0)
                sums->executed[kind] += atoll(fields[3]);
}

static void add_launches(MachineCounts *counts, const Launches *one)
{
    counts->why = one->sums.why ? one->sums.why : counts->why;
    if (!one->launches)
        return;
    for (int kind = 0; kind < MACHINE_KINDS; kind++) {
        counts->executed[kind] += one->sums.executed[kind] / one->launches;
        counts->instructions += one->sums.executed[kind] / one->launches;
    }
    counts->requests += one->sums.requests / one->launches;
    counts->sectors += one->sums.sectors / one->launches;
    counts->shared += one->sums.shared / one->launches;
    counts->cycles += one->sums.cycles / one->launches;
}

MachineCounts machine_counts_read(Arena *arena, Diag *diag, const char *folder)
{
    const char *path = arena_printf(arena, "%s/machine.txt", folder);
    const char *log = arena_printf(arena, "%s/machine.log", folder);
    bool counted = access(path, R_OK) == 0, logged = access(log, R_OK) == 0;
    const SourceFile *file = counted || logged ? source_file_read(arena, diag, counted ? path : log) : NULL;
    MachineCounts counts = {.why = "nothing was run"};
    if (!file)
        return counts;
    if (!counted) {
        counts.why = arena_strndup(arena, file->text, strcspn(file->text, "\n"));
        return counts;
    }
    AllLaunches all = {0};
    Launches *now = NULL;
    counts.why = NULL;
    for (const char *at = file->text; *at; at += strcspn(at, "\n"), at += *at == '\n')
        read_field_line(arena, &all, &now, arena_strndup(arena, at, strcspn(at, "\n")));
    FOR_EACH(i, &all)
        add_launches(&counts, &all.items[i]);
    return counts;
}
