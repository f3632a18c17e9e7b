// Catches a limit, granule or rounding that is not the vendor's: active blocks of every combination of threads,
// registers, shared memory and preferred split are compared with the toolkit's own header, on every board of the table
// that it knows.
#include "analysis/model/occupancy.h"
#include "test.h"

#include <cuda_occupancy.h>

static cudaOccDeviceProp properties_of(const Device *device)
{
    return (cudaOccDeviceProp){
        .computeMajor = device->compute_major,
        .computeMinor = device->compute_minor,
        .maxThreadsPerBlock = device->max_threads_per_block,
        .maxThreadsPerMultiprocessor = device->max_threads_per_sm,
        .regsPerBlock = device->registers_per_block,
        .regsPerMultiprocessor = device->registers_per_sm,
        .warpSize = WARP_SIZE,
        .sharedMemPerBlock = (size_t)device->shared_per_block,
        .sharedMemPerMultiprocessor = (size_t)device->shared_per_sm,
        .numSms = device->sms,
        .sharedMemPerBlockOptin = (size_t)device->shared_per_block_optin,
        .reservedSharedMemPerBlock = (size_t)device->shared_reserved,
    };
}

static unsigned limits_of(unsigned factors)
{
    return (factors & OCC_LIMIT_WARPS ? LIMITED_BY_THREADS : 0u) |
           (factors & OCC_LIMIT_REGISTERS ? LIMITED_BY_REGISTERS : 0u) |
           (factors & OCC_LIMIT_SHARED_MEMORY ? LIMITED_BY_SHARED : 0u) |
           (factors & OCC_LIMIT_BLOCKS ? LIMITED_BY_BLOCKS : 0u);
}

// `percent` -1: no preference.
static void compare(const Device *device, KernelResources resources, int percent)
{
    cudaOccDeviceProp properties = properties_of(device);
    cudaOccDeviceState state = {.carveoutConfig = percent};
    cudaOccFuncAttributes attributes = {
        .maxThreadsPerBlock = INT_MAX,
        .numRegs = resources.registers,
        .sharedSizeBytes = (size_t)resources.shared_static,
        .shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN,
        .maxDynamicSharedSizeBytes = (size_t)resources.shared_dynamic,
        .numBlockBarriers = 1,
    };
    cudaOccResult theirs = {0};
    int64_t preferred = (int64_t)percent * device->shared_per_sm / 100;
    resources.shared_carveout = percent < 0 ? 0 : preferred ? preferred : 1;
    Occupancy ours = occupancy_of(device, &resources);
    EXPECT(cudaOccMaxActiveBlocksPerMultiprocessor(&theirs, &properties, &attributes, &state, resources.threads,
                                                   (size_t)resources.shared_dynamic) == CUDA_OCC_SUCCESS);
    bool equal = ours.active_blocks == theirs.activeBlocksPerMultiprocessor &&
                 ours.by_threads == theirs.blockLimitWarps && ours.by_registers == theirs.blockLimitRegs &&
                 ours.by_shared == theirs.blockLimitSharedMem && ours.by_blocks == theirs.blockLimitBlocks &&
                 ours.limits == limits_of(theirs.limitingFactors) &&
                 ours.registers_per_block == theirs.allocatedRegistersPerBlock &&
                 ours.shared_per_block == (int64_t)theirs.allocatedSharedMemPerBlock;
    EXPECT(equal);
    if (!equal && test_failures < 20)
        fprintf(stderr, "%s: %d threads, %d registers, %lld + %lld bytes, %d %%: %d blocks, the toolkit says %d\n",
                device->name, resources.threads, resources.registers, (long long)resources.shared_static,
                (long long)resources.shared_dynamic, percent, ours.active_blocks, theirs.activeBlocksPerMultiprocessor);
}

static void compare_device(const Device *device)
{
    static const int threads[] = {1,   31,  32,  33,  64,  96,  128, 160, 192, 224,  256,  288, 320,
                                  384, 416, 480, 512, 640, 736, 768, 800, 992, 1023, 1024, 1025};
    static const int registers[] = {0,  1,  7,  8,  9,  16,  24,  25,  32,  33,  40,  48,  56, 63,
                                    64, 65, 72, 80, 96, 112, 128, 129, 168, 192, 224, 248, 255};
    static const int dynamic[] = {0,     1,      127,    128,    1000,   1024,   3072,   4096,   7168,  8192,  10000,
                                  12288, 16384,  24576,  32768,  48128,  49151,  49152,  49153,  65536, 65537, 80000,
                                  98304, 101376, 101377, 115712, 166912, 166913, 232448, 232449, 300000};
    static const int percents[] = {-1, 0, 10, 25, 50, 75, 100};
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
        for (size_t r = 0; r < sizeof registers / sizeof *registers; r++)
            for (size_t s = 0; s < sizeof dynamic / sizeof *dynamic; s++) {
                KernelResources resources = {
                    .threads = threads[t], .registers = registers[r], .shared_dynamic = dynamic[s]};
                compare(device, resources, percents[(t + r + s) % 7]);
                resources.shared_static = 4 * (int)((t * 131 + r * 17) % 3000);
                compare(device, resources, -1);
            }
}

int main(void)
{
    int compared = 0;
    for (int i = 0; i < device_count(); i++) {
        if (device_at(i)->compute_major < 7) // not in the header any more
            continue;
        compare_device(device_at(i));
        compared++;
    }
    EXPECT(compared >= 11);
    return test_status();
}
