#include "further.h"

#include <stdlib.h>
#include <string.h>

// Iterations: of sizes that are little, and of a run that is cheap.
static const long most_little_work = 20000, most_cheap_work = 300000;
static const long most_scattered_work = 45000000, all_scattered_work = 75000000; // of trial_scatter

bool is_counted(void) { return getenv("CURESTRUCT_SIMT_PROFILE") != NULL; }

bool is_little(const Trial *trial) { return trial->work >= 16 && trial->work <= most_little_work; }

long cost_of_run(const Trial *trial)
{
    enum { RUN = 10000, LAUNCH = 10000 };
    return trial->work + RUN + (long)LAUNCH * trial->trace.launches;
}

bool is_cheap(const Trial *trial) { return cost_of_run(trial) <= most_cheap_work; }

// ---- in device memory

// Once more, on device pointers: those that cudaMalloc returns; at further sizes, as far as a run costs little,
// pointers into such memory.
enum { DEVICE_CALLS = 8 };

void try_device_memory(Check *check, Trial *trial, Summary *summary)
{
    const CrsFunction *function = check->layout.function;
    bool counting = is_counted(); // where the launcher's own copies lie
    bool plain = !counting && check->spec->alias_count == 0 && !check->spec->expect_fallback && trial->trace.device > 0;
    bool wanted = summary->device_memory == 0 || (summary->device_memory < DEVICE_CALLS && is_cheap(trial));
    if (!wanted || !function->takes_device_pointers || !plain)
        return;
    trial->unaligned = summary->device_memory++ > 0;
    trial->device_memory = true;
    if (trial_run(trial) == TRIAL_FAILED) {
        summary->failures++;
        report_failure(summary, check, trial);
    }
    trial->device_memory = trial->unaligned = false;
}

// ---- a second call

// A second call at the first sizes; if it costs little, at the next ones and at the first ones with several blocks.
bool wants_again(const Summary *summary, const Trial *trial)
{
    bool several = trial->work > most_little_work;
    int most = !is_cheap(trial) ? 1 : several ? 4 : 3;
    return trial->iterated && trial->work <= most_cheap_work && summary->again < most;
}

void try_again(Check *check, Trial *trial, Summary *summary)
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

// ---- few elements that decide

// How often the data are scattered at these sizes.
static long scatter_times(const Summary *summary, const Trial *trial)
{
    enum { MOST_TIMES = 32, MOST_TIMES_HUGE = 12, MOST_TIMES_GOAL = 10, FEWEST_TIMES = 2 };
    long left = all_scattered_work - summary->scattered, cost = cost_of_run(trial);
    long most = trial->candidate->kind == CANDIDATE_HUGE                             ? MOST_TIMES_HUGE
                : trial->candidate->kind == CANDIDATE_GOAL && cost > most_cheap_work ? MOST_TIMES_GOAL
                                                                                     : MOST_TIMES;
    long times = (left < most_scattered_work ? left : most_scattered_work) / cost;
    return times < FEWEST_TIMES ? 0 : times < most ? times : most;
}

void try_scattered(Check *check, Trial *trial, Summary *summary)
{
    const CrsSpec *spec = check->spec;
    bool plain = spec->alias_count == 0 && !spec->expect_fallback && !spec->data && trial->trace.device > 0;
    long times = scatter_times(summary, trial);
    if (!check->layout.function->selects || !plain || is_counted() || times == 0)
        return;
    summary->scattered += times * cost_of_run(trial);
    if (trial_scatter(trial, (int)times) == TRIAL_FAILED) {
        summary->failures++;
        report_failure(summary, check, trial);
    }
}

// ---- pointers that overlap

static unsigned roles_of_parameter(const CrsFunction *function, int parameter)
{
    unsigned roles = 0;
    const char *name = function->parameters[parameter].name;
    size_t length = strlen(name);
    for (int i = 0; i < function->role_count; i++) {
        const char *path = function->roles[i].path;
        bool rows = strncmp(path, name, length) == 0 && strcmp(path + length, "[]") == 0;
        if (rows || strcmp(path, name) == 0)
            roles |= function->roles[i].roles;
    }
    return roles;
}

static bool is_row_table(const CrsType *target) { return target->kind == CRS_POINTER; }

static bool is_plain(const CrsType *target)
{
    if (is_row_table(target))
        target = target->target;
    return target->kind != CRS_POINTER && target->kind != CRS_OPAQUE && target->size > 0 &&
           !leaves_of(target)->pointers;
}

static bool holds_floats(const CrsType *type)
{
    const Leaves *leaves = leaves_of(type);
    for (int i = 0; i < leaves->count; i++)
        if (kind_is_float(leaves->items[i].kind))
            return true;
    return false;
}

static bool holds_bytes(const CrsType *type) { return type->kind == CRS_I8 || type->kind == CRS_U8; }

// Whether C lets the two lead to the same memory: one type, or one of them reads bytes. Any bytes may be a NaN, and
// which one an operation gives is left open: the bytes of floating-point numbers could not be compared.
static bool may_share(const CrsType *a, const CrsType *b)
{
    bool bytes = (holds_bytes(a) && !holds_floats(b)) || (holds_bytes(b) && !holds_floats(a));
    bool tables = is_row_table(a) && is_row_table(b) && a->target == b->target;
    return a == b || tables || (bytes && !is_row_table(a) && !is_row_table(b));
}

// Whether C and the user's clauses allow the two to overlap, and the nests write one of them.
static bool may_overlap(const CrsFunction *function, int a, int b)
{
    const CrsType *types[] = {function->parameters[a].type, function->parameters[b].type};
    if (types[0]->kind != CRS_POINTER || types[1]->kind != CRS_POINTER)
        return false;
    unsigned roles = roles_of_parameter(function, a) | roles_of_parameter(function, b);
    unsigned fixed = CRS_APART | CRS_PRESENT | CRS_UNCOMPARED | CRS_DISTINCT;
    return is_plain(types[0]->target) && is_plain(types[1]->target) && may_share(types[0]->target, types[1]->target) &&
           !(roles & fixed) && roles & CRS_WRITTEN;
}

enum { OVERLAPS = 5 };

// How many bytes the first parameter's elements follow the second one's: none, one element in both directions, and so
// many that one of them begins in the middle of what is touched of the other.
static int overlap_distances(const Layout *layout, int from, int to, long *distances)
{
    const CrsVariable *parameters = layout->function->parameters;
    const CrsType *target = parameters[from].type->target, *element = is_row_table(target) ? target->target : target;
    long low, high, other_low, other_high, size = element->size;
    distances[0] = 0;
    distances[1] = size;
    distances[2] = -size;
    if (is_row_table(target) || !layout_touched(layout, parameters[from].name, &low, &high) ||
        !layout_touched(layout, parameters[to].name, &other_low, &other_high))
        return 3;
    distances[3] = ((other_low + other_high) / 2 - low) / size * size;
    distances[4] = (other_low - (low + high) / 2) / size * size;
    return OVERLAPS;
}

static void report_overlap(Check *check, const Trial *trial, int from, int to, long bytes, Summary *summary)
{
    const CrsFunction *function = check->layout.function;
    const CrsType *target = function->parameters[from].type->target,
                  *element = is_row_table(target) ? target->target : target;
    bool counts_bytes = target != function->parameters[to].type->target;
    long distance = counts_bytes ? bytes : bytes / element->size;
    summary->failures++;
    fprintf(summary->out, "  with %s = %s", function->parameters[from].name, function->parameters[to].name);
    if (distance)
        fprintf(summary->out, " %c %ld%s", distance < 0 ? '-' : '+', labs(distance), counts_bytes ? " bytes" : "");
    fprintf(summary->out, ":\n");
    report_failure(summary, check, trial);
}

// Several sets of data: whether an overlap matters may hang on them.
static void try_overlap(Check *check, Trial *trial, int from, int to, long bytes, Summary *summary)
{
    int sets = is_little(trial) ? 3 : 1;
    layout_begin(&check->layout, check->layout.function);
    layout_overlap(&check->layout, from, to, bytes);
    bool prepared = trial_prepare(trial);
    for (int i = 0; prepared && i < sets && summary->failures == 0; i++) {
        trial->draw.seed++;
        Verdict verdict = trial_run(trial);
        summary->overlaps += verdict == TRIAL_PASSED;
        if (verdict == TRIAL_FAILED)
            report_overlap(check, trial, from, to, bytes, summary);
    }
}

void try_overlaps(Check *check, Trial *trial, Summary *summary)
{
    enum { MOST_PAIRS = 6 };
    const CrsFunction *function = check->layout.function;
    long distances[MOST_PAIRS][OVERLAPS];
    int counts[MOST_PAIRS], from[MOST_PAIRS], to[MOST_PAIRS], pairs = 0;
    bool plain = check->spec->alias_count == 0 && !check->spec->expect_fallback && trial->trace.device > 0;
    if (!plain || is_counted())
        return;
    for (int a = 0; a < function->parameter_count; a++)
        for (int b = 0; b < a; b++)
            if (pairs < MOST_PAIRS && may_overlap(function, a, b)) {
                from[pairs] = a;
                to[pairs] = b;
                counts[pairs] = overlap_distances(&check->layout, a, b, distances[pairs]);
                pairs++;
            }
    trial->overlap = true;
    trial->order = 1;
    for (int p = 0; p < pairs; p++)
        for (int d = 0; d < counts[p] && summary->failures == 0; d++)
            try_overlap(check, trial, from[p], to[p], distances[p][d], summary);
    trial->overlap = false;
    layout_begin(&check->layout, function);
}
