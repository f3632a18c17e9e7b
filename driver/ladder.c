// Each rung is a translation of its own, by the rung's schedule and in plain style. This program runs itself to check
// it, and reads what the CPU runtime counted.
#include "driver/ladder.h"
#include "codegen/cuda/wrap.h"
#include "codegen/output/folder.h"
#include "codegen/output/paths.h"
#include "codegen/report/machine_counts.h"
#include "driver/counted.h"
#include "driver/ladder_sizes.h"
#include "driver/ladder_time.h"
#include "transform/ladder/ladder.h"

#include <stdio.h>
#include <string.h>

enum { STATUS_INPUT = 1, STATUS_USAGE, STATUS_DIFFERS = 3, STATUS_NOTHING = 77, COLUMNS = 100 };

typedef struct Climbed {
    Rung *rung;
    int number;          // in its ladder, from 1
    const char *refused; // why it is no schedule of this nest; NULL: it is
    const char *verdict; // of the check
    int status;
    LaunchCounts counts;
    MachineCounts machine;
    ExplainRung made;
} Climbed;

typedef struct Climb {
    Translation *translation;
    Arena *arena;
    const Options *options;
    const Nest *nest;
    int index;          // of the nest
    const char *folder; // for the files of all rungs
    const char *sizes;  // at which is counted: "n=100000"
    Options timed;      // with the sizes at which is timed
    VECTOR(Climbed) rungs;
} Climb;

// ---- one rung: its translation

typedef struct RungRefusal {
    const char *words;
    const char *rest; // the steps without the one that was refused; NULL: it was none of them
} RungRefusal;

static const char *steps_without(Arena *arena, const Schedule *whole, const Step *step)
{
    Schedule kept = {0};
    FOR_EACH(i, &whole->steps)
        if (&whole->steps.items[i] != step)
            VECTOR_PUSH(arena, &kept.steps, whole->steps.items[i]);
    Text text = {.arena = arena};
    schedule_print(&text, &kept);
    return text_string(&text);
}

// A refusal, or an error or a note at the step.
static RungRefusal refusal_of(Arena *arena, const DiagRecord *messages, const Schedule *schedule)
{
    RungRefusal refusal = {.words = NULL};
    FOR_EACH(m, messages) {
        const DiagMessage *message = &messages->items[m];
        if (!refusal.words && message->option && strstr(message->option, "refused"))
            refusal.words = message->words;
        for (int i = 0; schedule && !refusal.rest && i < schedule->steps.count; i++) {
            const Step *step = &schedule->steps.items[i];
            if (step->loc.file == message->loc.file && step->loc.begin == message->loc.begin)
                refusal.rest = steps_without(arena, schedule, step);
        }
    }
    refusal.words = refusal.words ? refusal.words : "its schedule was refused";
    return refusal;
}

// The nest by the rung's schedule; false: refused.
static bool translate_steps(const Translation *whole, int index, const Rung *rung, ExplainRung *made,
                            RungRefusal *refusal)
{
    Arena *arena = whole->arena;
    Options options = *whole->options;
    DiagRecord messages = {0};
    const Schedule *schedule = NULL;
    Translation own = {.arena = arena, .options = &options, .only = index + 1, .dump = {.arena = arena}};
    own.diag = diag_new(arena, (DiagOptions){.silent = true});
    diag_record(own.diag, &messages);
    options.verb = VERB_COMPILE;
    if (rung->steps) {
        SourceFile text = {.path = "<rung>", .text = rung->steps, .length = strlen(rung->steps)};
        Loc start = {.file = arena_copy(arena, &text, sizeof text), .line = 1, .column = 1};
        NestSchedule block = {.nest = whole->unit->nests.items[index]->kernel_name, .loc = start};
        ScheduleFile *file = arena_alloc(arena, sizeof *file);
        *file = (ScheduleFile){0};
        schedule = block.schedule = schedule_parse(arena, own.diag, start, rung->steps);
        VECTOR_PUSH(arena, &file->nests, block);
        own.schedule = file;
        options.schedule_file = NULL;
        options.style = STYLE_PLAIN;
    }
    if (!translate(&own) || !own.programs[index]) {
        *refusal = refusal_of(arena, &messages, schedule);
        return false;
    }
    *made = (ExplainRung){rung->name, own.unit->nests.items[index], own.facts[index], own.programs[index]};
    return true;
}

// The same; from a rung with `rest`, steps that are refused are taken away.
static bool translate_rung(const Translation *whole, int index, Rung *rung, ExplainRung *made, const char **refused)
{
    RungRefusal refusal = {0};
    while (!translate_steps(whole, index, rung, made, &refusal)) {
        if (!rung->rest || !refusal.rest) {
            *refused = refusal.words;
            return false;
        }
        rung->steps = refusal.rest;
    }
    return true;
}

// The kernels; NULL: refused.
static const char *kernels_of(const Climb *climb, Climbed *climbed)
{
    if (!translate_rung(climb->translation, climb->index, climbed->rung, &climbed->made, &climbed->refused))
        return NULL;
    Text code = {.arena = climb->arena}, wrapped = code;
    emit_kernels(&code, climbed->made.program, NULL);
    emit_wrapped(&wrapped, text_string(&code));
    return text_string(&wrapped);
}

// ---- one rung: its check

static const char *schedule_file_for(const Climb *climb, const Rung *rung)
{
    const char *name = arena_printf(climb->arena, "%s.schedule", rung->name);
    Text text = {.arena = climb->arena};
    schedule_print_nest(&text, climb->nest->kernel_name, rung->steps);
    bool written = folder_write(climb->arena, climb->translation->diag, climb->folder, name, text_string(&text),
                                strlen(text_string(&text)));
    return written ? path_join(climb->arena, climb->folder, name) : NULL;
}

static int run_check(const Climb *climb, const Rung *rung, bool counts, const char *folder, const char *log)
{
    CheckCall call = {.arena = climb->arena,
                      .options = climb->options,
                      .function = climb->nest->function_name,
                      .schedule = rung->steps ? schedule_file_for(climb, rung) : NULL,
                      .sizes = counts ? climb->sizes : NULL,
                      .folder = folder,
                      .log = log};
    call.plain = call.schedule;
    return check_call(&call);
}

// The last line of the log says what was found; an earlier one may say why.
static const char *verdict_of(const Climb *climb, int status, const char *log)
{
    if (status == 0)
        return "right";
    if (status == STATUS_NOTHING)
        return "not compared";
    const SourceFile *file = source_file_read(climb->arena, climb->translation->diag, log);
    const char *text = file ? file->text : "";
    return status == STATUS_DIFFERS ? "WRONG" : arena_strndup(climb->arena, text, strcspn(text, "\n"));
}

// Compares at many sizes, then counts at one.
static void check_rung(const Climb *climb, Climbed *climbed)
{
    Arena *arena = climb->arena;
    climbed->verdict = "not compared";
    if (climbed->refused || !climb->nest->function_name)
        return;
    const char *all = arena_printf(arena, "%s/%s", climb->folder, climbed->rung->name);
    const char *one = arena_printf(arena, "%s-counted", all), *log = arena_printf(arena, "%s.log", all);
    climbed->status = run_check(climb, climbed->rung, false, all, log);
    climbed->machine.why = "nothing was run";
    if (climbed->status == 0) {
        climbed->status = run_check(climb, climbed->rung, true, one, log);
        if (climbed->status == 0)
            climbed->counts = launch_counts(arena, climb->translation->diag, one, NULL);
        climbed->machine = machine_counts_read(arena, climb->translation->diag, one);
    }
    climbed->verdict = verdict_of(climb, climbed->status, log);
}

// ---- printing

// A sentence in lines of at most COLUMNS.
static void print_paragraph(const char *words, const char *indent)
{
    size_t column = 0;
    for (const char *at = words; *at;) {
        size_t length = strcspn(at, " ");
        bool breaks = column && column + 1 + length > COLUMNS;
        printf("%s%.*s", breaks ? "\n" : column ? " " : "", 0, "");
        if (!column || breaks)
            printf("%s", indent);
        printf("%.*s", (int)length, at);
        column = (breaks || !column ? strlen(indent) : column + 1) + length;
        at += length;
        at += strspn(at, " ");
    }
    printf("\n");
}

static void print_counts(const Climbed *climbed)
{
    const LaunchCounts *counts = &climbed->counts;
    printf("%3d %-14s ", climbed->number, climbed->rung->name);
    if (climbed->refused || climbed->status || !counts->requests) {
        printf("%s\n", climbed->refused ? climbed->refused : climbed->verdict);
        return;
    }
    printf("%8d %10lld %7.1f %10lld %10.2f %10lld", counts->kernels, (long long)counts->requests,
           (double)counts->lanes / (double)counts->requests, (long long)counts->sectors,
           counts->global ? (double)counts->sectors / (double)counts->global : 0.0, (long long)counts->shared);
    if (counts->shared)
        printf(" %10.2f", (double)counts->cycles / (double)counts->shared);
    else
        printf(" %10s", "");
    printf("  %s\n", climbed->verdict);
}

// Each row as soon as its rung has been checked: that takes seconds for each.
static void check_rungs(const Climb *climb)
{
    printf("Counted for one launch of each kernel%s%s, by the CPU runtime:\n\n", *climb->sizes ? ", at " : "",
           climb->sizes);
    printf("%3s %-14s %8s %10s %7s %10s %10s %10s %10s  %s\n", "", "rung", "kernels", "requests", "lanes", "sectors",
           "/request", "shared", "cycles/r", "result");
    FOR_EACH(i, &climb->rungs) {
        fflush(stdout);
        check_rung(climb, &climb->rungs.items[i]);
        print_counts(&climb->rungs.items[i]);
    }
    printf("\n");
}

// Kinds that no rung executes have no column.
static void print_machine_rows(const Climb *climb, const bool *used)
{
    printf("%3s %-14s %12s", "", "rung", "instructions");
    for (int kind = 0; kind < MACHINE_KINDS; kind++)
        if (used[kind])
            printf(" %9s", machine_kind_names[kind]);
    printf("\n");
    FOR_EACH(i, &climb->rungs) {
        const Climbed *climbed = &climb->rungs.items[i];
        const MachineCounts *counts = &climbed->machine;
        if (climbed->refused || climbed->status)
            continue;
        printf("%3d %-14s ", climbed->number, climbed->rung->name);
        if (counts->why) {
            printf("%s\n", counts->why);
            continue;
        }
        printf("%12lld", (long long)counts->instructions);
        for (int kind = 0; kind < MACHINE_KINDS; kind++)
            if (used[kind])
                printf(" %9lld", (long long)counts->executed[kind]);
        printf("\n");
    }
    printf("\n");
}

static void print_machine(const Climb *climb)
{
    bool used[MACHINE_KINDS] = {false}, any = false;
    const char *why = NULL;
    FOR_EACH(i, &climb->rungs) {
        const MachineCounts *counts = &climb->rungs.items[i].machine;
        for (int kind = 0; kind < MACHINE_KINDS; kind++)
            used[kind] |= counts->executed[kind] > 0;
        any |= counts->instructions > 0;
        why = counts->why ? counts->why : why;
    }
    if (any) {
        printf("Instructions that warps execute, counted of nvcc's code for sm_90, by the CPU runtime:\n\n");
        print_machine_rows(climb, used);
    } else if (why) {
        printf("Instructions are not counted: %s.\n\n", why);
    }
}

// Those that are right.
static void time_rungs(const Climb *climb)
{
    VECTOR(TimedRung) timed = {0};
    FOR_EACH(i, &climb->rungs) {
        const Climbed *climbed = &climb->rungs.items[i];
        if (climbed->refused || climbed->status)
            continue;
        TimedRung rung = {.number = climbed->number, .made = climbed->made};
        if (climbed->rung->steps)
            rung.file = schedule_file_for(climb, climbed->rung);
        VECTOR_PUSH(climb->arena, &timed, rung);
    }
    ladder_time(climb->translation, &climb->timed, climb->nest, climb->folder, timed.items, timed.count);
}

static void climb_rung(Climb *climb, Rung *rung, int number)
{
    Climbed climbed = {.rung = rung, .number = number};
    const char *kernels = kernels_of(climb, &climbed);
    printf("%d. %s\n\n", number, rung->name);
    print_paragraph(rung->idea, "    ");
    printf("\n%s%s\n", kernels ? kernels : "    Not for this nest: ", kernels ? "" : climbed.refused);
    VECTOR_PUSH(climb->arena, &climb->rungs, climbed);
}

static bool is_wanted(const Options *options, const Rung *rung)
{
    return !options->rungs || options_list_names(options->rungs, rung->name);
}

static int climb_nest(Translation *translation, int index, Ladder *ladder, const char *folder)
{
    Arena *arena = translation->arena;
    const Nest *nest = translation->unit->nests.items[index];
    Climb climb = {.translation = translation, .options = translation->options, .arena = arena, .index = index};
    climb.nest = nest;
    climb.folder = path_join(arena, folder, nest->kernel_name);
    Options counted = climb.timed = *climb.options;
    ladder_sizes(arena, &counted, nest, translation->read[index], &(LadderSizes){1000000, 512, 96});
    ladder_sizes(arena, &climb.timed, nest, translation->read[index], &(LadderSizes){1 << 26, 8192, 2048});
    climb.sizes = ladder_sizes_words(arena, &counted);
    printf("%s (%s:%d): %s\n\n", nest->kernel_name, nest->loc.file->path, nest->loc.line, ladder->kind);
    FOR_EACH(i, &ladder->rungs)
        if (is_wanted(climb.options, &ladder->rungs.items[i]))
            climb_rung(&climb, &ladder->rungs.items[i], i + 1);
    if (climb.rungs.count && !climb.options->unchecked) {
        check_rungs(&climb);
        print_machine(&climb);
        time_rungs(&climb);
    }
    int status = 0;
    FOR_EACH(i, &climb.rungs)
        status = climb.rungs.items[i].status == STATUS_DIFFERS ? STATUS_DIFFERS : status;
    return status;
}

// ---- all nests

static Ladder ladder_for(const Translation *translation, int index)
{
    const Nest *nest = translation->unit->nests.items[index];
    const Program *program = translation->programs[index];
    const char *function = translation->options->function;
    if (!program || (function && (!nest->function_name || strcmp(nest->function_name, function) != 0)))
        return (Ladder){0};
    const Schedule *planned = schedule_parse(translation->arena, translation->diag, nest->loc, program->schedule);
    return ladder_of(translation->arena, translation->read[index], program->facts, planned);
}

void ladder_explain(const Translation *translation, int index, Explanation *explanation)
{
    Ladder ladder = ladder_for(translation, index);
    FOR_EACH(i, &ladder.rungs) {
        ExplainRung made;
        const char *refused;
        if (translate_rung(translation, index, &ladder.rungs.items[i], &made, &refused))
            VECTOR_PUSH(translation->arena, &explanation->rungs, made);
    }
}

// Whether some ladder has each rung that is asked for; false: reported.
static bool knows_rungs(const Translation *translation, const Ladder *ladders)
{
    for (const char *rest = translation->options->rungs; rest;
         rest = strchr(rest, ',') ? strchr(rest, ',') + 1 : NULL) {
        const char *name = arena_strndup(translation->arena, rest, strcspn(rest, ","));
        Text names = {.arena = translation->arena};
        bool known = false;
        FOR_EACH(i, &translation->unit->nests)
            FOR_EACH(k, &ladders[i].rungs) {
                known |= strcmp(ladders[i].rungs.items[k].name, name) == 0;
                text_printf(&names, "%s%s", names.length ? ", " : "", ladders[i].rungs.items[k].name);
            }
        if (!known && names.length) {
            diag_fatal(translation->diag, "no ladder has a rung '%s'; there are %s", name, text_string(&names));
            return false;
        }
    }
    return true;
}

// Whether some nest with a ladder has the parameters that have sizes; false: reported, before anything runs.
static bool knows_sizes(const Translation *translation, const Ladder *ladders)
{
    FOR_EACH(k, &translation->options->sizes) {
        const char *wanted = translation->options->sizes.items[k].name;
        Text names = {.arena = translation->arena};
        bool known = false;
        FOR_EACH(i, &translation->unit->nests)
            known = known ||
                    (ladders[i].rungs.count && ladder_sizes_has(translation->unit->nests.items[i], wanted, &names));
        if (!known && names.length) {
            diag_fatal(translation->diag, "no loop has a parameter '%s' for --size; there are %s", wanted,
                       text_string(&names));
            return false;
        }
    }
    return true;
}

static bool has_rungs(const Ladder *ladders, int count)
{
    for (int i = 0; i < count; i++)
        if (ladders[i].rungs.count)
            return true;
    return false;
}

int ladder_print(Translation *translation)
{
    if (!translate(translation))
        return STATUS_INPUT;
    if (!translate_knows_function(translation))
        return STATUS_USAGE;
    int count = translation->unit->nests.count, status = 0;
    Ladder *ladders = ARENA_ARRAY(translation->arena, Ladder, count);
    for (int i = 0; i < count; i++)
        ladders[i] = ladder_for(translation, i);
    if (!knows_rungs(translation, ladders) || !knows_sizes(translation, ladders))
        return STATUS_USAGE;
    if (!has_rungs(ladders, count)) {
        fprintf(stderr, "no ladder: no nest was restructured; '#pragma curestruct' goes above a loop\n");
        return STATUS_NOTHING;
    }
    const char *wanted = translation->options->keep_folder;
    const char *folder = folder_create(translation->arena, translation->diag, wanted);
    if (!folder)
        return STATUS_INPUT;
    for (int i = 0; i < count; i++) {
        int own = ladders[i].rungs.count ? climb_nest(translation, i, &ladders[i], folder) : 0;
        status = own ? own : status;
    }
    if (!wanted)
        folder_remove(folder);
    return status;
}
