#include "driver/tune.h"

#include "codegen/host/whole.h"
#include "codegen/output/folder.h"
#include "driver/tune_measure.h"
#include "transform/search/search.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { STATUS_INPUT = 1, STATUS_USAGE, STATUS_NOTHING = 77, MOST_CANDIDATES = 200, MOST_SECONDS = 120, MOST_JOBS = 64 };

// What is faster than the planner's own choice by less is not worth a schedule of its own.
static const double WORTH = 0.98;

typedef struct Trial {
    const char *steps; // "": as planned
    double predicted;  // ns
    uint64_t key;
    bool known; // measured, now or before
    Measured measured;
} Trial;

typedef struct Tuning {
    Translation *translation;
    Arena *arena;
    const Options *options;
    const Nest *nest;
    const char *folder, *times; // what was measured
    const char *winners;        // blocks of the nests before
    int jobs;
    double until; // seconds of the clock
    VECTOR(Trial) trials;
} Tuning;

const char *tuned_path(Arena *arena, const char *input, const Device *device)
{
    char *name = arena_strndup(arena, device->name, strlen(device->name));
    for (char *at = name; *at; at++)
        *at = isalnum((unsigned char)*at) ? *at : '-';
    return arena_printf(arena, "%s.%s.schedule", input, name);
}

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

// ---- candidates

static uint64_t hash(uint64_t seed, const char *text) // FNV-1a
{
    for (; text && *text; text++)
        seed = (seed ^ (unsigned char)*text) * 0x100000001b3u;
    return (seed ^ 0xff) * 0x100000001b3u;
}

// Of everything that the time depends on, as far as this program knows.
static uint64_t key_of(const Tuning *tuning, const char *steps)
{
    Arguments arguments = {.items = tuning->options->clang_arguments.items,
                           .count = tuning->options->clang_arguments.count};
    uint64_t key = hash(whole_hash(tuning->translation->unit, &arguments), options_version());
    key = hash(key, tuning->translation->device->name);
    key = hash(key, tuning->options->data);
    key = hash(key, tuning->options->measure);
    FOR_EACH(i, &tuning->options->sizes) {
        key = hash(key, tuning->options->sizes.items[i].name);
        key = hash(key, tuning->options->sizes.items[i].value);
    }
    key = hash(key, tuning->nest->kernel_name);
    key = hash(key, tuning->winners);
    return hash(key, steps);
}

static void add_trial(Tuning *tuning, const char *steps, double predicted)
{
    FOR_EACH(i, &tuning->trials)
        if (strcmp(tuning->trials.items[i].steps, steps) == 0)
            return;
    Trial trial = {.steps = steps, .predicted = predicted, .key = key_of(tuning, steps)};
    VECTOR_PUSH(tuning->arena, &tuning->trials, trial);
}

static int by_prediction(const void *left, const void *right)
{
    const Tried *a = *(const Tried *const *)left, *b = *(const Tried *const *)right;
    if (a->time[0] != b->time[0])
        return a->time[0] < b->time[0] ? -1 : 1;
    return strcmp(a->schedule, b->schedule);
}

// The planner's own first, then those with the least predicted time.
static void add_trials(Tuning *tuning, const SearchResult *searched, int most)
{
    int count = searched->tried.count;
    const Tried **sorted = ARENA_ARRAY(tuning->arena, const Tried *, count);
    for (int i = 0; i < count; i++)
        sorted[i] = &searched->tried.items[i];
    add_trial(tuning, "", searched->tried.items[0].time[0]);
    if (count > 1)
        qsort(sorted + 1, (size_t)count - 1, sizeof *sorted, by_prediction);
    for (int i = 1; i < count && tuning->trials.count < most; i++)
        add_trial(tuning, sorted[i]->schedule, sorted[i]->time[0]);
}

// ---- what was measured before

static const char *const outcome_words[] = {
    [MEASURE_TIMED] = "timed", [MEASURE_REFUSED] = "refused", [MEASURE_WRONG] = "wrong"};

static void read_times(Tuning *tuning)
{
    FILE *file = fopen(tuning->times, "r");
    char line[256], word[32];
    unsigned long long key;
    double seconds;
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "%llx %31s %lg", &key, word, &seconds) != 3)
            continue;
        FOR_EACH(i, &tuning->trials) {
            Trial *trial = &tuning->trials.items[i];
            for (MeasureOutcome o = MEASURE_TIMED; o <= MEASURE_WRONG && trial->key == key; o++)
                if (strcmp(word, outcome_words[o]) == 0) {
                    trial->known = true;
                    trial->measured = (Measured){.outcome = o, .seconds = seconds};
                }
        }
    }
    if (file)
        fclose(file);
}

static void write_time(const Tuning *tuning, const Trial *trial)
{
    FILE *file = fopen(tuning->times, "a");
    if (!file)
        return;
    fprintf(file, "%016llx %s %.9g\n", (unsigned long long)trial->key, outcome_words[trial->measured.outcome],
            trial->measured.seconds);
    fclose(file);
}

// ---- one nest

static const Trial *fastest(const Tuning *tuning)
{
    const Trial *best = NULL;
    FOR_EACH(i, &tuning->trials) {
        const Trial *trial = &tuning->trials.items[i];
        if (trial->known && trial->measured.outcome == MEASURE_TIMED &&
            (!best || trial->measured.seconds < best->measured.seconds))
            best = trial;
    }
    return best;
}

static void show_progress(const Tuning *tuning)
{
    const Trial *best = fastest(tuning), *own = &tuning->trials.items[0];
    double left = tuning->until - now();
    int known = 0;
    FOR_EACH(i, &tuning->trials)
        known += tuning->trials.items[i].known;
    fprintf(stderr, "tune: %s: %d of %d measured", tuning->nest->kernel_name, known, tuning->trials.count);
    if (best && own->measured.outcome == MEASURE_TIMED && own->measured.seconds > 0)
        fprintf(stderr, ", %.1f us, as planned %.1f us", best->measured.seconds * 1e6, own->measured.seconds * 1e6);
    fprintf(stderr, ", %.0f s left\n", left > 0 ? left : 0);
}

// A file with the winners of the nests before, and these steps; NULL: there are none.
static const char *file_for(const Tuning *tuning, const Trial *trial, int index)
{
    Text text = {.arena = tuning->arena};
    const char *name = arena_printf(tuning->arena, "%d.schedule", index);
    text_add(&text, tuning->winners);
    if (*trial->steps)
        schedule_print_nest(&text, tuning->nest->kernel_name, trial->steps);
    const char *all = text_string(&text);
    bool written =
        *all && folder_write(tuning->arena, tuning->translation->diag, tuning->folder, name, all, strlen(all));
    return written ? arena_printf(tuning->arena, "%s/%s", tuning->folder, name) : NULL;
}

// Some that were not measured yet; false: there are none, or there is no device.
static bool measure_some(Tuning *tuning)
{
    Measured batch[MOST_JOBS];
    Trial *trials[MOST_JOBS];
    int count = 0;
    for (int i = 0; i < tuning->trials.count && count < tuning->jobs; i++) {
        Trial *trial = &tuning->trials.items[i];
        if (trial->known)
            continue;
        batch[count] = (Measured){.file = file_for(tuning, trial, count)};
        trials[count++] = trial;
    }
    measure_all(tuning->arena, tuning->translation->diag, tuning->options, tuning->nest->function_name, tuning->folder,
                batch, count);
    for (int i = 0; i < count; i++) {
        if (batch[i].outcome == MEASURE_NO_DEVICE)
            return false;
        trials[i]->known = true;
        trials[i]->measured = batch[i];
        write_time(tuning, trials[i]);
    }
    return count;
}

// Adds the block of the nest, if one is faster than the planner's own choice.
static void add_winner(Tuning *tuning, Text *out)
{
    const Trial *best = fastest(tuning), *own = &tuning->trials.items[0];
    bool known = own->known && own->measured.outcome == MEASURE_TIMED;
    if (!best || best == own || (known && best->measured.seconds > WORTH * own->measured.seconds))
        return;
    text_printf(out, "// %.1f us", best->measured.seconds * 1e6);
    if (known)
        text_printf(out, ", as planned %.1f us", own->measured.seconds * 1e6);
    FOR_EACH(i, &tuning->options->sizes)
        text_printf(out, "%s%s=%s", i ? ", " : "; ", tuning->options->sizes.items[i].name,
                    tuning->options->sizes.items[i].value);
    text_add(out, "\n");
    schedule_print_nest(out, tuning->nest->kernel_name, best->steps);
}

// false: there is no device.
static bool tune_nest(Tuning *tuning, const SearchResult *searched, int most, Text *out)
{
    tuning->trials.count = 0;
    tuning->winners = text_string(out);
    add_trials(tuning, searched, most);
    read_times(tuning);
    show_progress(tuning);
    while (now() < tuning->until && measure_some(tuning))
        show_progress(tuning);
    if (!fastest(tuning) && now() < tuning->until)
        return false;
    add_winner(tuning, out);
    return true;
}

// ---- the entry

// -1: it is no such number, which is reported.
static int number_of(const char *option, const char *text, int usual, int most)
{
    char *end = NULL;
    errno = 0;
    long value = text ? strtol(text, &end, 10) : usual;
    if (!text || (*text && !*end && !errno && value > 0 && value <= most))
        return (int)value;
    fprintf(stderr, "curestruct: error: '%s=%s': expected a number from 1 to %d\n", option, text, most);
    return -1;
}

// Translates with a search of each nest.
static bool search_all(Translation *translation, Options *options)
{
    options->verb = VERB_EXPLAIN;
    options->plan = PLAN_SEARCH;
    options->seed = NULL;
    options->tuned = false;
    translation->options = options;
    return translate(translation);
}

int tune(Translation *translation)
{
    Arena *arena = translation->arena;
    const Options *given = translation->options;
    Options options = *given;
    int seconds = number_of("--time", given->time, MOST_SECONDS, 1000000);
    int most = number_of("--candidates", given->candidates, MOST_CANDIDATES, 1000000);
    if (seconds < 0 || most < 0)
        return STATUS_USAGE;
    if (!given->measure && access("/dev/nvidiactl", F_OK) != 0) {
        fprintf(stderr, "nothing to measure: no GPU\n");
        return STATUS_NOTHING;
    }
    const char *wanted = given->keep_folder ? given->keep_folder : arena_printf(arena, "%s.tune", given->input);
    if (!search_all(translation, &options))
        return STATUS_INPUT;
    const char *folder = folder_create(arena, translation->diag, wanted);
    if (!folder)
        return STATUS_INPUT;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    Text out = {.arena = arena};
    Tuning tuning = {.translation = translation,
                     .arena = arena,
                     .options = given,
                     .folder = folder,
                     .times = arena_printf(arena, "%s/times", folder),
                     .jobs = processors < 1           ? 1
                             : processors < MOST_JOBS ? (int)processors
                                                      : MOST_JOBS,
                     .until = now() + seconds};
    FOR_EACH(i, &translation->unit->nests) {
        tuning.nest = translation->unit->nests.items[i];
        const SearchResult *searched = translation->explanations[i].searched;
        if (searched && searched->tried.count && !tune_nest(&tuning, searched, most, &out)) {
            fprintf(stderr, "nothing to measure: no candidate of '%s' ran\n", tuning.nest->kernel_name);
            return STATUS_NOTHING;
        }
    }
    const char *path = tuned_path(arena, given->input, translation->device), *text = text_string(&out);
    return write_outputs(translation->diag, &path, &text, 1) ? 0 : STATUS_INPUT;
}
