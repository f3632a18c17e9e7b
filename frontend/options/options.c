// The command line, by one table: every option with its argument, the verbs that have it, and the place of its value.
#include "frontend/options/options.h"

#include "frontend/options/suggest.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    [VERB_DEVICES] = {"devices", "", "list the devices that --device= knows"},
    [VERB_STEPS] = {"steps", "", "list the steps that a schedule may have"},
};

typedef enum Style {
    STYLE_ALONE,  // -v
    STYLE_JOINED, // -std=c11    always directly after the name, itself part of it
    STYLE_EITHER, // -Ifoo, -I foo
    STYLE_LONG,   // --size=n=3, --size n=3
    STYLE_MAYBE,  // --steps, --steps=diff: a value, if any, is joined
} Style;

typedef enum Action {
    SET_FLAG,       // the bool at `offset`
    SET_TEXT,       // the string at `offset`
    TO_CLANG,       // passed on as one argument: -Ifoo
    TO_CLANG_APART, // passed on as two: -include foo
    SET_WARN_ON,
    SET_WARN_OFF,
    SET_WARN_ERROR,
    SET_WARN_NO_ERROR,
    SET_TARGET,
    SET_EMIT,
    SET_FORMAT,
    SET_STEPS,
    SET_MODEL,
    SET_REGISTERS,
    ADD_ASSUMPTIONS,
    ADD_RIVAL,
    SET_ARCH,
    ADD_SIZES,
    ADD_ALIAS,
    SET_DATA,
    SET_ON,
    SET_STANDARD,
    HELP,
    VERSION,
} Action;

typedef struct Option {
    const char *name;
    Style style;
    Action action;
    size_t offset;
    int verbs;
    const char *argument, *help; // help NULL: not listed
} Option;

#define IN(member) offsetof(Options, member)

static const Option options_table[] = {
    {"-o", STYLE_EITHER, SET_TEXT, IN(output), FOR_COMPILE, "FILE",
     "write the CUDA text to FILE; - is standard output"},
    {"--host", STYLE_LONG, SET_TEXT, IN(host_output), FOR_COMPILE, "FILE.c",
     "write the host part as C to FILE.c; -o has kernels and launchers"},
    {"--emit", STYLE_LONG, SET_EMIT, 0, FOR_COMPILE, "KIND",
     "what to write: ir, schedule, tiled or cuda (the default)"},
    {"--dump-after", STYLE_LONG, SET_TEXT, IN(dump_after), FOR_COMPILE, "PASS",
     "print the IR after PASS instead of CUDA"},
    {"--line", STYLE_ALONE, SET_FLAG, IN(line_directives), FOR_COMPILE, NULL, "emit #line directives"},
    {"-MD", STYLE_ALONE, SET_FLAG, IN(depend), FOR_COMPILE, NULL, "write a dependency file for make"},
    {"-MMD", STYLE_ALONE, SET_FLAG, IN(depend_own), FOR_COMPILE, NULL, "as -MD, without system headers"},
    {"-MF", STYLE_EITHER, SET_TEXT, IN(depend_file), FOR_COMPILE, "FILE", "its name"},
    {"-MT", STYLE_EITHER, SET_TARGET, 0, FOR_COMPILE, "TARGET", "its target"},
    {"-MP", STYLE_ALONE, SET_FLAG, IN(depend_phony), FOR_COMPILE, NULL, "with an empty rule for each header"},
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
    {"--json", STYLE_ALONE, SET_FLAG, IN(json), FOR_DEVICES, NULL, "the table as JSON"},
    {"--arch", STYLE_LONG, SET_ARCH, 0, FOR_INPUT, "sm_NN|native", "plan for this architecture"},
    {"-I", STYLE_EITHER, TO_CLANG, 0, FOR_INPUT, "DIR", "search DIR for headers; also -iquote, -isystem"},
    {"-D", STYLE_EITHER, TO_CLANG, 0, FOR_INPUT, "NAME[=TEXT]", "define a macro; -U NAME undefines one"},
    {"-U", STYLE_EITHER, TO_CLANG, 0, FOR_INPUT, "NAME", NULL},
    {"-include", STYLE_EITHER, TO_CLANG_APART, 0, FOR_INPUT, "FILE", "read FILE first"},
    {"-iquote", STYLE_EITHER, TO_CLANG_APART, 0, FOR_INPUT, "DIR", NULL},
    {"-isystem", STYLE_EITHER, TO_CLANG_APART, 0, FOR_INPUT, "DIR", NULL},
    {"-std=", STYLE_JOINED, SET_STANDARD, 0, FOR_INPUT, "STANDARD", "the C standard of the input"},
    {"-Werror=", STYLE_JOINED, SET_WARN_ERROR, 0, FOR_INPUT, "WARNING", "this warning is an error; -Werror: each is"},
    {"-Werror", STYLE_ALONE, SET_WARN_ERROR, 0, FOR_INPUT, NULL, NULL},
    {"-Wno-error=", STYLE_JOINED, SET_WARN_NO_ERROR, 0, FOR_INPUT, "WARNING", NULL},
    {"-Wno-error", STYLE_ALONE, SET_WARN_NO_ERROR, 0, FOR_INPUT, NULL, NULL},
    {"-Wno-", STYLE_JOINED, SET_WARN_OFF, 0, FOR_INPUT, "WARNING",
     "no such warning; -w: none at all; -WWARNING undoes it"},
    {"-w", STYLE_ALONE, SET_WARN_OFF, 0, FOR_INPUT, NULL, NULL},
    {"-W", STYLE_JOINED, SET_WARN_ON, 0, FOR_INPUT, "WARNING", NULL},
    {"-v", STYLE_ALONE, SET_FLAG, IN(verbose), FOR_ALL, NULL, "say more, the count of restructured nests at least"},
    {"--help", STYLE_ALONE, HELP, 0, FOR_ALL, NULL, "this text; after a verb, the verb's options"},
    {"-h", STYLE_ALONE, HELP, 0, FOR_ALL, NULL, NULL},
    {"--version", STYLE_ALONE, VERSION, 0, FOR_ALL, NULL, "the version"},
};

enum { OPTION_COUNT = sizeof options_table / sizeof *options_table, VERB_COUNT = sizeof verbs / sizeof *verbs };

// ---- one line and exit status 2

__attribute__((format(printf, 1, 2))) _Noreturn static void usage_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("curestruct: error: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

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
    bool has_input = verb != VERB_DEVICES && verb != VERB_STEPS;
    if (has_input)
        puts("  -- ARGUMENTS            what follows goes to clang");
    if (has_input)
        print_warnings();
    puts("\nExit status: 0 fine, 1 errors in the input, 2 wrong usage, 70 a bug of curestruct"
         "\n             check: also 3 a comparison failed, 77 nothing to compare");
}

_Noreturn static void leave_after_printing(void)
{
    exit(fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1);
}

// ---- values

typedef struct Parse {
    Arena *arena;
    Options *options;
    int argc;
    char **argv;
    int at; // of the next argument
    bool has_verb;
    const char *used[FOR_ALL + 1]; // by mask of verbs: an option given that has this mask
} Parse;

static bool is_name(const char *text, size_t length)
{
    if (!length || !(isalpha((unsigned char)text[0]) || text[0] == '_'))
        return false;
    for (size_t i = 0; i < length; i++) // a member path counts as a name: dst->rows, grid.size[0]
        if (!isalnum((unsigned char)text[i]) && !strchr("_.->[]", text[i]))
            return false;
    return true;
}

static bool is_integer(const char *text)
{
    char *end;
    errno = 0;
    strtoll(text, &end, 0);
    return *text && !isspace((unsigned char)*text) && !*end && !errno;
}

static Setting split_setting(Parse *parse, const char *option, const char *text, size_t length)
{
    const char *equals = memchr(text, '=', length);
    size_t name = equals ? (size_t)(equals - text) : length;
    // "dst->rows=3": the `=` is the one after the name, and "a>=3" is not a setting
    bool pointed = *text == '*' && strcmp(option, "--size") == 0; // "*first=3"
    if (!equals || !is_name(text + pointed, name - pointed) || name + 1 == length)
        usage_error("'%s %.*s': expected name=value", option, (int)length, text);
    return (Setting){arena_strndup(parse->arena, text, name),
                     arena_strndup(parse->arena, equals + 1, length - name - 1)};
}

typedef VECTOR(Setting) Settings;

static Settings split_settings(Parse *parse, const char *option, const char *value)
{
    Settings settings = {0};
    for (const char *at = value;; at++) {
        size_t length = strcspn(at, ",");
        Setting setting = split_setting(parse, option, at, length);
        if (!is_integer(setting.value))
            usage_error("'%s %s=%s': '%s' is not an integer", option, setting.name, setting.value, setting.value);
        VECTOR_PUSH(parse->arena, &settings, setting);
        at += length;
        if (!*at)
            return settings;
    }
}

static void add_sizes(Parse *parse, const char *value)
{
    Settings settings = split_settings(parse, "--size", value);
    FOR_EACH(i, &settings)
        VECTOR_PUSH(parse->arena, &parse->options->sizes, settings.items[i]);
}

static void add_alias(Parse *parse, const char *value)
{
    Setting setting = split_setting(parse, "--alias", value, strlen(value));
    size_t name = strcspn(setting.value, "+");
    const char *offset = setting.value + name;
    if (!is_name(setting.value, name) || (*offset && (!isdigit((unsigned char)offset[1]) || !is_integer(offset + 1))))
        usage_error("'--alias %s': expected a=b or a=b+k", value);
    VECTOR_PUSH(parse->arena, &parse->options->aliases, setting);
}

static void set_data(Options *options, const char *value)
{
    char *middle, *end;
    double low = strtod(value, &middle);
    double high = *middle == ':' ? strtod(middle + 1, &end) : 0;
    bool is_range = middle != value && *middle == ':' && end != middle + 1 && !*end && isfinite(low) && isfinite(high);
    if (strcmp(value, "special") != 0 && (!is_range || low > high))
        usage_error("'--data %s': expected lo:hi, such as -1:1, or special", value);
    options->data = value;
}

static void set_arch(Options *options, const char *value)
{
    size_t digits = !strncmp(value, "sm_", 3) ? strspn(value + 3, "0123456789") : 0;
    const char *rest = value + 3 + digits;
    bool is_model = digits >= 2 && digits <= 3 && (!*rest || !strcmp(rest, "a") || !strcmp(rest, "f"));
    if (!is_model && strcmp(value, "native") != 0)
        usage_error("'--arch=%s': expected native or a name such as sm_90", value);
    if (is_model && atoi(value + 3) < 75)
        usage_error("'--arch=%s': emitted text compiles for sm_75 and newer", value);
    options->arch = value;
}

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

// The index of `value` in `words`, which ends with NULL.
static int one_of(const char *option, const char *value, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (!strcmp(words[i], value))
            return i;
    char list[128] = "";
    for (int i = 0; words[i]; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", words[i]);
    usage_error("'%s=%s': expected one of %s", option, value, list);
}

static void set_emit(Options *options, const char *value)
{
    static const char *const words[] = {
        [EMIT_CUDA] = "cuda", [EMIT_IR] = "ir", [EMIT_SCHEDULE] = "schedule", [EMIT_TILED] = "tiled", NULL};
    options->emit = (EmitKind)one_of("--emit", value, words);
}

static void add_assumptions(Parse *parse, const char *value)
{
    static const char *const words[] = {"results", "elements", "element", "shared", "granule", "overhead", NULL};
    Settings settings = split_settings(parse, "--assume", value);
    FOR_EACH(i, &settings) {
        Setting setting = settings.items[i];
        one_of("--assume", setting.name, words);
        bool positive = setting.value[strspn(setting.value, "+0")] != '\0' && setting.value[0] != '-';
        if (!positive || strlen(setting.value) > 18)
            usage_error("'--assume %s=%s': expected a number from 1 on", setting.name, setting.value);
        VECTOR_PUSH(parse->arena, &parse->options->assumptions, setting);
    }
}

static void set_format(Options *options, const char *value)
{
    static const char *const words[] = {[FORMAT_TEXT] = "text", [FORMAT_MARKDOWN] = "md", [FORMAT_JSON] = "json",
                                        [FORMAT_CSV] = "csv",   [FORMAT_SVG] = "svg",     NULL};
    options->format = (OutputFormat)one_of("--format", value, words);
    bool other = options->verb == VERB_BENCH ? options->format == FORMAT_MARKDOWN : options->format >= FORMAT_CSV;
    other = other || (options->verb == VERB_STEPS && options->format > FORMAT_MARKDOWN);
    if (other)
        usage_error("'--format=%s' is not for this verb", value);
}

static void add_rival(Parse *parse, const char *value)
{
    const char *colon = strrchr(value, ':');
    bool library = strcmp(value, "cublas") == 0 || strcmp(value, "cub") == 0;
    if (!library && (!colon || colon == value || !is_name(colon + 1, strlen(colon + 1))))
        usage_error("'--vs %s': expected FILE.cu:function, cublas or cub", value);
    VECTOR_PUSH(parse->arena, &parse->options->rivals, value);
}

static void set_steps(Options *options, const char *value)
{
    static const char *const words[] = {"whole", "diff", NULL};
    options->steps = value && one_of("--steps", value, words) == 1 ? STEPS_DIFF : STEPS_WHOLE;
}

static void set_model(Options *options, const char *value)
{
    static const char *const words[] = {[MODEL_TODAY] = "today", [MODEL_PAPER] = "paper", NULL};
    options->model = (SizeModel)one_of("--model", value, words);
}

static void set_registers(Options *options, const char *value)
{
    static const char *const words[] = {"estimated", "nvcc", NULL};
    options->registers_by_nvcc = one_of("--registers", value, words) == 1;
}

static void set_on(Options *options, const char *value)
{
    static const char *const words[] = {"cpu", "gpu", NULL};
    options->on = one_of("--on", value, words) == 0 ? ON_CPU : ON_GPU;
}

// Several targets become one rule's, as with GCC.
static void add_target(Parse *parse, const char *value)
{
    const char *before = parse->options->depend_target;
    parse->options->depend_target = before ? arena_printf(parse->arena, "%s %s", before, value) : value;
}

static void add_clang_argument(Parse *parse, const char *argument)
{
    VECTOR_PUSH(parse->arena, &parse->options->clang_arguments, argument);
}

static void set_standard(Parse *parse, const char *option, const char *value)
{
    const char *rest = value + (begins(value, "gnu") ? 3 : begins(value, "c") ? 1 : 0);
    if (!(rest > value && isdigit((unsigned char)*rest)) && !begins(value, "iso9899:"))
        usage_error("'%s%s': only C is read; expected a standard such as c11 or gnu17", option, value);
    add_clang_argument(parse, arena_printf(parse->arena, "%s%s", option, value));
}

_Noreturn static void unknown_warning(const char *option, const char *name)
{
    const char *names[WARN_COUNT + 1] = {0};
    for (int i = 0; i < WARN_COUNT; i++)
        names[i] = warning_name((Warning)i);
    const char *near = suggest(name, names);
    if (near)
        usage_error("unknown warning '%s%s'; did you mean '%s%s'?", option, name, option, near);
    usage_error("unknown warning '%s%s' (see curestruct --help)", option, name);
}

static void set_warning(WarningSettings *settings, Action action, int warning)
{
    if (action == SET_WARN_OFF || action == SET_WARN_ON)
        settings->off[warning] = action == SET_WARN_OFF;
    else
        settings->error[warning] = action == SET_WARN_ERROR;
}

// -w, -Werror and -Wno-error without a value are about every warning. -Werror=NAME also turns it on, as with GCC.
static void set_warnings(Options *options, const Option *option, const char *name)
{
    Warning named = name ? warning_named(name, strlen(name)) : WARN_COUNT;
    if (name && named == WARN_COUNT)
        unknown_warning(option->name, name);
    for (int i = 0; i < WARN_COUNT; i++)
        if (name ? i == (int)named : option->action != SET_WARN_ERROR || !warning_is_note((Warning)i))
            set_warning(&options->warnings, option->action, i);
    if (name && option->action == SET_WARN_ERROR)
        options->warnings.off[named] = false;
}

static void apply(Parse *parse, const Option *option, const char *value)
{
    Options *options = parse->options;
    void *place = (char *)options + option->offset;
    parse->used[option->verbs] = option->name;
    switch (option->action) {
    case SET_FLAG: *(bool *)place = true; break;
    case SET_TEXT: *(const char **)place = value; break;
    case SET_WARN_ON:
    case SET_WARN_OFF:
    case SET_WARN_ERROR:
    case SET_WARN_NO_ERROR: set_warnings(options, option, value); break;
    case SET_TARGET: add_target(parse, value); break;
    case SET_EMIT: set_emit(options, value); break;
    case SET_ARCH: set_arch(options, value); break;
    case SET_DATA: set_data(options, value); break;
    case SET_ON: set_on(options, value); break;
    case ADD_RIVAL: add_rival(parse, value); break;
    case SET_FORMAT: set_format(options, value); break;
    case SET_STEPS: set_steps(options, value); break;
    case SET_MODEL: set_model(options, value); break;
    case SET_REGISTERS: set_registers(options, value); break;
    case ADD_ASSUMPTIONS: add_assumptions(parse, value); break;
    case ADD_SIZES: add_sizes(parse, value); break;
    case ADD_ALIAS: add_alias(parse, value); break;
    case SET_STANDARD: set_standard(parse, option->name, value); break;
    case TO_CLANG: add_clang_argument(parse, arena_printf(parse->arena, "%s%s", option->name, value)); break;
    case TO_CLANG_APART:
        add_clang_argument(parse, option->name);
        add_clang_argument(parse, value);
        break;
    case HELP: print_help(options->verb); leave_after_printing();
    case VERSION: puts("curestruct " CURESTRUCT_VERSION); leave_after_printing();
    }
}

// ---- arguments

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
        usage_error("option '%s' takes no value", word);
    if (near && strlen(word) > 2)
        usage_error("unknown option '%s'; did you mean '%s'?", word, near);
    usage_error("unknown option '%s' (see curestruct --help; options for clang go after --)", argument);
}

static void parse_option(Parse *parse, const char *argument)
{
    const char *value = NULL;
    const Option *option = find_option(argument, &value);
    if (!option)
        unknown_option(parse, argument);
    if (option->style == STYLE_ALONE) {
        apply(parse, option, NULL);
        return;
    }
    if (option->style == STYLE_MAYBE) {
        apply(parse, option, *value ? value + 1 : NULL);
        return;
    }
    bool attached = *value || option->style == STYLE_JOINED;
    if (attached && option->style == STYLE_LONG)
        value++; // the `=`
    if (!attached && parse->at < parse->argc)
        value = parse->argv[parse->at++];
    if (!*value)
        usage_error("'%s' needs an argument: %s", option->name, option->argument);
    apply(parse, option, value);
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
        usage_error("the name of the input file is empty");
    if (options->input) {
        const char *words[VERB_COUNT + 1] = {0};
        for (int i = 1; i < VERB_COUNT; i++)
            words[i - 1] = verbs[i].word;
        const char *near = parse->has_verb ? NULL : suggest(options->input, words);
        if (near)
            usage_error("unknown verb '%s'; did you mean '%s'?", options->input, near);
        usage_error("more than one input file: '%s' and '%s'", options->input, argument);
    }
    options->input = argument;
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
            usage_error("'%s' is for compiling, not for 'curestruct %s'", parse->used[mask], verbs[verb].word);
        if (verb == VERB_COMPILE)
            usage_error("'%s' is an option of %s", parse->used[mask], verbs_of(parse->arena, mask));
        usage_error("'curestruct %s' has no option '%s'", verbs[verb].word, parse->used[mask]);
    }
}

static void check_files(const Options *options)
{
    const char *outputs[] = {options->output, options->host_output, options->depend_file};
    for (int i = 0; i < 3; i++) {
        if (!outputs[i] || !strcmp(outputs[i], "-") || !strncmp(outputs[i], "/dev/", 5))
            continue;
        if (!strcmp(outputs[i], options->input))
            usage_error("the output '%s' is the input file", outputs[i]);
        for (int k = 0; k < i; k++)
            if (outputs[k] && !strcmp(outputs[k], outputs[i]))
                usage_error("two outputs go to '%s'", outputs[i]);
    }
}

static void check_together(const Parse *parse)
{
    Options *options = parse->options;
    check_verbs(parse);
    if (options->verb == VERB_DEVICES || options->verb == VERB_STEPS) {
        if (options->input)
            usage_error("'curestruct %s' takes no input file", verbs[options->verb].word);
        return;
    }
    if (!options->input)
        usage_error("no input file (see curestruct --help)");
    options->depend |= options->depend_own;
    if (!options->depend && (options->depend_file || options->depend_target || options->depend_phony))
        usage_error("'%s' needs -MD", options->depend_file ? "-MF" : options->depend_target ? "-MT" : "-MP");
    if (options->host_output && options->emit != EMIT_CUDA)
        usage_error("'--host' writes CUDA; it does not go with another --emit");
    check_files(options);
}

void options_parse(Arena *arena, int argc, char **argv, Options *options)
{
    *options = (Options){0};
    Parse parse = {.arena = arena, .options = options, .argc = argc, .argv = argv, .at = 1};
    while (parse.at < argc) {
        const char *argument = argv[parse.at++];
        if (!strcmp(argument, "--"))
            break;
        if (argument[0] == '-' && argument[1])
            parse_option(&parse, argument);
        else
            parse_input(&parse, argument);
    }
    while (parse.at < argc)
        add_clang_argument(&parse, argv[parse.at++]);
    check_together(&parse);
    if (!options->output && options->input && !strcmp(options->input, "-"))
        options->output = "-";
}
