// A lock: an atomic operation and a fence on both sides of the protected line.
#include <cstdio>

__global__ void count(int *lock, int *total)
{
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    *total += blockIdx.x + 1;
    __threadfence();
    atomicExch(lock, 0);
}

int main()
{
    int *lock, *total, result = 0;
    cudaMalloc(&lock, sizeof(int));
    cudaMalloc(&total, sizeof(int));
    cudaMemset(lock, 0, sizeof(int));
    cudaMemset(total, 0, sizeof(int));
    count<<<4, 32>>>(lock, total);
    cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(lock);
    cudaFree(total);
    printf("%d\n", result);
    return result != 10;
}
