// The statements of the host's code, with what they do to memory.
#ifndef CURESTRUCT_FRONTEND_CLANG_HOST_CODE_H
#define CURESTRUCT_FRONTEND_CLANG_HOST_CODE_H

#include "frontend/clang/state.h"

void host_code_read(Reader *reader); // after the nests: HostFile.code

#endif
