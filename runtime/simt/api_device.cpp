// Devices and their properties.
#include "api_state.h"
#include "block.h"
#include "shared.h"

#include <stdlib.h>

using simt::ApiCall;
using simt::DeviceLimits;

int simt::most_blocks()
{
    constexpr int most = DeviceLimits::grid_y;
    const char *text = getenv("CURESTRUCT_SIMT_GRID");
    int asked = text ? atoi(text) : most;
    return asked > 0 && asked < most ? asked : most;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    ApiCall call;
    if (!count)
        return call.result(cudaErrorInvalidValue);
    *count = (int)simt::options().devices;
    return call.error();
}

cudaError_t cudaGetDevice(int *device)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (!device)
        return call.result(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    return call.result(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaSetDeviceFlags(unsigned int) { return ApiCall().error(); }
cudaError_t cudaDeviceSynchronize() { return simt::synchronize(); }
cudaError_t cudaDeviceReset() { return ApiCall().error(); }

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    ApiCall call;
    if (!version)
        return call.result(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version) { return cudaRuntimeGetVersion(version); }

cudaError_t cudaMemGetInfo(size_t *available, size_t *total)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (!available || !total)
        return call.result(cudaErrorInvalidValue);
    *total = simt::memory_total();
    *available = *total - simt::memory_used();
    return cudaSuccess;
}

// -1: not an attribute of this machine.
static int attribute_value(cudaDeviceAttr attribute)
{
    switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock: return simt::max_block_threads;
    case cudaDevAttrMaxBlockDimX: return DeviceLimits::block_x;
    case cudaDevAttrMaxBlockDimY: return DeviceLimits::block_y;
    case cudaDevAttrMaxBlockDimZ: return DeviceLimits::block_z;
    case cudaDevAttrMaxGridDimX: return DeviceLimits::grid_x;
    case cudaDevAttrMaxGridDimY: return simt::most_blocks();
    case cudaDevAttrMaxGridDimZ: return simt::most_blocks();
    case cudaDevAttrMaxSharedMemoryPerBlock: return (int)simt::default_shared_limit;
    case cudaDevAttrTotalConstantMemory: return 65536;
    case cudaDevAttrWarpSize: return warpSize;
    case cudaDevAttrMaxRegistersPerBlock: return DeviceLimits::registers;
    case cudaDevAttrClockRate: return 1980000;
    case cudaDevAttrMultiProcessorCount: return DeviceLimits::multiprocessors;
    case cudaDevAttrIntegrated: return 0;
    case cudaDevAttrCanMapHostMemory: return 1;
    case cudaDevAttrConcurrentKernels: return 1;
    case cudaDevAttrEccEnabled: return 1;
    case cudaDevAttrMemoryClockRate: return 3201000;
    case cudaDevAttrGlobalMemoryBusWidth: return 6016;
    case cudaDevAttrL2CacheSize: return DeviceLimits::cache_bytes;
    case cudaDevAttrMaxThreadsPerMultiProcessor: return DeviceLimits::threads_per_multiprocessor;
    case cudaDevAttrUnifiedAddressing: return 1;
    case cudaDevAttrComputeCapabilityMajor: return 9;
    case cudaDevAttrComputeCapabilityMinor: return 0;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return DeviceLimits::shared_per_multiprocessor;
    case cudaDevAttrMaxRegistersPerMultiprocessor: return DeviceLimits::registers;
    case cudaDevAttrManagedMemory: return 1;
    case cudaDevAttrPageableMemoryAccess: return simt::options().host_pointers;
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables: return simt::options().host_pointers;
    case cudaDevAttrConcurrentManagedAccess: return 1;
    case cudaDevAttrCooperativeLaunch: return 1;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: return (int)simt::opt_in_shared_limit;
    case cudaDevAttrMaxBlocksPerMultiprocessor: return DeviceLimits::blocks_per_multiprocessor;
    case cudaDevAttrReservedSharedMemoryPerBlock: return DeviceLimits::reserved_shared;
    case cudaDevAttrMemoryPoolsSupported: return 1;
    case cudaDevAttrClusterLaunch: return 0;
    }
    return -1;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (device != 0)
        return call.result(cudaErrorInvalidDevice);
    int found = attribute_value(attribute);
    if (!value || found < 0)
        return call.result(cudaErrorInvalidValue);
    *value = found;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (device != 0)
        return call.result(cudaErrorInvalidDevice);
    if (!properties)
        return call.result(cudaErrorInvalidValue);
    *properties = {};
    cudaDeviceProp &p = *properties;
    snprintf(p.name, sizeof p.name, "curestruct simt (CPU)");
    p.totalGlobalMem = simt::memory_total();
    p.sharedMemPerBlock = simt::default_shared_limit;
    p.regsPerBlock = DeviceLimits::registers;
    p.warpSize = warpSize;
    p.memPitch = 2147483647;
    p.maxThreadsPerBlock = simt::max_block_threads;
    p.maxThreadsDim[0] = DeviceLimits::block_x;
    p.maxThreadsDim[1] = DeviceLimits::block_y;
    p.maxThreadsDim[2] = DeviceLimits::block_z;
    p.maxGridSize[0] = DeviceLimits::grid_x;
    p.maxGridSize[1] = simt::most_blocks();
    p.maxGridSize[2] = simt::most_blocks();
    p.totalConstMem = 65536;
    p.major = 9;
    p.multiProcessorCount = DeviceLimits::multiprocessors;
    p.canMapHostMemory = p.concurrentKernels = p.ECCEnabled = p.unifiedAddressing = 1;
    p.memoryBusWidth = 6016;
    p.clockRate = 1980000;
    p.memoryClockRate = 3201000;
    p.asyncEngineCount = 3;
    p.l2CacheSize = DeviceLimits::cache_bytes;
    p.maxThreadsPerMultiProcessor = DeviceLimits::threads_per_multiprocessor;
    p.sharedMemPerMultiprocessor = DeviceLimits::shared_per_multiprocessor;
    p.regsPerMultiprocessor = DeviceLimits::registers;
    p.managedMemory = p.concurrentManagedAccess = p.memoryPoolsSupported = 1;
    p.pageableMemoryAccess = simt::options().host_pointers;
    p.sharedMemPerBlockOptin = simt::opt_in_shared_limit;
    p.maxBlocksPerMultiProcessor = DeviceLimits::blocks_per_multiprocessor;
    p.reservedSharedMemPerBlock = DeviceLimits::reserved_shared;
    return cudaSuccess;
}
