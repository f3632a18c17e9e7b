// A barrier waits for all threads of the block, but only those with an element come to it. It has to be outside of the
// condition.
#include <cstdio>

__global__ void reverse(int *data, int n)
{
    __shared__ int copy[64];
    int i = threadIdx.x;
    if (i < n) {
        copy[i] = data[i];
        __syncthreads(); // mistake: barrier in divergent code
        data[i] = copy[n - 1 - i];
    }
}

int main()
{
    const int n = 50;
    int h[n], *data;
    for (int i = 0; i < n; i++)
        h[i] = i;
    cudaMalloc(&data, sizeof h);
    cudaMemcpy(data, h, sizeof h, cudaMemcpyHostToDevice);
    reverse<<<1, 64>>>(data, n);
    cudaMemcpy(h, data, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(data);
    return 0;
}
