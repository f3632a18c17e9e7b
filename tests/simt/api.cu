// The host side: error codes of wrong calls, poison, pointer attributes, events, failures on request.
// Catches: a launcher's error path that could never run, uninitialized memory that happens to hold zeros, a copy in the
// wrong direction that a CPU would carry out.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

extern __shared__ double crs_shared[];

static int failures;

static void expect_error(int line, cudaError_t got, cudaError_t wanted)
{
    if (got == wanted)
        return;
    printf("line %d: %s, not %s\n", line, cudaGetErrorName(got), cudaGetErrorName(wanted));
    failures++;
}

static void expect_true(int line, bool condition)
{
    if (condition)
        return;
    printf("line %d: wrong\n", line);
    failures++;
}

#define ERROR(wanted, call) expect_error(__LINE__, (call), wanted)
#define OK(call) ERROR(cudaSuccess, call)
#define TRUE(condition) expect_true(__LINE__, condition)

__global__ void nothing(int) {}

__global__ void static_48k(char *out)
{
    __shared__ char bytes[48 * 1024 - 16];
    bytes[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = bytes[threadIdx.x ^ 1];
}

static cudaError_t launch(dim3 grid, dim3 block, size_t shared)
{
    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = grid;
    configuration.blockDim = block;
    configuration.dynamicSmemBytes = shared;
    return cudaLaunchKernelEx(&configuration, nothing, 3);
}

static void test_launch_limits()
{
    OK(launch(1, 1024, 48 * 1024));
    OK(launch(dim3(70000, 1, 1), 1, 0));
    ERROR(cudaErrorInvalidValue, launch(0, 32, 0));
    ERROR(cudaErrorInvalidValue, launch(1, 0, 0));
    ERROR(cudaErrorInvalidValue, launch(1, 1025, 0));
    ERROR(cudaErrorInvalidValue, launch(1, dim3(1, 1, 65), 0));
    ERROR(cudaErrorInvalidValue, launch(dim3(1, 65536), 32, 0));
    ERROR(cudaErrorInvalidValue, cudaGetLastError());
    OK(cudaGetLastError());
    ERROR(cudaErrorInvalidValue, launch(1, 32, 48 * 1024 + 1));
    OK(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024));
    OK(launch(1, 32, 227 * 1024));
    ERROR(cudaErrorInvalidValue, launch(1, 32, 227 * 1024 + 1));
    ERROR(cudaErrorInvalidValue,
          cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 228 * 1024));
    cudaFuncAttributes attributes;
    OK(cudaFuncGetAttributes(&attributes, static_48k));
    TRUE(attributes.sharedSizeBytes == 48 * 1024 - 16);
    int blocks = 0;
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, static_48k, 32, 0));
    TRUE(blocks == 4);
    cudaGetLastError();
}

static void test_memory()
{
    char *device = nullptr, host[100] = {}, *managed = nullptr, *pinned = nullptr;
    OK(cudaMalloc(&device, 100));
    OK(cudaMallocManaged(&managed, 100));
    OK(cudaMallocHost(&pinned, 100));
    ERROR(cudaErrorInvalidValue, cudaMemcpy(device, host, 100, cudaMemcpyDeviceToHost));
    ERROR(cudaErrorInvalidValue, cudaMemcpy(device, host, 101, cudaMemcpyHostToDevice));
    ERROR(cudaErrorInvalidValue, cudaMemset(host, 0, 100));
    OK(cudaMemcpy(device, host, 100, cudaMemcpyDefault));
    OK(cudaMemset(device + 50, 7, 50));
    OK(cudaMemcpy2D(host, 10, device + 45, 20, 10, 2, cudaMemcpyDeviceToHost));
    TRUE(host[4] == 0 && host[5] == 7 && host[19] == 7 && host[20] == 0);
    OK(cudaMemcpyAsync(managed, device, 100, cudaMemcpyDeviceToDevice, 0));
    OK(cudaDeviceSynchronize());
    TRUE(managed[99] == 7 && managed[0] == 0);
    cudaPointerAttributes attributes;
    OK(cudaPointerGetAttributes(&attributes, host));
    TRUE(attributes.type == cudaMemoryTypeUnregistered);
    OK(cudaPointerGetAttributes(&attributes, device + 99));
    TRUE(attributes.type == cudaMemoryTypeDevice && attributes.devicePointer == device + 99);
    OK(cudaPointerGetAttributes(&attributes, pinned));
    TRUE(attributes.type == cudaMemoryTypeHost && attributes.hostPointer == pinned);
    OK(cudaPointerGetAttributes(&attributes, managed));
    TRUE(attributes.type == cudaMemoryTypeManaged);
    OK(cudaFree(nullptr));
    OK(cudaFree(device));
    ERROR(cudaErrorInvalidValue, cudaFree(device));
    ERROR(cudaErrorInvalidValue, cudaFree(host));
    OK(cudaFree(managed));
    OK(cudaFreeHost(pinned));
    ERROR(cudaErrorMemoryAllocation, cudaMalloc(&device, (size_t)1 << 50));
    cudaGetLastError();
}

static void test_events()
{
    cudaEvent_t start, end;
    cudaStream_t stream;
    float milliseconds = -1;
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    OK(cudaEventCreate(&start));
    OK(cudaEventCreate(&end));
    ERROR(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, start, end));
    OK(cudaEventRecord(start, stream));
    OK(launch(64, 256, 0));
    OK(cudaEventRecord(end, stream));
    OK(cudaEventSynchronize(end));
    OK(cudaEventElapsedTime(&milliseconds, start, end));
    TRUE(milliseconds > 0);
    OK(cudaEventDestroy(start));
    OK(cudaEventDestroy(end));
    OK(cudaStreamSynchronize(stream));
    OK(cudaStreamDestroy(stream));
    cudaGetLastError();
}

// ---- Poison: every thread looks at what it finds, then leaves something behind for the next block ----

__global__ void look(int *found_nan, const float *fresh)
{
    __shared__ float kept[64];
    __shared__ int counts[64];
    int t = threadIdx.x;
    bool poisoned = isnan(kept[t]) && counts[t] == -1 && isnan(crs_shared[t]) && isnan(fresh[t]);
    kept[t] = 1;
    counts[t] = 2;
    crs_shared[t] = 3;
    atomicAdd(found_nan, poisoned);
}

static void test_poison()
{
    int *found, count = 0;
    float *fresh;
    OK(cudaMalloc(&found, sizeof(int)));
    OK(cudaMemset(found, 0, sizeof(int)));
    OK(cudaMalloc(&fresh, 64 * sizeof(float)));
    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = 50;
    configuration.blockDim = 64;
    configuration.dynamicSmemBytes = 64 * sizeof(double);
    for (int i = 0; i < 2; i++)
        OK(cudaLaunchKernelEx(&configuration, look, found, (const float *)fresh));
    OK(cudaMemcpy(&count, found, sizeof(int), cudaMemcpyDeviceToHost));
    TRUE(count == 2 * 50 * 64);
    OK(cudaFree(found));
    OK(cudaFree(fresh));
}

// ---- Run with CURESTRUCT_SIMT_FAIL=malloc:2,launch:2,memcpy:2,sync:2 ----

static void test_failures()
{
    void *first, *second;
    char host[4] = {};
    OK(cudaMalloc(&first, 4));
    ERROR(cudaErrorMemoryAllocation, cudaMalloc(&second, 4));
    TRUE(second == nullptr);
    OK(cudaMalloc(&second, 4));
    OK(launch(1, 1, 0));
    ERROR(cudaErrorLaunchOutOfResources, launch(1, 1, 0));
    OK(launch(1, 1, 0));
    OK(cudaMemcpy(first, host, 4, cudaMemcpyHostToDevice));
    ERROR(cudaErrorInvalidValue, cudaMemcpy(first, host, 4, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(first, host, 4, cudaMemcpyHostToDevice));
    OK(cudaDeviceSynchronize());
    ERROR(cudaErrorLaunchFailure, cudaDeviceSynchronize());
    ERROR(cudaErrorLaunchFailure, cudaMemcpy(first, host, 4, cudaMemcpyHostToDevice));
    ERROR(cudaErrorLaunchFailure, cudaFree(first));
    ERROR(cudaErrorLaunchFailure, cudaFree(second));
    ERROR(cudaErrorLaunchFailure, cudaGetLastError());
    ERROR(cudaErrorLaunchFailure, cudaGetLastError());
}

// ---- Run with CURESTRUCT_SIMT_DEVICES=0 ----

static void test_no_device()
{
    int count = 5;
    void *memory;
    cudaPointerAttributes attributes;
    ERROR(cudaErrorNoDevice, cudaGetDeviceCount(&count));
    TRUE(count == 0);
    ERROR(cudaErrorNoDevice, cudaMalloc(&memory, 4));
    ERROR(cudaErrorNoDevice, launch(1, 1, 0));
    ERROR(cudaErrorNoDevice, cudaDeviceSynchronize());
    ERROR(cudaErrorNoDevice, cudaPointerGetAttributes(&attributes, &count));
    TRUE(!strcmp(cudaGetErrorString(cudaErrorNoDevice), "no CUDA-capable device is detected"));
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (!strcmp(name, "failures")) {
        test_failures();
    } else if (!strcmp(name, "no_device")) {
        test_no_device();
    } else {
        test_launch_limits();
        test_memory();
        test_events();
        test_poison();
    }
    if (failures == 0)
        printf("all right\n");
    return failures != 0;
}
