#include "driver/counted.h"

#include "codegen/output/folder.h"
#include "codegen/output/paths.h"
#include "codegen/output/process.h"
#include "codegen/report/profile.h"
#include "driver/ladder_sizes.h"
#include "driver/tune_measure.h"
#include "frontend/directives/from_table.h"

#include <string.h>
#include <unistd.h>

// ---- a check

typedef VECTOR(const char *) Words;

static void add_word(const CheckCall *call, Words *words, const char *option, const char *value)
{
    if (value)
        VECTOR_PUSH(call->arena, words, arena_printf(call->arena, "%s%s", option, value));
}

static const char *plan_word(const CheckCall *call)
{
    const Options *options = call->options;
    if (options->seed)
        return arena_printf(call->arena, "random:%llu", (unsigned long long)*options->seed);
    return options->plan == PLAN_SEARCH ? "search" : options->plan == PLAN_FIRST ? "first" : NULL;
}

static void add_planning(const CheckCall *call, Words *words)
{
    const Options *options = call->options;
    add_word(call, words, "--schedule=", options->schedule_file);
    add_word(call, words, "--device=", options->device);
    add_word(call, words, "--arch=", options->arch);
    add_word(call, words, "--plan=", plan_word(call));
    add_word(call, words, "--model=", options->model == MODEL_PAPER ? "paper" : NULL);
    add_word(call, words, "--style=", options->style == STYLE_PLAIN ? "plain" : NULL);
    add_word(call, words, "--tuned", options->tuned ? "" : NULL);
    add_word(call, words, "--no-versions", options->one_version ? "" : NULL);
    static const char *const from[] = {NULL, "omp", "acc", "omp,acc"}; // by FROM_OMP | FROM_ACC
    add_word(call, words, "--from=", from[options->from & (FROM_OMP | FROM_ACC)]);
}

int check_call(const CheckCall *call)
{
    const Options *options = call->options;
    Words words = {0};
    add_word(call, &words, "", process_self(call->arena));
    add_word(call, &words, "", "check");
    add_word(call, &words, "", "--on=cpu");
    add_word(call, &words, "", call->sizes ? "--profile" : "-Wno-refused");
    add_word(call, &words, "--keep=", call->folder);
    add_word(call, &words, "--function=", call->function);
    add_word(call, &words, "--schedule=", call->schedule);
    add_word(call, &words, "", call->plain ? "--style=plain" : NULL);
    add_word(call, &words, "--size=", call->sizes && *call->sizes ? call->sizes : NULL);
    add_word(call, &words, "--data=", options->data);
    add_word(call, &words, "--cc=", options->compiler);
    if (call->as_given)
        add_planning(call, &words);
    add_word(call, &words, "", options->input);
    add_word(call, &words, "", "--");
    FOR_EACH(i, &options->clang_arguments)
        add_word(call, &words, "", options->clang_arguments.items[i]);
    VECTOR_PUSH(call->arena, &words, NULL);
    return process_run(words.items, call->log);
}

// ---- what it has counted

static void add_to_counts(LaunchCounts *counts, const ProfileKernel *kernel)
{
    counts->kernels++;
    FOR_EACH(i, &kernel->accesses) {
        const ProfileAccess *access = &kernel->accesses.items[i];
        counts->requests += access->requests / kernel->launches;
        counts->lanes += access->lanes / kernel->launches;
        *(access->shared ? &counts->shared : &counts->global) += access->requests / kernel->launches;
        counts->sectors += access->sectors / kernel->launches;
        counts->cycles += access->cycles / kernel->launches;
    }
}

LaunchCounts launch_counts(Arena *arena, Diag *diag, const char *folder, const char *begin)
{
    Profile profile = {0};
    LaunchCounts counts = {0};
    if (profile_read(arena, diag, folder, "out.cu", &profile))
        FOR_EACH(i, &profile)
            if (!begin || strncmp(profile.items[i].name, begin, strlen(begin)) == 0)
                add_to_counts(&counts, &profile.items[i]);
    return counts;
}

// ---- for an explanation

static int nests_of_function(const Translation *translation, const char *function)
{
    int count = 0;
    FOR_EACH(i, &translation->unit->nests) {
        const char *name = translation->unit->nests.items[i]->function_name;
        count += translation->programs[i] && name && strcmp(name, function) == 0;
    }
    return count;
}

// Whether `bench` makes the same kernels.
static bool has_usual_plan(const Options *options)
{
    return !options->seed && options->plan == PLAN_USUAL && options->model == MODEL_TODAY && !options->tuned &&
           !options->one_version && !options->arch && !options->from && !options->analysis_limit;
}

// A whole function is timed. Returns why nothing is measured; NULL: it is.
static const char *time_nest(const Translation *translation, const Nest *nest, const char *folder,
                             ExplainCounted *counted)
{
    const Options *options = counted->options;
    Measured measured = {.file = options->schedule_file, .plain = options->style == STYLE_PLAIN};
    if (!options->measure && access("/dev/nvidiactl", F_OK) != 0)
        return "there is no GPU";
    if (nests_of_function(translation, nest->function_name) > 1)
        return "the function has several nests";
    if (!has_usual_plan(options))
        return "neither is it the usual plan nor that of --schedule";
    measure_all(translation->arena, options, nest->function_name, folder, &measured, 1);
    counted->microseconds = measured.seconds * 1e6;
    return measured.outcome == MEASURE_TIMED ? NULL : "the kernels could not be built and timed";
}

static void count_nest(const Translation *translation, const Nest *nest, const char *folder, ExplainCounted *counted)
{
    Arena *arena = translation->arena;
    CheckCall call = {.arena = arena,
                      .options = counted->options,
                      .function = nest->function_name,
                      .as_given = true,
                      .sizes = ladder_sizes_words(arena, counted->options),
                      .folder = path_join(arena, folder, "counted"),
                      .log = path_join(arena, folder, "log")};
    counted->status = check_call(&call);
    if (counted->status)
        return;
    bool alone = nests_of_function(translation, nest->function_name) == 1;
    LaunchCounts counts = launch_counts(arena, translation->diag, call.folder, alone ? NULL : nest->kernel_name);
    counted->requests = counts.requests;
    counted->cycles = counts.cycles;
    counted->machine.why = "the function has several nests";
    if (alone)
        counted->machine = machine_counts_read(arena, translation->diag, call.folder);
    counted->unmeasured = time_nest(translation, nest, folder, counted);
}

void counted_explain(const Translation *translation, int index, Explanation *explanation)
{
    Arena *arena = translation->arena;
    const Nest *nest = translation->unit->nests.items[index];
    if (!translation->programs[index] || !nest->function_name)
        return;
    Options *options = arena_copy(arena, translation->options, sizeof *translation->options);
    ladder_sizes(arena, options, nest, translation->read[index], &(LadderSizes){1000000, 512, 96});
    const char *folder = folder_create(arena, translation->diag, NULL);
    ExplainCounted *counted = arena_alloc(arena, sizeof *counted);
    *counted = (ExplainCounted){.options = options};
    if (!folder)
        return;
    count_nest(translation, nest, folder, counted);
    folder_remove(folder);
    explanation->counted = counted;
}
