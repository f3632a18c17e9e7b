// Several versions of one nest's kernels, of which the launcher chooses by sizes: each is a schedule of its own for all of the
// nest, planned or written by hand (`version NAME when CONDITION;`, schedule.h). What is tested and copied for the nest is the
// same whichever runs, so versions differ by speed alone, and any of them may run with any sizes.
#ifndef CURESTRUCT_TRANSFORM_PLAN_VERSIONS_H
#define CURESTRUCT_TRANSFORM_PLAN_VERSIONS_H

#include "transform/plan/planner.h"
#include "transform/source.h"

// ---- one version (plan.c)

// A way through the middle of the compiler, from state->nest as it stands to a program.
typedef struct Way {
    const Schedule *hand;   // the whole schedule by hand, or NULL; what only changes the source leaves the rest to be planned
    const Schedule *source; // the steps on the source that have been made: the head of `hand`; NULL: none
    StepObserver *after;    // may be NULL
    void *context;          // what `after` is given
    SourceMark mark;        // (result) the changed source
    SourceMark plain;       // (result) of `divided`: the source before its first `divide`, which computes the same bit for bit
    bool divided;
    Variant variant;        // what is planned otherwise (planner.h)
    Built built;            // (result) what was planned
} Way;

// privatize, plan (or take by hand), apply, lower. NULL: refused, reported.
Program *way_finish(Restructuring *state, Way *way);
// The same by hand, with those steps on the source before it that have not been made.
Program *way_by_hand(Restructuring *state, Way *way);
// Planned, behind one more step that divides a sum.
Program *way_divided(Restructuring *state, Way *way, const Step *step);
// Takes the nest back to way->plain, with the program of the divided source: what is compared with (check) is the source's own
// order. NULL: the launcher would have to do more than for the plain source; refused, reported.
Program *way_settle(Restructuring *state, const Way *way, Program *program);
// Warns of long loops that run in one thread of the device.
void say_one_thread(const Restructuring *state, const Stmt *host);

// ---- all of them

bool versions_are_named(const Schedule *hand); // it begins with a `version`
// The last version is the one that `after` sees. NULL: refused, reported.
Program *versions_by_hand(Restructuring *state, const Schedule *hand, StepObserver *after, void *context);
// Adds versions to a program that was planned as `way` says, where other sizes are better served by others.
Program *versions_by_plan(Restructuring *state, const Way *way, Program *program);

// ---- which (versions_planned.c)

typedef struct PlannedVersion {
    Version version;
    Variant variant; // VERSIONED_NONE: as without versions
} PlannedVersion;

enum { MOST_PLANNED = 4 };
typedef struct PlannedVersions {
    PlannedVersion items[MOST_PLANNED];
    int count;
} PlannedVersions;

// Of what was built; the last one has no condition. 0 or 1: no choice, or none but the one that is left.
PlannedVersions versions_worth_having(Restructuring *state, const Built *built);
Step version_division(const Restructuring *state, const Built *built); // before tiles that are `divided`

#endif
