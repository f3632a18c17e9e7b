// Turns faults in a kernel, or on device memory, into reports.
#pragma once

#include "block.h"

namespace simt
{

// Installs the signal handlers, once; they are taken out again when the runtime's module is unloaded.
void faults_install();

// Gives this host thread a stack to handle faults on, unless it has one: the fault may be a stack overflow.
void faults_prepare_thread();

} // namespace simt
