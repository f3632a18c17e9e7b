// What `curestruct simt` looks for in a program of somebody's own: CURESTRUCT_SIMT_CHECK=1.
//
// The program is compiled by clang in its CUDA mode (cuda_abi.cpp), its kernels with -fsanitize=thread, whose callbacks
// tell of every load and store of a kernel (races.h). On top of races, these are errors, each with a place:
//   a load of bytes of device or shared memory that nobody has written;
//   an access past the end of a shared array, or of a __device__ or __constant__ variable;
//   an access of a kernel to the host's memory, and of the host to the device's;
//   an address that is not a multiple of the type's alignment (clang's -fsanitize=alignment), an index outside of the
//   bounds of an array that its type tells (-fsanitize=bounds);
//   an allocation that is never freed, a call of the API that fails, a launch that fails without anybody asking.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "cuda_abi.h"
#include "report.h"

namespace simt
{

struct Access {
    bool load, store; // an atomic operation may be both
};

// The __device__ or __constant__ variable at the address, or NULL.
const Variable *check_variable(uintptr_t address);

// An access by the current thread that is not to its own variables, and does not end in the array that it begins in
// (`in_array`), or begins in none.
void check_access(const void *address, size_t size, Access access, bool in_array, const void *instruction);
// It loads what nobody has written.
[[noreturn]] void check_unwritten(const void *address, size_t size, const void *instruction);

// "byte 16 of the shared array tile", "element ..."; memory_describe for other memory.
void check_describe(const void *address, char *text, size_t size);

// Where the next launch is in the program.
void check_launch_site(const CallSite &site);
// The launch could not start. Reported at the end, unless the program asks for the last error before.
void check_failed_launch(const char *kernel_name, const char *why);
// A call of the API has failed for this reason.
void check_failed_call(const char *why);
void check_asked_for_error(); // cudaGetLastError, cudaPeekAtLastError
void check_finish();          // at the end of the process

} // namespace simt
