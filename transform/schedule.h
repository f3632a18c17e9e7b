// The schedule: everything the compiler decides, an ordered list of transformations, as text and as data.
//
//   schedule = { step ";" } ;   step = verb loop-or-array { argument } ;
//   loop     = name [ "#" n ] { "." part } ;
//
// or several of them, of which the launcher takes the first whose condition on sizes holds: each begins with
// `version NAME when CONDITION;` (formula.h), the last with `version NAME;`.
#ifndef CURESTRUCT_TRANSFORM_SCHEDULE_H
#define CURESTRUCT_TRANSFORM_SCHEDULE_H

#include "transform/transform.h"

// separate L GROUPS; cut L at E; uncollapse L by E; sink L; split_node L; fuse A B; rfactor L n, at the head: they
// change the source (source.h). Then interchange A B; reverse L; skew L by M [f]; distribute L at K; tile L n [as O I];
// align L n to A [as O I]; cyclic L n [as O I]; bind L where [limit n]; unroll L [n]; vectorize L [n]; pipeline L n;
// occupy L n; peel L n; load_fragments A at L; serpentine L with M; swizzle L with M; stage A shared|register at L
// [transpose] [wide] [pad n] [pack n]; reduce X [shuffle|tree|sequential] Loops, arrays and scalars are named as in the
// tree. Blanks, newlines and // comments separate words.
typedef enum StepKind {
    STEP_VERSION,
    STEP_DISTRIBUTE_STATEMENTS,
    STEP_CUT,
    STEP_UNCOLLAPSE,
    STEP_SINK,
    STEP_SPLIT_NODE,
    STEP_FUSE,
    STEP_RFACTOR,
    STEP_INTERCHANGE,
    STEP_REVERSE,
    STEP_SKEW,
    STEP_DISTRIBUTE,
    STEP_TILE,
    STEP_ALIGN_TILES,
    STEP_CYCLIC,
    STEP_BIND,
    STEP_UNROLL,
    STEP_VECTORIZE,
    STEP_PIPELINE,
    STEP_LAUNCH_BOUNDS,
    STEP_STAGE,
    STEP_LOAD_FRAGMENTS,
    STEP_PEEL,
    STEP_RECTANGULARIZE,
    STEP_SERPENTINE,
    STEP_SWIZZLE,
    STEP_REDUCE,
} StepKind;

typedef struct Step {
    StepKind kind;
    const char *target; // loop, or array or scalar for stage and reduce, or the name of a version
    const char *second; // interchange, fuse, alternate, weave: the other loop; stage, fetch: the loop after `at`;
                        // align: the array
    const char *outer, *inner; // tile, align, stride .. as OUTER INNER, or NULL
    uint64_t *groups;          // separate: bit n - 1 of a group is statement n
    int ngroups;
    const char *point; // split, unflatten: as written; version: its condition, or NULL
    int64_t size; // skew f, tile n, align n, stride n, divide n, pad n, distribute at n, limit n, unroll n, vectorize n
    Binding binding;      // bind
    Space space;          // stage
    bool transpose, wide; // stage
    int pack;             // stage; 0: no
    ReduceStyle style;    // reduce
    Loc loc;              // where it is written, for messages; loc.file NULL: the planner's
} Step;

typedef struct Schedule {
    VECTOR(Step) steps;
} Schedule;

// Parses; reports errors at their column (loc of the text's first byte given); NULL after an error.
Schedule *schedule_parse(Arena *arena, Diag *diag, Loc at, const char *text);
void step_print(Text *out, const Step *step);             // "interchange i j"
void schedule_print(Text *out, const Schedule *schedule); // parses back to the same

// Applies the steps in order. `after` (may be NULL) is called after each step with the tree, for explain and dumps.
// A step that is not legal or names a loop that is not there was reported; NULL.
typedef void StepObserver(void *context, const Step *step, const Stmt *tree);
Stmt *schedule_apply(Restructuring *state, Stmt *root, const Schedule *schedule, StepObserver *after, void *context);

#endif
