// Source locations and the three voices of the compiler.
//
//   diag_error    the source is wrong: report, go on, stop at the end of the phase (exit 1, no output)
//   diag_refuse   a transformation or a whole nest is not legal: a warning [-Wrefused]; the code stays serial
//   internal_bug  (base.h) our own bug: exit 70
//
// Printed as GCC and Clang do: `file:line:col: error: text`, the source line, a caret with tildes under the range.
// Notes follow the message they belong to. Colour only on a terminal, never with NO_COLOR.
#ifndef CURESTRUCT_IR_DIAG_H
#define CURESTRUCT_IR_DIAG_H

#include "ir/base.h"

// A text that locations point into. `text` is NUL-terminated.
typedef struct SourceFile {
    const char *path; // as the user gave it, or as #include found it
    const char *text; // may be NULL when unknown: then no line and caret are printed
    size_t length;
    // Of a text that was printed from other files: where parts of it come from, by their first byte; NULL: it was not.
    const struct PrintedParts *origins;
} SourceFile;

// A position and its extent. line and column count from 1; line 0 means "no position" (then `file` alone is printed).
typedef struct Loc {
    const SourceFile *file;
    int line, column;
    size_t begin, end; // byte offsets into file->text; end may equal begin
} Loc;

typedef struct PrintedPart { // of a text that was printed
    size_t begin;            // in the printed text
    Loc place;
} PrintedPart;

typedef struct PrintedParts {
    VECTOR(PrintedPart) items;
} PrintedParts;

typedef struct Diag Diag;

// The warnings by name; their table is in diag.c. The command line knows every row of it.
typedef enum Warning {
    WARN_REFUSED,           // -Wrefused
    WARN_IGNORED_CLAUSE,    // -Wignored-clause
    WARN_SEQUENTIAL,        // -Wsequential
    WARN_ASSUME,            // -Wassume: a note
    WARN_UNKNOWN_PRAGMA,    // -Wunknown-pragma
    WARN_UNANNOTATED,       // -Wunannotated, a note
    WARN_ASSERT,            // -Wassert, a note
    WARN_FOREIGN,           // -Wforeign, a note
    WARN_RACE,              // -Wrace
    WARN_IGNORED_DIRECTIVE, // -Wignored-directive
    WARN_RESIDENCY,         // -Wresidency, a note
    WARN_HELPERS,           // -Whelpers, a note
    WARN_COUNT
} Warning;

const char *warning_name(Warning warning);              // "refused"
const char *warning_help(Warning warning);              // what it says, for --help
bool warning_is_note(Warning warning);                  // printed as a note, which -Werror without a name leaves alone
Warning warning_named(const char *name, size_t length); // WARN_COUNT: there is none

// What -W, -Wno- and -Werror say of each warning.
typedef struct WarningSettings {
    bool off[WARN_COUNT];
    bool error[WARN_COUNT];
} WarningSettings;

typedef struct DiagOptions {
    WarningSettings warnings;
    bool color;
    bool silent; // messages are only recorded: another form of them is printed at the end
} DiagOptions;

Diag *diag_new(Arena *arena, DiagOptions options);

// An error in the source. Counts.
void diag_error(Diag *diag, Loc loc, const char *format, ...) __attribute__((format(printf, 3, 4)));
// A warning that is not a refusal, ending in its name: [-Wone-thread]. With -Werror=NAME it is an error and counts.
void diag_warning(Diag *diag, Loc loc, Warning warning, const char *format, ...) __attribute__((format(printf, 4, 5)));
// A nest or a transformation refused: warning (error with -Werror=refused) ending in [-Wrefused].
void diag_refuse(Diag *diag, Loc loc, const char *format, ...) __attribute__((format(printf, 3, 4)));
// More about the message just given.
void diag_note(Diag *diag, Loc loc, const char *format, ...) __attribute__((format(printf, 3, 4)));
// A failure without a position in the source: `curestruct: error: ...`. Counts as an error.
void diag_fatal(Diag *diag, const char *format, ...) __attribute__((format(printf, 2, 3)));

int diag_error_count(const Diag *diag); // errors, warnings under -Werror=NAME included
int diag_refusal_count(const Diag *diag);

// A refusal as a value: messages and their notes in order. The receiver prints it or drops it.
typedef struct Remark {
    enum { REMARK_ERROR, REMARK_WARNING, REMARK_NOTE } kind;
    Warning warning; // REMARK_WARNING: its name; WARN_REFUSED of what is refused
    Loc loc;
    const char *text;
} Remark;
typedef struct Refusal {
    VECTOR(Remark) remarks;
} Refusal;

// A Diag that prints and counts nothing: its messages become a refusal, which lives in the arena.
Diag *diag_collector(Arena *arena);
const Refusal *diag_refusal(const Diag *collector);
// Says all of it to `diag`.
void diag_repeat(Diag *diag, const Refusal *refusal);
// As it would be printed.
const char *refusal_text(Arena *arena, const Refusal *refusal);

// From now on every message is also kept, and none is coloured.
typedef struct DiagMessage {
    Loc loc;
    const char *voice;  // "error", "warning", "note"
    bool more;          // about the message before: diag_note
    const char *words;  // the message itself
    const char *option; // "-Wrefused", "-Werror=refused"; NULL: it has none
    const char *text;   // as it is printed, with the line of the source
} DiagMessage;
typedef VECTOR(DiagMessage) DiagRecord;
void diag_record(Diag *diag, DiagRecord *record);

// Reads a whole file ("-": standard input, named "<stdin>"). NULL: reported as one line with the system's reason.
const SourceFile *source_file_read(Arena *arena, Diag *diag, const char *path);

// The location of bytes [begin, end) of `file`: line and column computed from the text.
Loc loc_in_file(const SourceFile *file, size_t begin, size_t end);

#endif
