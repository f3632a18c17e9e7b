// Votes: the lanes of a warp that keep an element share one atomic addition.
#include <cstdio>

__global__ void compact(const int *in, int *out, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    bool keep = i < n && in[i] > 0;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    int base = 0;
    if (lane == 0 && votes)
        base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep)
        out[base + __popc(votes & ((1u << lane) - 1))] = in[i];
    if (__syncthreads_or(keep) && __any_sync(0xffffffff, keep) != (votes != 0))
        __trap();
}

int main()
{
    const int n = 500;
    int h[n], *in, *out, *count, kept = 0, expected = 0;
    long long sum = 0, wanted = 0;
    for (int i = 0; i < n; i++) {
        h[i] = i % 3 - 1;
        expected += h[i] > 0;
        wanted += h[i] > 0 ? h[i] : 0;
    }
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&count, sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(count, 0, sizeof(int));
    compact<<<4, 128>>>(in, out, count, n);
    cudaMemcpy(&kept, count, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(h, out, kept * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < kept; i++)
        sum += h[i];
    cudaFree(in);
    cudaFree(out);
    cudaFree(count);
    printf("%d kept, expected %d\n", kept, expected);
    return kept != expected || sum != wanted;
}
