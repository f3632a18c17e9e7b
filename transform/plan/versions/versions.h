// Several versions of one nest's kernels, among which the launcher chooses by sizes. Each is a schedule for the whole
// nest, planned or written by hand (`version NAME when CONDITION;`, schedule.h). The tests and copies for the nest are
// the same for all, so versions differ only by speed, and any of them may run with any sizes.
#ifndef CURESTRUCT_TRANSFORM_PLAN_VERSIONS_H
#define CURESTRUCT_TRANSFORM_PLAN_VERSIONS_H

#include "transform/plan/finish.h"

// ---- by hand (versions_by_hand.c)

bool versions_are_named(const Schedule *hand); // it begins with a `version`
// The last version is the one that is shown. NULL: refused, reported.
Program *versions_by_hand(const Candidate *nest, const Schedule *hand, Diag *diag, const PlanObserver *observer);
// ---- planned (versions.c)

// Adds versions to a program that was planned from the source, if other versions are faster for other sizes. `built`:
// what was planned.
Program *versions_by_plan(const Candidate *source, const Built *built, Program *program);

// ---- one program out of several (versions_join.c)

// It asks for the versions in their order; the last one's facts are those of the launcher. If that one has versions
// already, they are the last ones.
Program *versions_join(Arena *arena, const Version *versions, Program *const *programs, int count);

// ---- which (versions_planned.c)

typedef struct PlannedVersion {
    Version version;
    Variant variant; // VERSIONED_NONE: as without versions
    int spare;       // only if none of so many of the first versions came out; 0: in any case
} PlannedVersion;

enum { MOST_PLANNED = 16 };
typedef struct PlannedVersions {
    PlannedVersion items[MOST_PLANNED];
    int count;
} PlannedVersions;

// Of what was built; the last one has no condition. 0 or 1: there is no choice.
PlannedVersions versions_worth_having(const Candidate *state, const Built *built);
// Whether the result has the differences that the version was to have, in one nest.
bool version_came_out(const Variant *variant, const Built *built);
// The source for a variant whose sum is divided; NULL: it cannot be.
const Candidate *version_divided(const Candidate *source, const Variant *variant, const Built *built);

#endif
