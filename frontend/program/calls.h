// The functions that the input calls and does not define.
#ifndef CURESTRUCT_FRONTEND_PROGRAM_CALLS_H
#define CURESTRUCT_FRONTEND_PROGRAM_CALLS_H

#include "frontend/clang/state.h"

typedef struct CalledFunction {
    const char *name;
    bool in_nest;            // a statement with a directive calls it, or a function that such a statement calls
    CXFileUniqueID declared; // the header of its declaration
    const char *header;      // and its path; NULL: a C file declares it itself
} CalledFunction;

typedef struct Calls {
    Reader *reader;
    VECTOR(CalledFunction) functions;
    VECTOR(CXCursor) walked[2]; // definitions whose calls are known: in general, and as called by a nest
    bool in_nest;
    bool takes_constants; // one of them takes a pointer to const
    size_t from;          // of the walk over a function: where its next directive is looked for
} Calls;

void calls_of_input(Calls *calls, CXCursor function);            // with a directive in it; of another one: nothing
void calls_of(Calls *calls, CXCursor function, bool in_nest);    // and of those that it calls
CalledFunction *called_function(Calls *calls, const char *name); // NULL: it is none of them

#endif
