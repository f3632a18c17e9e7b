// Registers for the loads that a kernel has under way.
#ifndef CURESTRUCT_TRANSFORM_PLAN_RESOURCES_LOAD_REGISTERS_H
#define CURESTRUCT_TRANSFORM_PLAN_RESOURCES_LOAD_REGISTERS_H

#include "transform/candidate.h"
#include "transform/lower/program.h"

// `launch_bounds` for each kernel of the program, which the candidate was lowered to, that waits for many loads and has
// no bound. The candidate itself, if there is none.
const Candidate *load_registers(const Candidate *planned, const Program *program);

#endif
