// The grid has more threads than the array has elements, since it is rounded up to whole blocks. An `if (i < n)` is
// missing.
#include <cstdio>

__global__ void scale(float *data, float factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] *= factor; // mistake: out of bounds
}

int main()
{
    const int n = 1000;
    static float h[n];
    float *data;
    cudaMalloc(&data, sizeof h);
    cudaMemcpy(data, h, sizeof h, cudaMemcpyHostToDevice);
    scale<<<(n + 255) / 256, 256>>>(data, 2.0f, n);
    cudaMemcpy(h, data, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[n - 1]);
    cudaFree(data);
    return 0;
}
