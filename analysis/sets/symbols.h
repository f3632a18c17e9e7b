// Where the nest writes its scalars, and which of them only name a value.
#ifndef CURESTRUCT_ANALYSIS_SETS_SYMBOLS_H
#define CURESTRUCT_ANALYSIS_SETS_SYMBOLS_H

#include "analysis/analysis.h"

// The definition of `symbol` wherever `expr` reads it: it is assigned once, before every use. NULL: none.
const Expr *symbol_definition(const Analysis *analysis, const Symbol *symbol);
const Expr *symbol_value(const Analysis *analysis,
                         const Symbol *symbol); // of one that may also be a floating-point number

void symbols_find(Analysis *analysis);
SymbolInfo *symbol_info(const Analysis *analysis, const Symbol *symbol); // NULL: not written in the nest
int array_depth(const Analysis *analysis, const Array *array); // loops around a local array's declaration, otherwise 0
bool stmt_writes(const Stmt *root, const Symbol *symbol, const Array *array);

#endif
