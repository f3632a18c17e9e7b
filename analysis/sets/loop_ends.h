// Loops of inspectors of which the first and the last iteration tell it all.
#ifndef CURESTRUCT_ANALYSIS_SETS_LOOP_ENDS_H
#define CURESTRUCT_ANALYSIS_SETS_LOOP_ENDS_H

#include "analysis/analysis.h"

// What the body of a loop has to do with its iterator.
typedef struct Ends {
    const Symbol *iterator;
    bool tell;     // what the first and the last iteration measure lies around what all others do
    bool measures; // anything
    bool mention;  // the iterator, in what is measured
    bool sets;     // variables
    bool leaves;   // a loop early
} Ends;

Ends loop_ends(const Loop *loop, const Stmt *body); // body NULL: nothing is measured
Stmt *loop_at_ends(Analysis *analysis, const Loop *loop, const Ends *ends, Stmt *body);
// for i in 0..a * b { measure(.. i / b .. i % b ..) }  ->  for i_row in 0..a for i_column in 0..b { measure(.. i_row ..
// i_column ..) }, such as `collapse` makes them, or at the ends of rows alone. NULL: it is no such loop.
Stmt *loop_in_rows(Analysis *analysis, const Loop *loop, Stmt *body);

#endif
