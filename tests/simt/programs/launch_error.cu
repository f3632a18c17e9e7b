// A launch that fails, and a program that asks why.
#include <cstdio>

__global__ void fill(int *data) { data[threadIdx.x] = threadIdx.x; }

int main()
{
    int *data, h[64];
    cudaMalloc(&data, sizeof h);
    fill<<<1, 2048>>>(data);
    cudaError_t error = cudaGetLastError();
    printf("2048 threads: %s\n", error == cudaSuccess ? "fine" : "an error");
    fill<<<1, 64>>>(data);
    printf("64 threads: %s\n", cudaGetErrorString(cudaPeekAtLastError()));
    cudaMemcpy(h, data, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return error == cudaSuccess || h[63] != 63;
}
