// Writes short loops out whose elements neighbouring iterations of parallel loops share.
#ifndef CURESTRUCT_TRANSFORM_PLAN_WINDOWS_H
#define CURESTRUCT_TRANSFORM_PLAN_WINDOWS_H

#include "transform/schedule/schedule.h"

// The candidate with such loops written out, otherwise itself.
const Candidate *plan_windows(const Candidate *nest);
const Candidate *plan_windows_of(const Candidate *nest, const Stmt *stmt); // those in the statement

#endif
