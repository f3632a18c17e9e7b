// The host loads from memory that cudaMalloc has given, which only kernels can. The result has to be copied first.
#include <cstdio>

__global__ void answer(int *result) { *result = 42; }

int main()
{
    int *result;
    cudaMalloc(&result, sizeof(int));
    answer<<<1, 1>>>(result);
    cudaDeviceSynchronize();
    printf("%d\n", *result); // mistake: device memory in the host's code
    cudaFree(result);
    return 0;
}
