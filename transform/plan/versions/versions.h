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

// Adds versions of single parts to the program of a region, each with a choice of its own (versions_of_parts.c).
Program *versions_by_parts(const Candidate *source, const Built *built, Program *program);

// ---- one program out of several (versions_join.c)

// It asks for the versions in their order; the last one's facts are those of the launcher. If that one has versions
// already, they are the last ones.
Program *versions_join(Arena *arena, const Version *versions, Program *const *programs, int count);

// Adds the kernels that another program of the same source has for the part of a region with the outermost loop
// version->of, as the last choice but one: what the program had runs otherwise. false: they cannot be told apart from
// the kernels of other parts, and the program is as before. (versions_join_part.c)
bool versions_join_part(const Candidate *source, Program *program, const Version *version, Program *other);
// After the last of these: what runs otherwise gets its name. `added`: the steps of the other versions as text.
void versions_end_parts(Arena *arena, Program *program, const char *name, const char *added);

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
// The same of a part of a region, of what was built of it. None of them needs another source.
PlannedVersions versions_of_part(const Candidate *state, const Built *part);
// Whether the result has the differences that the version was to have, in one nest.
bool version_came_out(const Variant *variant, const Built *built);
// The source for a variant whose sum is divided; NULL: it cannot be.
const Candidate *version_divided(const Candidate *source, const Variant *variant, const Built *built);

#endif
