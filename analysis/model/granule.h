// Step 1 of the paper, the granule: loads, computations and stores per statement instance, and the loops along which
// the operands stay the same. Counts are of the source's text: nothing is kept in registers yet.
#ifndef CURESTRUCT_ANALYSIS_GRANULE_H
#define CURESTRUCT_ANALYSIS_GRANULE_H

#include "analysis/facts.h"

// An operand of a statement in memory, with the loops around the statement along which its element does not change.
typedef struct OperandReuse {
    const Access *access;
    VECTOR(LoopId) loops; // outermost first
} OperandReuse;

typedef struct StatementGranule {
    const Stmt *stmt;  // an assignment, or a branch, loop or `while` whose header loads
    int loads, stores; // accesses to arrays
    int64_t bytes_loaded, bytes_stored;
    int operations; // + - * / % comparisons, minima, bit operations and the like on data, not in subscripts
    int calls;      // of functions
    VECTOR(OperandReuse) operands; // in source order
} StatementGranule;

typedef VECTOR(StatementGranule) Granules;

// In source order; statements that touch no array and compute nothing on data are left out.
Granules granules_of(const Facts *facts);

// Elements of different arrays that one result loads from memory (the paper's elements loaded for one result, equation
// 1.2): arrays read by the statements inside all of `loops`, each once. A place that a statement updates is the result
// itself.
int elements_per_result(const Facts *facts, const LoopId *loops, int count);

#endif
