// The values of integer scalars at the statement that the walk of access.c has reached.
#ifndef CURESTRUCT_ANALYSIS_SETS_VALUES_H
#define CURESTRUCT_ANALYSIS_SETS_VALUES_H

#include "analysis/analysis.h"

const Expr *values_current(const Analysis *analysis, const Symbol *symbol); // NULL: not known
bool value_is_certain(const Analysis *analysis, const Expr *value);         // no choice in it is unknown
void values_assigned(Analysis *analysis, const Symbol *symbol, Operator op, Expr *value, const Type *compute);
void values_written(Analysis *analysis, const Stmt *root); // `root` may have written its symbols any number of times
CurrentValues values_saved(Analysis *analysis);
void values_restored(Analysis *analysis, const CurrentValues *saved);
void values_merged(Analysis *analysis, const CurrentValues *before, Expr *condition, const CurrentValues *yes,
                   const CurrentValues *no);

#endif
