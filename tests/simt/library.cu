// A library with a launcher and the whole runtime inside; load.cpp opens it, calls it, closes it, and does so again.
// Catches: thread-local storage that cannot be loaded late, host threads that outlive their code.
#include <cuda_runtime.h>

extern __shared__ int crs_shared[];

__global__ void reverse(int n, int *x)
{
    __shared__ int kept[256];
    int t = threadIdx.x;
    kept[t] = crs_shared[t] = x[t];
    __syncthreads();
    x[t] = (kept[n - 1 - t] + crs_shared[n - 1 - t]) / 2;
}

extern "C" int reverse_on_device(int n, int *x)
{
    int *device;
    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = 1;
    configuration.blockDim = n;
    configuration.dynamicSmemBytes = n * sizeof(int);
    if (cudaMalloc(&device, n * sizeof(int)) != cudaSuccess)
        return 1;
    cudaMemcpy(device, x, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaError_t error = cudaLaunchKernelEx(&configuration, reverse, n, device);
    cudaMemcpy(x, device, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(device);
    return error != cudaSuccess;
}
