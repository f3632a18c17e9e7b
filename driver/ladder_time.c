#include "driver/ladder_time.h"
#include "analysis/model/cost/cost.h"
#include "driver/ladder_sizes.h"
#include "driver/tune_measure.h"

#include <stdio.h>
#include <unistd.h>

typedef struct Timing {
    const Translation *translation;
    const Options *options;
    const TimedRung *rungs;
    int count;
    Measured *measured; // NULL: there is no GPU
    ProgramCost *predicted;
} Timing;

// ---- the numbers

static Measured *measure_rungs(const Timing *timing, const Nest *nest, const char *folder)
{
    Arena *arena = timing->translation->arena;
    if (!timing->options->measure && access("/dev/nvidiactl", F_OK) != 0)
        return NULL;
    Measured *measured = ARENA_ARRAY(arena, Measured, timing->count);
    for (int i = 0; i < timing->count; i++)
        measured[i] = (Measured){.file = timing->rungs[i].file, .plain = timing->rungs[i].file};
    measure_all(arena, timing->options, nest->function_name, folder, measured, timing->count);
    for (int i = 0; i < timing->count; i++)
        if (measured[i].outcome == MEASURE_NO_DEVICE)
            return NULL;
    return measured;
}

static ProgramCost predict(const Timing *timing, const ExplainRung *made)
{
    Explanation own = {.arena = timing->translation->arena, .options = timing->options};
    MappingSizes sizes = {0};
    own.nest = made->nest;
    own.facts = made->facts;
    explain_sizes(&own, &sizes);
    return cost_of(own.arena, timing->translation->device, made->program->host, &sizes);
}

static bool is_known(const ProgramCost *cost)
{
    return !cost->unknown && cost->kernels.count > 0;
}

// What bounds the kernel that takes the longest.
static const char *limit_of(const ProgramCost *cost)
{
    const KernelCost *longest = &cost->kernels.items[0];
    FOR_EACH(i, &cost->kernels)
        if (cost->kernels.items[i].time > longest->time)
            longest = &cost->kernels.items[i];
    return cost_share_name(longest->bound);
}

// Microseconds: measured if there is a GPU; 0: not known.
static double time_of(const Timing *timing, int rung)
{
    const ProgramCost *cost = &timing->predicted[rung];
    if (timing->measured)
        return timing->measured[rung].outcome == MEASURE_TIMED ? timing->measured[rung].seconds * 1e6 : 0;
    return is_known(cost) ? cost->time * 1e-3 : 0;
}

// ---- the table

static void print_number(bool known, double value, int width, int digits)
{
    if (known)
        printf(" %*.*f", width, digits, value);
    else
        printf(" %*s", width, "");
}

static void print_rung(const Timing *timing, int index)
{
    const ProgramCost *cost = &timing->predicted[index];
    double time = time_of(timing, index), before = index ? time_of(timing, index - 1) : 0;
    printf("%3d %-14s ", timing->rungs[index].number, timing->rungs[index].made.name);
    if (timing->measured) {
        const Measured *measured = &timing->measured[index];
        if (!time) {
            printf("%s\n", measured->outcome == MEASURE_WRONG ? "WRONG" : "could not be timed");
            return;
        }
        print_number(true, time, 10, 1);
        print_number(measured->bandwidth > 0, measured->bandwidth * 1e-9, 8, 0);
        print_number(measured->operations > 0, measured->operations * 1e-9, 8, 0);
    }
    print_number(time && before, before / time, 6, 2);
    print_number(is_known(cost), cost->time * 1e-3, 12, 1);
    printf("  %s\n", is_known(cost) ? limit_of(cost) : "");
}

static void print_table(const Timing *timing)
{
    const char *sizes = ladder_sizes_words(timing->translation->arena, timing->options);
    const char *device = timing->translation->device->title;
    printf("%s%s%s, %s one %s:\n\n", timing->measured ? "Timed" : "Predicted, since there is no GPU to time it on",
           *sizes ? ", at " : "", sizes, timing->measured ? "and predicted for" : "for", device);
    printf("%3s %-14s ", "", "rung");
    if (timing->measured)
        printf(" %10s %8s %8s", "us", "GB/s", "GFLOP/s");
    printf(" %6s %12s  %s\n", "gain", "predicted us", "limit");
    for (int i = 0; i < timing->count; i++)
        print_rung(timing, i);
    printf("\n");
}

void ladder_time(const Translation *translation, const Options *options, const Nest *nest, const char *folder,
                 const TimedRung *rungs, int count)
{
    Timing timing = {.translation = translation, .options = options, .rungs = rungs, .count = count};
    bool any = false;
    timing.measured = measure_rungs(&timing, nest, folder);
    timing.predicted = ARENA_ARRAY(translation->arena, ProgramCost, count);
    for (int i = 0; i < count; i++) {
        timing.predicted[i] = predict(&timing, &rungs[i].made);
        any |= is_known(&timing.predicted[i]);
    }
    if (any || timing.measured)
        print_table(&timing);
}
