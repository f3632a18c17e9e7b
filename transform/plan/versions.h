// Several versions of one nest's kernels, of which the launcher chooses by sizes: each is a schedule of its own for all
// of the nest, planned or written by hand (`version NAME when CONDITION;`, schedule.h). What is tested and copied for
// the nest is the same whichever runs, so versions differ by speed alone, and any of them may run with any sizes.
#ifndef CURESTRUCT_TRANSFORM_PLAN_VERSIONS_H
#define CURESTRUCT_TRANSFORM_PLAN_VERSIONS_H

#include "transform/plan/finish.h"

// ---- by hand (versions_by_hand.c)

bool versions_are_named(const Schedule *hand); // it begins with a `version`
// The last version is the one that is shown. NULL: refused, reported.
Program *versions_by_hand(const Candidate *nest, const Schedule *hand, Diag *diag, const PlanObserver *observer);
// ---- planned (versions.c)

// Adds versions to a program that was planned of the source, where other sizes are better served by others. `built`:
// what was planned.
Program *versions_by_plan(const Candidate *source, const Built *built, Program *program);

// ---- one program out of several (versions_join.c)

// It asks for the versions in their order; the last one's facts are those of the launcher.
Program *versions_join(Arena *arena, const Version *versions, Program *const *programs, int count);

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
PlannedVersions versions_worth_having(const Candidate *state, const Built *built);
// Whether what was built has what the version was to have otherwise, in one nest.
bool version_came_out(const Variant *variant, const Built *built);
Step version_division(const Candidate *state, const Variant *variant,
                      const Built *built); // before tiles that are `divided`

#endif
