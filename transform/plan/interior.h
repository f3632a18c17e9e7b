// Windows whose elements are tested for being inside of an array: a version of large nests has the interior, where all
// of them are, by itself. Tests and subscripts with quotients and remainders: a version has nests for the classes of
// iterations in which these are known.
#ifndef CURESTRUCT_TRANSFORM_PLAN_INTERIOR_H
#define CURESTRUCT_TRANSFORM_PLAN_INTERIOR_H

#include "transform/plan/finish.h"

// A version of the program beside it, which `version` says when to take. NULL: the source has no such tests, or its
// parts cannot be in nests of their own. `source`: what the program was planned from. `beside`: the nest of another
// version beside both, or NULL. *less_work: the version has classes, of which loops have fewer iterations in all.
Program *interior_by_plan(const Candidate *source, const Nest *beside, const Program *program, Version *version,
                          bool *less_work);

#endif
