#include "driver/tune_measure.h"

#include "codegen/output/folder.h"
#include "codegen/output/process.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_DIFFERS = 3, STATUS_NOTHING = 77 };

typedef VECTOR(const char *) Words;

static const char *place_of(const Measuring *measuring, int index, const char *what)
{
    return arena_printf(measuring->arena, "%s/%d%s", measuring->folder, index, what);
}

static const char *text_of(const Measuring *measuring, const char *path)
{
    const SourceFile *file = source_file_read(measuring->arena, diag_collector(measuring->arena), path);
    return file ? file->text : "";
}

// ---- commands

static void add_word(const Measuring *measuring, Words *words, const char *option, const char *value)
{
    if (value)
        VECTOR_PUSH(measuring->arena, words, arena_printf(measuring->arena, "%s%s", option, value));
}

static Words export_words(const Measuring *measuring, int index)
{
    const Options *options = measuring->options;
    Words words = {0};
    add_word(measuring, &words, "", process_self(measuring->arena));
    add_word(measuring, &words, "", "bench");
    add_word(measuring, &words, "--export=", place_of(measuring, index, ""));
    add_word(measuring, &words, "--function=", measuring->function);
    add_word(measuring, &words, "--schedule=", measuring->measured[index].file);
    if (measuring->measured[index].plain)
        add_word(measuring, &words, "", "--style=plain");
    add_word(measuring, &words, "--data=", options->data);
    add_word(measuring, &words, "--device=", options->device);
    FOR_EACH(i, &options->sizes)
        add_word(measuring, &words, "--size=",
                 arena_printf(measuring->arena, "%s=%s", options->sizes.items[i].name, options->sizes.items[i].value));
    add_word(measuring, &words, "", options->input);
    add_word(measuring, &words, "", "--");
    FOR_EACH(i, &options->clang_arguments)
        add_word(measuring, &words, "", options->clang_arguments.items[i]);
    return words;
}

static Words build_words(const Measuring *measuring, int index)
{
    Words words = {0};
    add_word(measuring, &words, "", "make");
    add_word(measuring, &words, "", "-s");
    add_word(measuring, &words, "-C", place_of(measuring, index, ""));
    add_word(measuring, &words, "", "timing");
    return words;
}

typedef Words MakeWords(const Measuring *measuring, int index);

// All at a time; those that fail are refused.
static void run_together(const Measuring *measuring, MakeWords *make)
{
    int *processes = ARENA_ARRAY(measuring->arena, int, measuring->count);
    for (int i = 0; i < measuring->count; i++) {
        if (measuring->measured[i].outcome != MEASURE_TIMED)
            continue;
        Words words = make(measuring, i);
        VECTOR_PUSH(measuring->arena, &words, NULL);
        processes[i] = process_start(words.items, place_of(measuring, i, ".log"));
    }
    for (int i = 0; i < measuring->count; i++)
        if (measuring->measured[i].outcome == MEASURE_TIMED && process_wait_until(processes[i], measuring->until) != 0)
            measuring->measured[i].outcome = process_now() < measuring->until ? MEASURE_REFUSED : MEASURE_LATE;
}

// ---- times

static MeasureOutcome outcome_of(int status, double seconds)
{
    if (status == STATUS_DIFFERS)
        return MEASURE_WRONG;
    if (status == STATUS_NOTHING)
        return MEASURE_NO_DEVICE;
    return status || !(seconds > 0) ? MEASURE_REFUSED : MEASURE_TIMED;
}

// The columns of the table that follow the contender's name: seconds, spread, bytes a second, their share of a copy's,
// operations a second. A line for each of the sizes; without a table, a number of microseconds.
static void read_times(Measured *measured, const char *text)
{
    static const char contender[] = ",curestruct,";
    const char *at = strstr(text, contender);
    measured->seconds = at ? 0 : strtod(text, NULL) / 1e6;
    for (; at; at = strstr(at, contender)) {
        double columns[5] = {0};
        char *end = NULL;
        at += strlen(contender);
        for (int c = 0; c < 5; c++) {
            columns[c] = strtod(at, &end);
            at = *end == ',' ? end + 1 : end;
        }
        measured->seconds += columns[0];
        measured->bandwidth = columns[2];
        measured->operations = columns[4];
    }
}

static void measure_by_command(const Measuring *measuring, int index)
{
    Measured *measured = &measuring->measured[index];
    const char *log = place_of(measuring, index, ".log");
    const char *script = arena_printf(measuring->arena, "%s \"$1\"", measuring->options->measure);
    const char *words[] = {"sh", "-c", script, "sh", measured->file ? measured->file : "", NULL};
    int status = process_run(words, log);
    read_times(measured, text_of(measuring, log));
    measured->outcome = outcome_of(status, measured->seconds);
}

static void measure_program(const Measuring *measuring, int index)
{
    Measured *measured = &measuring->measured[index];
    const char *log = place_of(measuring, index, ".log");
    const char *words[] = {place_of(measuring, index, "/timing"), "csv", NULL};
    int status = process_run(words, log);
    read_times(measured, text_of(measuring, log));
    measured->outcome = outcome_of(status, measured->seconds);
}

void measure_build(const Measuring *measuring)
{
    for (int i = 0; i < measuring->count; i++)
        measuring->measured[i].outcome = MEASURE_TIMED;
    if (measuring->options->measure)
        return;
    run_together(measuring, export_words);
    run_together(measuring, build_words);
}

void measure_time(const Measuring *measuring, int index)
{
    bool by_command = measuring->options->measure;
    if (measuring->measured[index].outcome == MEASURE_TIMED)
        (by_command ? measure_by_command : measure_program)(measuring, index);
    if (!by_command)
        folder_remove(place_of(measuring, index, ""));
}

void measure_all(Arena *arena, const Options *options, const char *function, const char *folder, Measured *measured,
                 int count)
{
    Measuring measuring = {arena, options, function, folder, measured, count, INFINITY};
    measure_build(&measuring);
    for (int i = 0; i < count; i++)
        measure_time(&measuring, i);
}
