// The nest in five lines: what runs in parallel, which thread does what, how it goes through memory, how full the
// device is, and what bounds it.
#include "analysis/model/granule.h"
#include "analysis/words.h"
#include "codegen/cuda/shared.h"
#include "codegen/report/explain.h"
#include "transform/plan/resources/assignment.h"
#include "transform/plan/resources/staged.h"

#include <string.h>

typedef struct Names {
    Text text;
    int count;
} Names;

static void add_name(Names *names, const char *name)
{
    text_printf(&names->text, "%s%s", names->count++ ? ", " : "", name);
}

// ---- what runs in parallel

static void add_verdicts(Report *report, const Explanation *explanation)
{
    const Facts *facts = explanation->facts;
    Names parallel = {{.arena = explanation->arena}, 0}, reduced = parallel, serial = parallel;
    FOR_EACH(i, &facts->loops) {
        const LoopFact *loop = &facts->loops.items[i];
        add_name(loop->shared == LOOP_PARALLEL    ? &parallel
                 : loop->shared == LOOP_REDUCTION ? &reduced
                                                  : &serial,
                 loop->loop->name);
    }
    Text text = {.arena = explanation->arena};
    if (parallel.count)
        text_printf(&text, "%s may run in parallel: no iteration touches what another one writes. ",
                    text_string(&parallel.text));
    if (reduced.count)
        text_printf(&text, "%s may be divided among threads whose partial results are combined. ",
                    text_string(&reduced.text));
    if (serial.count)
        text_printf(&text, "%s runs in order. ", text_string(&serial.text));
    report_sentence(report, "parallel", "Loops: %s",
                    arena_strndup(explanation->arena, text_string(&text), text.length ? text.length - 1 : 0));
}

// ---- the kernels

// Of several versions, those of the last one, which runs where no other does.
typedef struct Kernels {
    Arena *arena;
    const char *beginning; // of their names
    VECTOR(const Stmt *) found;
} Kernels;

static bool look_for_kernel(void *context, const Stmt *stmt)
{
    Kernels *kernels = context;
    if (stmt->kind == ST_KERNEL && strncmp(stmt->name, kernels->beginning, strlen(kernels->beginning)) == 0)
        VECTOR_PUSH(kernels->arena, &kernels->found, stmt);
    return stmt->kind != ST_KERNEL;
}

static Kernels kernels_of(const Explanation *explanation)
{
    const Program *program = explanation->program;
    int versions = program->versions.count;
    Kernels kernels = {.arena = explanation->arena, .beginning = program->nest->kernel_name};
    if (versions > 1)
        kernels.beginning = arena_printf(explanation->arena, "%s_%s_", program->nest->kernel_name,
                                         program->versions.items[versions - 1].name);
    stmt_walk(program->host, look_for_kernel, &kernels);
    return kernels;
}

// The first sentence of the comments above the kernels: "Blocks of 32 x 8 threads along j, i."
static void add_threads(Report *report, const Explanation *explanation, const Kernels *kernels)
{
    Text text = {.arena = explanation->arena};
    int versions = explanation->program->versions.count, count = kernels->found.count;
    text_printf(&text, "%d kernel%s", count, count == 1 ? "" : "s");
    if (versions > 1)
        text_printf(&text, " in the last of %d versions", versions);
    FOR_EACH(i, &kernels->found) {
        const char *note = kernels->found.items[i]->note, *blocks = note ? strstr(note, "Blocks of ") : NULL;
        if (blocks)
            text_printf(&text, "%s b%.*s", i ? ";" : ":", (int)strcspn(blocks, ".") - 1, blocks + 1);
    }
    report_sentence(report, "threads", "Threads: %s.", text_string(&text));
}

static void add_occupancy(Report *report, const Explanation *explanation, const Kernels *kernels)
{
    Text text = {.arena = explanation->arena};
    FOR_EACH(i, &kernels->found) {
        KernelResources resources;
        Occupancy occupancy;
        if (!explain_occupancy(explanation, kernels->found.items[i], &resources, &occupancy))
            continue;
        text_printf(&text, "%s %d block%s of %d threads on a multiprocessor, %.0f %% of its threads, limited by %s",
                    text.length ? ";" : "", occupancy.active_blocks, occupancy.active_blocks == 1 ? "" : "s",
                    resources.threads, 100 * occupancy.occupancy,
                    occupancy_limit_words(explanation->arena, occupancy.limits));
    }
    if (text.length)
        report_sentence(report, "occupancy", "Occupancy:%s.", text_string(&text));
}

// ---- memory

static void add_memory(Report *report, const Explanation *explanation)
{
    int all = 0, direct = 0, shared = 0, held = 0;
    FOR_EACH(i, &explanation->facts->accesses) {
        const Access *access = &explanation->facts->accesses.items[i];
        Assignment assignment;
        if (!access->array || access->array->space != SPACE_GLOBAL ||
            !assignment_of(explanation->arena, explanation->scheduled, access->stmt->id, &assignment))
            continue;
        AccessPattern pattern = mapping_access(explanation->facts, &assignment, access).pattern;
        Space space = staged_space(explanation->scheduled, access);
        all++;
        shared += space == SPACE_SHARED;
        held += space == SPACE_REGISTER;
        direct += space == SPACE_GLOBAL && (pattern == PATTERN_COALESCED || pattern == PATTERN_BROADCAST);
    }
    Text text = {.arena = explanation->arena};
    if (shared)
        text_printf(&text, ", %d through shared memory", shared);
    if (held)
        text_printf(&text, ", %d held in registers", held);
    if (all)
        report_sentence(report, "memory", "Memory: of %d access%s, %d coalesced or read by all lanes at once%s%s", all,
                        all == 1 ? "" : "es", direct, text_string(&text),
                        all == direct + shared + held ? "." : "; the others take more sectors.");
}

// ---- what bounds it

static void add_bound(Report *report, const Explanation *explanation)
{
    Granules granules = granules_of(explanation->facts);
    const Device *device = explanation->device;
    double bytes = 0, operations = 0;
    FOR_EACH(i, &granules) {
        bytes += (double)(granules.items[i].bytes_loaded + granules.items[i].bytes_stored);
        operations += (double)granules.items[i].operations;
    }
    if (bytes == 0 || !device->bandwidth || device->fp32_tflops == 0)
        return;
    double has = operations / bytes, needs = device->fp32_tflops * 1e12 / (device->bandwidth * 1e9);
    bool reuses = false;
    FOR_EACH(i, &granules)
        FOR_EACH(o, &granules.items[i].operands)
            reuses = reuses || granules.items[i].operands.items[o].loops.count;
    report_sentence(report, "bound",
                    "Roofline: %.3g operations a byte as written; the %s needs %.0f to keep its units busy. %s", has,
                    device->title, needs,
                    reuses ? "Elements are used again, so that a block which keeps them can do better."
                           : "No element is used again: memory bounds it.");
}

// ---- where its arrays are after it

static void add_residency(Report *report, const Explanation *explanation)
{
    if (explanation->program && explanation->program->keeps)
        report_sentence(report, "residency",
                        "Data: its arrays stay on the device for the nests after it, until the host uses them.");
}

void explain_short(Report *report, const Explanation *explanation)
{
    Kernels kernels = kernels_of(explanation);
    report_open(report, "short", "In short");
    add_verdicts(report, explanation);
    add_threads(report, explanation, &kernels);
    if (explanation->scheduled)
        add_memory(report, explanation);
    add_occupancy(report, explanation, &kernels);
    add_bound(report, explanation);
    add_residency(report, explanation);
    report_close(report);
}
