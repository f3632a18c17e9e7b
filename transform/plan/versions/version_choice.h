// What the files share that choose versions: versions_planned.c, versions_of_tiles.c (products and similar nests).
#ifndef CURESTRUCT_TRANSFORM_PLAN_VERSION_CHOICE_H
#define CURESTRUCT_TRANSFORM_PLAN_VERSION_CHOICE_H

#include "transform/plan/versions/versions.h"

typedef struct Choice {
    const Candidate *state;
    const Built *built;
    bool of_part; // of a part of a region: only what its arrangement varies, and nothing for rare sizes, since regions
                  // may have many parts
    PlannedVersions versions; // so far
} Choice;

// Fewer results than these do not fill the device with a thread each. Threads that share a sum have to combine their
// parts, which takes as long as a sum of some thousand terms. Of fewer than FEWEST_RESULTS, tiles would be empty.
enum { FEW_RESULTS = 4096, FEWEST_RESULTS = 256, LONG_SUM = 4096 };

// The largest trip count of the loop as a formula; NULL: a schedule cannot express it.
const char *choice_count(const Candidate *state, LoopId loop);
const char *choice_operand(const char *formula); // in parentheses if it needs them
// The condition that a formula is; NULL: it is not one.
Expr *choice_read(const Choice *choice, const char *condition);

// One more, taken where the formula holds; none where it never does.
void choice_add(Choice *choice, const char *name, Variant variant, const char *when);
// What is taken where none before it is.
void choice_add_last(Choice *choice, const char *name, Variant variant);

// Whether the sum along the loop may be one of parts.
bool choice_may_divide(const Choice *choice, LoopId sum);

void choice_of_tiles(Choice *choice); // versions_of_tiles.c

#endif
