// Kernel launches and attributes: what a launch may request, and which checks its arguments pass.
#include "api_state.h"

#include <map>

#include "check.h"
#include "grid.h"
#include "machine/machine.h"
#include "profile.h"
#include "ptx/ptx.h"
#include "races.h"
#include "report.h"
#include "shared.h"
#include "symbols.h"

using simt::ApiCall;
using simt::DeviceLimits;

// How much dynamic shared memory each kernel has been allowed; the others have the default.
static std::map<const void *, size_t> &raised_limits()
{
    static std::map<const void *, size_t> limits;
    return limits;
}

static size_t static_shared(const void *kernel) { return simt::kernel_symbols(kernel)->own_size; }

// What is left of `total` bytes for dynamic shared memory.
static size_t dynamic_limit(const void *kernel, size_t total)
{
    size_t taken = static_shared(kernel);
    return taken < total ? total - taken : 0;
}

static size_t allowed_dynamic(const void *kernel)
{
    auto raised = raised_limits().find(kernel);
    return raised != raised_limits().end() ? raised->second : dynamic_limit(kernel, simt::default_shared_limit);
}

namespace simt
{

static bool fits(dim3 size, unsigned x, unsigned y, unsigned z)
{
    return size.x >= 1 && size.y >= 1 && size.z >= 1 && size.x <= x && size.y <= y && size.z <= z;
}

static bool wants_more(const cudaLaunchConfig_t &configuration)
{
    for (unsigned i = 0; i < configuration.numAttrs; i++) {
        const cudaLaunchAttribute &attribute = configuration.attrs[i];
        bool cluster =
            attribute.id == cudaLaunchAttributeClusterDimension &&
            (attribute.val.clusterDim.x > 1 || attribute.val.clusterDim.y > 1 || attribute.val.clusterDim.z > 1);
        if (cluster)
            return true;
    }
    return false;
}

static bool is_cooperative(const cudaLaunchConfig_t &configuration)
{
    for (unsigned i = 0; i < configuration.numAttrs; i++)
        if (configuration.attrs[i].id == cudaLaunchAttributeCooperative && configuration.attrs[i].val.cooperative)
            return true;
    return false;
}

// Whether all blocks are resident at once.
static bool fits_at_once(const cudaLaunchConfig_t &configuration, const void *kernel)
{
    dim3 grid = configuration.gridDim, block = configuration.blockDim;
    int resident = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, (int)(block.x * block.y * block.z),
                                                  configuration.dynamicSmemBytes);
    return (uint64_t)grid.x * grid.y * grid.z <= (uint64_t)resident * DeviceLimits::multiprocessors;
}

// Why the launch cannot be, as an error and in words.
static cudaError_t check_configuration(const cudaLaunchConfig_t &configuration, const void *kernel, char *why,
                                       size_t size)
{
    dim3 grid = configuration.gridDim, block = configuration.blockDim;
    uint64_t threads = (uint64_t)block.x * block.y * block.z;
    if (!kernel)
        return cudaErrorInvalidDeviceFunction;
    size_t own = static_shared(kernel), dynamic = configuration.dynamicSmemBytes;
    if (!fits(grid, DeviceLimits::grid_x, DeviceLimits::grid_y, DeviceLimits::grid_z))
        snprintf(why, size, "a grid of %u x %u x %u blocks; each has to be at least 1, and y and z at most 65535",
                 grid.x, grid.y, grid.z);
    else if (!fits(block, DeviceLimits::block_x, DeviceLimits::block_y, DeviceLimits::block_z) ||
             threads > max_block_threads)
        snprintf(why, size, "a block of %u x %u x %u threads; there have to be at least 1 and at most %u, 64 along z",
                 block.x, block.y, block.z, max_block_threads);
    else if (dynamic > allowed_dynamic(kernel) || (options().check && own > default_shared_limit))
        snprintf(why, size, "%zu bytes of shared memory, %zu of them dynamic; a block has at most %zu", own + dynamic,
                 dynamic, own + allowed_dynamic(kernel));
    else
        return wants_more(configuration) ? cudaErrorNotSupported
               : is_cooperative(configuration) && !fits_at_once(configuration, kernel)
                   ? cudaErrorCooperativeLaunchTooLarge
                   : cudaSuccess;
    return cudaErrorInvalidValue; // as CUDA 13 does; it no longer gives cudaErrorInvalidConfiguration
}

// A pointer to plain host memory among the arguments is a copy that was forgotten.
static void check_arguments(const KernelCall &call, const char *kernel_name)
{
    if (options().host_pointers)
        return;
    for (unsigned i = 0; i < call.argument_count; i++)
        if (call.pointers[i] && !memory_reserved(call.pointers[i]))
            report_host("a kernel is given a pointer to host memory\n  in kernel %s, argument %u: %p", kernel_name,
                        i + 1, call.pointers[i]);
}

cudaError_t launch(const cudaLaunchConfig_t &configuration, const KernelCall &kernel_call)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    cudaError_t broken;
    if (breaks_capture(call, used_stream(configuration.stream), &broken))
        return broken;
    if (failure_due(Failure::launch))
        return call.result(cudaErrorLaunchOutOfResources);
    char why[200] = "";
    cudaError_t error = check_configuration(configuration, kernel_call.kernel, why, sizeof why);
    if (error != cudaSuccess) {
        check_failed_launch(kernel_symbols(kernel_call.kernel)->name, *why ? why : cudaGetErrorString(error));
        return call.remember(error);
    }
    static unsigned launches;
    const KernelSymbols &symbols = *kernel_symbols(kernel_call.kernel);
    check_arguments(kernel_call, symbols.name);
    Grid grid = {&kernel_call,
                 symbols.name,
                 configuration.gridDim,
                 configuration.blockDim,
                 configuration.dynamicSmemBytes,
                 launches++,
                 is_cooperative(configuration),
                 configuration.inOrder};
    MemoryAccess access;
    if (!machine_run(grid) && !ptx_run(grid)) {
        profile_install();
        races_begin();
        grid_run(grid, symbols);
        races_end();
        profile_launch_end(grid);
    }
    memory_check(symbols.name);
    return cudaSuccess;
}

} // namespace simt

cudaError_t cudaFuncSetAttribute(const void *kernel, cudaFuncAttribute attribute, int value)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (!kernel)
        return call.result(cudaErrorInvalidDeviceFunction);
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || (size_t)value > dynamic_limit(kernel, simt::opt_in_shared_limit))
            return call.result(cudaErrorInvalidValue);
        raised_limits()[kernel] = (size_t)value;
        return cudaSuccess;
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        return call.result(value >= -1 && value <= 100 ? cudaSuccess : cudaErrorInvalidValue);
    }
    return call.result(cudaErrorInvalidValue);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *kernel)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (!attributes || !kernel)
        return call.result(attributes ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidValue);
    *attributes = {};
    attributes->sharedSizeBytes = static_shared(kernel);
    attributes->maxThreadsPerBlock = simt::max_block_threads;
    attributes->numRegs = DeviceLimits::registers_per_thread;
    attributes->ptxVersion = attributes->binaryVersion = 90;
    attributes->maxDynamicSharedSizeBytes = (int)allowed_dynamic(kernel);
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int block_size,
                                                          size_t dynamic_shared)
{
    ApiCall call;
    if (call.failed())
        return call.error();
    if (!blocks || block_size < 1)
        return call.result(cudaErrorInvalidValue);
    if (!kernel)
        return call.result(cudaErrorInvalidDeviceFunction);
    int rounded = (block_size + warpSize - 1) / warpSize * warpSize;
    size_t shared = dynamic_shared + static_shared(kernel) + DeviceLimits::reserved_shared;
    int by_threads = DeviceLimits::threads_per_multiprocessor / rounded;
    int by_registers = DeviceLimits::registers / (rounded * DeviceLimits::registers_per_thread);
    int by_shared = (int)(DeviceLimits::shared_per_multiprocessor / shared);
    bool fits = block_size <= (int)simt::max_block_threads && dynamic_shared <= allowed_dynamic(kernel);
    *blocks =
        fits ? min(min(DeviceLimits::blocks_per_multiprocessor + 0, by_threads), min(by_registers, by_shared)) : 0;
    return cudaSuccess;
}
