// Where loops of the host that are around kernels run fastest, by the model of cost (analysis/model/cost).
#ifndef CURESTRUCT_TRANSFORM_PLAN_HOST_PLACES_H
#define CURESTRUCT_TRANSFORM_PLAN_HOST_PLACES_H

#include "analysis/model/mapping.h"
#include "transform/lower/program.h"
#include "transform/plan/planner.h"

enum { MOST_HOST_LOOPS = 12 }; // in the order of the text; others stay on the host

typedef struct Places {
    Persistence of[MOST_HOST_LOOPS];
    double time;  // ns of the nest; 0: it is not known
    int64_t most; // the largest size up to which that is the fastest
} Places;

// All sizes have that value. From small to large sizes: where a loop once is better elsewhere, it stays there. `before`
// may be NULL.
Places places_at(const Candidate *source, const Program *program, int64_t size, const Places *before);
bool places_are_launches(const Places *places);

// ns of the work between two barriers, where loops of the host run in one block; 0: it is not known.
double places_block_time(const Candidate *source, const Program *program, const MappingSizes *sizes);

#endif
