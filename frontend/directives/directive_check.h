// The rules among the clauses of one directive.
#ifndef CURESTRUCT_FRONTEND_DIRECTIVE_CHECK_H
#define CURESTRUCT_FRONTEND_DIRECTIVE_CHECK_H

#include "frontend/directives/directive.h"

// Reports clauses that are given twice, contradict each other or do not fit the directive's form, and lists that
// contradict themselves. Returns the number of errors.
int directive_check(Diag *diag, const Directive *directive);

#endif
