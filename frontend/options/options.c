// The command line, by one table: every option with its argument, the verbs that have it, and the place of its value.
#include "frontend/options/options.h"

#include "frontend/database.h"
#include "frontend/options/foreign.h"
#include "frontend/options/option.h"
#include "frontend/options/suggest.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef CURESTRUCT_VERSION
#define CURESTRUCT_VERSION "0.1.0"
#endif

// ---- the tables

// The verbs that have an option, as bits.
enum {
    FOR_COMPILE = 1 << VERB_COMPILE,
    FOR_CHECK = 1 << VERB_CHECK,
    FOR_EXPLAIN = 1 << VERB_EXPLAIN,
    FOR_BENCH = 1 << VERB_BENCH,
    FOR_LADDER = 1 << VERB_LADDER,
    FOR_CC = 1 << VERB_CC,
    FOR_DEVICES = 1 << VERB_DEVICES,
    FOR_STEPS = 1 << VERB_STEPS,
    FOR_RUNS = FOR_CHECK | FOR_BENCH | FOR_LADDER, // verbs that build and run
    FOR_INPUT = FOR_COMPILE | FOR_EXPLAIN | FOR_RUNS,
    FOR_ALL = FOR_INPUT | FOR_DEVICES | FOR_STEPS,
};

static const struct {
    const char *word, *arguments, *purpose;
} verbs[] = {
    [VERB_COMPILE] = {NULL, "[options] input.c -o out.cu", "restructure the annotated loops of input.c into CUDA"},
    [VERB_CHECK] = {"check", "input.c", "run the serial and the generated code on the same data and compare"},
    [VERB_EXPLAIN] = {"explain", "input.c", "say what was found and decided, with the code after each step"},
    [VERB_BENCH] = {"bench", "input.c", "time the generated code and hand-written kernels"},
    [VERB_LADDER] = {"ladder", "input.c", "a nest's rungs, from naive to the default (not in this version)"},
    [VERB_CC] = {"cc", "...", "stand in for the C compiler: one object of a file with directives"},
    [VERB_DEVICES] = {"devices", "", "list the devices that --device= knows"},
    [VERB_STEPS] = {"steps", "", "list the steps that a schedule may have"},
};

#define IN(member) offsetof(Options, member)

static const Option options_table[] = {
    {"-o", STYLE_EITHER, SET_TEXT, IN(output), FOR_COMPILE, "FILE",
     "write the CUDA text to FILE; - is standard output"},
    {"--host", STYLE_LONG, SET_TEXT, IN(host_output), FOR_COMPILE, "FILE.c",
     "write the host part as C to FILE.c; -o has kernels and launchers"},
    {"--prelude", STYLE_LONG, SET_TEXT, IN(prelude), FOR_COMPILE, "FILE",
     "put what all outputs share into FILE, which they include"},
    {"--emit", STYLE_LONG, SET_EMIT, 0, FOR_COMPILE, "KIND",
     "what to write: ir, schedule, tiled or cuda (the default)"},
    {"--dump-after", STYLE_LONG, SET_TEXT, IN(dump_after), FOR_COMPILE, "PASS,..",
     "print the IR after each PASS instead of CUDA"},
    {"-ffile-prefix-map=", STYLE_JOINED, ADD_PREFIX_MAP, 0, FOR_INPUT, "OLD=NEW",
     "show paths that begin with OLD as if they began with NEW"},
    {"--line", STYLE_ALONE, SET_FLAG, IN(line_directives), FOR_COMPILE, NULL, "emit #line directives"},
    {"-MD", STYLE_ALONE, SET_FLAG, IN(depend), FOR_COMPILE, NULL, "write a dependency file for make"},
    {"-MMD", STYLE_ALONE, SET_FLAG, IN(depend_own), FOR_COMPILE, NULL, "as -MD, without system headers"},
    {"-MF", STYLE_EITHER, SET_TEXT, IN(depend_file), FOR_COMPILE, "FILE", "its name"},
    {"-MT", STYLE_EITHER, SET_TARGET, 0, FOR_COMPILE, "TARGET", "its target"},
    {"-MQ", STYLE_EITHER, SET_TARGET_QUOTED, 0, FOR_COMPILE, "TARGET", "its target, quoted for make"},
    {"-MP", STYLE_ALONE, SET_FLAG, IN(depend_phony), FOR_COMPILE, NULL, "with an empty rule for each header"},
    {"-M", STYLE_ALONE, SET_DEPEND_ONLY, 0, FOR_COMPILE, NULL,
     "write the dependencies instead of CUDA; -MM: of own headers"},
    {"-MM", STYLE_ALONE, SET_DEPEND_ONLY, 0, FOR_COMPILE, NULL, NULL},
    {"-E", STYLE_ALONE, SET_FLAG, IN(preprocess), FOR_COMPILE, NULL, "write the preprocessed input instead of CUDA"},
    {"--function", STYLE_LONG, SET_TEXT, IN(function), FOR_RUNS, "NAME",
     "this function only (all with a restructured nest)"},
    {"--steps", STYLE_MAYBE, SET_STEPS, 0, FOR_EXPLAIN, "[=diff]",
     "the code after each transformation, or what changed"},
    {"--format", STYLE_LONG, SET_FORMAT, 0, FOR_EXPLAIN | FOR_BENCH | FOR_STEPS, "FORM",
     "of what is printed: text; explain, bench: json; explain, steps: md; bench: csv, svg"},
    {"--vs", STYLE_LONG, ADD_RIVAL, 0, FOR_BENCH, "FILE.cu:NAME", "also time this C++ function, or cublas or cub"},
    {"--assume", STYLE_LONG, ADD_ASSUMPTIONS, 0, FOR_EXPLAIN, "NAME=N[,...]",
     "for the table of sizes: results, elements (a result loads), element (its bytes),"
     "\n                          shared (bytes of an SM), granule, overhead"},
    {"--registers", STYLE_LONG, SET_REGISTERS, 0, FOR_EXPLAIN, "estimated|nvcc",
     "registers of the kernels by nvcc, next to the estimate"},
    {"--size", STYLE_LONG, ADD_SIZES, 0, FOR_RUNS | FOR_EXPLAIN, "NAME=N[,...]",
     "a parameter's value; given twice, each value is tried"},
    {"--data", STYLE_LONG, SET_DATA, 0, FOR_RUNS, "LO:HI|special",
     "range of random data (-1:1); special mixes in NaN, infinities, -0"},
    {"--alias", STYLE_LONG, ADD_ALIAS, 0, FOR_CHECK, "A=B[+K]", "let pointer A point K elements after B"},
    {"--expect-fallback", STYLE_ALONE, SET_FLAG, IN(expect_fallback), FOR_CHECK, NULL,
     "pass when the launcher leaves the loop to the serial original"},
    {"--profile", STYLE_ALONE, SET_FLAG, IN(profile), FOR_CHECK, NULL,
     "count the requests of every load and store on the CPU runtime"},
    {"--on", STYLE_LONG, SET_ON, 0, FOR_RUNS, "cpu|gpu", "where to run the kernels (a GPU if there is one)"},
    {"--export", STYLE_LONG, SET_TEXT, IN(export_folder), FOR_RUNS, "DIR",
     "write a folder that builds and runs with nvcc alone"},
    {"--keep", STYLE_LONG, SET_TEXT, IN(keep_folder), FOR_RUNS, "DIR", "build in DIR and leave it there"},
    {"--cc", STYLE_LONG, SET_TEXT, IN(compiler), FOR_RUNS, "COMMAND", "the C compiler ($CC, then cc)"},
    {"--schedule", STYLE_LONG, SET_TEXT, IN(schedule_file), FOR_INPUT, "FILE",
     "apply these schedules instead of planned ones (see curestruct steps)"},
    {"--device", STYLE_LONG, SET_TEXT, IN(device), FOR_INPUT | FOR_DEVICES, "NAME",
     "plan for this device (see curestruct devices); native asks the driver"},
    {"--model", STYLE_LONG, SET_MODEL, 0, FOR_INPUT, "today|paper",
     "choose threads and tile sizes by today's rules, or by the paper's criterion"},
    {"--style", STYLE_LONG, SET_STYLE, 0, FOR_INPUT, "fast|plain",
     "plain: short kernels as a textbook has them, instead of the fastest ones"},
    {"--no-versions", STYLE_ALONE, SET_FLAG, IN(one_version), FOR_INPUT, NULL,
     "one version of each kernel, not several by size"},
    {"--json", STYLE_ALONE, SET_FLAG, IN(json), FOR_DEVICES, NULL, "the table as JSON"},
    {"--arch", STYLE_LONG, SET_ARCH, 0, FOR_INPUT, "sm_NN|native", "plan for this architecture"},
    {"-p", STYLE_LONG, SET_TEXT, IN(database), FOR_INPUT, "DIR",
     "take the flags of the input from DIR/compile_commands.json"},
    {"-I", STYLE_EITHER, TO_CLANG, 0, FOR_INPUT, "DIR", "search DIR for headers; also -iquote, -isystem"},
    {"-D", STYLE_EITHER, TO_CLANG, 0, FOR_INPUT, "NAME[=TEXT]", "define a macro; -U NAME undefines one"},
    {"-U", STYLE_EITHER, TO_CLANG, 0, FOR_INPUT, "NAME", NULL},
    {"-include", STYLE_EITHER, TO_CLANG_APART, 0, FOR_INPUT, "FILE", "read FILE first"},
    {"-iquote", STYLE_EITHER, TO_CLANG_APART, 0, FOR_INPUT, "DIR", NULL},
    {"-isystem", STYLE_EITHER, TO_CLANG_APART, 0, FOR_INPUT, "DIR", NULL},
    {"-idirafter", STYLE_EITHER, TO_CLANG_APART, 0, FOR_INPUT, "DIR", NULL},
    {"-imacros", STYLE_EITHER, TO_CLANG_APART, 0, FOR_INPUT, "FILE", NULL},
    {"-isysroot", STYLE_EITHER, TO_CLANG_APART, 0, FOR_INPUT, "DIR", NULL},
    {"--sysroot=", STYLE_JOINED, TO_CLANG, 0, FOR_INPUT, "DIR", NULL},
    {"-nostdinc", STYLE_ALONE, TO_CLANG, 0, FOR_INPUT, NULL, NULL},
    {"-ansi", STYLE_ALONE, TO_CLANG, 0, FOR_INPUT, NULL, NULL},
    {"-Wp,", STYLE_JOINED, TO_CLANG, 0, FOR_INPUT, "OPTION", NULL},
    {"-x", STYLE_EITHER, SET_LANGUAGE, 0, FOR_INPUT, "LANGUAGE", NULL},
    {"-std=", STYLE_JOINED, SET_STANDARD, 0, FOR_INPUT, "STANDARD", "the C standard of the input"},
    {"-Werror=", STYLE_JOINED, SET_WARN_ERROR, 0, FOR_INPUT, "WARNING", "this warning is an error; -Werror: each is"},
    {"-Werror", STYLE_ALONE, SET_WARN_ERROR, 0, FOR_INPUT, NULL, NULL},
    {"-Wno-error=", STYLE_JOINED, SET_WARN_NO_ERROR, 0, FOR_INPUT, "WARNING", NULL},
    {"-Wno-error", STYLE_ALONE, SET_WARN_NO_ERROR, 0, FOR_INPUT, NULL, NULL},
    {"-Wno-", STYLE_JOINED, SET_WARN_OFF, 0, FOR_INPUT, "WARNING",
     "no such warning; -w: none at all; -WWARNING undoes it"},
    {"-w", STYLE_ALONE, SET_WARN_OFF, 0, FOR_INPUT, NULL, NULL},
    {"-W", STYLE_JOINED, SET_WARN_ON, 0, FOR_INPUT, "WARNING", NULL},
    {"--diagnostics-format", STYLE_LONG, SET_MESSAGES, 0, FOR_INPUT, "FORM", "of messages: text, json or sarif"},
    {"--color", STYLE_MAYBE, SET_COLOR, 0, FOR_INPUT, "[=WHEN]", "colour in messages: auto, always or never"},
    {"-fdiagnostics-color", STYLE_MAYBE, SET_COLOR, 0, FOR_INPUT, "[=WHEN]", NULL},
    {"-v", STYLE_ALONE, SET_FLAG, IN(verbose), FOR_ALL, NULL, "say more, the count of restructured nests at least"},
    {"--help", STYLE_ALONE, HELP, 0, FOR_ALL, NULL, "this text; after a verb, the verb's options"},
    {"-h", STYLE_ALONE, HELP, 0, FOR_ALL, NULL, NULL},
    {"--version", STYLE_ALONE, VERSION, 0, FOR_ALL, NULL, "the version"},
};

enum { OPTION_COUNT = sizeof options_table / sizeof *options_table, VERB_COUNT = sizeof verbs / sizeof *verbs };

// ---- help

static int print_option(const Option *option)
{
    const char *joint = option->style == STYLE_LONG ? "=" : option->style == STYLE_EITHER ? " " : "";
    int width =
        printf("  %s%s%s", option->name, option->argument ? joint : "", option->argument ? option->argument : "");
    return printf("%*s%s\n", width < 26 ? 26 - width : 2, "", option->help);
}

static void print_warnings(void)
{
    puts("\nWarnings:");
    for (int i = 0; i < WARN_COUNT; i++)
        printf("  %-24s%s\n", warning_name((Warning)i), warning_help((Warning)i));
}

static void print_help(Verb verb)
{
    if (verb == VERB_COMPILE) {
        printf("usage: curestruct %s\n", verbs[VERB_COMPILE].arguments);
        for (int i = 0; i < VERB_COUNT; i++)
            if (verbs[i].word)
                printf("       curestruct %-8s %-8s %s\n", verbs[i].word, verbs[i].arguments, verbs[i].purpose);
        puts("\nRestructures the loops that `#pragma curestruct` names into CUDA kernels.\n");
    } else {
        printf("usage: curestruct %s [options] %s\n\n%c%s.\n\n", verbs[verb].word, verbs[verb].arguments,
               toupper((unsigned char)verbs[verb].purpose[0]), verbs[verb].purpose + 1);
    }
    for (int i = 0; i < OPTION_COUNT; i++)
        if (options_table[i].help && (options_table[i].verbs & 1 << verb))
            print_option(&options_table[i]);
    bool has_input = (1 << verb & FOR_INPUT) != 0;
    if (has_input)
        puts("  @FILE                   the options in FILE\n"
             "  -- ARGUMENTS            what follows goes to clang");
    if (has_input)
        print_warnings();
    puts("\nExit status: 0 fine, 1 errors in the input, 2 wrong usage, 70 a bug of curestruct"
         "\n             check: also 3 a comparison failed, 77 nothing to compare");
}

_Noreturn static void leave_after_printing(void)
{
    exit(fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1);
}

// ---- arguments

typedef struct Parse {
    Arena *arena;
    Options *options;
    Arguments arguments;
    int at; // of the next argument
    bool has_verb;
    const char *used[FOR_ALL + 1]; // by mask of verbs: an option given that has this mask
} Parse;

static void apply(Parse *parse, const Option *option, const char *value)
{
    parse->used[option->verbs] = option->name;
    if (option->action == HELP) {
        print_help(parse->options->verb);
        leave_after_printing();
    }
    if (option->action == VERSION) {
        puts("curestruct " CURESTRUCT_VERSION);
        leave_after_printing();
    }
    option_store(parse->arena, parse->options, option, value);
}

// The part of `argument` after the option's name if it is that option ("" if there is none), otherwise NULL.
static const char *match(const Option *option, const char *argument)
{
    size_t length = strlen(option->name);
    if (strncmp(argument, option->name, length) != 0)
        return NULL;
    const char *rest = argument + length;
    bool fits = !*rest || option->style == STYLE_JOINED || option->style == STYLE_EITHER ||
                ((option->style == STYLE_LONG || option->style == STYLE_MAYBE) && *rest == '=');
    return fits ? rest : NULL;
}

// The option with the longest name that matches: -include is not -I.
static const Option *find_option(const char *argument, const char **rest)
{
    const Option *found = NULL;
    for (int i = 0; i < OPTION_COUNT; i++) {
        const char *tail = match(&options_table[i], argument);
        if (tail && (!found || strlen(options_table[i].name) > strlen(found->name))) {
            found = &options_table[i];
            *rest = tail;
        }
    }
    return found;
}

_Noreturn static void unknown_option(Parse *parse, const char *argument)
{
    const char *names[OPTION_COUNT + 1] = {0};
    for (int i = 0; i < OPTION_COUNT; i++)
        names[i] = options_table[i].name;
    const char *word = arena_strndup(parse->arena, argument, strcspn(argument, "="));
    const char *near = suggest(word, names);
    if (near && !strcmp(near, word))
        option_error("option '%s' takes no value", word);
    if (near && strlen(word) > 2)
        option_error("unknown option '%s'; did you mean '%s'?", word, near);
    option_error("unknown option '%s' (see curestruct --help; options for clang go after --)", argument);
}

static void parse_foreign(Parse *parse, const ForeignOption *foreign, const char *argument)
{
    if (foreign->kind == FOREIGN_LINK)
        option_error("'%s' is for linking, and curestruct writes a source file; 'curestruct cc' links", argument);
    if (foreign->kind == FOREIGN_WRONG)
        option_error("'%s': %s", argument, foreign->advice);
    if (foreign->has_value && !argument[strlen(foreign->name)])
        parse->at++;
}

// The value of an option whose argument ends with `rest`; NULL: it has none.
static const char *take_value(Parse *parse, const Option *option, const char *rest)
{
    if (option->style == STYLE_ALONE)
        return NULL;
    if (option->style == STYLE_MAYBE)
        return *rest ? rest + 1 : NULL;
    bool attached = *rest || option->style == STYLE_JOINED;
    if (attached && option->style == STYLE_LONG)
        rest++; // the `=`
    if (!attached && parse->at < parse->arguments.count)
        rest = parse->arguments.items[parse->at++];
    if (!*rest)
        option_error("'%s' needs an argument: %s", option->name, option->argument);
    return rest;
}

// The option of the table that the argument is; NULL: it is `*foreign`, or unknown.
static const Option *known_option(const char *argument, const char **rest, const ForeignOption **foreign)
{
    const Option *option = find_option(argument, rest);
    *foreign = foreign_option(argument);
    bool is_foreign = *foreign && (!option || strlen((*foreign)->name) > strlen(option->name));
    return is_foreign ? NULL : option;
}

static void parse_option(Parse *parse, const char *argument)
{
    const char *rest = NULL;
    const ForeignOption *foreign;
    const Option *option = known_option(argument, &rest, &foreign);
    if (option)
        apply(parse, option, take_value(parse, option, rest));
    else if (foreign)
        parse_foreign(parse, foreign, argument);
    else
        unknown_option(parse, argument);
}

static bool parse_verb(Parse *parse, const char *argument)
{
    for (int i = 0; i < VERB_COUNT; i++) {
        if (verbs[i].word && !strcmp(verbs[i].word, argument)) {
            parse->options->verb = (Verb)i;
            return true;
        }
    }
    return false;
}

static void parse_input(Parse *parse, const char *argument)
{
    Options *options = parse->options;
    if (!parse->has_verb && !options->input && parse_verb(parse, argument)) {
        parse->has_verb = true;
        return;
    }
    if (!*argument)
        option_error("the name of the input file is empty");
    if (options->input) {
        const char *words[VERB_COUNT + 1] = {0};
        for (int i = 1; i < VERB_COUNT; i++)
            words[i - 1] = verbs[i].word;
        const char *near = parse->has_verb ? NULL : suggest(options->input, words);
        if (near)
            option_error("unknown verb '%s'; did you mean '%s'?", options->input, near);
        option_error("more than one input file: '%s' and '%s'", options->input, argument);
    }
    options->input = argument;
}

static void parse_words(Parse *parse)
{
    while (parse->at < parse->arguments.count) {
        const char *argument = parse->arguments.items[parse->at++];
        if (!strcmp(argument, "--"))
            break;
        if (argument[0] == '-' && argument[1])
            parse_option(parse, argument);
        else
            parse_input(parse, argument);
    }
    while (parse->at < parse->arguments.count)
        option_add_clang_argument(parse->arena, parse->options, parse->arguments.items[parse->at++]);
}

// ---- the command of -p

// Options about reading a file. A compile command also says what is written, which is not asked here.
static bool is_about_reading(const Option *option)
{
    bool is_about_messages = option->action == SET_COLOR || option->action == SET_MESSAGES;
    return (option->verbs & FOR_INPUT) == FOR_INPUT && option->verbs != FOR_ALL && !is_about_messages &&
           option->offset != IN(database);
}

// A name relative to the folder in which the command runs. -include may also mean a file of the search path.
static const char *path_of_command(Arena *arena, const CompileCommand *command, const Option *option, const char *value)
{
    static const char *const names[] = {"-I",       "-iquote",   "-isystem",   "-idirafter", "-include",
                                        "-imacros", "-isysroot", "--sysroot=", "--schedule"};
    bool is_path = false, is_searched = option->name[1] == 'i' && option->argument && !strcmp(option->argument, "FILE");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is_path = is_path || strcmp(option->name, names[i]) == 0;
    if (!is_path || value[0] == '/')
        return value;
    const char *path = arena_printf(arena, "%s/%s", command->folder, value);
    return is_searched && access(path, R_OK) != 0 ? value : path;
}

static const char *response_of_command(Arena *arena, const CompileCommand *command, const char *word)
{
    return word[0] == '@' && word[1] != '/' ? arena_printf(arena, "@%s/%s", command->folder, word + 1) : word;
}

static void parse_command(Parse *parse, const CompileCommand *command)
{
    VECTOR(char *) words = {0};
    for (int i = 1; i < command->words.count; i++)
        VECTOR_PUSH(parse->arena, &words, (char *)response_of_command(parse->arena, command, command->words.items[i]));
    Parse own = {.arena = parse->arena, .options = parse->options};
    own.arguments = response_expand(parse->arena, words.count, words.items);
    while (own.at < own.arguments.count) {
        const char *argument = own.arguments.items[own.at++], *rest = NULL;
        const ForeignOption *foreign;
        const Option *option = argument[0] == '-' && argument[1] ? known_option(argument, &rest, &foreign) : NULL;
        const char *value = option ? take_value(&own, option, rest) : NULL;
        if (option && is_about_reading(option))
            option_store(own.arena, own.options, option,
                         value ? path_of_command(own.arena, command, option, value) : NULL);
        else if (rest && foreign && foreign->kind == FOREIGN_WRONG)
            parse_foreign(&own, foreign, argument);
    }
}

// Reads the command line again, after the command of the build: the command line has the last word.
static void add_command(Parse *parse)
{
    CompileCommand command;
    const char *why = NULL;
    if (!database_command(parse->arena, parse->options->database, parse->options->input, &command, &why))
        option_error("%s", why);
    *parse = (Parse){.arena = parse->arena, .options = parse->options, .arguments = parse->arguments};
    *parse->options = (Options){0};
    parse_command(parse, &command);
    parse_words(parse);
}

// ---- what belongs together

// "'check', 'bench' and 'ladder'"
static const char *verbs_of(Arena *arena, int mask)
{
    Text text = {.arena = arena};
    for (int i = 0; i < VERB_COUNT; i++) {
        if (!(mask & 1 << i))
            continue;
        mask &= ~(1 << i);
        text_printf(&text, "%s'%s'", !text.length ? "" : mask ? ", " : " and ", verbs[i].word);
    }
    return text_string(&text);
}

static void check_verbs(const Parse *parse)
{
    Verb verb = parse->options->verb;
    for (int mask = 0; mask <= FOR_ALL; mask++) {
        if (!parse->used[mask] || (mask & 1 << verb))
            continue;
        if (mask == FOR_COMPILE)
            option_error("'%s' is for compiling, not for 'curestruct %s'", parse->used[mask], verbs[verb].word);
        if (verb == VERB_COMPILE)
            option_error("'%s' is an option of %s", parse->used[mask], verbs_of(parse->arena, mask));
        option_error("'curestruct %s' has no option '%s'", verbs[verb].word, parse->used[mask]);
    }
}

// The verb may follow the option.
static void check_format(const Options *options)
{
    OutputFormat format = options->format;
    bool other = options->verb == VERB_BENCH ? format == FORMAT_MARKDOWN : format >= FORMAT_CSV;
    if (other || (options->verb == VERB_STEPS && format > FORMAT_MARKDOWN))
        option_error("'curestruct %s' has no format '%s'", verbs[options->verb].word, option_format_word(format));
}

static void check_files(const Options *options)
{
    const char *outputs[] = {options->output, options->host_output, options->depend_file, options->prelude};
    for (int i = 0; i < 4; i++) {
        if (!outputs[i] || !strcmp(outputs[i], "-") || !strncmp(outputs[i], "/dev/", 5))
            continue;
        if (!strcmp(outputs[i], options->input))
            option_error("the output '%s' is the input file", outputs[i]);
        for (int k = 0; k < i; k++)
            if (outputs[k] && !strcmp(outputs[k], outputs[i]))
                option_error("two outputs go to '%s'", outputs[i]);
    }
}

static void check_together(const Parse *parse)
{
    Options *options = parse->options;
    check_verbs(parse);
    check_format(options);
    if (!(1 << options->verb & FOR_INPUT)) {
        if (options->input)
            option_error("'curestruct %s' takes no input file", verbs[options->verb].word);
        return;
    }
    if (!options->input && options->topic)
        return;
    if (!options->input)
        option_error("no input file (see curestruct --help)");
    options->depend |= options->depend_own || options->depend_only;
    bool has_target = options->depend_targets.count > 0;
    if (!options->depend && (options->depend_file || has_target || options->depend_phony))
        option_error("'%s' needs -MD", options->depend_file ? "-MF" : has_target ? "-MT" : "-MP");
    if (options->host_output && options->emit != EMIT_CUDA)
        option_error("'--host' goes with '--emit=cuda' only");
    const char *shared = options->prelude;
    if (shared && (!strcmp(shared, "-") || !strncmp(shared, "/dev/", 5)))
        option_error("'--prelude=%s': outputs include it, so it needs the name of a file", shared);
    check_files(options);
}

// `curestruct cc ...` has the command line of a C compiler, but for `curestruct cc --help`.
static bool is_cc(int argc, char **argv)
{
    bool asks_for_help = argc == 3 && strcmp(argv[2], "--help") == 0;
    return argc > 1 && strcmp(argv[1], verbs[VERB_CC].word) == 0 && !asks_for_help;
}

const char *options_version(void)
{
    return CURESTRUCT_VERSION;
}

const char *options_shown_path(Arena *arena, const Options *options, const char *path)
{
    for (int i = options->prefix_maps.count - 1; i >= 0; i--) {
        const Setting *map = &options->prefix_maps.items[i];
        size_t length = strlen(map->name);
        if (strncmp(path, map->name, length) == 0)
            return arena_printf(arena, "%s%s", map->value, path + length);
    }
    return path;
}

void options_parse(Arena *arena, int argc, char **argv, Options *options)
{
    *options = (Options){0};
    if (is_cc(argc, argv)) {
        options->verb = VERB_CC;
        options->cc = response_expand(arena, argc - 2, argv + 2);
        return;
    }
    Parse parse = {.arena = arena, .options = options, .arguments = response_expand(arena, argc - 1, argv + 1)};
    parse_words(&parse);
    if (options->database && options->input)
        add_command(&parse);
    check_together(&parse);
    if (!options->output && options->input && !strcmp(options->input, "-"))
        options->output = "-";
}
