// What functions of the system do with the program's memory.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_HOST_CALL_H
#define CURESTRUCT_FRONTEND_DATAFLOW_HOST_CALL_H

#include "frontend/clang/state.h"

typedef struct HostCallEffect {
    const char *name;
    bool uses;   // it reads what its pointers point to
    bool writes; // or writes it
    bool moves;  // (to, from or value, bytes): it writes only those bytes
    bool frees;  // what its pointer points to ends to exist
} HostCallEffect;

// NULL: nobody knows what the function does. It is one of the system's by its declaration, not by its name alone.
const HostCallEffect *host_call_effect(Reader *reader, CXCursor function);
bool host_call_returns_twice(CXCursor function); // setjmp and the like

#endif
