// What was found out about a nest and decided for it, as parts of a report (curestruct explain).
#ifndef CURESTRUCT_CODEGEN_EXPLAIN_H
#define CURESTRUCT_CODEGEN_EXPLAIN_H

#include "analysis/model/mapping.h"
#include "codegen/report/machine_counts.h"
#include "codegen/report/report.h"
#include "frontend/options/options.h"
#include "transform/lower/program.h"
#include "transform/plan/resources/resource_table.h"
#include "transform/schedule/schedule.h"

// The nest after one transformation.
typedef struct ExplainState {
    const char *step; // "tile i 64;", NULL for the serial loops and for the finished kernels
    const char *code;
} ExplainState;

// The nest by the schedule of a rung of its ladder (transform/ladder).
typedef struct ExplainRung {
    const char *name;
    const Nest *nest;
    const Facts *facts;
    const Program *program;
} ExplainRung;

// What the kernels of a nest execute, and how long they take.
typedef struct ExplainCounted {
    const Options *options;   // with the sizes
    int status;               // of the check; not 0: nothing was counted
    int64_t requests, cycles; // loads and stores of warps, cycles of shared memory, by the text
    MachineCounts machine;
    double microseconds;
    const char *unmeasured; // why `microseconds` is not known; NULL: it is
} ExplainCounted;

typedef struct Explanation {
    Arena *arena;
    Diag *diag;
    const Options *options;
    const Nest *nest;
    const Device *device;
    const Facts *facts;                  // NULL: refused before anything was known
    const Program *program;              // NULL: refused
    const char *messages;                // what was said about the nest while it was translated, or NULL
    const Stmt *serial;                  // the loops before the first step, NULL: there was none
    const Stmt *scheduled;               // and after the last one
    VECTOR(ExplainState) states;         // by explain_step, in order
    ResourceChoices sizes;               // by the planner
    VECTOR(ExplainRung) rungs;           // with --format=html, those that are not refused
    const struct SearchResult *searched; // NULL: there was no search
    const ExplainCounted *counted;       // with --section=counted, otherwise NULL
    const struct Compiled
        *compiled; // with --registers=nvcc nvcc's results for the kernels (compiled.h), otherwise NULL
} Explanation;

// Remembers the tree after a step; `step` NULL: before the first one.
void explain_step(Explanation *explanation, const Step *step, const Stmt *tree);

// The states with one more, the finished kernels, and the title of one of them.
Explanation explain_finished(const Explanation *explanation);
const char *explain_state_title(const Explanation *explanation, int index);

// Adds one item to the array "nests". false: a tool that it needs could not be run (reported).
bool explain_nest(Report *report, Explanation *explanation);

// ---- its parts

void explain_short(Report *report, const Explanation *explanation);     // the most important, in five lines
void explain_mapping(Report *report, const Explanation *explanation);   // step 2
void explain_resources(Report *report, const Explanation *explanation); // step 3
void explain_versions(Report *report,
                      const Explanation *explanation);               // which of several the launcher takes, with --size
void explain_search(Report *report, const Explanation *explanation); // which candidates were compared
void explain_kernels(Report *report, const Explanation *explanation); // what is launched
void explain_cost(Report *report, const Explanation *explanation);    // how long that is to take, with --size
void explain_counted(Report *report, const Explanation *explanation); // and what is counted and measured
bool explain_steps(Report *report, const Explanation *explanation);   // the code after each transformation

// What the kernel needs of a multiprocessor, and how many of its blocks fit. false: its registers are not known.
bool explain_occupancy(const Explanation *explanation, const Stmt *kernel, KernelResources *resources,
                       Occupancy *occupancy);
// Whether --section names the part, or is not given.
bool explain_wants(const Explanation *explanation, const char *section);
// Words that --section may not name; NULL: it names parts only.
const char *explain_unknown_section(Arena *arena, const char *sections);

// What the tables are about: a store of the nest's results, and the parallel loops that move it, outermost first (NULL,
// 0: the results do not move); the values of --size; the number of results with them, 0: not known.
const Access *explain_result(const Explanation *explanation, LoopId *loops, int *count); // room for MAX_DEPTH
void explain_sizes(const Explanation *explanation, MappingSizes *sizes);
int64_t explain_result_count(const Explanation *explanation, const MappingSizes *sizes);

// The values of --size, and for every other parameter the largest size that the search compares
// (transform/search/sizes.h).
MappingSizes explain_typical_sizes(const Explanation *explanation);
// "n = 1024, m = 1024"; NULL: there are none.
const char *explain_sizes_words(Arena *arena, const MappingSizes *sizes);

// How fast the device may be at most.
typedef struct Roofline {
    double bandwidth, peak; // GB/s; 10^9 operations a second; 0: not known
    bool doubles;
} Roofline;

Roofline explain_roofline(const Explanation *explanation);
// Operations of the nest as it is written; 0: none, or not known.
double explain_operations(const Explanation *explanation, const MappingSizes *sizes);

// The table of sizes, and the scheduled one.
typedef struct SizeTable {
    const ResourceTable *table;
    const ResourceRow *chosen;    // the scheduled size, NULL: the table does not have it
    bool known;                   // whether it has these:
    int threads;                  // of a block, as scheduled
    int64_t tile;                 // results of a block
    const ResourceChoice *choice; // by a criterion of the planner, or NULL
} SizeTable;

// false: the results do not move with a parallel loop.
bool explain_size_table(const Explanation *explanation, SizeTable *sizes);

#endif
