// Programs that clang has compiled in its CUDA mode.
#pragma once

#include <map>
#include <stddef.h>

namespace simt
{

struct Variable {
    const char *name;
    void *address; // on the device
    size_t size;
};

// The program's __device__ and __constant__ variables, by the address that the host's code has for them.
const std::map<const void *, Variable> &device_variables();

#if defined(__x86_64__)
typedef void(__attribute__((ms_abi)) * DeviceKernel)(...);
#endif

// The device's function of a kernel; the same pointer for a program that is not compiled in this mode.
const void *device_kernel(const void *stub);

} // namespace simt
