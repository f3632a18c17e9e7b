// Argmin and argmax: statements by which one iteration decides the values of several places.
//
//     if (a[i] > best) { best = a[i]; at = i; }
//     if (a[i] > a[at]) at = i;
//     best = a[i] > best ? a[i] : best;
//
// The iteration with the greatest (least) key writes. Of equal keys the first one counts, or the last one if the source
// compares with >= or <=. A key that is NaN is never chosen. Nothing here depends on the position of the statement.
#ifndef CURESTRUCT_ANALYSIS_CHOICE_H
#define CURESTRUCT_ANALYSIS_CHOICE_H

#include "ir/ir.h"

enum { MAX_CHOSEN = 8 };

typedef struct Choice {
    Operator op;      // OP_MAX or OP_MIN
    bool strict;      // > or < (true), >= or <= (false)
    const Expr *test; // the comparison: the condition itself, or one operand of its &&
    Expr *key;        // of this iteration: a[i]
    const Expr *kept; // of what was chosen so far: `best`, or a[at]
    const Stmt
        *assignments[MAX_CHOSEN]; // the body: plain assignments to different places (of ?: made here, with its id)
    int count;
} Choice;

// Whether the statement is an argmin: then the stored key equals the key of the iteration that wrote last.
bool choice_of(Arena *arena, const Stmt *stmt, Choice *choice);
bool choice_is_kept_in(const Choice *choice, const Expr *place); // the place itself holds the key

#endif
