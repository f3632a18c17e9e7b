// curestruct: annotated serial C loops to CUDA. The verbs, and the phases of a translation in order (`passes` has each
// pass of them):
//
//   read, normalize (frontend)  ->  analyze (analysis)  ->  restructure (transform)  ->  emit (codegen)
//
// Exit status: 0 fine, 1 errors in the input, 2 usage, 70 our own bug; check also 3 (a comparison failed) and
// 77 (nothing to compare).
#include "analysis/dump.h"
#include "analysis/words.h"
#include "codegen/bench/bench.h"
#include "codegen/cc/cc.h"
#include "codegen/codegen.h"
#include "codegen/output/folder.h"
#include "codegen/output/paths.h"
#include "codegen/report/compiled.h"
#include "codegen/report/device_print.h"
#include "codegen/report/diagnostics.h"
#include "codegen/report/explain.h"
#include "codegen/report/explain_warning.h"
#include "frontend/directives/directive.h"
#include "frontend/host.h"
#include "frontend/options/suggest.h"
#include "frontend/normalize/normalize.h"
#include "frontend/reader.h"
#include "ir/supervise.h"
#include "transform/plan/plan.h"
#include "transform/source/rename_scalars.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_INPUT = 1, EXIT_USAGE = 2 };

// One translation: the input, and what the phases made of each nest (NULL if it was refused).
typedef struct Translation {
    Arena *arena;
    Diag *diag;
    const Options *options;
    const Device *device; // to plan for, where no clause names another
    Unit *unit;
    Facts **facts;
    Program **programs;
    const ScheduleFile *schedule; // --schedule=FILE, or NULL
    const Schedule **schedules;   // what it says of each nest, or NULL
    Explanation *explaining;      // of the current nest, for `explain`; otherwise NULL
    Explanation *explanations;    // per nest
    DiagRecord messages;          // for `explain` and --diagnostics-format
    Text dump;                    // what --emit=ir|schedule|tiled and --dump-after print
} Translation;

// One pass over one nest.
typedef struct Pass Pass;
struct Pass {
    const char *name, *doing;
    bool (*run)(Translation *translation, const Pass *pass, int index); // NULL: another pass runs it
    bool prints_nest; // --dump-after prints the nest as it then stands; otherwise the pass prints what it found
};

// Whether --dump-after names the pass, alone or among others: commas separate them.
static bool dumps_after(const Translation *translation, const char *pass)
{
    size_t length = strlen(pass);
    const char *at = translation->options->dump_after;
    while (at && (strcspn(at, ",") != length || strncmp(at, pass, length) != 0))
        at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL;
    return at;
}

// ---- the passes over one nest, in order. Each returns false when the nest is refused (and was reported).

static bool pass_read(Translation *translation, const Pass *pass, int index)
{
    Nest *nest = translation->unit->nests.items[index];
    if (nest->refused)
        return false;
    check_nest(nest, nest->body, pass->name);
    return true;
}

static bool pass_normalize(Translation *translation, const Pass *pass, int index)
{
    const Normalization *normalization = normalization_named(pass->name);
    if (!normalization)
        unreachable_bug("a pass that frontend/normalize does not have");
    return normalize(translation->unit->nests.items[index], normalization);
}

static bool pass_rename_scalars(Translation *translation, const Pass *pass, int index)
{
    Nest *nest = translation->unit->nests.items[index];
    separate_lifetimes(translation->arena, nest);
    check_nest(nest, nest->body, pass->name);
    return true;
}

static bool pass_analyze(Translation *translation, const Pass *pass, int index)
{
    (void)pass;
    Nest *nest = translation->unit->nests.items[index];
    Facts *facts = analyze_nest(translation->arena, translation->diag, nest);
    translation->facts[index] = facts;
    if (facts) {
        facts_allow_equal(facts);
        facts_warn_private(translation->diag, facts);
    }
    if (facts && dumps_after(translation, "analyze"))
        print_facts(&translation->dump, facts);
    return facts != NULL;
}

static void observe_step(void *context, const Step *step, const Nest *nest, const Stmt *tree)
{
    Translation *translation = context;
    if (translation->explaining)
        explain_step(translation->explaining, step, tree);
    if (!dumps_after(translation, "step"))
        return;
    Schedule one = {0};
    VECTOR_PUSH(translation->arena, &one.steps, *step);
    text_add(&translation->dump, "// after ");
    schedule_print(&translation->dump, &one);
    print_tree(&translation->dump, nest, tree);
}

// Trees of passes inside of restructure: the body of a nest, or a kernel.
static void observe_part(void *context, const char *pass, const Stmt *tree)
{
    Translation *translation = context;
    if (dumps_after(translation, pass))
        print_stmt(&translation->dump, tree, 0);
}

static const Device *device_of(const Translation *translation, const Nest *nest)
{
    const Clause *clause = nest->directive ? directive_clause(nest->directive, CLAUSE_DEVICE) : NULL;
    if (!clause)
        return translation->device;
    const char *why = NULL;
    const Device *device = device_named(translation->arena, clause->word, &why);
    if (!device)
        diag_error(translation->diag, clause->loc, "%s", why);
    return device;
}

// The schedule of --schedule, otherwise of the clause; NULL: it is planned, or an error was reported.
static const Schedule *schedule_of(Translation *translation, int index)
{
    if (translation->schedules[index])
        return translation->schedules[index];
    const Nest *nest = translation->unit->nests.items[index];
    const Clause *clause = nest->directive ? directive_clause(nest->directive, CLAUSE_SCHEDULE) : NULL;
    if (clause)
        return schedule_parse(translation->arena, translation->diag, clause->loc, clause->word);
    return NULL;
}

static bool look_for_exact(void *context, const Stmt *stmt)
{
    bool *exact = context;
    *exact = *exact || (stmt->directive && directive_clause(stmt->directive, CLAUSE_EXACT));
    return !*exact;
}

// `exact` on any nest of a region holds for the region.
static bool is_exact(const Nest *nest)
{
    bool exact = nest->directive && directive_clause(nest->directive, CLAUSE_EXACT);
    stmt_walk(nest->body, look_for_exact, &exact);
    return exact;
}

// A clause without effect leads to a warning: results are never less precise than asked, but may be slower than hoped.
static void warn_of_precision(const Translation *translation, const Nest *nest)
{
    const Clause *clause = nest->directive ? directive_clause(nest->directive, CLAUSE_PRECISION) : NULL;
    if (clause && strcmp(clause->word, "ieee") != 0)
        diag_warning(translation->diag, clause->loc, WARN_IGNORED_CLAUSE,
                     "'precision(%s)' has no effect yet; the nest computes as C does", clause->word);
}

static bool pass_restructure(Translation *translation, const Pass *pass, int index)
{
    (void)pass;
    Nest *nest = translation->unit->nests.items[index];
    warn_of_precision(translation, nest);
    const Device *device = device_of(translation, nest);
    if (!device)
        return false;
    int errors = diag_error_count(translation->diag);
    const Schedule *schedule = schedule_of(translation, index);
    if (diag_error_count(translation->diag) > errors)
        return false;
    Candidate first = {
        .arena = translation->arena,
        .nest = nest,
        .facts = translation->facts[index],
        .device = device,
        .exact = is_exact(nest),
        .observer = observe_part,
        .observer_context = translation,
        .by_paper = translation->options->model == MODEL_PAPER,
        .plain = translation->options->style == STYLE_PLAIN,
        .seed = translation->options->seed,
        .one_version = translation->options->style == STYLE_PLAIN || translation->options->one_version,
    };
    bool steps = dumps_after(translation, "step") || translation->explaining;
    if (translation->explaining) {
        translation->explaining->device = device;
        explain_step(translation->explaining, NULL, nest->body);
    }
    PlanObserver observer = {.step = steps ? observe_step : NULL,
                             .context = translation,
                             .sizes = translation->explaining ? &translation->explaining->sizes : NULL};
    Program *program = restructure(&first, translation->diag, schedule, &observer);
    translation->programs[index] = program;
    if (program) { // with what was made for it
        translation->unit->nests.items[index] = program->nest;
        translation->facts[index] = (Facts *)program->facts;
    }
    if (program && facts_always_overlap(translation->diag, program->facts))
        program = translation->programs[index] = NULL;
    if (!program)
        return false;
    note_assumptions(translation->diag, program->facts);
    if (translation->options->emit == EMIT_SCHEDULE)
        schedule_print_nest(&translation->dump, nest->kernel_name, program->schedule);
    if (translation->options->emit == EMIT_TILED || dumps_after(translation, "restructure"))
        print_tree(&translation->dump, program->nest, program->host);
    return true;
}

static const Pass passes[] = {
    {"read", "reading this nest", pass_read, true},
    {"expand_elements", "reading this nest", pass_normalize, true},
    {"wraparound", "reading this nest", pass_normalize, true},
    {"first_match", "reading this nest", pass_normalize, true},
    {"induction", "reading this nest", pass_normalize, true},
    {"forward_scalars", "reading this nest", pass_normalize, true},
    {"canonical_nest", "reading this nest", pass_normalize, true},
    {"rename_scalars", "reading this nest", pass_rename_scalars, true},
    {"analyze", "analyzing this nest", pass_analyze, false},
    {.name = "privatize"}, // these are parts of restructure, which runs them for each program that it makes of the nest
    {.name = "canonical_bounds"},
    {.name = "step"}, // each step of the schedule
    {.name = "warp_per_row"},
    {.name = "guards"},
    {.name = "host_scalars"},
    {.name = "simplify"},
    {"restructure", "restructuring this nest", pass_restructure, false},
};
static const char last_of_reading[] = "canonical_nest"; // what --emit=ir prints

// Whether --dump-after names passes.
static bool knows_dump(const Translation *translation)
{
    const char *wanted = translation->options->dump_after;
    int unknown = wanted ? 1 : 0;
    for (const char *at = wanted; at && *at; at++)
        unknown += *at == ',';
    Text names = {.arena = translation->arena};
    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++) {
        unknown -= dumps_after(translation, passes[i].name);
        text_printf(&names, "%s%s", i ? ", " : "", passes[i].name);
    }
    if (unknown)
        fprintf(stderr, "curestruct: error: --dump-after must be one of %s, not '%s'\n", text_string(&names), wanted);
    return !unknown;
}

// false: the nest is refused.
static bool run_pass(Translation *translation, const Pass *pass, int index)
{
    const Nest *nest = translation->unit->nests.items[index];
    if (pass->run)
        supervise_step(pass->doing, nest->loc.file->path, nest->loc.line, nest->loc.column);
    bool fine = !pass->run || pass->run(translation, pass, index);
    if (fine && pass->prints_nest && dumps_after(translation, pass->name))
        print_nest(&translation->dump, nest);
    return fine;
}

static void translate_nest(Translation *translation, int index)
{
    if (translation->explanations) {
        translation->explaining = &translation->explanations[index];
        translation->explaining->arena = translation->arena;
    }
    bool reads = translation->options->emit == EMIT_IR, fine = true;
    for (size_t i = 0; i < sizeof passes / sizeof passes[0] && fine; i++) {
        fine = run_pass(translation, &passes[i], index);
        if (reads && strcmp(passes[i].name, last_of_reading) == 0)
            break;
    }
    if (reads && fine)
        print_nest(&translation->dump, translation->unit->nests.items[index]);
    translation->unit->nests.items[index]->refused = !fine;
    // Integer sets take most of a translation's memory, and emission does not need them.
    if (translation->options->verb == VERB_COMPILE && translation->facts[index])
        facts_release(translation->facts[index]);
}

static void report_count(const Translation *translation)
{
    int done = 0, all = translation->unit->nests.count;
    for (int i = 0; i < all; i++)
        done += translation->programs[i] != NULL;
    bool for_people = translation->options->messages == MESSAGES_TEXT;
    if (for_people && (done < all || translation->options->verbose))
        fprintf(stderr, "%d of %d nests restructured\n", done, all);
}

static bool read_schedule_file(Translation *translation)
{
    const char *path = translation->options->schedule_file;
    if (!path)
        return true;
    const SourceFile *file = source_file_read(translation->arena, translation->diag, path);
    if (!file)
        return false;
    Loc start = {.file = file, .line = 1, .column = 1};
    translation->schedule = schedule_file_parse(translation->arena, translation->diag, start, file->text);
    return translation->schedule != NULL;
}

static int index_of_nest(const Translation *translation, const char *name)
{
    FOR_EACH(i, &translation->unit->nests)
        if (translation->unit->nests.items[i]->kernel_name == name) // interned
            return i;
    return -1;
}

static void report_unknown_nest(const Translation *translation, const NestSchedule *block)
{
    const Unit *unit = translation->unit;
    const char **names = arena_alloc(translation->arena, ((size_t)unit->nests.count + 1) * sizeof *names);
    FOR_EACH(i, &unit->nests)
        names[i] = unit->nests.items[i]->kernel_name;
    names[unit->nests.count] = NULL;
    const char *near = suggest(block->nest, names);
    if (near)
        diag_error(translation->diag, block->loc, "the input has no nest '%s'; did you mean '%s'?", block->nest, near);
    else
        diag_error(translation->diag, block->loc, "the input has no nest '%s'", block->nest);
}

// Steps that name no nest are for the only one, of the input or of --function. A file without steps says nothing.
static bool assign_steps(Translation *translation, const Schedule *steps)
{
    if (!steps->steps.count)
        return true;
    const char *function = translation->options->function;
    const Nest *first = NULL;
    int count = 0;
    FOR_EACH(i, &translation->unit->nests) {
        const Nest *nest = translation->unit->nests.items[i];
        if (function && (!nest->function_name || strcmp(nest->function_name, function) != 0))
            continue;
        first = count++ ? first : nest;
        translation->schedules[i] = steps;
    }
    if (count > 1)
        diag_fatal(translation->diag, "%s: the input has %d nests; put the steps for one of them into 'nest %s { .. }'",
                   translation->options->schedule_file, count, first->kernel_name);
    return count <= 1;
}

enum { MANY_UNKNOWN = 20 }; // names of no nest that are reported

// Gives each nest what --schedule says of it. false: it says something of none, which was reported.
static bool assign_schedules(Translation *translation)
{
    const ScheduleFile *file = translation->schedule;
    const Unit *unit = translation->unit;
    translation->schedules = ARENA_ARRAY(translation->arena, const Schedule *, unit->nests.count);
    if (file && file->steps)
        return assign_steps(translation, file->steps);
    int wrong = 0;
    for (int i = 0; file && i < file->nests.count; i++) {
        int index = index_of_nest(translation, file->nests.items[i].nest);
        if (index >= 0)
            translation->schedules[index] = file->nests.items[i].schedule;
        else if (wrong++ < MANY_UNKNOWN)
            report_unknown_nest(translation, &file->nests.items[i]);
    }
    return !wrong;
}

// Reads the input and runs the passes over every nest. false: errors were reported.
static bool translate(Translation *translation)
{
    const Options *options = translation->options;
    const char *why = NULL;
    translation->device = device_chosen(translation->arena, options->device, options->arch, &why);
    if (!translation->device) {
        diag_fatal(translation->diag, "%s", why);
        return false;
    }
    if (!read_schedule_file(translation))
        return false;
    supervise_step("reading it", options->input, 0, 0);
    Unit *unit = read_unit(translation->arena, translation->diag, options->input, options->clang_arguments.items,
                           options->clang_arguments.count);
    translation->unit = unit;
    // The launchers' names may get a hash after them, which schedules do not have.
    if (!unit || diag_error_count(translation->diag) || !assign_schedules(translation) ||
        !name_launchers(translation->arena, unit, options))
        return false;
    translation->facts = ARENA_ARRAY(translation->arena, Facts *, unit->nests.count);
    translation->programs = ARENA_ARRAY(translation->arena, Program *, unit->nests.count);
    if (options->verb == VERB_EXPLAIN)
        translation->explanations = ARENA_ARRAY(translation->arena, Explanation, unit->nests.count);
    FOR_EACH(i, &unit->nests)
        translate_nest(translation, i);
    supervise_step("writing its translation", options->input, 0, 0);
    return diag_error_count(translation->diag) == 0;
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
    Unit *unit = read_unit(translation->arena, translation->diag, options->input, options->clang_arguments.items,
                           options->clang_arguments.count);
    translation->unit = unit;
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
    if (!knows_dump(translation))
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

// Whether the file defines the function of --function.
static bool knows_function(const Translation *translation)
{
    const char *wanted = translation->options->function;
    const HostFile *host = translation->unit->host;
    const char **names = arena_alloc(translation->arena, ((size_t)host->functions.count + 1) * sizeof *names);
    bool known = !wanted;
    FOR_EACH(i, &host->functions) {
        names[i] = host->functions.items[i].name;
        known = known || strcmp(names[i], wanted) == 0;
    }
    names[host->functions.count] = NULL;
    const char *near = known ? NULL : suggest(wanted, names);
    if (near)
        fprintf(stderr, "curestruct: error: the input has no function '%s'; did you mean '%s'?\n", wanted, near);
    else if (!known)
        fprintf(stderr, "curestruct: error: the input has no function '%s'\n", wanted);
    return known;
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
    if (!knows_function(translation))
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
        return explain_warning(translation->arena, translation->diag, translation->options->topic);
    static const ReportForm forms[] = {
        [FORMAT_TEXT] = REPORT_TEXT, [FORMAT_MARKDOWN] = REPORT_MARKDOWN, [FORMAT_JSON] = REPORT_JSON};
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
        if (!explain_nest(report, explanation))
            return EXIT_INPUT;
    }
    Text text = {.arena = translation->arena};
    report_print(report, forms[translation->options->format], &text);
    bool fine = fputs(text_string(&text), stdout) >= 0 && fflush(stdout) == 0;
    return fine ? 0 : EXIT_INPUT;
}

static int bench(Translation *translation)
{
    return through_folder(translation, emit_bench_folder, run_bench_folder);
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
    case VERB_BENCH: return bench(translation);
    case VERB_CC: return cc_run(translation->arena, translation->diag, translation->options);
    case VERB_LADDER:
        fprintf(stderr, "curestruct: error: this verb is not available in this version\n");
        return EXIT_USAGE;
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
