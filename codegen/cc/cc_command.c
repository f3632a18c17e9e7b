// The command line of a C compiler, sorted by who needs each word.
#include "codegen/cc/cc_command.h"
#include "frontend/directives/from_table.h"

#include "ir/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Who needs an option, as bits. Other sources, and the linker, get every option but those for the translator alone.
enum {
    TO_TRANSLATOR = 1, // an option of curestruct
    TO_CLANG = 2,      // what curestruct's reader needs
    TO_COMPILER = 4,
    TO_NVCC = 8,
    TO_HOST_OF_NVCC = 16, // -Xcompiler
    TO_DEPENDENCIES = 32,
    TO_READERS = TO_CLANG | TO_COMPILER | TO_NVCC,
};

typedef enum Shape { ALONE, JOINED, APART, EITHER } Shape; // -c; -O2; -include FILE; -IDIR and -I DIR

typedef struct CcOption {
    const char *name;
    Shape shape;
    int to;
} CcOption;

static const CcOption table[] = {
    {"-I", EITHER, TO_READERS},
    {"-D", EITHER, TO_READERS},
    {"-U", EITHER, TO_READERS},
    {"-isystem", EITHER, TO_READERS},
    {"-include", EITHER, TO_READERS},
    {"-iquote", EITHER, TO_CLANG | TO_COMPILER | TO_HOST_OF_NVCC},
    {"-idirafter", EITHER, TO_CLANG | TO_COMPILER | TO_HOST_OF_NVCC},
    {"-imacros", EITHER, TO_CLANG | TO_COMPILER},
    {"-isysroot", EITHER, TO_CLANG | TO_COMPILER},
    {"--sysroot", JOINED, TO_CLANG | TO_COMPILER},
    {"-Wp,", JOINED, TO_CLANG | TO_COMPILER},
    {"-nostdinc", ALONE, TO_CLANG | TO_COMPILER},
    {"-std=", JOINED, TO_TRANSLATOR | TO_COMPILER},
    {"-ansi", ALONE, TO_TRANSLATOR | TO_COMPILER},
    {"-x", EITHER, TO_COMPILER},
    {"-w", ALONE, TO_TRANSLATOR | TO_COMPILER | TO_NVCC},
    {"-Werror", ALONE, TO_TRANSLATOR | TO_COMPILER},
    {"-f", JOINED, TO_TRANSLATOR | TO_COMPILER}, // the translator refuses those that change what C means
    {"-m", JOINED, TO_TRANSLATOR | TO_COMPILER},
    {"-m64", ALONE, TO_COMPILER},
    {"-fPIC", ALONE, TO_COMPILER | TO_HOST_OF_NVCC},
    {"-fpic", ALONE, TO_COMPILER | TO_HOST_OF_NVCC},
    {"-fPIE", ALONE, TO_COMPILER | TO_HOST_OF_NVCC},
    {"-fpie", ALONE, TO_COMPILER | TO_HOST_OF_NVCC},
    {"-fno-pic", ALONE, TO_COMPILER | TO_HOST_OF_NVCC},
    {"-fno-pie", ALONE, TO_COMPILER | TO_HOST_OF_NVCC},
    {"-fvisibility=", JOINED, TO_COMPILER | TO_HOST_OF_NVCC},
    {"-flto", JOINED, 0}, // objects are joined by the linker, which needs machine code
    {"-pthread", ALONE, TO_COMPILER | TO_HOST_OF_NVCC},
    {"-g", JOINED, TO_COMPILER | TO_HOST_OF_NVCC},
    {"-O", JOINED, TO_COMPILER | TO_HOST_OF_NVCC},
    {"--schedule", EITHER, TO_TRANSLATOR},
    {"--device", EITHER, TO_TRANSLATOR},
    {"--model", EITHER, TO_TRANSLATOR},
    {"--style", EITHER, TO_TRANSLATOR},
    {"--from", EITHER, TO_TRANSLATOR},
    {"--no-versions", ALONE, TO_TRANSLATOR},
    {"--arch", EITHER, TO_TRANSLATOR},
    {"--helpers", JOINED, TO_TRANSLATOR},
    {"--whole", JOINED, TO_TRANSLATOR},
    {"--no-residency", ALONE, TO_TRANSLATOR},
    {"-MD", ALONE, TO_DEPENDENCIES},
    {"-MMD", ALONE, TO_DEPENDENCIES},
    {"-MP", ALONE, TO_DEPENDENCIES},
    {"-MF", EITHER, TO_DEPENDENCIES},
    {"-MT", EITHER, TO_DEPENDENCIES},
    {"-MQ", EITHER, TO_DEPENDENCIES},
    {"-o", EITHER, 0},
    {"-c", ALONE, 0},
    {"-S", ALONE, 0},
    {"-E", ALONE, 0},
    {"-M", ALONE, 0},
    {"-MM", ALONE, 0},
    {"-fsyntax-only", ALONE, 0},
    {"-v", ALONE, 0},
    {"-l", EITHER, 0},
    {"-L", EITHER, 0},
    {"-T", EITHER, 0},
    {"-u", EITHER, 0},
    {"-z", EITHER, 0},
    {"-e", EITHER, 0},
    {"-Wl,", JOINED, 0},
    {"-Xlinker", APART, 0},
    {"-Xassembler", APART, TO_COMPILER},
    {"-Xpreprocessor", APART, TO_COMPILER},
    {"-shared", ALONE, 0},
    {"-static", ALONE, 0},
    {"-rdynamic", ALONE, 0},
    {"-nostdlib", ALONE, 0},
    {"-nostartfiles", ALONE, 0},
    {"-nodefaultlibs", ALONE, 0},
    {"-s", ALONE, 0},
    {"--param", APART, TO_COMPILER},
    {"-aux-info", APART, TO_COMPILER},
};

static const CcOption other = {"-", JOINED, TO_COMPILER};

static bool fits(const CcOption *option, const char *word)
{
    size_t length = strlen(option->name);
    if (strncmp(word, option->name, length) != 0)
        return false;
    return !word[length] || option->shape == JOINED || option->shape == EITHER;
}

static const CcOption *find_option(const char *word)
{
    const CcOption *found = &other;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (fits(&table[i], word) && strlen(table[i].name) > strlen(found->name))
            found = &table[i];
    return found;
}

// ---- warnings: those of curestruct are not the host compiler's

static bool is_our_warning(const char *word)
{
    static const char *const beginnings[] = {"-Wno-error=", "-Wno-", "-Werror=", "-W"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        size_t length = strlen(beginnings[i]);
        if (strncmp(word, beginnings[i], length) == 0)
            return warning_named(word + length, strlen(word + length)) != WARN_COUNT;
    }
    return false;
}

// ---- inputs

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

static bool has_between(const char *begin, const char *end, const char *word)
{
    for (size_t length = strlen(word); begin + length <= end; begin++)
        if (strncmp(begin, word, length) == 0)
            return true;
    return false;
}

// Whether a line is #pragma NAME, or has a _Pragma of it. Where it only seems so, in a comment, the translator finds
// nothing to do.
static bool has_directive(const char *text, const char *name)
{
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        const char *line = at;
        while (line > text && line[-1] != '\n')
            line--;
        const char *word = skip_blanks(line);
        bool is_pragma = *word == '#' && strncmp(skip_blanks(word + 1), "pragma", 6) == 0;
        if (is_pragma || has_between(line, at, "_Pragma"))
            return true;
    }
    return false;
}

static bool file_has_directive(const char *path, int from)
{
    Arena *scratch = arena_new();
    Text text = {.arena = scratch};
    bool found = false;
    if (text_add_file(&text, path)) { // otherwise the host compiler says why
        found = has_directive(text_string(&text), "curestruct");
        for (int language = FROM_OMP; language <= FROM_ACC; language <<= 1)
            found |= (from & language) && has_directive(text_string(&text), from_language_word((FromLanguage)language));
    }
    arena_release(scratch);
    return found;
}

static void add_input(Arena *arena, CcCommand *command, const char *language, const char *path)
{
    bool is_c = language ? strcmp(language, "c") == 0 : ends_with(path, ".c");
    CcInput input = {path, is_c, is_c && file_has_directive(path, command->from), command->host.count};
    VECTOR_PUSH(arena, &command->inputs, input);
    VECTOR_PUSH(arena, &command->host, path);
}

// ---- options

static void add_words(Arena *arena, Arguments *to, const char *word, const char *value)
{
    VECTOR_PUSH(arena, to, word);
    if (value)
        VECTOR_PUSH(arena, to, value);
}

static void add_for_nvcc(Arena *arena, CcCommand *command, const char *word, const char *value)
{
    VECTOR_PUSH(arena, &command->nvcc, "-Xcompiler");
    VECTOR_PUSH(arena, &command->nvcc, value ? arena_printf(arena, "%s,%s", word, value) : word);
}

static void set_stage(CcCommand *command, const char *name)
{
    static const struct {
        const char *name;
        CcStage stage;
    } stages[] = {{"-c", CC_OBJECT}, {"-S", CC_ASSEMBLY}, {"-E", CC_TEXT},
                  {"-M", CC_TEXT},   {"-MM", CC_TEXT},    {"-fsyntax-only", CC_TEXT}};
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (strcmp(stages[i].name, name) == 0 && command->stage < stages[i].stage)
            command->stage = stages[i].stage;
}

static void note_option(CcCommand *command, const char *name, const char *value)
{
    set_stage(command, name);
    if (strcmp(name, "-o") == 0)
        command->output = value;
    else if (strcmp(name, "-v") == 0)
        command->verbose = true;
    else if (strcmp(name, "-MD") == 0 || strcmp(name, "-MMD") == 0)
        command->has_dependencies = true;
    else if (strcmp(name, "-MT") == 0 || strcmp(name, "-MQ") == 0)
        command->target = value;
    else if (strcmp(name, "--whole") == 0 && !*value)
        command->is_whole = true;
    else if (strcmp(name, "--whole") == 0)
        command->has_files = true;
    else if (strcmp(name, "-MF") == 0)
        command->dependency_file = value;
}

static void add_option(Arena *arena, CcCommand *command, const CcOption *option, const char *word, const char *value)
{
    if (strcmp(word, "--whole") == 0)
        return;
    int to = is_our_warning(word) ? TO_TRANSLATOR : option->to;
    if (to != TO_TRANSLATOR)
        add_words(arena, &command->host, word, value);
    if (to & TO_TRANSLATOR)
        add_words(arena, &command->translator, word, value);
    if (to & TO_CLANG)
        add_words(arena, &command->clang, word, value);
    if (to & TO_COMPILER)
        add_words(arena, &command->compiler, word, value);
    if (to & TO_NVCC)
        add_words(arena, &command->nvcc, word, value);
    if (to & TO_HOST_OF_NVCC)
        add_for_nvcc(arena, command, word, value);
    if (to & TO_DEPENDENCIES)
        add_words(arena, &command->dependencies, word, value);
}

// Of --from=omp, which counts for the inputs before it as well.
static int languages_of(const Arguments *words)
{
    static const char option[] = "--from";
    int languages = 0;
    for (int i = 0; i < words->count; i++) {
        const char *word = words->items[i];
        if (strncmp(word, option, strlen(option)) != 0)
            continue;
        word += strlen(option);
        languages |= *word == '='           ? from_languages(word + 1)
                     : i + 1 < words->count ? from_languages(words->items[i + 1])
                                            : 0;
    }
    return languages;
}

// A file of a program that is planned as a whole may need calls around nests of others.
static void translate_all(CcCommand *command)
{
    FOR_EACH(i, &command->inputs)
        command->inputs.items[i].is_annotated |= command->inputs.items[i].is_c;
}

void cc_make_whole(CcCommand *command)
{
    command->is_whole = true;
    translate_all(command);
}

CcCommand cc_command(Arena *arena, const Arguments *words)
{
    CcCommand command = {.from = languages_of(words)};
    const char *language = NULL;
    for (int i = 0; i < words->count; i++) {
        const char *word = words->items[i];
        if (word[0] != '-' || !word[1]) {
            add_input(arena, &command, language, word);
            continue;
        }
        const CcOption *option = find_option(word);
        size_t length = strlen(option->name);
        bool apart = (option->shape == APART || option->shape == EITHER) && !word[length] && i + 1 < words->count;
        const char *value = apart ? words->items[++i] : NULL;
        note_option(&command, option->name, value ? value : word + length);
        if (strcmp(option->name, "-x") == 0)
            language = value ? value : word + length;
        add_option(arena, &command, option, word, value);
    }
    if (command.is_whole || command.has_files)
        translate_all(&command);
    return command;
}

Arguments cc_program(Arena *arena, const char *name, const char *usual)
{
    const char *set = getenv(name);
    return response_split(arena, set && *set ? set : usual);
}
