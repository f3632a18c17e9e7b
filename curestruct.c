// curestruct: annotated serial C loops to CUDA. `main` and the verbs; driver/translate.c has the phases:
//
//   read, normalize (frontend)  ->  analyze (analysis)  ->  restructure (transform)  ->  emit (codegen)
//
// Exit status: 0 fine, 1 errors in the input, 2 usage, 70 our own bug; check also 3 (a comparison failed) and
// 77 (nothing to compare).
#include "codegen/bench/bench.h"
#include "codegen/cc/cc.h"
#include "codegen/codegen.h"
#include "codegen/html/html.h"
#include "codegen/output/folder.h"
#include "codegen/output/paths.h"
#include "codegen/report/compiled.h"
#include "codegen/report/device_print.h"
#include "codegen/report/diagnostics.h"
#include "codegen/report/explain.h"
#include "codegen/report/explain_warning.h"
#include "codegen/simt/simt.h"
#include "driver/counted.h"
#include "driver/ladder.h"
#include "driver/run.h"
#include "driver/translate.h"
#include "driver/tune.h"
#include "frontend/host.h"
#include "frontend/options/suggest.h"
#include "frontend/reader.h"
#include "ir/supervise.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_INPUT = 1, EXIT_USAGE = 2 };

static void report_count(const Translation *translation)
{
    int done = 0;
    FOR_EACH(i, &translation->unit->nests)
        done += translation->programs[i] != NULL;
    bool for_people = translation->options->messages == MESSAGES_TEXT;
    if (for_people && (done < translation->tried || translation->options->verbose))
        fprintf(stderr, "%d of %d nests restructured\n", done, translation->tried);
}

static const char *default_output(Arena *arena, const char *input)
{
    return strcmp(input, "-") == 0 ? "-" : path_with_suffix(arena, path_name(input), ".cu");
}

static bool same_file(const char *left, const char *right)
{
    struct stat one, other;
    return stat(left, &one) == 0 && stat(right, &other) == 0 && S_ISREG(one.st_mode) && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

static bool may_overwrite(Translation *translation, const char *output)
{
    if (!output || !same_file(translation->options->input, output))
        return true;
    diag_fatal(translation->diag, "%s: the output would overwrite the input; name another file with -o", output);
    return false;
}

// -M, -MM: the dependency rule is all that is written.
static int write_dependencies(Translation *translation)
{
    const Options *options = translation->options;
    const char *path, *text;
    Unit *unit = read_input_unit(translation);
    translation->unit = unit;
    for (int i = 0; unit && i < options->whole.count; i++)
        VECTOR_PUSH(translation->arena, &unit->host->others, ((FileRead){options->whole.items[i].path, false}));
    bool written = unit && diag_error_count(translation->diag) == 0 &&
                   dependency_file(translation->diag, translation->arena, unit, options, &path, &text) &&
                   may_overwrite(translation, path) && write_outputs(translation->diag, &path, &text, 1);
    return written ? 0 : EXIT_INPUT;
}

static int compile(Translation *translation)
{
    const Options *options = translation->options;
    if (options->preprocess)
        return cc_preprocess(translation->arena, options);
    if (options->depend_only)
        return write_dependencies(translation);
    const char *output = options->output ? options->output : default_output(translation->arena, options->input);
    if (!translate_knows_dump(translation))
        return EXIT_USAGE;
    if (!may_overwrite(translation, output) || !may_overwrite(translation, options->host_output) ||
        !translate(translation))
        return EXIT_INPUT;
    bool dumping = options->emit != EMIT_CUDA || options->dump_after;
    if (dumping) {
        const char *path = options->output ? options->output : "-";
        const char *text = text_string(&translation->dump);
        return write_outputs(translation->diag, &path, &text, 1) ? 0 : EXIT_INPUT;
    }
    Emission emission = {0};
    if (!emit_unit(translation->arena, translation->unit, translation->programs, options,
                   strcmp(output, "-") == 0 ? NULL : output, &emission))
        return EXIT_INPUT;
    const char *paths[3] = {output, options->host_output}, *texts[3] = {emission.cuda, emission.host};
    int count = options->host_output ? 2 : 1;
    if (options->depend && !dependency_file(translation->diag, translation->arena, translation->unit, options,
                                            &paths[count], &texts[count]))
        return EXIT_INPUT;
    if ((emission.prelude && !write_shared(translation->diag, options->prelude, emission.prelude)) ||
        !write_outputs(translation->diag, paths, texts, count + options->depend))
        return EXIT_INPUT;
    report_count(translation);
    return 0;
}

typedef bool FolderEmitter(Arena *arena, Unit *unit, Program *const *programs, const Options *options,
                           const char *folder);
typedef int FolderRunner(Arena *arena, Diag *diag, const Options *options, const char *folder);

// Writes a folder of sources around the generated code; builds and runs it unless it is exported.
static int through_folder(Translation *translation, FolderEmitter *emit, FolderRunner *run)
{
    const Options *options = translation->options;
    if (!translate(translation))
        return EXIT_INPUT;
    if (!translate_knows_function(translation))
        return EXIT_USAGE;
    report_count(translation);
    const char *wanted = options->export_folder ? options->export_folder : options->keep_folder;
    const char *folder = folder_create(translation->arena, translation->diag, wanted);
    if (!folder)
        return EXIT_INPUT;
    int status = EXIT_INPUT;
    if (emit(translation->arena, translation->unit, translation->programs, options, folder))
        status = options->export_folder ? 0 : run(translation->arena, translation->diag, options, folder);
    if (!wanted)
        folder_remove(folder);
    return status;
}

static int check(Translation *translation)
{
    return through_folder(translation, emit_check_folder, run_check_folder);
}

// Of the nest's own lines, as they were printed.
static const char *messages_about(Translation *translation, const Nest *nest)
{
    Text text = {.arena = translation->arena};
    bool ours = false;
    FOR_EACH(i, &translation->messages) {
        const DiagMessage *message = &translation->messages.items[i];
        if (!message->more)
            ours = message->loc.file == nest->loc.file && message->loc.begin >= nest->loc.begin &&
                   message->loc.begin <= nest->extent.end;
        if (ours)
            text_add(&text, message->text);
    }
    return text_string(&text);
}

// With --registers=nvcc, once for each device that nests are planned for.
static bool compile_for(Translation *translation, Explanation *explanation)
{
    if (!translation->options->registers_by_nvcc || !explanation->program)
        return true;
    for (const Explanation *before = translation->explanations; before < explanation && !explanation->compiled;
         before++)
        if (before->device == explanation->device)
            explanation->compiled = before->compiled;
    if (!explanation->compiled)
        explanation->compiled = compile_kernels(translation->arena, translation->diag, translation->unit,
                                                translation->programs, translation->options, explanation->device);
    return explanation->compiled != NULL;
}

static int explain(Translation *translation)
{
    if (!translation->options->input)
        return explain_page(translation->arena, translation->diag, translation->options);
    static const ReportForm forms[] = {
        [FORMAT_TEXT] = REPORT_TEXT, [FORMAT_MARKDOWN] = REPORT_MARKDOWN, [FORMAT_JSON] = REPORT_JSON};
    const char *unknown = explain_unknown_section(translation->arena, translation->options->sections);
    if (unknown) {
        fprintf(
            stderr,
            "curestruct: error: explain has no section '%s'; there are short, loops, refusal, granule, mapping, sizes, "
            "versions, kernels, search, cost, counted and schedule\n",
            unknown);
        return EXIT_USAGE;
    }
    diag_record(translation->diag, &translation->messages);
    if (!translate(translation))
        return EXIT_INPUT;
    Report *report = report_new(translation->arena);
    FOR_EACH(i, &translation->unit->nests) {
        Explanation *explanation = &translation->explanations[i];
        explanation->nest = translation->unit->nests.items[i];
        explanation->facts = translation->facts[i];
        explanation->program = translation->programs[i];
        explanation->messages = messages_about(translation, explanation->nest);
        explanation->options = translation->options;
        explanation->diag = translation->diag;
        if (!compile_for(translation, explanation))
            return EXIT_INPUT;
        if (translation->options->sections && explain_wants(explanation, "counted"))
            counted_explain(translation, i, explanation);
        if (!explain_nest(report, explanation))
            return EXIT_INPUT;
        if (translation->options->format == FORMAT_HTML && !translation->options->sections)
            ladder_explain(translation, i, explanation);
    }
    Text text = {.arena = translation->arena};
    if (translation->options->format == FORMAT_HTML)
        html_page(&text, report, translation->explanations, translation->unit->nests.count,
                  translation->options->input);
    else
        report_print(report, forms[translation->options->format], &text);
    bool fine = fputs(text_string(&text), stdout) >= 0 && fflush(stdout) == 0;
    return fine ? 0 : EXIT_INPUT;
}

static int list_devices(Translation *translation)
{
    const Options *options = translation->options;
    const char *why = NULL;
    Text text = {.arena = translation->arena};
    VECTOR(const Device *) devices = {0};
    for (int i = 0; !options->device && i < device_count(); i++)
        VECTOR_PUSH(translation->arena, &devices, device_at(i));
    if (options->device)
        VECTOR_PUSH(translation->arena, &devices, device_named(translation->arena, options->device, &why));
    if (why) {
        diag_fatal(translation->diag, "%s", why);
        return EXIT_USAGE;
    }
    device_print(&text, devices.items, devices.count, options->json);
    fputs(text_string(&text), stdout);
    return 0;
}

static int list_steps(Translation *translation)
{
    Text text = {.arena = translation->arena};
    steps_print(&text, translation->options->format == FORMAT_MARKDOWN);
    fputs(text_string(&text), stdout);
    return 0;
}

static int run_verb(Translation *translation)
{
    switch (translation->options->verb) {
    case VERB_COMPILE: return compile(translation);
    case VERB_CHECK: return check(translation);
    case VERB_DEVICES: return list_devices(translation);
    case VERB_STEPS: return list_steps(translation);
    case VERB_EXPLAIN: return explain(translation);
    case VERB_BENCH: return through_folder(translation, emit_bench_folder, run_bench_folder);
    case VERB_RUN: return run_whole_program(translation->arena, translation->diag, translation->options);
    case VERB_CC: return cc_run(translation->arena, translation->diag, translation->options);
    case VERB_LADDER: return ladder_print(translation);
    case VERB_TUNE: return tune(translation);
    case VERB_SIMT: return simt_run(translation->arena, translation->diag, translation->options);
    }
    unreachable_bug("unknown verb");
}

static bool wants_color(const Options *options)
{
    if (options->color == COLOR_AUTO)
        return isatty(STDERR_FILENO) && !getenv("NO_COLOR");
    return options->color == COLOR_ALWAYS;
}

typedef struct CommandLine {
    int count;
    char **words;
} CommandLine;

static int run(void *context)
{
    const CommandLine *line = context;
    Arena *arena = arena_new();
    Options options = {0};
    options_parse(arena, line->count, line->words, &options);
    DiagOptions diagnostics = {
        .warnings = options.warnings,
        .color = wants_color(&options),
        .silent = options.messages != MESSAGES_TEXT,
    };
    Translation translation = {
        .arena = arena,
        .diag = diag_new(arena, diagnostics),
        .options = &options,
        .dump = {.arena = arena},
    };
    if (options.messages != MESSAGES_TEXT)
        diag_record(translation.diag, &translation.messages);
    int status = run_verb(&translation);
    if (options.messages != MESSAGES_TEXT)
        diagnostics_print(arena, &translation.messages, options.messages);
    if (translation.unit && translation.facts)
        FOR_EACH(i, &translation.unit->nests)
            if (translation.facts[i])
                facts_release(translation.facts[i]);
    arena_release(arena);
    type_release();
    intern_release();
    return status;
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "C");
    CommandLine line = {argc, argv};
    return supervise(run, &line);
}
