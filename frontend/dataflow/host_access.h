// What one expression of the host's code may do to memory.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_HOST_ACCESS_H
#define CURESTRUCT_FRONTEND_DATAFLOW_HOST_ACCESS_H

#include "frontend/clang/state.h"
#include "frontend/host_code.h"

// Which functions have code: definition i is HostFile.code[i].
typedef struct HostDefinitions {
    VECTOR(CXCursor) items;
} HostDefinitions;

// Adds to `code` what evaluating `expr` does.
void host_access_read(Reader *reader, const HostDefinitions *definitions, CXCursor expr, HostCode *code);

#endif
