// threadIdx and the like as values: copied, passed on, deduced; and local variables of the host with their names.
#include <cstdio>

__device__ int first(uint3 at) { return at.x; }
__device__ int second(dim3 size) { return size.y; }
template <class V> __device__ int total(V at) { return at.x + at.y + at.z; }

__global__ void store(int *out)
{
    dim3 size(blockDim), own = threadIdx;
    uint3 block = blockIdx;
    auto copy = threadIdx;
    const dim3 &grid = gridDim;
    int linear = (block.y * grid.x + block.x) * size.x * size.y + own.y * size.x + copy.x;
    out[linear] = linear + first(threadIdx) - (int)threadIdx.x + second(blockDim) - 2 + total(threadIdx) -
                  (int)(own.x + own.y + own.z);
}

int main()
{
    const int n = 2 * 3 * 4 * 2;
    dim3 gridDim(2, 3), blockDim(4, 2);
    int *out, host[n], wrong = 0;
    cudaMalloc(&out, sizeof host);
    store<<<gridDim, blockDim>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += host[i] != i;
    printf("%d wrong\n", wrong);
    cudaFree(out);
    return wrong;
}
