// A way through the middle of the compiler, from the nest as it stands to a program.
#ifndef CURESTRUCT_TRANSFORM_PLAN_WAY_H
#define CURESTRUCT_TRANSFORM_PLAN_WAY_H

#include "transform/lower/program.h"
#include "transform/plan/planner.h"
#include "transform/source/source.h"

typedef struct Way {
    const Schedule
        *hand; // the whole schedule by hand, or NULL; what only changes the source leaves the rest to be planned
    const Schedule *source; // the steps on the source that have been made: the head of `hand`; NULL: none
    StepObserver *after;    // may be NULL
    void *context;          // what `after` is given
    SourceMark mark;        // (result) the changed source
    SourceMark
        plain; // (result) of `divided`: the source before its first `rfactor`, which computes the same bit for bit
    bool divided;
    Variant variant; // what is planned otherwise (planner.h)
    Built built;     // (result) what was planned
} Way;

// privatize, plan (or take by hand), apply, lower. NULL: refused, reported.
Program *way_finish(Restructuring *state, Way *way);
// The same by hand, with those steps on the source before it that have not been made.
Program *way_by_hand(Restructuring *state, Way *way);
// Planned, behind one more step that divides a sum.
Program *way_divided(Restructuring *state, Way *way, const Step *step);
// Shows what the steps on the source make, one by one.
void way_observe_source(Restructuring *state, Way *way, SourceMark start, const Schedule *source);

// ---- what it leaves sequential (warn_sequential.c)

// Warns of what will be slow: long loops that run in one thread of the device and, of what was planned, loops that stay
// on the host around small kernels or run in each of few threads. At most one of the last two kinds.
void warn_sequential(const Restructuring *state, const Stmt *host, bool planned);

// ---- several of them, one after the other (candidate_state.c)

// What ways have made in the nest. Names of one do not matter to the others, but for memory that the launcher
// allocates.
typedef struct Aside {
    VECTOR(Symbol *) symbols;
    VECTOR(Array *) arrays, scratch;
} Aside;

// Takes what the last way has made out of the nest, behind what stood there at `mark`.
void aside_take(Restructuring *state, SourceMark mark, Aside *aside);
// Puts it all back.
void aside_return(Restructuring *state, const Aside *aside);
// NULL: a launcher of `facts` does all that a program with other facts needs; else why not.
const char *launcher_obstacle(const Facts *facts, const Facts *others);
// Takes the nest back to way->plain, with the program of the divided source: what is compared with (check) is the
// source's own order. NULL: the launcher would have to do more than for the plain source; refused, reported.
Program *way_settle(Restructuring *state, const Way *way, Program *program);

#endif
