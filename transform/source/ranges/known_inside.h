// What expressions are in the iterations of a loop that are far enough from its ends.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_RANGES_KNOWN_INSIDE_H
#define CURESTRUCT_TRANSFORM_SOURCE_RANGES_KNOWN_INSIDE_H

#include "transform/transform.h"
#include "transform/tree/linear.h"
#include "transform/tree/tree.h"

enum { MOST_BORDER = 64, MOST_LENGTHS = 4 };

// So many iterations are on one side of the interior: the largest of some numbers. What a window reaches over the end
// of an array may be a parameter.
typedef struct Border {
    int64_t least; // 0, if nothing else is said
    Linear more[MOST_LENGTHS];
    int count;
} Border;

typedef struct Inside {
    Candidate *state;
    const Stmt *stmt; // the loop
    Path path;        // to it
    const Stmt *body; // of it
    Linear lower, upper;
    int64_t most; // as many iterations may be on one side, if that is a number; 0: none at all
    Border from, until;
} Inside;

bool border_is(const Border *border); // there may be iterations in it

// The body in the interior: without the tests and choices that turn out alike there. `from` and `until` grow to what
// that needs.
Stmt *inside_fold(Inside *inside);

#endif
