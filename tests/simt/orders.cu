// A kernel that lacks a barrier: a reversal through shared memory. Exit status 1 when the result is wrong.
// Catches: an order of threads that hides a missing barrier whatever CURESTRUCT_SIMT_ORDER says; blocks that only work
// because they run one after another from the first.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

__global__ void neighbour_without_barrier(int *out)
{
    __shared__ int values[64];
    int t = threadIdx.x;
    values[t] = t;
    out[t] = t > 0 ? values[t - 1] : 0;
}

// Each block counts on the one before it.
__global__ void chain_of_blocks(int *out)
{
    if (threadIdx.x == 0)
        out[blockIdx.x] = blockIdx.x > 0 ? out[blockIdx.x - 1] + 1 : 0;
}

int main(int argc, char **argv)
{
    bool blocks = argc > 1 && !strcmp(argv[1], "blocks");
    int *device, host[64];
    cudaMalloc(&device, sizeof host);
    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = blocks ? 64 : 1;
    configuration.blockDim = blocks ? 1 : 64;
    cudaLaunchKernelEx(&configuration, blocks ? chain_of_blocks : neighbour_without_barrier, device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(device);
    for (int t = 0; t < 64; t++)
        if (host[t] != (blocks ? t : t > 0 ? t - 1 : 0)) {
            printf("wrong\n");
            return 1;
        }
    printf("right\n");
    return 0;
}
