// The passes over one nest, in order, and over the whole input.
#include "driver/translate.h"
#include "driver/whole_program.h"
#include "analysis/dump.h"
#include "analysis/depend/free_values.h"
#include "analysis/words.h"
#include "codegen/host/host_data.h"
#include "frontend/directives/directive.h"
#include "frontend/directives/from_headers.h"
#include "frontend/host_code.h"
#include "frontend/normalize/normalize.h"
#include "frontend/options/program.h"
#include "frontend/options/suggest.h"
#include "frontend/reader.h"
#include "ir/supervise.h"
#include "transform/ladder/ladder.h"
#include "transform/lower/pair_lanes.h"
#include "transform/plan/plan.h"
#include "transform/source/rename_scalars.h"

#include <stdio.h>
#include <string.h>

// One pass over one nest.
typedef struct Pass Pass;
struct Pass {
    const char *name, *doing;
    bool (*run)(Translation *translation, const Pass *pass, int index); // NULL: another pass runs it
    bool prints_nest; // --dump-after prints the nest as it then stands; otherwise the pass prints what it found
    const Normalization *normalization; // what pass_normalize does
};

// Whether --dump-after names the pass, alone or among others: commas separate them.
static bool dumps_after(const Translation *translation, const char *pass)
{
    return options_list_names(translation->options->dump_after, pass);
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
    return normalize(translation->unit->nests.items[index], pass->normalization);
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
    translation->facts[index] = translation->read[index] = facts;
    if (facts) {
        facts_allow_equal(facts);
        facts_find_free_values(facts);
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

// The schedule of --schedule, otherwise of a clause; NULL: there is none, or an error was reported.
static const Schedule *schedule_of(Translation *translation, int index)
{
    if (translation->schedules[index])
        return translation->schedules[index];
    const Nest *nest = translation->unit->nests.items[index];
    const Clause *clause = nest->directive ? directive_clause(nest->directive, CLAUSE_SCHEDULE) : NULL;
    return clause ? schedule_parse(translation->arena, translation->diag, clause->loc, clause->word) : NULL;
}

// The rung that the clause `reduce` names. NULL: there is none, or the nest does not have the form that its steps need:
// then the nest is planned, with the clause's way to combine.
static const Schedule *rung_of(Translation *translation, const Candidate *first)
{
    Arena *arena = translation->arena;
    const Clause *reduce = first->nest->directive ? directive_clause(first->nest->directive, CLAUSE_REDUCE) : NULL;
    if (!reduce || strcmp(reduce->word, "shuffle") == 0)
        return NULL;
    const char *steps = ladder_reduction(arena, first->facts, reduce->word);
    const Schedule *rung = steps ? schedule_parse(arena, translation->diag, reduce->loc, steps) : NULL;
    Candidate tried = *first;
    tried.observer = NULL;
    return rung && restructure(&tried, diag_collector(arena), rung, NULL) ? rung : NULL;
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

static bool is_fast(const Nest *nest)
{
    const Clause *clause = nest->directive ? directive_clause(nest->directive, CLAUSE_PRECISION) : NULL;
    return clause && strcmp(clause->word, "fast") == 0;
}

// A clause without effect leads to a warning: results are never less precise than asked, but may be slower than hoped.
static void warn_of_precision(const Translation *translation, const Nest *nest)
{
    const Clause *clause = nest->directive ? directive_clause(nest->directive, CLAUSE_PRECISION) : NULL;
    if (clause && strcmp(clause->word, "ieee") != 0 && strcmp(clause->word, "fast") != 0)
        diag_warning(translation->diag, clause->loc, WARN_IGNORED_CLAUSE,
                     "'precision(%s)' has no effect yet; the nest computes as C does", clause->word);
}

// Since this compute capability, the least and the largest of pairs are one instruction.
enum { PAIRS_SINCE = 9 };

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
    static const Effort efforts[] = {
        [PLAN_USUAL] = EFFORT_USUAL, [PLAN_FIRST] = EFFORT_NONE, [PLAN_SEARCH] = EFFORT_MORE};
    Candidate first = {
        .arena = translation->arena,
        .nest = nest,
        .facts = translation->facts[index],
        .device = device,
        .exact = is_exact(nest),
        .fast = is_fast(nest),
        .observer = observe_part,
        .observer_context = translation,
        .by_paper = translation->options->model == MODEL_PAPER,
        .plain = translation->options->style == STYLE_PLAIN,
        .effort = efforts[translation->options->plan],
        .seed = translation->options->seed,
        .one_version = translation->options->style == STYLE_PLAIN || translation->options->one_version,
    };
    schedule = schedule ? schedule : rung_of(translation, &first);
    bool steps = dumps_after(translation, "step") || translation->explaining;
    if (translation->explaining) {
        translation->explaining->device = device;
        explain_step(translation->explaining, NULL, nest->body);
    }
    PlanObserver observer = {.step = steps ? observe_step : NULL,
                             .context = translation,
                             .sizes = translation->explaining ? &translation->explaining->sizes : NULL,
                             .searched = translation->explaining ? &translation->explaining->searched : NULL};
    bool tuned = schedule && schedule == translation->schedules[index] && translation->tuned;
    Diag *diag = tuned ? diag_collector(translation->arena) : translation->diag;
    Program *program = restructure(&first, diag, schedule, &observer);
    if (!program && tuned) {
        diag_warning(translation->diag, nest->loc, WARN_REFUSED,
                     "the tuned schedule of this nest is ignored: it no longer fits");
        program = restructure(&first, translation->diag, NULL, &observer);
    }
    translation->programs[index] = program;
    if (program && !first.plain && device->compute_major >= PAIRS_SINCE)
        program->host = pair_lanes(translation->arena, program->nest, program->host);
    if (program) { // with what was made for it
        translation->unit->nests.items[index] = program->nest;
        translation->facts[index] = (Facts *)program->facts;
    }
    if (program && facts_always_overlap(translation->diag, program->facts))
        program = translation->programs[index] = NULL;
    if (!program)
        return false;
    note_assumptions(translation->diag, program->facts);
    note_assertions(translation->diag, program->nest);
    if (translation->options->emit == EMIT_SCHEDULE)
        schedule_print_nest(&translation->dump, nest->kernel_name, program->schedule);
    if (translation->options->emit == EMIT_TILED || dumps_after(translation, "restructure"))
        print_tree(&translation->dump, program->nest, program->host);
    return true;
}

static const Pass first_pass = {"read", "reading this nest", pass_read, true, NULL}; // the normalizations follow
static const Pass further_passes[] = {
    {"rename_scalars", "reading this nest", pass_rename_scalars, true, NULL},
    {"analyze", "analyzing this nest", pass_analyze, false, NULL},
    {.name = "privatize"}, // these are parts of restructure, which runs them for each program that it makes of the nest
    {.name = "canonical_bounds"},
    {.name = "step"}, // each step of the schedule
    {.name = "warp_per_row"},
    {.name = "guards"},
    {.name = "host_scalars"},
    {.name = "approximate"}, // with precision(fast)
    {.name = "simplify"},
    {"restructure", "restructuring this nest", pass_restructure, false, NULL},
};

static int pass_count(void)
{
    return 1 + normalization_count() + (int)(sizeof further_passes / sizeof further_passes[0]);
}

static Pass pass_at(int index)
{
    if (index == 0)
        return first_pass;
    if (index <= normalization_count()) {
        const Normalization *one = normalization_at(index - 1);
        return (Pass){one->name, "reading this nest", pass_normalize, true, one};
    }
    return further_passes[index - 1 - normalization_count()];
}

bool translate_knows_dump(const Translation *translation)
{
    const char *wanted = translation->options->dump_after;
    int unknown = wanted ? 1 : 0;
    for (const char *at = wanted; at && *at; at++)
        unknown += *at == ',';
    Text names = {.arena = translation->arena};
    for (int i = 0; i < pass_count(); i++) {
        const char *name = pass_at(i).name;
        unknown -= dumps_after(translation, name);
        text_printf(&names, "%s%s", i ? ", " : "", name);
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
    int count = reads ? 1 + normalization_count() : pass_count(); // --emit=ir prints what they leave
    for (int i = 0; i < count && fine; i++) {
        Pass pass = pass_at(i);
        fine = run_pass(translation, &pass, index);
    }
    if (reads && fine)
        print_nest(&translation->dump, translation->unit->nests.items[index]);
    translation->unit->nests.items[index]->refused = !fine;
    // Integer sets take most of a translation's memory, and emission does not need them.
    if (translation->options->verb == VERB_COMPILE && translation->facts[index])
        facts_release(translation->facts[index]);
}

// ---- check and bench of one function: its nests, and those of the functions that it calls

static void mark_called(const HostFile *host, int function, bool *called);

static void mark_calls(const HostFile *host, const HostCode *code, bool *called)
{
    FOR_EACH(i, &code->calls)
        mark_called(host, code->calls.items[i], called);
    FOR_EACH(i, &code->parts)
        mark_calls(host, &code->parts.items[i], called);
}

static void mark_called(const HostFile *host, int function, bool *called)
{
    if (called[function])
        return;
    called[function] = true;
    mark_calls(host, &host->code.items[function].body, called);
}

// By function of the file's code; NULL: the nests of all functions are wanted.
static const bool *wanted_functions(const Translation *translation)
{
    const Options *options = translation->options;
    const HostFile *host = translation->unit->host;
    if ((options->verb != VERB_CHECK && options->verb != VERB_BENCH) || !options->function)
        return NULL;
    bool *wanted = ARENA_ARRAY(translation->arena, bool, host->code.count);
    FOR_EACH(i, &host->code)
        if (strcmp(host->code.items[i].name, options->function) == 0)
            mark_called(host, i, wanted);
    return wanted;
}

static bool is_wanted(const Translation *translation, const bool *functions, int index)
{
    if (translation->only)
        return translation->only == index + 1;
    const char *name = translation->unit->nests.items[index]->function_name;
    const HostFile *host = translation->unit->host;
    for (int i = 0; functions && name && i < host->code.count; i++)
        if (strcmp(host->code.items[i].name, name) == 0)
            return functions[i];
    return true;
}

// Whether a launcher asks for the block of memory around an array.
static void note_blocks(const Translation *translation)
{
    FOR_EACH(i, &translation->unit->nests) {
        const Program *program = translation->programs[i];
        for (int m = 0; program && m < program->facts->measures.count; m++) {
            const Measure *measure = &program->facts->measures.items[m];
            translation->unit->host->notes_blocks |=
                measure->by_block || (measure->by_bounds && translation->unit->allocates);
        }
    }
}

static const ProgramFiles *find_program(void *context)
{
    const Translation *translation = context;
    return program_files(translation->arena, translation->options);
}

Unit *read_input_unit(Translation *translation)
{
    const Options *options = translation->options;
    VECTOR(OtherFile) others = {0};
    for (int list = 0; list < 2; list++) {
        int count = list ? options->helpers.count : options->whole.count;
        for (int i = 0; i < count; i++) {
            const ProgramPart *part = list ? &options->helpers.items[i] : &options->whole.items[i];
            OtherFile other = {part->path, part->clang_arguments.items, part->clang_arguments.count};
            VECTOR_PUSH(translation->arena, &others, other);
        }
    }
    ReadRequest request = {.path = options->input,
                           .arguments = options->clang_arguments.items,
                           .nargument = options->clang_arguments.count,
                           .languages = options->from,
                           .of_program = options->whole.count > 0,
                           .others = others.items,
                           .nother = others.count,
                           .find_program = find_program,
                           .context = translation};
    Unit *unit = read_unit_from(translation->arena, translation->diag, &request);
    for (int i = 0; unit && i < options->helpers.count; i++)
        if (!from_header_at(options->helpers.items[i].path))
            VECTOR_PUSH(translation->arena, &unit->host->others, ((FileRead){options->helpers.items[i].path, false}));
    return unit;
}

bool translate_file(Translation *translation)
{
    const Options *options = translation->options;
    supervise_step("reading it", options->input, 0, 0);
    Unit *unit = read_input_unit(translation);
    translation->unit = unit;
    // The launchers' names may get a hash after them, which schedules do not have.
    if (!unit || diag_error_count(translation->diag) || !schedules_assign(translation) ||
        !name_launchers(translation->arena, unit, options))
        return false;
    unit->analysis_limit = options->analysis_limit;
    translation->read = ARENA_ARRAY(translation->arena, Facts *, unit->nests.count);
    translation->facts = ARENA_ARRAY(translation->arena, Facts *, unit->nests.count);
    translation->programs = ARENA_ARRAY(translation->arena, Program *, unit->nests.count);
    if (options->verb == VERB_EXPLAIN)
        translation->explanations = ARENA_ARRAY(translation->arena, Explanation, unit->nests.count);
    const bool *wanted = wanted_functions(translation);
    FOR_EACH(i, &unit->nests)
        if (is_wanted(translation, wanted, i)) {
            translation->tried++;
            translate_nest(translation, i);
        }
    return diag_error_count(translation->diag) == 0;
}

bool translate(Translation *translation)
{
    const Options *options = translation->options;
    const char *why = NULL;
    translation->device = device_chosen(translation->arena, options->device, options->arch, &why);
    if (!translation->device) {
        diag_fatal(translation->diag, "%s", why);
        return false;
    }
    if (!schedules_read(translation))
        return false;
    bool fine = translate_file(translation);
    if (!translation->programs)
        return false;
    if (fine && !options->no_residency)
        fine = plan_residency(translation);
    note_blocks(translation);
    plan_devices(translation->arena, translation->unit, translation->programs);
    supervise_step("writing its translation", options->input, 0, 0);
    return fine;
}

bool translate_knows_function(const Translation *translation)
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
