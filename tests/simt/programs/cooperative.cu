#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__device__ int sumTile(cg::thread_block_tile<32> tile, int value)
{
    for (int i = tile.size() / 2; i > 0; i /= 2)
        value += tile.shfl_down(value, i);
    return value;
}

__global__ void sum(const int *in, int *out, int n)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    __shared__ int total;
    if (block.thread_rank() == 0)
        total = 0;
    block.sync();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = sumTile(tile, i < n ? in[i] : 0);
    if (tile.thread_rank() == 0)
        atomicAdd(&total, value);
    cg::sync(block);
    if (block.thread_rank() == 0)
        atomicAdd(out, total);
}

int main()
{
    const int n = 777;
    int h[n], *in, *out, result = 0, expected = 0;
    for (int i = 0; i < n; i++)
        expected += h[i] = i % 8;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(out, &result, sizeof(int), cudaMemcpyHostToDevice);
    sum<<<(n + 127) / 128, 128>>>(in, out, n);
    cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%d, expected %d\n", result, expected);
    return result != expected;
}
