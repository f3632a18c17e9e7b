// Ladders: schedules of one nest in the order in which a course teaches them, from a naive one to the planner's.
#ifndef CURESTRUCT_TRANSFORM_LADDER_H
#define CURESTRUCT_TRANSFORM_LADDER_H

#include "transform/schedule/schedule.h"

typedef struct Rung {
    const char *name;  // a word: letters, digits and underscores
    const char *idea;  // a sentence or two: what is different, and what that is good or bad for
    const char *steps; // the schedule as text; NULL: the planner's own
    bool rest;         // of the planner's steps: one that needs those that were taken away is to go, too
} Rung;

typedef struct Ladder {
    const char *kind; // of nest: "a reduction"
    VECTOR(Rung) rungs;
} Ladder;

// The rungs that belong to a nest of this kind, and those that the planned schedule makes when its steps are taken away
// group by group; the last one is the planner's own. `planned` is its schedule, `read` are the facts of the nest before
// any step. A rung may turn out to be refused: the
// rungs are ordinary schedules, and whether their steps are legal is asked when they are applied.
Ladder ladder_of(Arena *arena, const Facts *read, const Facts *facts, const Schedule *planned);

// The steps of the rung of a reduction with this name; NULL: the nest is another one, or its ladder has no such rung.
const char *ladder_reduction(Arena *arena, const Facts *facts, const char *name);

#endif
