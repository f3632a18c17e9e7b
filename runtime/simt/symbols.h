// What the symbol table of the program or library says about a kernel. Without a table (a stripped file) the kernel has
// no name in reports, and its static __shared__ arrays are not poisoned.
#pragma once

#include <stddef.h>

namespace simt
{

struct SharedRange {
    size_t offset, size; // within the thread-local storage of the module
    const char *name;    // as written
};

struct KernelSymbols {
    const char *name;       // as written, without parameters; "0x..." when unknown
    size_t module;          // its thread-local storage, for thread_local_storage()
    const SharedRange *own; // the kernel's own static __shared__ arrays
    size_t own_count, own_size;
    const SharedRange *others; // local thread_local variables of all other functions: device functions, other kernels
    size_t other_count;
};

// Never NULL; read once per kernel and kept.
const KernelSymbols *kernel_symbols(const void *kernel);

// Where this host thread has the module's thread-local storage.
char *thread_local_storage(size_t module);

} // namespace simt
