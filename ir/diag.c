// Diagnostics in the manner of GCC and Clang.
#include "ir/diag.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct Diag {
    DiagOptions options;
    Arena *arena;
    Refusal *collected; // NULL: messages are printed
    int errors, refusals;
    bool muted;         // the last message was suppressed, and so are its notes
    DiagRecord *record; // or NULL
    Loc shown;          // what the last message is about
};

static const struct {
    const char *name, *help;
    bool is_note;
} warnings[] = {
    [WARN_REFUSED] = {"refused", "a nest or a step of a schedule is refused", false},
    [WARN_IGNORED_CLAUSE] = {"ignored-clause", "a clause has no effect", false},
    [WARN_SEQUENTIAL] = {"sequential", "a loop stays on the host around small kernels, or runs in one thread", false},
    [WARN_ASSUME] = {"assume", "a nest runs on the device only if sizes are as said (a note)", true},
    [WARN_UNKNOWN_PRAGMA] = {"unknown-pragma", "a pragma looks like a misspelt '#pragma curestruct'", false},
    [WARN_UNANNOTATED] = {"unannotated", "a file has no directive (a note)", .is_note = true},
    [WARN_ASSERT] = {"assert", "an assertion is not tested on the device (a note)", true},
    [WARN_FOREIGN] = {"foreign", "a file has directives of OpenMP or OpenACC that are not read (a note)", true},
    [WARN_RACE] = {"race", "iterations that OpenMP or OpenACC runs at the same time depend on each other", false},
    [WARN_IGNORED_DIRECTIVE] = {"ignored-directive", "a directive of OpenMP or OpenACC has no effect", false},
    [WARN_RESIDENCY] = {"residency", "arrays cannot stay on the device between nests (a note)", true},
    [WARN_HELPERS] = {"helpers", "functions of other files of the program are read as well (a note)", true},
};

const char *warning_name(Warning warning)
{
    return warnings[warning].name;
}

const char *warning_help(Warning warning)
{
    return warnings[warning].help;
}

bool warning_is_note(Warning warning)
{
    return warnings[warning].is_note;
}

Warning warning_named(const char *name, size_t length)
{
    for (int i = 0; i < WARN_COUNT; i++)
        if (strlen(warnings[i].name) == length && !strncmp(warnings[i].name, name, length))
            return (Warning)i;
    return WARN_COUNT;
}

Diag *diag_new(Arena *arena, DiagOptions options)
{
    Diag *diag = ARENA_NEW(arena, Diag);
    diag->arena = arena;
    diag->options = options;
    return diag;
}

int diag_error_count(const Diag *diag)
{
    return diag->errors;
}

int diag_refusal_count(const Diag *diag)
{
    return diag->refusals;
}

Diag *diag_collector(Arena *arena)
{
    Diag *diag = diag_new(arena, (DiagOptions){0});
    diag->collected = ARENA_NEW(arena, Refusal);
    return diag;
}

const Refusal *diag_refusal(const Diag *collector)
{
    return collector->collected;
}

void diag_record(Diag *diag, DiagRecord *record)
{
    diag->record = record;
}

Loc loc_in_file(const SourceFile *file, size_t begin, size_t end)
{
    Loc loc = {.file = file, .line = 1, .column = 1, .begin = begin, .end = end};
    for (size_t i = 0; file->text && i < begin && i < file->length; i++) {
        loc.column++;
        if (file->text[i] == '\n') {
            loc.line++;
            loc.column = 1;
        }
    }
    return loc;
}

typedef struct Voice {
    const char *word, *color;
} Voice;

static const Voice ERROR = {"error", "\033[1;31m"};
static const Voice WARNING = {"warning", "\033[1;35m"};
static const Voice NOTE = {"note", "\033[1;36m"};

enum { LONGEST_EXCERPT = 400 }; // bytes to each side of the caret: generated lines can be megabytes long

static void add_excerpt(Text *out, Loc loc)
{
    if (!loc.file || !loc.file->text || loc.line == 0 || loc.begin > loc.file->length)
        return;
    const char *text = loc.file->text;
    size_t start = loc.begin, stop = loc.begin;
    while (start > 0 && text[start - 1] != '\n' && loc.begin - start < LONGEST_EXCERPT)
        start--;
    while (stop < loc.file->length && text[stop] != '\n' && text[stop] != '\r' && stop - loc.begin < LONGEST_EXCERPT)
        stop++;
    text_printf(out, "%5d | %.*s\n      | ", loc.line, (int)(stop - start), text + start);
    for (size_t i = start; i < loc.begin; i++)
        text_add(out, text[i] == '\t' ? "\t" : ((unsigned char)text[i] & 0xc0) == 0x80 ? "" : " ");
    text_add(out, "^");
    for (size_t i = loc.begin + 1; i < loc.end && i < stop; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            text_add(out, "~");
    text_add(out, "\n");
}

// A message is one line, and a terminal obeys no file's name.
static void add_path(Text *out, const char *path)
{
    for (const char *at = path; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 127)
            text_printf(out, "\\%03o", (unsigned)*at);
        else
            text_add_n(out, at, 1);
}

// Where the user has what a message is about: the last part of a printed text that begins there or before.
static Loc place_of_user(Loc loc)
{
    const PrintedPart *found = NULL;
    for (int i = 0; loc.file && loc.file->origins && i < loc.file->origins->items.count; i++) {
        const PrintedPart *origin = &loc.file->origins->items.items[i];
        if (origin->begin <= loc.begin && (!found || origin->begin >= found->begin))
            found = origin;
    }
    return found ? found->place : loc;
}

static bool same_excerpt(Loc left, Loc right)
{
    return left.file == right.file && left.begin == right.begin && left.end == right.end;
}

static void add_message(Text *out, bool color, Loc loc, Voice voice, const char *suffix, const char *message)
{
    if (color)
        text_add(out, "\033[1m");
    add_path(out, loc.file ? loc.file->path : "curestruct");
    if (loc.file && loc.line)
        text_printf(out, ":%d:%d", loc.line, loc.column);
    text_add(out, ": ");
    text_printf(out, "%s%s: %s%s", color ? voice.color : "", voice.word, color ? "\033[0m\033[1m" : "", message);
    if (suffix)
        text_printf(out, " [%s]", suffix);
    text_printf(out, "%s\n", color ? "\033[0m" : "");
}

static void record(Diag *diag, Loc loc, Voice voice, const char *suffix, const Text *words, const Text *text)
{
    DiagMessage message = {
        .loc = loc,
        .voice = voice.word,
        .more = !suffix && voice.word == NOTE.word,
        .words = arena_strndup(diag->arena, text_string(words), words->length),
        .option = suffix ? arena_strndup(diag->arena, suffix, strlen(suffix)) : NULL,
        .text = arena_strndup(diag->arena, text_string(text), text->length),
    };
    VECTOR_PUSH(diag->arena, diag->record, message);
}

static void report(Diag *diag, Loc loc, Voice voice, const char *suffix, const char *format, va_list arguments)
{
    Arena *scratch = arena_new();
    Text message = {.arena = scratch}, out = message;
    text_vprintf(&message, format, arguments);
    loc = place_of_user(loc);
    add_message(&out, diag->options.color && !diag->record, loc, voice, suffix, text_string(&message));
    // A note about the same piece of text as the message before it does not repeat that text.
    if (suffix || voice.word != NOTE.word || !same_excerpt(loc, diag->shown))
        add_excerpt(&out, loc);
    diag->shown = loc;
    if (!diag->options.silent)
        fputs(text_string(&out), stderr);
    if (diag->record)
        record(diag, loc, voice, suffix, &message, &out);
    arena_release(scratch);
}

static void collect(Diag *diag, Remark remark, const char *format, va_list arguments)
{
    Text message = {.arena = diag->arena};
    text_vprintf(&message, format, arguments);
    remark.text = text_string(&message);
    VECTOR_PUSH(diag->arena, &diag->collected->remarks, remark);
}

static void say_error(Diag *diag, Loc loc, const char *format, va_list arguments)
{
    if (diag->collected) {
        collect(diag, (Remark){.kind = REMARK_ERROR, .loc = loc}, format, arguments);
        return;
    }
    report(diag, loc, ERROR, NULL, format, arguments);
    diag->muted = false;
    diag->errors++;
}

void diag_error(Diag *diag, Loc loc, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say_error(diag, loc, format, arguments);
    va_end(arguments);
}

void diag_fatal(Diag *diag, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say_error(diag, (Loc){0}, format, arguments);
    va_end(arguments);
}

static Voice voice_of(Warning warning, bool as_error)
{
    return as_error ? ERROR : warnings[warning].is_note ? NOTE : WARNING;
}

// Prints the warning unless it is off; if it is off, its notes are not printed either.
static void warn(Diag *diag, Loc loc, Warning warning, const char *format, va_list arguments)
{
    if (diag->collected) {
        collect(diag, (Remark){.kind = REMARK_WARNING, .warning = warning, .loc = loc}, format, arguments);
        return;
    }
    bool as_error = diag->options.warnings.error[warning];
    diag->muted = diag->options.warnings.off[warning];
    if (diag->muted)
        return;
    diag->errors += as_error;
    char suffix[80];
    snprintf(suffix, sizeof suffix, "-W%s%s", as_error ? "error=" : "", warnings[warning].name);
    report(diag, loc, voice_of(warning, as_error), suffix, format, arguments);
}

void diag_warning(Diag *diag, Loc loc, Warning warning, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    warn(diag, loc, warning, format, arguments);
    va_end(arguments);
}

void diag_refuse(Diag *diag, Loc loc, const char *format, ...)
{
    diag->refusals += !diag->collected;
    va_list arguments;
    va_start(arguments, format);
    warn(diag, loc, WARN_REFUSED, format, arguments);
    va_end(arguments);
}

void diag_note(Diag *diag, Loc loc, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (diag->collected)
        collect(diag, (Remark){.kind = REMARK_NOTE, .loc = loc}, format, arguments);
    else if (!diag->muted)
        report(diag, loc, NOTE, NULL, format, arguments);
    va_end(arguments);
}

// ---- refusals as values

void diag_repeat(Diag *diag, const Refusal *refusal)
{
    FOR_EACH(i, &refusal->remarks) {
        const Remark *remark = &refusal->remarks.items[i];
        if (remark->kind == REMARK_ERROR)
            diag_error(diag, remark->loc, "%s", remark->text);
        else if (remark->kind == REMARK_NOTE)
            diag_note(diag, remark->loc, "%s", remark->text);
        else if (remark->warning == WARN_REFUSED)
            diag_refuse(diag, remark->loc, "%s", remark->text);
        else
            diag_warning(diag, remark->loc, remark->warning, "%s", remark->text);
    }
}

const char *refusal_text(Arena *arena, const Refusal *refusal)
{
    Text out = {.arena = arena};
    FOR_EACH(i, &refusal->remarks) {
        const Remark *remark = &refusal->remarks.items[i];
        bool warns = remark->kind == REMARK_WARNING;
        Voice voice = warns ? voice_of(remark->warning, false) : remark->kind == REMARK_NOTE ? NOTE : ERROR;
        Loc place = place_of_user(remark->loc);
        add_message(&out, false, place, voice,
                    warns ? arena_printf(arena, "-W%s", warnings[remark->warning].name) : NULL, remark->text);
        add_excerpt(&out, place);
    }
    return text_string(&out);
}

// ---- reading files

const SourceFile *source_file_read(Arena *arena, Diag *diag, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    if (!stream) {
        diag_fatal(diag, "cannot read '%s': %s", path, strerror(errno));
        return NULL;
    }
    Text text = {.arena = arena};
    char block[16 * 1024];
    size_t got = sizeof block;
    while (got == sizeof block) { // fewer: the end, or an error
        got = fread(block, 1, sizeof block, stream);
        text_add_n(&text, block, got);
    }
    int failed = ferror(stream) ? errno : 0;
    if (!standard)
        fclose(stream);
    if (failed) {
        diag_fatal(diag, "cannot read '%s': %s", path, strerror(failed));
        return NULL;
    }
    SourceFile *file = ARENA_NEW(arena, SourceFile);
    *file = (SourceFile){.path = standard ? "<stdin>" : path, .text = text_string(&text), .length = text.length};
    return file;
}
