// Macros that may yield other code when the output is compiled.
#ifndef CURESTRUCT_FRONTEND_CLANG_HOST_MACROS_H
#define CURESTRUCT_FRONTEND_CLANG_HOST_MACROS_H

#include "frontend/clang/state.h"
#include "frontend/host.h"

typedef struct HostMacroUse {
    const SourceFile *source;
    size_t begin, end;
} HostMacroUse;
typedef VECTOR(HostMacroUse) HostMacros;

// Where the user's files use macros that are defined under a condition and yield more than numbers: `LOG(x)`.
HostMacros host_macros_find(Reader *reader);

#endif
