// Whether loops that stay on the host around kernels run in one kernel instead (`persist`): of one block while the work
// between two barriers is small, of a grid that is resident otherwise, if the model of cost says so
// (analysis/model/cost). Sizes that are parameters decide at launch: the versions `block`, `grid` and `launches`.
// Several loops of the host may run in different places, also such that are inside of others. Loops in strips
// (strips.h) are another way to run the nest, the version `strips`: then one block runs the iterations of a strip.
#ifndef CURESTRUCT_TRANSFORM_PLAN_HOST_PERSISTENCE_H
#define CURESTRUCT_TRANSFORM_PLAN_HOST_PERSISTENCE_H

#include "transform/plan/finish.h"
#include "transform/plan/host/places.h"

// `program` itself, or one with versions in addition or in its place. `source`: what it was planned from. *rest: what
// runs at all other sizes, if that is another one: loops in strips.
Program *persistence_by_plan(const Candidate *source, Program *program, const Program **rest);

// The loops of the host in the scheduled tree, in the order of the text, persist as is asked for each; of one that
// cannot, those inside of it.
const Candidate *persistence_apply(const Candidate *planned, const Persistence *where);

#endif
