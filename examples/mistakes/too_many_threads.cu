// A block has at most 1024 threads. The kernel does not run, and nobody asks why: the result is what was there before.
#include <cstdio>

__global__ void add(float *c, const float *a, int n)
{
    if (threadIdx.x < n)
        c[threadIdx.x] += a[threadIdx.x];
}

int main()
{
    const int n = 1500;
    static float h[n];
    float *a, *c;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&c, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(c, h, sizeof h, cudaMemcpyHostToDevice);
    add<<<1, n>>>(c, a, n); // mistake: launch that fails
    cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[0]);
    cudaFree(a);
    cudaFree(c);
    return 0;
}
