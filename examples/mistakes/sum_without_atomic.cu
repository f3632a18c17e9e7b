// All blocks add to one variable. An addition loads, adds and stores, and two blocks may load the same old value. It
// has to be an atomicAdd, or a reduction.
#include <cstdio>

__global__ void sum(const int *in, int *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        *total += in[i]; // mistake: race in global memory
}

int main()
{
    const int n = 100;
    int h[n], *in, *total, result = 0;
    for (int i = 0; i < n; i++)
        h[i] = 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&total, sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(total, 0, sizeof(int));
    sum<<<(n + 31) / 32, 32>>>(in, total, n);
    cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    cudaFree(in);
    cudaFree(total);
    return 0;
}
