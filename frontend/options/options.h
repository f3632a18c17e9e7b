// The command line: `curestruct [verb] [options] input.c -o out.cu`.
#ifndef CURESTRUCT_FRONTEND_OPTIONS_H
#define CURESTRUCT_FRONTEND_OPTIONS_H

#include "frontend/options/response.h"
#include "ir/diag.h"

typedef enum Verb {
    VERB_COMPILE,
    VERB_CHECK,
    VERB_EXPLAIN,
    VERB_BENCH,
    VERB_LADDER,
    VERB_TUNE,
    VERB_SIMT,
    VERB_RUN,
    VERB_CC,
    VERB_DEVICES,
    VERB_STEPS
} Verb;

typedef enum EmitKind { EMIT_CUDA, EMIT_IR, EMIT_SCHEDULE, EMIT_TILED } EmitKind;

typedef enum OutputFormat {
    FORMAT_TEXT,
    FORMAT_MARKDOWN,
    FORMAT_JSON,
    FORMAT_CSV,
    FORMAT_SVG,
    FORMAT_HTML
} OutputFormat;

typedef enum SizeModel { MODEL_TODAY, MODEL_PAPER } SizeModel;

typedef enum KernelStyle { STYLE_FAST, STYLE_PLAIN } KernelStyle;

// What plans a nest: the arrangements' first choice; a search beside them, for a clear gain or for any.
typedef enum PlanKind { PLAN_USUAL, PLAN_FIRST, PLAN_SEARCH } PlanKind;

typedef enum StepsShown { STEPS_NONE, STEPS_WHOLE, STEPS_DIFF } StepsShown;

typedef enum MessageForm { MESSAGES_TEXT, MESSAGES_JSON, MESSAGES_SARIF } MessageForm;

typedef enum ColorUse { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } ColorUse;

typedef enum CheckOn { ON_DEFAULT, ON_CPU, ON_GPU } CheckOn;

// name=value of --size, or name=lo:hi of --data name ranges, or the prefix and what replaces it; `value` as text
typedef struct Setting {
    const char *name, *value;
} Setting;

// A target of the dependency rule
typedef struct DependTarget {
    const char *name;
    bool quoted; // -MQ: what make would read otherwise is escaped; -MT: as it is
} DependTarget;

// Another file of the program, with what its reader gets.
typedef struct ProgramPart {
    const char *path;
    Arguments clang_arguments;
    int from;
} ProgramPart;
typedef VECTOR(ProgramPart) ProgramParts;

typedef enum HelperSearch {
    SEARCH_DATABASE, // in the files of a compilation database that has the input
    SEARCH_FOLDER,   // without one in the folder of the input
    SEARCH_NOTHING,
} HelperSearch;

typedef struct Options {
    Verb verb;
    Arguments words;   // the command line without response files
    Arguments cc;      // `curestruct cc`: what follows, response files read; nothing else is set then. `run`: the same,
                       // without options of its own
    const char *input; // "-" is standard input
    Arguments program_arguments; // of simt: what follows the input; of run: what follows --
    const char *output; // -o; NULL: the input's name with .cu, in the working directory ("-" for input "-"). "-" is
                        // standard output
    const char *host_output;              // --host=FILE.c, or NULL
    const char *database;                 // -p=DIR: of compile_commands.json, or NULL
    VECTOR(Setting) prefix_maps;          // -ffile-prefix-map=OLD=NEW (repeatable)
    VECTOR(const char *) clang_arguments; // -I -D -U -std= -include -isystem and what follows --
    int from;                             // --from=omp,acc: bits of FromLanguage
    const char *prelude;                  // --prelude=FILE, or NULL
    EmitKind emit;
    const char *dump_after;    // --dump-after=PASS, or NULL
    const char *schedule_file; // --schedule=FILE, or NULL
    bool tuned;                // --tuned
    const char *device;        // --device=NAME, or NULL; of the verb devices: the one to show
    SizeModel model;           // --model=today|paper: what threads and tile sizes are chosen by
    KernelStyle style;         // --style=fast|plain
    bool one_version;          // --no-versions
    bool no_residency;         // --no-residency
    ProgramParts whole;        // --whole=FILE,.. (repeatable): the other files of the program
    ProgramParts helpers;      // --helpers=FILE,.. (repeatable): other files whose functions nests may call
    HelperSearch search;       // where others are looked for: --helpers=auto, --helpers=none
    PlanKind plan;             // --plan=first|search, -O0, -O1, -O2
    const uint64_t *seed;      // --plan=random:SEED, or NULL
    long analysis_limit;       // --analysis-limit=OPERATIONS, or 0: the usual one
    bool json;                 // --json
    const char *arch;          // --arch=sm_90|native, or NULL
    bool verbose;              // -v
    WarningSettings warnings;  // -Wrefused, -Wno-refused, -Werror=refused, -Werror, -w and the like, in their order
    MessageForm messages;      // --diagnostics-format=
    ColorUse color;            // --color=
    bool line_directives;      // --line
    // dependency files as GCC's
    bool depend, depend_own, depend_phony; // -MD or -MMD; -MMD: without system headers; -MP
    bool depend_only;                      // -M, -MM: the rule is the output
    const char *depend_file;               // -MF
    VECTOR(DependTarget) depend_targets;   // -MT, -MQ (repeatable)
    bool preprocess;                       // -E
    // explain
    const char *topic;      // -WNAME, which `explain` without an input explains: "refused=scan"; or NULL
    OutputFormat format;    // --format
    const char *sections;   // --section=NAME,.., or NULL: all
    StepsShown steps;       // --steps, --steps=diff
    bool registers_by_nvcc; // --registers=nvcc
    VECTOR(Setting)
    assumptions; // --assume elements=2 (repeatable, comma-separated); the names are those of the option's help
    // bench
    bool as_called;              // --as-called
    VECTOR(const char *) rivals; // --vs FILE.cu:function, cublas or cub (repeatable)
    // ladder
    const char *rungs; // --rung, or NULL: all; commas separate them
    bool unchecked;    // --no-check
    // tune
    const char *time, *candidates; // --time=SECONDS, --candidates=N, as written; or NULL
    const char *measure;           // --measure=COMMAND, or NULL
    // check
    const char *function;      // --function, or NULL: all with a restructured nest
    VECTOR(Setting) sizes;     // --size n=1000 (repeatable, comma-separated); given twice: two values to try
    VECTOR(Setting) aliases;   // --alias a=b+k
    const char *data;          // --data lo:hi | special, or NULL
    CheckOn on;                // --on cpu|gpu
    bool expect_fallback;      // --expect-fallback
    bool profile;              // --profile
    const char *export_folder; // --export=DIR, or NULL
    const char *keep_folder;   // --keep=DIR: build there and leave it, or NULL
    const char *compiler;      // --cc=, or NULL: $CC, then cc
} Options;

const char *options_version(void); // "0.1.0"

// Parses; on a usage error prints one line `curestruct: error: ...` and exits 2. --help and --version print and exit 0.
// All strings live in `arena` or in argv.
void options_parse(Arena *arena, int argc, char **argv, Options *options);

// The arguments with which clang reads a file of the database: those of its command, and with -p the command line's
// after them. false: the command has an option that cannot be followed.
struct CompileCommand;
bool options_of_command(Arena *arena, const Options *options, const struct CompileCommand *command,
                        Arguments *arguments);

bool options_list_names(const char *list, const char *word); // a list with commas; NULL names nothing

// The path as the output shows it: the last -ffile-prefix-map whose prefix it has is applied, as with GCC.
const char *options_shown_path(Arena *arena, const Options *options, const char *path);

#endif
