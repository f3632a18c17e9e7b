// __device__ variables: written by the host, changed by kernels, read by the host.
#include <cstdio>

__device__ int counter = 5;
__device__ float table[4];
__constant__ struct {
    int add, times;
} settings;

__global__ void count()
{
    atomicAdd(&counter, settings.add);
    if (threadIdx.x < 4)
        table[threadIdx.x] *= settings.times;
}

int main()
{
    float h[4] = {1, 2, 3, 4};
    int result = 0, pair[2] = {2, 10};
    cudaMemcpyToSymbol(table, h, sizeof h);
    cudaMemcpyToSymbol(settings, pair, sizeof pair);
    count<<<1, 32>>>();
    cudaMemcpyFromSymbol(&result, counter, sizeof result);
    cudaMemcpyFromSymbol(h, table, sizeof h);
    void *address = nullptr;
    cudaGetSymbolAddress(&address, counter);
    cudaMemset(address, 0, sizeof(int));
    int zero = 1;
    cudaMemcpyFromSymbol(&zero, counter, sizeof zero);
    printf("%d %g %g %d\n", result, h[0], h[3], zero);
    return result != 69 || h[3] != 40 || zero != 0;
}
