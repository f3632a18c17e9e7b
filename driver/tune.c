#include "driver/tune.h"

#include "codegen/host/whole.h"
#include "codegen/output/folder.h"
#include "codegen/output/process.h"
#include "driver/tune_measure.h"
#include "transform/search/search.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    int jobs;                   // so many are built at a time at most
    double until;               // for this nest, in seconds of process_now()
    double building;            // seconds that the round before took to build
    double timing;              // and to time one candidate; 0: there was none
    VECTOR(Trial) trials;
} Tuning;

const char *tuned_path(Arena *arena, const char *input, const Device *device)
{
    char *name = arena_strndup(arena, device->name, strlen(device->name));
    for (char *at = name; *at; at++)
        *at = isalnum((unsigned char)*at) ? *at : '-';
    return arena_printf(arena, "%s.%s.schedule", input, name);
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
    double left = tuning->until - process_now();
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

// So many can be built and timed in what is left of the time. The first round tells how long that takes, and has few.
static int round_size(const Tuning *tuning)
{
    if (tuning->timing <= 0)
        return (tuning->jobs + 3) / 4;
    double fit = (tuning->until - process_now() - tuning->building) / tuning->timing;
    return fit < 1 ? 0 : fit < tuning->jobs ? (int)fit : tuning->jobs;
}

// Some that were not measured yet; false: there are none, there is no time for any, or there is no device.
static bool measure_some(Tuning *tuning)
{
    Measured batch[MOST_JOBS];
    Trial *trials[MOST_JOBS];
    int count = 0, most = round_size(tuning), timed = 0;
    for (int i = 0; i < tuning->trials.count && count < most; i++) {
        Trial *trial = &tuning->trials.items[i];
        if (trial->known)
            continue;
        batch[count] = (Measured){.file = file_for(tuning, trial, count)};
        trials[count++] = trial;
    }
    Measuring measuring = {.arena = tuning->arena,
                           .options = tuning->options,
                           .function = tuning->nest->function_name,
                           .folder = tuning->folder,
                           .measured = batch,
                           .count = count,
                           .until = tuning->until};
    double begin = process_now(), built;
    measure_build(&measuring);
    built = process_now();
    for (int i = 0; i < count; i++) {
        if (batch[i].outcome == MEASURE_TIMED && process_now() > tuning->until)
            batch[i].outcome = MEASURE_LATE;
        timed += batch[i].outcome == MEASURE_TIMED;
        measure_time(&measuring, i);
        if (batch[i].outcome == MEASURE_NO_DEVICE)
            return false;
        if (batch[i].outcome == MEASURE_LATE)
            continue;
        trials[i]->known = true;
        trials[i]->measured = batch[i];
        write_time(tuning, trials[i]);
    }
    tuning->building = built - begin;
    tuning->timing = (process_now() - built) / (timed ? timed : 1);
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

// false: no candidate ran, as without a device.
static bool tune_nest(Tuning *tuning, const SearchResult *searched, int most, Text *out)
{
    tuning->trials.count = 0;
    tuning->timing = 0;
    tuning->winners = text_string(out);
    add_trials(tuning, searched, most);
    read_times(tuning);
    show_progress(tuning);
    while (process_now() < tuning->until && measure_some(tuning))
        show_progress(tuning);
    bool late = process_now() >= tuning->until;
    if (!fastest(tuning) && late)
        fprintf(stderr, "tune: %s: no candidate was built and timed so soon; --time=SECONDS gives more time\n",
                tuning->nest->kernel_name);
    add_winner(tuning, out);
    return fastest(tuning) || late;
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

static bool is_searched(const Translation *translation, int nest)
{
    const SearchResult *searched = translation->explanations[nest].searched;
    return searched && searched->tried.count;
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
                                                      : MOST_JOBS};
    double end = process_now() + seconds;
    int left = 0;
    FOR_EACH(i, &translation->unit->nests)
        left += is_searched(translation, i);
    FOR_EACH(i, &translation->unit->nests) {
        if (!is_searched(translation, i))
            continue;
        double now = process_now();
        tuning.nest = translation->unit->nests.items[i];
        tuning.until = now + (end - now) / left--;
        if (!tune_nest(&tuning, translation->explanations[i].searched, most, &out)) {
            fprintf(stderr, "nothing to measure: no candidate of '%s' ran\n", tuning.nest->kernel_name);
            return STATUS_NOTHING;
        }
    }
    const char *path = tuned_path(arena, given->input, translation->device), *text = text_string(&out);
    return write_outputs(translation->diag, &path, &text, 1) ? 0 : STATUS_INPUT;
}
