// Compares the results of two runs, element by element, each within the tolerance that follows from the reference.
#ifndef CRS_HARNESS_COMPARE_H
#define CRS_HARNESS_COMPARE_H

#include "layout.h"

// How far results moved when every reordered sum was moved by its bound: the smallest and the largest movement of each
// value over the perturbed runs, and the largest of its array. Nothing moved: exact.
typedef struct Tolerance {
    int region_count;
    double **least, **most; // per region; NULL: nothing in it moved
    double *array_most;
    int passes;
    bool everywhere; // nearly every value rests on one that moved, though rounding may hide it
} Tolerance;

void tolerance_begin(const Layout *layout, Tolerance *tolerance);
void tolerance_add(const Layout *layout, Tolerance *tolerance, const Image *reference, const Image *moved);
void tolerance_release(Tolerance *tolerance);

enum { MAX_MISMATCHES = 3 };

typedef struct Comparison {
    long values, different;
    long undecided;      // NaN or infinite instead of a value that rounding alone may make 0, so that it is no divisor
    double error, bound; // where error / bound was largest; bound 0: everything was bit for bit
    char mismatches[MAX_MISMATCHES][400];
    int mismatch_count;
} Comparison;

// Values that did not move must equal `serial` bit for bit (NaN equals NaN; with `reordered` -0 equals 0). Those that
// moved must lie around `reference`: a value that every perturbed run moved equally far depends on one sum, and may
// differ by that much; any other by twice the largest movement in its array, and so may a value of which movements are
// so small that rounding hides them. A value that did not move in an array that did may differ by two units in the last
// place.
// `tolerance` and `reference` may be NULL. Adds to `result`.
void compare(const Layout *layout, const Image *serial, const Image *reference, const Tolerance *tolerance,
             bool reordered, const Image *actual, Comparison *result);

// How little a comparison by `tolerance` proves.
typedef struct Vacuity {
    bool vacuous;            // most of the values that moved may differ by more than values of their array are large
    double bound, magnitude; // of such an array: the largest error allowed, the mean of its values
} Vacuity;
Vacuity vacuity(const Layout *layout, const Image *reference, const Tolerance *tolerance);

// Of the floating-point values that the run changed, more than a tenth are NaN or infinite.
bool mostly_nan(const Layout *layout, const Image *before, const Image *after);

#endif
