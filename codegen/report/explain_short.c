// The nest in five lines: what runs in parallel, which thread does what, how it goes through memory, how full the
// device is, and what bounds it. Numbers say whether they are good.
#include "analysis/model/cost/cost.h"
#include "analysis/model/granule.h"
#include "analysis/words.h"
#include "codegen/cuda/shared.h"
#include "codegen/report/explain.h"
#include "transform/plan/resources/assignment.h"
#include "transform/plan/resources/staged.h"
#include "transform/search/sizes.h"
#include "transform/tree/query.h"

#include <math.h>
#include <string.h>

typedef struct Names {
    Text text;
    int count;
} Names;

static void add_name(Names *names, const char *name)
{
    text_printf(&names->text, "%s%s", names->count++ ? ", " : "", name);
}

// ---- what is predicted

typedef struct Prediction {
    bool known;
    ProgramCost cost;
    const char *sizes;   // " for n = 1024, m = 1024", or ""
    double moved, least; // bytes of DRAM
    double operations;
    bool counted; // the operations
} Prediction;

static bool computes(const Facts *facts)
{
    Granules granules = granules_of(facts);
    FOR_EACH(i, &granules)
        if (granules.items[i].operations)
            return true;
    return false;
}

static Prediction predict(const Explanation *explanation)
{
    MappingSizes sizes = explain_typical_sizes(explanation);
    const char *words = explain_sizes_words(explanation->arena, &sizes);
    Prediction prediction = {.sizes = words ? arena_printf(explanation->arena, " for %s", words) : ""};
    if (!explanation->device->bandwidth || explanation->device->fp32_tflops == 0)
        return prediction;
    prediction.cost = cost_of(explanation->arena, explanation->device, explanation->program->host, &sizes);
    FOR_EACH(i, &prediction.cost.kernels) {
        const KernelCost *kernel = &prediction.cost.kernels.items[i];
        prediction.moved += kernel->launches * (kernel->read + kernel->written);
    }
    prediction.least = least_bytes(explanation->arena, explanation->facts, &sizes);
    prediction.operations = explain_operations(explanation, &sizes);
    prediction.known = !prediction.cost.unknown && prediction.cost.kernels.count && prediction.least > 0;
    prediction.counted = prediction.operations > 0 || !computes(explanation->facts);
    return prediction;
}

// Of a share of what would be possible.
static const char *judgement(double share)
{
    return share >= 0.75 ? "good" : share >= 0.5 ? "fair" : "poor";
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
    VECTOR(const Stmt *) found;
} Kernels;

static bool look_for_kernel(void *context, const Stmt *stmt)
{
    Kernels *kernels = context;
    if (stmt->kind == ST_KERNEL)
        VECTOR_PUSH(kernels->arena, &kernels->found, stmt);
    bool chooses = stmt_is_choice(stmt);
    if (chooses)
        stmt_walk(stmt->otherwise, look_for_kernel, kernels);
    return stmt->kind != ST_KERNEL && !chooses;
}

static Kernels kernels_of(const Explanation *explanation)
{
    Kernels kernels = {.arena = explanation->arena};
    stmt_walk(explanation->program->host, look_for_kernel, &kernels);
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

// NULL: it is not predicted.
static const KernelCost *predicted_kernel(const Prediction *prediction, const Stmt *kernel)
{
    FOR_EACH(i, &prediction->cost.kernels)
        if (prediction->known && prediction->cost.kernels.items[i].kernel == kernel)
            return &prediction->cost.kernels.items[i];
    return NULL;
}

// Whether the warps that fit are enough to wait for memory; not about a kernel that takes little of the time.
static const char *enough_words(const Prediction *prediction, const KernelCost *predicted)
{
    if (!predicted || predicted->time < 0.1 * prediction->cost.time)
        return "";
    return predicted->bound == COST_LATENCY ? " (too few: latency bounds it)" : " (enough: latency does not bound it)";
}

static void add_occupancy(Report *report, const Explanation *explanation, const Kernels *kernels,
                          const Prediction *prediction)
{
    Text text = {.arena = explanation->arena};
    FOR_EACH(i, &kernels->found) {
        KernelResources resources;
        Occupancy occupancy;
        const KernelCost *predicted = predicted_kernel(prediction, kernels->found.items[i]);
        if (!explain_occupancy(explanation, kernels->found.items[i], &resources, &occupancy)) {
            if (!predicted)
                continue;
            occupancy = predicted->occupancy;
            resources.threads =
                (int)(predicted->shape.block[0] * predicted->shape.block[1] * predicted->shape.block[2]);
        }
        text_printf(&text, "%s %d block%s of %d threads on a multiprocessor, %.0f %% of its threads, limited by %s%s",
                    text.length ? ";" : "", occupancy.active_blocks, occupancy.active_blocks == 1 ? "" : "s",
                    resources.threads, 100 * occupancy.occupancy,
                    occupancy_limit_words(explanation->arena, occupancy.limits), enough_words(prediction, predicted));
    }
    if (text.length)
        report_sentence(report, "occupancy", "Occupancy:%s.", text_string(&text));
}

// ---- memory

// "101.3 MB from and to DRAM, 1.51 times the least possible (fair), for n = 1024. "
static const char *traffic_words(const Explanation *explanation, const Prediction *prediction)
{
    Text text = {.arena = explanation->arena};
    if (!prediction->known)
        return NULL;
    text_printf(&text, "%.4g MB from and to DRAM%s", prediction->moved * 1e-6, prediction->sizes);
    Roofline roof = explain_roofline(explanation);
    bool computes = prediction->operations / roof.peak > prediction->moved / roof.bandwidth;
    text_printf(&text, ", %.2f times the least possible (%s)", fmax(1, prediction->moved / prediction->least),
                computes ? "arithmetic takes longer" : judgement(prediction->least / fmax(1, prediction->moved)));
    return text_string(&text);
}

static void add_memory(Report *report, const Explanation *explanation, const Prediction *prediction)
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
    const char *traffic = traffic_words(explanation, prediction);
    if (all)
        report_sentence(report, "memory", "Memory: %s%s %d access%s, %d coalesced or read by all lanes at once%s%s",
                        traffic ? traffic : "", traffic ? ". Of" : "of", all, all == 1 ? "" : "es", direct,
                        text_string(&text), all == direct + shared + held ? "." : "; the others take more sectors.");
    else if (traffic)
        report_sentence(report, "memory", "Memory: %s.", traffic);
}

// ---- what bounds it

static const KernelCost *longest(const ProgramCost *cost)
{
    const KernelCost *found = NULL;
    FOR_EACH(i, &cost->kernels)
        if (!found || cost->kernels.items[i].time > found->time)
            found = &cost->kernels.items[i];
    return found;
}

// The time that is predicted, against the least that moving the bytes or computing takes.
static void add_predicted_bound(Report *report, const Explanation *explanation, const Prediction *prediction)
{
    Roofline roof = explain_roofline(explanation);
    double intensity = prediction->operations / prediction->least, needs = roof.peak / roof.bandwidth;
    double least = fmax(prediction->least / roof.bandwidth, prediction->operations / roof.peak);
    double share = fmin(1, least / prediction->cost.time);
    const char *each = arena_printf(explanation->arena, "%.3g", intensity);
    report_sentence(report, "bound",
                    "Roofline: %s operation%s for each byte that has to move; the %s needs %.0f, so %s bounds it. "
                    "Predicted: %.4g us, %.0f %% of the roof (%s), limited by %s.",
                    each, strcmp(each, "1") == 0 ? "" : "s", explanation->device->title, needs,
                    intensity < needs ? "memory" : "arithmetic", prediction->cost.time * 1e-3, 100 * share,
                    judgement(share), cost_share_name(longest(&prediction->cost)->bound));
}

// The source alone: the times are not predicted.
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
    Prediction prediction = predict(explanation);
    report_open(report, "short", "In short");
    add_verdicts(report, explanation);
    add_threads(report, explanation, &kernels);
    if (explanation->scheduled)
        add_memory(report, explanation, &prediction);
    add_occupancy(report, explanation, &kernels, &prediction);
    if (prediction.known && prediction.counted)
        add_predicted_bound(report, explanation, &prediction);
    else
        add_bound(report, explanation);
    add_residency(report, explanation);
    report_close(report);
}
