// Compares the generated build of a file with its serial original, function by function, over difficult sizes.
//
//   check FOLDER cpu|gpu      FOLDER holds spec.so, serial.so, reference.so and generated.so
//
// CURESTRUCT_SEED=N draws other data; CURESTRUCT_CHECK_SIZES=N tries at most N combinations of sizes. If a launcher
// chooses among versions of its kernels, each version is tried in turn, with any sizes; CURESTRUCT_VERSION=NAME tries
// only that one. One line per function on stdout. Exit status: 0 all passed, 1 cannot run, 3 a comparison failed, 77
// nothing to compare.
#define _GNU_SOURCE
#include "further.h"
#include "sweep.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { STATUS_FAILED = 3, STATUS_NOTHING = 77 };
static const size_t most_memory = (size_t)1 << 27, most_given_memory = (size_t)1 << 35;
// Iterations for all sizes of a function together; what is left when they are used up is this much for each.
static const long all_work = 12000000, least_work = 50000, most_overlapping_work = 100000;
// What rounds takes several runs of the reference: at sizes of more work, the second data are exact, too.
static const long most_uniform_work = 500000;
// Beyond the conditions on sizes there is what data decides: so many iterations for the sake of one goal.
static const long most_goal_work = 9100000;

enum { MIXED_WANTED = 8, FEW_SIZES = 4, MAX_FAILURES = 2, FIRST_GOAL = 1000 };

// ---- the trials of one function

// The sets of data for one combination of sizes: exact and uniform data, whose shapes alternate, and then exact data of
// the other shapes.
enum { USUAL_DRAWS = 2, MAX_DRAWS = 1 + SHAPES };

static int data_sets(const CrsSpec *spec, int number, Draw *draws)
{
    Draw draw = {.set = DATA_UNIFORM, .low = -1, .high = 1};
    if (!spec->data) {
        draws[0] = (Draw){.set = DATA_EXACT, .shape = (Shape)(number % SHAPES)};
        draws[1] = draw;
        draws[1].shape = (Shape)((number / SHAPES + number) % SHAPES);
        for (int i = 1; i < SHAPES; i++)
            draws[i + 1] = (Draw){.set = DATA_EXACT, .shape = (Shape)((number + i) % SHAPES)};
        return MAX_DRAWS;
    }
    char *end;
    if (strcmp(spec->data, "special") == 0) {
        draw.set = DATA_SPECIAL;
    } else {
        draw.low = strtod(spec->data, &end);
        draw.high = *end == ':' ? strtod(end + 1, NULL) : draw.low;
    }
    draws[0] = draw;
    return 1;
}

static void add_trial(const Check *check, Summary *summary, const Trial *trial)
{
    const Shared *shared = check->layout.shared;
    bool watched = check->sides.on_gpu || trial->work <= trial->most_watched;
    goals_note(&summary->goals, check->layout.function, &shared->notes, &trial->trace, shared->version,
               watched || trial->candidate->kind == CANDIDATE_GOAL);
    summary->seen |= trial->trace.seen;
    summary->versions |= trial->trace.versions;
    summary->device += trial->trace.device;
    summary->fallbacks += trial->trace.serial;
}

static void add_error(Summary *summary, const Comparison *comparison)
{
    if (comparison->bound > 0 &&
        (summary->bound == 0 || comparison->error / comparison->bound > summary->error / summary->bound)) {
        summary->error = comparison->error;
        summary->bound = comparison->bound;
    }
}

// Entry number `turn` of this list: the choice by sizes, and each version.
static void choose_version(Check *check, int turn)
{
    const CrsFunction *function = check->layout.function;
    char *version = check->layout.shared->version;
    const char *given = getenv("CURESTRUCT_VERSION");
    bool counting = is_counted(); // what the sizes choose, alone
    int number = counting ? 0 : turn % (function->version_count + 1);
    const char *name = given && *given ? given : number == 0 ? "" : function->versions[number - 1].name;
    snprintf(version, MAX_VERSION_NAME, "%s", name);
}

// Data races do not hang on the data or on how long a loop is: some sizes tell, and those that reach more of the
// kernels.
static long watched_left(const Summary *summary, const Candidate *candidate)
{
    static const long most = 250000, most_for_goal = 1500000, most_of_all = 3000000;
    bool goal = candidate->kind == CANDIDATE_GOAL;
    return summary->watched < (goal ? 2 : 1) * most_of_all ? goal ? most_for_goal : most : 0;
}

static long work_left(const Summary *summary)
{
    long left = all_work - summary->work;
    return left > least_work ? left : least_work;
}

// Data of every shape: at the first sizes with some work, as long as it is little; and at the next ones if a run costs
// little.
static bool wants_shapes(const Summary *summary, const Candidate *candidate)
{
    enum { SHAPED_SIZES = 2 };
    return summary->shaped < SHAPED_SIZES && candidate->kind != CANDIDATE_GOAL && !is_counted();
}

// Of sizes that are at least as large as others of too much work, nothing need be run to know it.
static bool prepare(const Check *check, Trial *trial, Summary *summary)
{
    const Candidate *candidate = trial->candidate;
    bool usual = candidate->kind != CANDIDATE_GIVEN && candidate->kind != CANDIDATE_GOAL;
    if (usual && summary->any_too_long && sizes_exceed(check->layout.function, candidate, &summary->too_long)) {
        snprintf(trial->reason, sizeof trial->reason, "%s", trial_too_long);
        return false;
    }
    if (trial_prepare(trial))
        return true;
    if (usual && trial->too_long) {
        summary->any_too_long = true;
        summary->too_long = *candidate;
    }
    return false;
}

// What only a goal reaches may run once: then a loop round the grid goes on, and the grid has a second block.
static int most_blocks(const Candidate *candidate, int turn)
{
    return is_counted() ? 0 : candidate->kind == CANDIDATE_GOAL ? 2 : turn % 2;
}

static void try_sizes(Check *check, const Candidate *candidate, int number, Summary *summary)
{
    Layout *layout = &check->layout;
    Draw draws[MAX_DRAWS];
    int count = data_sets(check->spec, number, draws);
    layout_begin(layout, layout->function);
    layout->sizes = candidate->values;
    layout->shared->notes.drawn_extent = candidate->drawn_extent;
    layout->most = candidate->kind == CANDIDATE_GIVEN ? most_given_memory : most_memory;
    Trial trial = {
        .sides = &check->sides, .layout = layout, .candidate = candidate, .never_exact = summary->never_exact};
    bool tried = false, vacuous = false, iterated = false, ran = false;
    bool shaped = wants_shapes(summary, candidate);
    bool each_version = candidate->kind == CANDIDATE_GIVEN && number == 0 && !is_counted();
    int rounds = each_version ? layout->function->version_count + 1 : 1;
    for (int round = 0; round < count * rounds; round++) {
        int i = round % count;
        if (i >= USUAL_DRAWS && (!shaped || !is_little(&trial) || (summary->shaped > 0 && !is_cheap(&trial))))
            continue;
        if ((candidate->kind == CANDIDATE_GOAL || candidate->kind == CANDIDATE_HUGE) && i > 0)
            break;
        if (candidate->kind == CANDIDATE_GOAL)
            snprintf(layout->shared->version, MAX_VERSION_NAME, "%s", candidate->version ? candidate->version : "");
        else
            choose_version(check, rounds > 1 ? round / count : number * USUAL_DRAWS + i);
        trial.draw = draws[i];
        if (summary->compared > 0 && trial.work > most_uniform_work && trial.draw.set == DATA_UNIFORM &&
            !check->spec->data)
            trial.draw.set = DATA_EXACT;
        trial.order = i == 0 ? 0 : 1 + number % 2;
        trial.most_blocks = most_blocks(candidate, number + i);
        trial.most_work = candidate->kind == CANDIDATE_GOAL ? most_goal_work : work_left(summary);
        trial.most_watched = watched_left(summary, candidate);
        trial.draw.seed = check->seed * 1000003 + (uint64_t)(number * MAX_DRAWS + i);
        if (!prepare(check, &trial, summary)) {
            note_skip(check, summary, &trial);
            break;
        }
        Verdict verdict = trial_run(&trial);
        if (verdict == TRIAL_SKIPPED) {
            note_skip(check, summary, &trial);
            continue;
        }
        add_trial(check, summary, &trial);
        summary->watched += trial.work <= trial.most_watched ? trial.work : 0;
        if (verdict == TRIAL_VACUOUS) {
            if (summary->vacuous == 0)
                note_reason(check, &trial, summary->first_vacuous, sizeof summary->first_vacuous);
            vacuous = true;
            continue;
        }
        tried = true;
        iterated |= trial.iterated;
        ran |= check->spec->expect_fallback ? trial.trace.serial > 0 : trial.trace.device > 0;
        if (verdict == TRIAL_FAILED) {
            summary->failures++;
            report_failure(summary, check, &trial);
            break;
        }
        add_error(summary, &trial.comparison);
        try_device_memory(check, &trial, summary);
        if (i == 0 && wants_again(summary, &trial))
            try_again(check, &trial, summary);
        if (i == 0 && trial.iterated && summary->failures == 0)
            try_scattered(check, &trial, summary);
    }
    if (summary->failures == 0 && !summary->overlapped && trial.work < most_overlapping_work && iterated) {
        summary->overlapped = true;
        choose_version(check, 0);
        trial.draw = draws[0];
        try_overlaps(check, &trial, summary);
        summary->overlapped = true;
    }
    summary->shaped += shaped && iterated && is_little(&trial);
    summary->never_exact = trial.never_exact;
    summary->work += trial.work;
    summary->tried++;
    summary->compared += tried;
    summary->sizes += tried && ran && iterated;
    summary->partial += tried && ran && !iterated && trial.work > 0;
    summary->vacuous += vacuous && !tried;
    summary->mixed += tried && candidate->kind == CANDIDATE_MIXED;
}

static bool wanted(const Check *check, const Summary *summary, const Candidate *candidate)
{
    if (summary->failures >= MAX_FAILURES || summary->sizes + summary->vacuous >= check->most_sizes)
        return false;
    if (candidate->kind == CANDIDATE_REST)
        return summary->sizes < FEW_SIZES;
    return !candidate->pointless && (candidate->kind != CANDIDATE_MIXED || summary->mixed < MIXED_WANTED);
}

static bool may_choose_sizes(const Check *check)
{
    bool limited = check->most_sizes != INT_MAX || getenv("CURESTRUCT_VERSION") || is_counted();
    bool free_sizes = false;
    for (int i = 0; i < check->layout.function->size_count; i++)
        free_sizes |= !sizes_given(check->spec, check->layout.function->sizes[i]);
    return free_sizes && !limited;
}

// If only the data decide, the number of elements that the indices name may decide, too.
static void reach_by_data(Check *check, Summary *summary)
{
    static const long extents[] = {20, 150, 3000, 20000, 1500000};
    const CrsFunction *function = check->layout.function;
    Candidate candidate = {.kind = CANDIDATE_GOAL};
    for (int i = 0; i < function->size_count; i++)
        candidate.values[i] = sizes_given_value(check->spec, function->sizes[i], 4099);
    for (size_t i = 0; goals_hang_on_data(function) && i < sizeof extents / sizeof *extents; i++) {
        candidate.drawn_extent = extents[i];
        try_sizes(check, &candidate, FIRST_GOAL - 1 - (int)i, summary);
    }
}

// Sizes for what none of the others has reached; and what they have not reached either.
static void reach_goals(Check *check, Summary *summary)
{
    const CrsFunction *function = check->layout.function;
    Plans plans = {0};
    Candidate candidate;
    if (summary->failures || check->spec->alias_count || check->spec->expect_fallback)
        return;
    if (may_choose_sizes(check)) {
        reach_by_data(check, summary);
        goals_ask(check->spec, &check->sides, &check->layout, check->seed, &summary->goals, &plans);
    }
    for (int i = 0; summary->failures < MAX_FAILURES && goals_next(function, &summary->goals, &plans, &candidate); i++)
        try_sizes(check, &candidate, FIRST_GOAL + i, summary);
    if (summary->failures == 0 && summary->sizes > 0)
        summary->failures += goals_report(summary->out, function, &summary->goals, &plans, check->spec->verbose);
    goals_release(&plans);
    if (summary->failures == 0 && summary->sizes > 0 && may_choose_sizes(check))
        try_sweep(check, summary);
}

static bool check_function(Check *check, int number)
{
    const CrsFunction *function = &check->spec->functions[number];
    Summary summary = {0};
    summary.out = open_memstream(&summary.details, &summary.details_length);
    check->layout.shared->function = number;
    check->layout.function = function;
    Candidate candidate;
    if (function->refusal) {
        summary.failures++;
        fprintf(summary.out, "  %s\n", function->refusal);
    }
    for (int i = 0; !function->refusal && sizes_candidate(check->spec, function, check->seed, i, &candidate); i++)
        if (wanted(check, &summary, &candidate))
            try_sizes(check, &candidate, i, &summary);
    if (!function->refusal)
        reach_goals(check, &summary);
    judge(check, &summary);
    fclose(summary.out);
    bool passed = print_summary(function, &summary);
    fflush(stdout);
    free(summary.details);
    return passed;
}

// ---- set up

static const char generated[] = "/generated-cpu.so";

// As a word of LD_PRELOAD, where blanks and colons end a name: the path, or one by a descriptor.
static char *name_of_generated(const char *folder)
{
    char *name = NULL;
    bool plain = !strpbrk(folder, " :");
    int length = plain ? asprintf(&name, "%s%s", folder, generated)
                       : asprintf(&name, "/proc/self/fd/%d%s", open(folder, O_PATH | O_DIRECTORY), generated);
    return length < 0 ? NULL : name;
}

// Starts this program again with the generated code loaded first. Its thread-local variables, which hold the shared
// memory of a block on the CPU, are addressed without a call then, and only a library that is there from the start can
// have so many.
static void load_generated(char **arguments)
{
    static const char variable[] = "LD_PRELOAD";
    const char *others = getenv(variable);
    size_t length = others ? strcspn(others, ":") : 0, end = sizeof generated - 1;
    if (length >= end && strncmp(others + length - end, generated, end) == 0) {
        if (others[length])
            setenv(variable, others + length + 1, 1);
        else
            unsetenv(variable);
        return;
    }
    char *name = name_of_generated(arguments[1]), *names = NULL;
    if (!name || asprintf(&names, "%s%s%s", name, others ? ":" : "", others ? others : "") < 0)
        return;
    setenv(variable, names, 1);
    execv("/proc/self/exe", arguments);
}

static bool make_arena(Layout *layout)
{
    int protection = PROT_READ | PROT_WRITE, flags = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE;
    layout->shared = mmap(NULL, sizeof *layout->shared, protection, flags, -1, 0);
    if (layout->shared == MAP_FAILED)
        return false;
    for (layout->arena_size = (size_t)1 << 40; layout->arena_size >= (size_t)1 << 30; layout->arena_size /= 2) {
        layout->arena = mmap(NULL, layout->arena_size, protection, flags, -1, 0);
        if (layout->arena != MAP_FAILED)
            return true;
    }
    return false;
}

static const CrsSpec *load_spec(const char *folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/spec.so", folder);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const CrsSpec *spec = library ? dlsym(library, "crs_spec") : NULL;
    if (!spec)
        fprintf(stderr, "check: error: %s\n", dlerror());
    return spec;
}

static void read_initial_values(Check *check)
{
    check->layout.initial = calloc((size_t)check->spec->global_count + 1, sizeof *check->layout.initial);
    for (int i = 0; i < check->spec->global_count; i++)
        check->layout.initial[i] = check->sides.serial.global(i);
}

// A missing barrier shows on the CPU when threads run in some other order than that of their numbers.
static bool open_generated(Sides *sides, const char *folder, const Layout *layout)
{
    static const char *const orders[] = {"forward", "reverse", "random:1"};
    sides->order_count = sides->on_gpu || getenv("CURESTRUCT_SIMT_ORDER") ? 1 : 3;
    for (int i = 0; i < sides->order_count; i++) {
        Worker *worker = &sides->generated[i];
        if (!worker_open(worker, folder, sides->on_gpu ? "generated-gpu" : "generated-cpu", layout))
            return false;
        worker->seconds = 120;
        worker->order = sides->order_count > 1 ? orders[i] : NULL;
    }
    return true;
}

static bool open_sides(Check *check, const char *folder, const char *where)
{
    Sides *sides = &check->sides;
    sides->on_gpu = strcmp(where, "gpu") == 0;
    if (!worker_open(&sides->serial, folder, "serial", &check->layout) ||
        !worker_open(&sides->reference, folder, "reference", &check->layout) ||
        !open_generated(sides, folder, &check->layout))
        return false;
    read_initial_values(check);
    return true;
}

static int check_all(Check *check)
{
    bool passed = true;
    for (int i = 0; i < check->spec->function_count; i++)
        passed &= check_function(check, i);
    worker_stop(&check->sides.serial);
    worker_stop(&check->sides.reference);
    for (int i = 0; i < check->sides.order_count; i++)
        worker_stop(&check->sides.generated[i]);
    return passed ? 0 : STATUS_FAILED;
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fprintf(stderr, "usage: check FOLDER cpu|gpu\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN); // of a child that has ended
    if (strcmp(arguments[2], "cpu") == 0)
        load_generated(arguments);
    Check check = {.seed = 1, .most_sizes = INT_MAX};
    const char *seed = getenv("CURESTRUCT_SEED"), *sizes = getenv("CURESTRUCT_CHECK_SIZES");
    if (seed)
        check.seed = strtoull(seed, NULL, 0);
    if (sizes && atoi(sizes) > 0)
        check.most_sizes = atoi(sizes);
    check.layout.spec = check.spec = load_spec(arguments[1]);
    if (!check.spec || !make_arena(&check.layout)) {
        fprintf(stderr, "check: error: cannot set up\n");
        return 1;
    }
    trace_open();
    if (!open_sides(&check, arguments[1], arguments[2]))
        return 1;
    if (check.sides.on_gpu && worker_devices(&check.sides.generated[0]) == 0) {
        printf("nothing to compare: no GPU\n");
        return STATUS_NOTHING;
    }
    const char *unknown = sizes_unknown(check.spec);
    if (unknown && check.spec->function_count > 0) {
        fprintf(stderr, "check: error: --size %s: no function to check has such an integer\n", unknown);
        return 1;
    }
    if (check.spec->function_count == 0) {
        printf("nothing to compare: no nest was restructured\n");
        return STATUS_NOTHING;
    }
    return check_all(&check);
}
