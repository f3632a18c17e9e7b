#include "sweep.h"

#include "further.h"

#include <string.h>

// JUDGING: runs of a trial_run; BY_DATA: kernels that data choose have tables as long as the data may ask for.
enum { FIRST_SWEEP = 2000, MAX_NAMES = 17, JUDGING = 10, BY_DATA = 16 };

// Iterations of one run; and in all for each version, with what runs and launches take besides.
static const long most_swept_work = 60000, all_swept_work = 3000000;
static const size_t most_swept_memory = (size_t)1 << 21;

// Statements of all threads, of the kernels of a run.
static const double most_kernel_work = 1e7;
enum { STATEMENTS = 20 }; // of a kernel take as long as an iteration

// The versions that are tried with some sizes, and what they take.
typedef struct Versions {
    const char *names[MAX_NAMES]; // programs may share them; "": the sizes choose
    int count;
    double work;
} Versions;

static bool has_version(const Versions *versions, const char *name)
{
    for (int i = 0; i < versions->count; i++)
        if (strcmp(versions->names[i], name) == 0)
            return true;
    return false;
}

static void add_version(Versions *versions, const char *name, double work)
{
    if (work > most_kernel_work || versions->count == MAX_NAMES || has_version(versions, name))
        return;
    versions->names[versions->count++] = name;
    versions->work += work;
}

// Those that are little work by what the reference has noted. The sizes are taken to choose the one of least work.
static Versions cheap_versions(const CrsFunction *function, const Notes *notes)
{
    Versions versions = {.count = 0};
    double common = goals_work(function, notes, NULL), least = most_kernel_work;
    for (int v = 0; v < function->version_count; v++) {
        double work = goals_work(function, notes, function->versions[v].name);
        least = work < least ? work : least;
        add_version(&versions, function->versions[v].name, common + work);
    }
    add_version(&versions, "", common + (function->version_count ? least : 0));
    return versions;
}

static Trial begin(Check *check, Summary *summary, const Candidate *candidate, int number)
{
    Layout *layout = &check->layout;
    Trial trial = {.sides = &check->sides,
                   .layout = layout,
                   .candidate = candidate,
                   .never_exact = summary->never_exact,
                   .order = number + number / SWEPT_SPANS,
                   .most_work = most_swept_work};
    trial.draw = (Draw){.set = DATA_EXACT, .shape = (Shape)(number % SHAPES)};
    trial.draw.seed = check->seed * 1000003 + (uint64_t)((FIRST_SWEEP + number) * SHAPES);
    layout_begin(layout, layout->function);
    layout->sizes = candidate->values;
    layout->most = most_swept_memory;
    layout->shared->notes.drawn_extent = 0;
    return trial;
}

// Of these sizes or, if they are too much work, of smaller ones.
static bool prepare(Check *check, Trial *trial, Candidate *candidate, int number)
{
    while (!trial_prepare(trial))
        if (!trial->too_long || !sizes_shrink(check->spec, check->layout.function, number, candidate))
            return false;
    return true;
}

// `cost`: and what that takes, in iterations.
static void run_versions(Check *check, Summary *summary, Trial *trial, const Versions *versions, long *cost)
{
    int judged;
    if (trial_versions(trial, versions->names, versions->count, &judged) == TRIAL_FAILED) {
        summary->failures++;
        report_failure(summary, check, trial);
    }
    long runs = 1 + versions->count + JUDGING * judged;
    *cost += runs * cost_of_run(trial) * (goals_hang_on_data(check->layout.function) ? BY_DATA : 1);
    *cost += (long)(versions->work / STATEMENTS);
}

// All versions, and one of them on pointers to the device that are not multiples of 16 bytes.
static void sweep_sizes(Check *check, Summary *summary, Candidate *candidate, int number, long *cost)
{
    const CrsFunction *function = check->layout.function;
    Trial trial = begin(check, summary, candidate, number);
    if (!prepare(check, &trial, candidate, number)) {
        *cost += most_swept_work;
        return;
    }
    Versions versions = cheap_versions(function, &check->layout.shared->notes);
    run_versions(check, summary, &trial, &versions, cost);
    int named = versions.count - (function->version_count > 0); // the last one is the choice by sizes
    if (summary->failures || !function->takes_device_pointers || named <= 0 || trial.trace.serial > 0)
        return;
    Versions one = {.names = {versions.names[number % named]}, .count = 1};
    one.work = versions.work / versions.count;
    trial.device_memory = trial.unaligned = true;
    run_versions(check, summary, &trial, &one, cost);
}

void try_sweep(Check *check, Summary *summary)
{
    const CrsSpec *spec = check->spec;
    const CrsFunction *function = check->layout.function;
    Candidate candidate;
    long cost = 0, most = (1 + function->version_count) * all_swept_work;
    for (int i = 0; cost < most && summary->failures == 0; i++) {
        if (!sizes_swept(spec, function, check->seed, i, &candidate))
            break;
        sweep_sizes(check, summary, &candidate, i, &cost);
    }
}
