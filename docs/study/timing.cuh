// Times every variant of the study's kernels. A launch goes through study::launch, so that what is timed is the kernel
// alone, and what the compiler made of it (registers, resident blocks) is seen.
#pragma once

#include <cuda_runtime.h>
#include <vector>

namespace study
{

struct Variant {
    const char *kernel;
    int threads;
    long tile;
    int n; // the matrices are n * n
    void (*call)(int n, float *a, float *b, float *c);
};

struct Launch {
    float microseconds;
    int registers, spilled, shared, resident; // bytes spilled and shared; resident blocks of an SM
};

std::vector<Variant> &variants();
extern Launch last;
extern cudaEvent_t before, after;
void must(cudaError_t error, const char *what);

template <class... Parameters, class... Arguments>
cudaError_t launch(const cudaLaunchConfig_t *configuration, void (*kernel)(Parameters...), Arguments... arguments)
{
    cudaFuncAttributes attributes;
    must(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
    last.registers = attributes.numRegs;
    last.spilled = (int)attributes.localSizeBytes;
    last.shared = (int)(attributes.sharedSizeBytes + configuration->dynamicSmemBytes);
    dim3 block = configuration->blockDim;
    must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&last.resident, kernel, (int)(block.x * block.y * block.z),
                                                       configuration->dynamicSmemBytes),
         "occupancy");
    must(cudaEventRecord(before), "cudaEventRecord");
    cudaError_t error = cudaLaunchKernelEx(configuration, kernel, static_cast<Parameters>(arguments)...);
    must(cudaEventRecord(after), "cudaEventRecord");
    return error;
}

struct Register {
    Register(const Variant &variant)
    {
        variants().push_back(variant);
    }
};

} // namespace study

#define cudaLaunchKernelEx study::launch
