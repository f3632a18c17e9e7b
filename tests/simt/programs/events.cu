#include <cstdio>

__global__ void work(int *data)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < 100; k++)
        data[i] += k;
}

int main()
{
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    int *d, h[256];
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    cudaEventRecord(start);
    work<<<2, 128>>>(d);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float milliseconds = -1;
    cudaEventElapsedTime(&milliseconds, start, stop);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%s, h[7] = %d\n", milliseconds >= 0 ? "timed" : "no time", h[7]);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(d);
    return h[7] != 4950 || milliseconds < 0;
}
