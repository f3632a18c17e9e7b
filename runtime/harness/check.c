// Compares the generated build of a file with its serial original, function by function, over difficult sizes.
//
//   check FOLDER cpu|gpu      FOLDER holds spec.so, serial.so, reference.so and generated.so
//
// CURESTRUCT_SEED=N draws other data; CURESTRUCT_CHECK_SIZES=N tries at most N combinations of sizes. If a launcher
// chooses among versions of its kernels, each version is tried in turn, with any sizes; CURESTRUCT_VERSION=NAME tries
// only that one. One line per function on stdout. Exit status: 0 all passed, 1 cannot run, 3 a comparison failed, 77
// nothing to compare.
#define _GNU_SOURCE
#include "goals.h"
#include "trial.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { STATUS_FAILED = 3, STATUS_NOTHING = 77 };
static const size_t most_memory = (size_t)1 << 27, most_given_memory = (size_t)1 << 35;
// Iterations for all sizes of a function together; what is left when they are used up is this much for each.
static const long all_work = 12000000, least_work = 50000, most_shaped_work = 20000;

enum { MIXED_WANTED = 8, MAX_FAILURES = 2, FIRST_GOAL = 1000 };

typedef struct Check {
    const CrsSpec *spec;
    Sides sides;
    Layout layout;
    uint64_t seed;
    int most_sizes;
} Check;

// What the trials of one function came to.
typedef struct Summary {
    int tried;   // sizes
    int sizes;   // of these: compared, on the device, with every loop iterating
    int partial; // or with some loops
    int mixed, failures;
    int skipped, crashed;
    char first_skip[2300], first_crash[2300];
    bool device_memory;  // was tried
    int again, overlaps; // second calls and calls with overlapping pointers that were tried
    bool never_exact;    // Trial.never_exact
    int compared;        // sizes, with or without a launcher on the device
    int vacuous;         // sizes that only vacuous comparisons were made for
    char first_vacuous[2300];
    long work;
    long watched;                 // iterations in which data races were looked for
    double error, bound;          // the largest ratio
    unsigned long seen, versions; // launchers that ran, and versions of their kernels
    int device, fallbacks;        // calls of launchers
    Goals goals;                  // that were reached
    char *details;                // lines on failures
    size_t details_length;
    FILE *out;
} Summary;

// ---- one line per function

static void print_sizes(FILE *out, const CrsFunction *function, const Candidate *candidate)
{
    for (int i = 0; i < function->size_count; i++)
        fprintf(out, "%s%s=%ld", i ? ", " : "", function->sizes[i], candidate->values[i]);
    if (function->size_count == 0)
        fprintf(out, "no sizes");
}

static void report_failure(Summary *summary, const Check *check, const Trial *trial)
{
    fprintf(summary->out, "  ");
    print_sizes(summary->out, check->layout.function, trial->candidate);
    const char *version = check->layout.shared->version;
    fprintf(summary->out, "; %s data%s%s%s%s%s, seed %llu: ", data_set_name(trial->draw.set),
            shape_name(trial->draw.shape),
            trial->draw.positive && trial->draw.shape != SHAPE_POSITIVE ? ", positive" : "",
            trial->device_memory ? ", in device memory"
            : trial->again       ? ", second call"
                                 : "",
            *version ? ", version " : "", version, (unsigned long long)check->seed);
    const Comparison *comparison = &trial->comparison;
    if (comparison->different == 0) {
        size_t length = strlen(trial->reason);
        fprintf(summary->out, "%s%s", trial->reason, length && trial->reason[length - 1] == '\n' ? "" : "\n");
        return;
    }
    fprintf(summary->out, "%ld of %ld values differ\n", comparison->different, comparison->values);
    for (int i = 0; i < comparison->mismatch_count; i++)
        fprintf(summary->out, "    %s\n", comparison->mismatches[i]);
}

static bool print_summary(const CrsFunction *function, Summary *summary)
{
    bool passed = summary->failures == 0;
    printf("%s: %d of %d nests, %d of %d size%s%s", function->name, function->launcher_count, function->nest_count,
           summary->sizes, summary->tried, summary->tried == 1 ? "" : "s",
           passed && summary->fallbacks ? "" : " ran on the device");
    if (passed && summary->bound > 0)
        printf(", largest error %.2e of %.2e allowed", summary->error, summary->bound);
    else if (passed)
        printf(", bit for bit");
    if (passed && summary->fallbacks)
        printf(", fell back");
    int ran, kernels = goals_kernels(function, &summary->goals, &ran);
    printf(", %s", passed ? "PASS" : "FAIL");
    if (passed && summary->fallbacks == 0 && ran < kernels)
        printf(", but %d of %d kernels did not run", kernels - ran, kernels);
    printf("\n");
    fwrite(summary->details, 1, summary->details_length, stdout);
    for (int i = 0; passed && i < function->launcher_count && i < 64; i++)
        if (!(summary->seen >> i & 1))
            printf("  note: %s was never reached\n", function->launchers[i]);
    for (int i = 0; passed && summary->fallbacks == 0 && i < function->version_count && i < 64; i++)
        if (!(summary->versions >> i & 1))
            printf("  note: version %s of %s was never reached\n", function->versions[i].name,
                   function->launchers[function->versions[i].launcher]);
    return passed;
}

// ---- the trials of one function

static void note_reason(const Check *check, const Trial *trial, char *text, size_t size)
{
    FILE *out = fmemopen(text, size - 1, "w");
    if (!out)
        return;
    print_sizes(out, check->layout.function, trial->candidate);
    fprintf(out, ": %s", trial->reason);
    fclose(out);
}

static void note_skip(const Check *check, Summary *summary, const Trial *trial)
{
    if (summary->skipped++ == 0)
        note_reason(check, trial, summary->first_skip, sizeof summary->first_skip);
    if (trial->crashed && summary->crashed++ == 0)
        note_reason(check, trial, summary->first_crash, sizeof summary->first_crash);
}

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
    goals_note(&summary->goals, check->layout.function, &shared->notes, &trial->trace, shared->version);
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

// Whether the run is counted (check --profile): each function is called equally often then, as its caller would.
static bool is_counted(void) { return getenv("CURESTRUCT_SIMT_PROFILE") != NULL; }

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

// Once more, on device pointers.
static void try_device_memory(Check *check, Trial *trial, Summary *summary)
{
    const CrsFunction *function = check->layout.function;
    bool counting = is_counted(); // where the launcher's own copies lie
    bool plain = !counting && check->spec->alias_count == 0 && !check->spec->expect_fallback && trial->trace.device > 0;
    if (summary->device_memory || !function->takes_device_pointers || !plain)
        return;
    summary->device_memory = true;
    trial->device_memory = true;
    if (trial_run(trial) == TRIAL_FAILED) {
        summary->failures++;
        report_failure(summary, check, trial);
    }
    trial->device_memory = false;
}

// Beyond the conditions on sizes there is what data decides: so many iterations for the sake of one goal.
static const long most_goal_work = 9100000;
// A second call in the same process, after a call on other data: the first call must not influence it.
static void try_again(Check *check, Trial *trial, Summary *summary)
{
    bool plain = check->spec->alias_count == 0 && !check->spec->expect_fallback && trial->trace.device > 0;
    if (!plain || is_counted())
        return;
    trial->again = true;
    summary->again++;
    if (trial_run(trial) == TRIAL_FAILED) {
        summary->failures++;
        report_failure(summary, check, trial);
    }
    trial->again = false;
}

// ---- pointers that overlap

static unsigned roles_of_parameter(const CrsFunction *function, int parameter)
{
    unsigned roles = 0;
    for (int i = 0; i < function->role_count; i++)
        if (strcmp(function->roles[i].path, function->parameters[parameter].name) == 0)
            roles |= function->roles[i].roles;
    return roles;
}

// Whether C and the user's clauses allow the two to overlap, and the nests write one of them.
static bool may_overlap(const CrsFunction *function, int a, int b)
{
    const CrsType *types[] = {function->parameters[a].type, function->parameters[b].type};
    unsigned roles[] = {roles_of_parameter(function, a), roles_of_parameter(function, b)};
    bool pointers =
        types[0]->kind == CRS_POINTER && types[1]->kind == CRS_POINTER && types[0]->target == types[1]->target;
    bool plain = pointers && types[0]->target->kind != CRS_POINTER && types[0]->target->kind != CRS_OPAQUE &&
                 !leaves_of(types[0]->target)->pointers;
    unsigned fixed = CRS_APART | CRS_PRESENT | CRS_SECTION | CRS_UNCOMPARED | CRS_DISTINCT;
    return plain && !((roles[0] | roles[1]) & fixed) && (roles[0] | roles[1]) & CRS_WRITTEN;
}

static void try_overlap(Check *check, Trial *trial, int from, int to, long elements, Summary *summary)
{
    const CrsFunction *function = check->layout.function;
    layout_begin(&check->layout, function);
    layout_overlap(&check->layout, from, to, elements);
    Verdict verdict = trial_prepare(trial) ? trial_run(trial) : TRIAL_SKIPPED;
    summary->overlaps += verdict == TRIAL_PASSED;
    if (verdict != TRIAL_FAILED)
        return;
    summary->failures++;
    fprintf(summary->out, "  with %s = %s", function->parameters[from].name, function->parameters[to].name);
    fprintf(summary->out, elements ? " %c %ld:\n" : ":\n", elements < 0 ? '-' : '+', labs(elements));
    report_failure(summary, check, trial);
}

// Equal pointers, and pointers one element apart in both directions. A launcher may leave its loop to the serial
// original here.
static void try_overlaps(Check *check, Trial *trial, Summary *summary)
{
    enum { MOST_PAIRS = 6 };
    static const long distances[] = {0, 1, -1};
    const CrsFunction *function = check->layout.function;
    int pairs = 0;
    bool plain = check->spec->alias_count == 0 && !check->spec->expect_fallback && trial->trace.device > 0;
    if (!plain || is_counted())
        return;
    trial->overlap = true;
    trial->order = 1;
    for (int a = 0; a < function->parameter_count; a++)
        for (int b = 0; b < a && summary->failures == 0; b++)
            for (int d = 0; may_overlap(function, a, b) && pairs < MOST_PAIRS && d < 3; d++, pairs += d == 2)
                if (summary->failures == 0)
                    try_overlap(check, trial, a, b, distances[d], summary);
    trial->overlap = false;
    layout_begin(&check->layout, function);
}

// Data races do not hang on the data or on how long a loop is: some sizes tell, and those that reach more of the
// kernels.
static long watched_left(const Summary *summary, const Candidate *candidate)
{
    static const long most = 250000, most_for_goal = 1500000, most_of_all = 3000000;
    long own = candidate->kind == CANDIDATE_GOAL ? most_for_goal : most;
    return summary->watched < most_of_all ? own : 0;
}

static long work_left(const Summary *summary)
{
    long left = all_work - summary->work;
    return left > least_work ? left : least_work;
}

// The first sizes, and the first of several blocks: data of every shape where that is little work.
static bool is_shaped(int number) { return (number == 0 || number == 3) && !is_counted(); }

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
    bool each_version = candidate->kind == CANDIDATE_GIVEN && number == 0 && !is_counted();
    int rounds = each_version ? layout->function->version_count + 1 : 1;
    for (int round = 0; round < count * rounds; round++) {
        int i = round % count;
        if (i >= USUAL_DRAWS && (!is_shaped(number) || trial.work > most_shaped_work))
            continue;
        if ((candidate->kind == CANDIDATE_GOAL || candidate->kind == CANDIDATE_HUGE) && i > 0)
            break;
        if (candidate->kind == CANDIDATE_GOAL)
            snprintf(layout->shared->version, MAX_VERSION_NAME, "%s", candidate->version ? candidate->version : "");
        else
            choose_version(check, rounds > 1 ? round / count : number * USUAL_DRAWS + i);
        trial.draw = draws[i];
        trial.order = i == 0 ? 0 : 1 + number % 2;
        trial.most_work = candidate->kind == CANDIDATE_GOAL ? most_goal_work : work_left(summary);
        trial.most_watched = watched_left(summary, candidate);
        trial.draw.seed = check->seed * 1000003 + (uint64_t)(number * MAX_DRAWS + i);
        if (!trial_prepare(&trial)) {
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
        if (i == 0 && is_shaped(number) && trial.work < most_shaped_work && trial.iterated)
            try_again(check, &trial, summary);
    }
    if (summary->failures == 0 && number == 0 && trial.work < most_shaped_work && iterated) {
        choose_version(check, 0);
        trial.draw = draws[0];
        try_overlaps(check, &trial, summary);
    }
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
    return !candidate->pointless && (candidate->kind != CANDIDATE_MIXED || summary->mixed < MIXED_WANTED);
}

// What the trials as a whole have not shown.
static void judge(const Check *check, Summary *summary)
{
    bool fallback = check->spec->expect_fallback;
    if (summary->failures > 0)
        return;
    if (summary->sizes == 0 && summary->partial > 0) {
        summary->sizes = summary->partial;
        fprintf(summary->out, "  note: at no size all loops had an iteration\n");
    }
    if (summary->sizes == 0 && summary->compared > 0) {
        summary->failures++;
        fprintf(summary->out, fallback          ? "  no launcher left its loop to the serial original\n"
                              : summary->device ? "  at no size the loops had an iteration, which proves nothing\n"
                                                : "  no launcher ran on the device, which proves nothing\n");
        if (summary->crashed)
            fprintf(summary->out, "  %s\n", summary->first_crash);
    } else if (summary->sizes == 0) {
        summary->failures++;
        fprintf(summary->out, summary->vacuous ? "  no size proves anything; %s\n" : "  no size could be tried; %s\n",
                summary->vacuous ? summary->first_vacuous : summary->first_skip);
    } else {
        if (summary->crashed > 2 * summary->sizes)
            fprintf(summary->out, "  note: %d sizes do not count; %s\n", summary->crashed, summary->first_crash);
        if (summary->vacuous)
            fprintf(summary->out, "  note: %d more sizes prove nothing; %s\n", summary->vacuous,
                    summary->first_vacuous);
        if (check->spec->verbose && summary->skipped)
            fprintf(summary->out, "  %d combinations of sizes left out; %s\n", summary->skipped, summary->first_skip);
        if (check->spec->verbose && summary->device_memory)
            fprintf(summary->out, "  also with all arrays in device memory\n");
        if (check->spec->verbose && summary->again)
            fprintf(summary->out, "  also a second time in the same process\n");
        if (check->spec->verbose && summary->overlaps)
            fprintf(summary->out, "  also with pointers that overlap, %d times\n", summary->overlaps);
    }
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
    static const long extents[] = {20, 150, 3000, 20000};
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
