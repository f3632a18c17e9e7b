// From a candidate to a program.
#ifndef CURESTRUCT_TRANSFORM_PLAN_FINISH_H
#define CURESTRUCT_TRANSFORM_PLAN_FINISH_H

#include "transform/lower/program.h"
#include "transform/plan/planner.h"

// Plans the undecided rest for the candidate's source, and lowers it. *built: what was planned. `observer` may be NULL.
// NULL: refused, reported.
Program *finish_planned(const Candidate *source, const Variant *variant, Built *built, Diag *diag,
                        const PlanObserver *observer);

// Makes the steps by hand from number `first` on, and lowers the result. If all of them change the source, the rest is
// planned. *source: the candidate after those on the source. NULL: refused, reported.
Program *finish_by_hand(const Candidate *from, const Schedule *hand, int first, const Candidate **source, Diag *diag,
                        const PlanObserver *observer);

// Whether there is a launcher for it: if steps have reordered sums, that of the source before them has to do.
bool has_launcher(const Program *program, const Candidate *candidate);

// NULL: a launcher of `facts` does everything that a program with other facts needs; otherwise why not. `may_test`: it
// may test conditions more, which only unusual calls break.
const char *launcher_obstacle(const Facts *facts, const Facts *others, bool may_test);

// The same for one version of a program: what its facts assume in addition becomes part of the version's condition.
const char *version_obstacle(Arena *arena, const Facts *facts, const Facts *others, Version *version);

// Warns about slow parts: long loops that run in one thread of the device and, in planned programs, loops that stay on
// the host around small kernels or run in each of few threads. At most one of the last two kinds. Whether it has
// warned. (host/warn_sequential.c)
bool warn_sequential(const Program *program, bool planned, Diag *diag);
// Why the iterations of the loop run one after the other, ": ..." or nothing; and notes at the accesses that cause it.
const char *sequential_reason(const Facts *facts, const LoopFact *fact);
void note_sequential(const Facts *facts, const LoopFact *fact, Diag *diag);

// Of what was planned: whether each kernel is a sum over a small window, and two loops of the host or more launch it
// for each element of the data. Then the nest is refused, with the dependence that keeps these loops on the host.
// (host/small_launches.c)
bool refuse_small_launches(const Program *program, const Facts *facts, Diag *diag);

#endif
