// The assignments of a function.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_ASSIGNMENTS_H
#define CURESTRUCT_FRONTEND_DATAFLOW_ASSIGNMENTS_H

#include "frontend/clang/state.h"

typedef struct Assignment {
    CXCursor expression, variable;
    Loc loop; // the innermost around it; file NULL: none
} Assignment;

typedef struct Assignments {
    CXCursor function;
    int count, capacity;
    Assignment *items;
} Assignments;

// Those whose left side is a variable or a member by its name, in the order of the text.
Assignments assignments_of(Reader *reader, Arena *arena, CXCursor function);

#endif
