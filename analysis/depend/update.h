// Recognizes statements of the form location = location op value.
#ifndef CURESTRUCT_ANALYSIS_DEPEND_UPDATE_H
#define CURESTRUCT_ANALYSIS_DEPEND_UPDATE_H

#include "analysis/analysis.h"

void update_find(Analysis *analysis);

// Whether the one statement, an assignment, is an update of its place; *update says which.
bool update_of_assignment(Arena *arena, const Stmt *stmt, Update *update);

// How often the place occurs in the expression.
int update_count_place(const Expr *expr, const Expr *place);

#endif
