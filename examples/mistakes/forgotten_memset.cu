// Memory from cudaMalloc holds anything. The counters have to be set to zero before kernels add to them.
#include <cstdio>

__global__ void histogram(const unsigned char *text, int n, int *counts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[text[i] % 16], 1); // mistake: uninitialized memory
}

int main()
{
    const char text[] = "what are these letters";
    unsigned char *data;
    int *counts, h[16];
    cudaMalloc(&data, sizeof text);
    cudaMalloc(&counts, sizeof h);
    cudaMemcpy(data, text, sizeof text, cudaMemcpyHostToDevice);
    histogram<<<1, 32>>>(data, sizeof text, counts);
    cudaMemcpy(h, counts, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(data);
    cudaFree(counts);
    return 0;
}
