// The schedule: everything the compiler decides, an ordered list of steps, as text and as data.
//
//   file     = steps | { "nest" NAME "{" steps "}" } ;
//   steps    = [ step { ";" step } [ ";" ] ] ;        step = word { argument } ;
//   loop     = name [ "#" n ] { "." part } ;
//
// steps.def has a row for each step with its arguments. Steps are for one nest; a file names the nest of each block by
// the name of its kernels (crs_sum_1). Loops, arrays and scalars are named as in the tree. Blanks, newlines and //
// comments separate words. Steps that begin with `version NAME when CONDITION;` (formula.h) are several schedules, of
// which the launcher takes the first whose condition holds.
#ifndef CURESTRUCT_TRANSFORM_SCHEDULE_H
#define CURESTRUCT_TRANSFORM_SCHEDULE_H

#include "transform/transform.h"

typedef enum StepKind {
#define STEP(KIND, ...) STEP_##KIND,
#include "transform/schedule/steps.def"
    STEP_KINDS
} StepKind;

// A row's arguments say which fields a kind has (step_table.c has the field of each argument); the others are zero.
typedef struct Step {
    StepKind kind;
    const char *loop, *other;  // L, M
    const char *third;         // N
    const char *array;         // A
    const char *place;         // X: the array or scalar that a reduction is into
    const char *version;       // NAME
    const char *outer, *inner; // OUTER, INNER: names of new loops, or NULL
    const char *formula;       // VALUE, LENGTH, FACTOR, CONDITION, as written
    uint64_t *groups;          // GROUPS: bit n - 1 of a group is statement n
    int ngroups;
    int64_t size, count, limit, copies, lanes, rounds, stages, blocks, pad, pack, columns, threads, keys, ranges, held,
        ahead;         // 0: left out
    Binding binding;   // WHERE
    Persistence scope; // SCOPE
    Space space;       // SPACE
    ReduceStyle style; // STYLE
    bool transpose, wide, records, rotated;
    Loc loc; // where it is written, for messages; loc.file NULL: the planner's
} Step;

typedef struct Schedule {
    VECTOR(Step) steps;
} Schedule;

// The steps of a file for the nest whose kernels have this name.
typedef struct NestSchedule {
    const char *nest;
    Loc loc; // of the name
    Schedule *schedule;
} NestSchedule;

// A file: steps alone, or blocks for nests.
typedef struct ScheduleFile {
    Schedule *steps; // NULL: it has blocks
    VECTOR(NestSchedule) nests;
} ScheduleFile;

// Parses; reports errors at their column (`loc` is that of the text's first byte); NULL after an error. Steps alone
// must not hold blocks.
Schedule *schedule_parse(Arena *arena, Diag *diag, Loc at, const char *text);
ScheduleFile *schedule_file_parse(Arena *arena, Diag *diag, Loc at, const char *text);

// What is printed parses back to the same.
void step_print(Text *out, const Step *step); // "interchange i j"
void schedule_print(Text *out, const Schedule *schedule);
void schedule_print_nest(Text *out, const char *nest, const char *steps); // `steps`: a printed schedule

// The table of all steps: for people, or as the Markdown of docs/schedules.md.
void steps_print(Text *out, bool markdown);

bool step_changes_source(StepKind kind);
// The style of `reduce` steps with this word; false: there is none.
bool step_reduce_style(const char *word, ReduceStyle *style);

#endif
