// The command line, by one table: every option with its argument, the verbs that have it, and the place of its value.
#include "frontend/options/options.h"

#include "frontend/database.h"
#include "frontend/directives/from_headers.h"
#include "frontend/options/foreign.h"
#include "frontend/options/help.h"
#include "frontend/options/suggest.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef CURESTRUCT_VERSION
#define CURESTRUCT_VERSION "0.1.0"
#endif

// ---- arguments

_Noreturn static void leave_after_printing(void)
{
    exit(fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1);
}

typedef struct Parse {
    Arena *arena;
    Options *options;
    Arguments arguments;
    int at; // of the next argument
    bool has_verb;
    const char *used[1 << VERB_COUNT]; // by mask of verbs: an option given that has this mask
} Parse;

static void apply(Parse *parse, const Option *option, const char *value)
{
    parse->used[option->verbs] = option->name;
    if (option->action == HELP) {
        help_print(parse->options->verb);
        leave_after_printing();
    }
    if (option->action == VERSION) {
        puts("curestruct " CURESTRUCT_VERSION);
        leave_after_printing();
    }
    if (option->action == MANUAL) {
        manual_print(parse->options->verb);
        leave_after_printing();
    }
    if (option->action == COMPLETION) {
        if (!completion_print(value))
            option_error("'%s=%s': expected one of bash, zsh, fish", option->name, value);
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
    for (int i = 0; i < option_count; i++) {
        const char *tail = match(&option_rows[i], argument);
        if (tail && (!found || strlen(option_rows[i].name) > strlen(found->name))) {
            found = &option_rows[i];
            *rest = tail;
        }
    }
    return found;
}

_Noreturn static void unknown_option(Parse *parse, const char *argument)
{
    const char **names = ARENA_ARRAY(parse->arena, const char *, option_count + 1);
    for (int i = 0; i < option_count; i++)
        names[i] = option_rows[i].name;
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
        if (verb_rows[i].word && !strcmp(verb_rows[i].word, argument)) {
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
            words[i - 1] = verb_rows[i].word;
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
        if (parse->options->verb == VERB_SIMT && parse->options->input)
            break;
    }
    while (parse->options->verb == VERB_SIMT && parse->at < parse->arguments.count)
        VECTOR_PUSH(parse->arena, &parse->options->program_arguments, parse->arguments.items[parse->at++]);
    while (parse->at < parse->arguments.count)
        option_add_clang_argument(parse->arena, parse->options, parse->arguments.items[parse->at++]);
}

// ---- curestruct run

// Up to `--`: options of its own, and the command line of a C compiler. After it: the program's arguments.
static void parse_run(Parse *parse)
{
    Options *options = parse->options;
    while (parse->at < parse->arguments.count) {
        const char *argument = parse->arguments.items[parse->at++], *rest = NULL;
        if (!strcmp(argument, "--"))
            break;
        const Option *option = argument[0] == '-' && argument[1] ? find_option(argument, &rest) : NULL;
        options->verbose |= !strcmp(argument, "-v");
        if (option && (option->verbs & FOR_RUN) && strcmp(argument, "-v") != 0)
            apply(parse, option, take_value(parse, option, rest));
        else
            VECTOR_PUSH(parse->arena, &options->cc, argument);
    }
    while (parse->at < parse->arguments.count)
        VECTOR_PUSH(parse->arena, &options->program_arguments, parse->arguments.items[parse->at++]);
}

// The response files are those of the build: an argument of the program may begin with @, too.
static Arguments run_words(Arena *arena, int argc, char **argv)
{
    int end = 0;
    while (end < argc && strcmp(argv[end], "--") != 0)
        end++;
    Arguments words = response_expand(arena, end, argv);
    for (int i = end; i < argc; i++)
        VECTOR_PUSH(arena, &words, argv[i]);
    return words;
}

// ---- the command of -p

// Options about reading a file. A compile command also says what is written, which is not asked here.
static bool is_about_reading(const Option *option)
{
    bool is_about_messages = option->action == SET_COLOR || option->action == SET_MESSAGES;
    return (option->verbs & FOR_INPUT) == FOR_INPUT && option->verbs != FOR_ALL && !is_about_messages &&
           option->offset != offsetof(Options, database);
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

// Whether reading the command ends with an error.
static bool has_wrong_word(Arena *arena, const CompileCommand *command)
{
    for (int i = 1; i < command->words.count; i++) {
        const char *word = command->words.items[i], *rest;
        const ForeignOption *foreign;
        bool is_response = word[0] == '@', names_language = !strncmp(word, "-std=", 5);
        bool is_foreign = word[0] == '-' && !known_option(word, &rest, &foreign) && foreign;
        if ((is_response && access(response_of_command(arena, command, word) + 1, R_OK) != 0) ||
            (names_language && strstr(word, "++")) || (is_foreign && foreign->kind == FOREIGN_WRONG))
            return true;
    }
    return false;
}

bool options_of_command(Arena *arena, const Options *options, const CompileCommand *command, Arguments *arguments)
{
    Options own = {0};
    Parse again = {.arena = arena, .options = &own, .arguments = options->words};
    if (has_wrong_word(arena, command))
        return false;
    parse_command(&again, command);
    if (options->database)
        parse_words(&again);
    FOR_EACH(i, &own.clang_arguments)
        VECTOR_PUSH(arena, arguments, own.clang_arguments.items[i]);
    return true;
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

// ---- the other files of the program

// With -p, a file has the flags of its own command there.
static void read_part(Parse *parse, ProgramPart *part)
{
    Options own = {0};
    CompileCommand command;
    const char *why = NULL;
    if (!parse->options->database) {
        FOR_EACH(i, &parse->options->clang_arguments)
            VECTOR_PUSH(parse->arena, &part->clang_arguments, parse->options->clang_arguments.items[i]);
        part->from = parse->options->from;
        return;
    }
    if (!database_command(parse->arena, parse->options->database, part->path, &command, &why))
        option_error("%s", why);
    Parse again = {.arena = parse->arena, .options = &own, .arguments = parse->arguments};
    parse_command(&again, &command);
    parse_words(&again);
    FOR_EACH(i, &own.clang_arguments)
        VECTOR_PUSH(parse->arena, &part->clang_arguments, own.clang_arguments.items[i]);
    part->from = own.from;
}

// Without the input itself.
static void read_list(Parse *parse, ProgramParts *parts, const char *name)
{
    const Options *options = parse->options;
    int count = 0;
    FOR_EACH(i, parts) {
        ProgramPart part = parts->items[i];
        bool says_where = !strcmp(part.path, "auto") || !strcmp(part.path, "none");
        if (says_where && parts == &options->helpers) {
            parse->options->search = !strcmp(part.path, "auto") ? SEARCH_FOLDER : SEARCH_NOTHING;
            continue;
        }
        if (!strcmp(part.path, "blas") && parts == &options->helpers) {
            part.path = BLAS_FILE;
            parts->items[count++] = part;
            continue;
        }
        if (!strcmp(part.path, "-"))
            option_error("'%s' names files, and '-' is standard input", name);
        if (!strcmp(part.path, options->input) || same_file(part.path, options->input))
            continue;
        read_part(parse, &part);
        parts->items[count++] = part;
    }
    parts->count = count;
}

// The list may name the input itself, so that all files of a program are translated with the same options.
static void read_parts(Parse *parse)
{
    Options *options = parse->options;
    FOR_EACH(i, &options->whole) {
        ProgramPart *part = &options->whole.items[i];
        for (int k = 0; k < i; k++)
            if (!strcmp(options->whole.items[k].path, part->path) ||
                same_file(options->whole.items[k].path, part->path))
                option_error("'--whole' names '%s' twice", part->path);
    }
    read_list(parse, &options->whole, "--whole");
    read_list(parse, &options->helpers, "--helpers");
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
        const char *quote = verb_rows[i].word ? "'" : "", *word = verb_rows[i].word ? verb_rows[i].word : "compiling";
        text_printf(&text, "%s%s%s%s", !text.length ? "" : mask ? ", " : " and ", quote, word, quote);
    }
    return text_string(&text);
}

static void check_verbs(const Parse *parse)
{
    Verb verb = parse->options->verb;
    for (int mask = 0; mask < 1 << VERB_COUNT; mask++) {
        if (!parse->used[mask] || (mask & 1 << verb))
            continue;
        if (mask == FOR_COMPILE)
            option_error("'%s' is for compiling, not for 'curestruct %s'", parse->used[mask], verb_rows[verb].word);
        if (verb == VERB_COMPILE)
            option_error("'%s' is an option of %s", parse->used[mask], verbs_of(parse->arena, mask));
        option_error("'%s' is an option of %s, not of '%s'", parse->used[mask], verbs_of(parse->arena, mask),
                     verb_rows[verb].word);
    }
}

// The verb may follow the option.
static void check_format(const Options *options)
{
    static const struct {
        int formats; // bits
        const char *words;
    } explain = {1 << FORMAT_JSON | 1 << FORMAT_HTML, "text, md, json and html"},
      bench = {1 << FORMAT_JSON | 1 << FORMAT_CSV | 1 << FORMAT_SVG, "text, md, json, csv and svg"},
      other = {0, "text and md"};
    bool explains = options->verb == VERB_EXPLAIN, benches = options->verb == VERB_BENCH;
    int formats = explains ? explain.formats : benches ? bench.formats : other.formats;
    if (options->format > FORMAT_MARKDOWN && !(formats >> options->format & 1))
        option_error("'curestruct %s' has no format '%s'; it has %s", verb_rows[options->verb].word,
                     option_format_word(options->format),
                     explains  ? explain.words
                     : benches ? bench.words
                               : other.words);
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
    if (options->verb == VERB_SIMT && !options->input)
        option_error("no input file (see curestruct simt --help)");
    if (!(1 << options->verb & FOR_INPUT)) {
        if (options->input && options->verb != VERB_SIMT)
            option_error("'curestruct %s' takes no input file", verb_rows[options->verb].word);
        return;
    }
    if (!options->input && (options->topic || (options->verb == VERB_EXPLAIN && options->from)))
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
    return argc > 1 && strcmp(argv[1], verb_rows[VERB_CC].word) == 0 && !asks_for_help;
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

bool options_list_names(const char *list, const char *word)
{
    size_t length = strlen(word);
    while (list && (strcspn(list, ",") != length || strncmp(list, word, length) != 0))
        list = strchr(list, ',') ? strchr(list, ',') + 1 : NULL;
    return list;
}

void options_parse(Arena *arena, int argc, char **argv, Options *options)
{
    *options = (Options){0};
    if (is_cc(argc, argv)) {
        options->verb = VERB_CC;
        options->cc = response_expand(arena, argc - 2, argv + 2);
        return;
    }
    if (argc > 1 && strcmp(argv[1], verb_rows[VERB_RUN].word) == 0) {
        options->verb = VERB_RUN;
        Parse run = {.arena = arena, .options = options, .arguments = run_words(arena, argc - 2, argv + 2)};
        parse_run(&run);
        return;
    }
    Parse parse = {.arena = arena, .options = options, .arguments = response_expand(arena, argc - 1, argv + 1)};
    parse_words(&parse);
    if (options->database && options->input)
        add_command(&parse);
    check_together(&parse);
    if ((options->whole.count || options->helpers.count) && options->input)
        read_parts(&parse);
    options->words = parse.arguments;
    if (!options->output && options->input && !strcmp(options->input, "-"))
        options->output = "-";
}
