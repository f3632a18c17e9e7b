// The box of elements that an access touches while a loop runs.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_ELEMENT_BOX_H
#define CURESTRUCT_ANALYSIS_ARRAYS_ELEMENT_BOX_H

#include "analysis/facts.h"

typedef struct ElementBox {
    int ndim; // as Access has them
    // The smallest subscripts, and one past the largest ones, in I64 over SYM_PARAM symbols and the iterators of the
    // loops around `loop`. Where nothing is touched, some dimension has no values.
    Expr *first[MAX_DIMS], *end[MAX_DIMS];
} ElementBox;

// false: the access may not touch each element of such a box, or that is not known.
bool access_element_box(const Facts *facts, const Access *access, LoopId loop, ElementBox *box);

// Whether `by` touches, in each iteration of the loop, all elements that `access` may touch in that iteration. false:
// that is not known.
bool access_is_covered(const Facts *facts, const Access *access, const Access *by, LoopId loop);

#endif
