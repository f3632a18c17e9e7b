// The tables behind the command line: verbs, options with the verbs that have them, exit statuses. Parsing, help, the
// manual and completion read them.
#ifndef CURESTRUCT_FRONTEND_TABLE_H
#define CURESTRUCT_FRONTEND_TABLE_H

#include "frontend/options/option.h"

// The verbs that have an option, as bits.
enum {
    FOR_COMPILE = 1 << VERB_COMPILE,
    FOR_CHECK = 1 << VERB_CHECK,
    FOR_EXPLAIN = 1 << VERB_EXPLAIN,
    FOR_BENCH = 1 << VERB_BENCH,
    FOR_LADDER = 1 << VERB_LADDER,
    FOR_TUNE = 1 << VERB_TUNE,
    FOR_SIMT = 1 << VERB_SIMT,
    FOR_RUN = 1 << VERB_RUN,
    FOR_CC = 1 << VERB_CC,
    FOR_DEVICES = 1 << VERB_DEVICES,
    FOR_STEPS = 1 << VERB_STEPS,
    FOR_RUNS = FOR_CHECK | FOR_BENCH | FOR_LADDER | FOR_TUNE, // verbs that build and run
    FOR_INPUT = FOR_COMPILE | FOR_EXPLAIN | FOR_RUNS,
    FOR_TEXT = FOR_INPUT | FOR_SIMT, // verbs whose input has includes
    FOR_ALL = FOR_TEXT | FOR_DEVICES | FOR_STEPS,
};

enum { VERB_COUNT = VERB_STEPS + 1 };

typedef struct VerbRow {
    const char *word, *arguments, *purpose; // word NULL: compiling
} VerbRow;

typedef struct ExitStatus {
    const char *number, *meaning;
} ExitStatus;

extern const VerbRow verb_rows[VERB_COUNT];
extern const ExitStatus exit_statuses[];
extern const int exit_status_count;
extern const Option option_rows[];
extern const int option_count;

// What a value of the option looks like, joined to its name: "=FILE", " DIR", or "".
const char *option_joint(const Option *option);

#endif
