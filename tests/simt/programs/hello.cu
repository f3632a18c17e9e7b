// printf from a kernel; no copy at all.
#include <stdio.h>

__global__ void hello()
{
    printf("hello from thread %d of block %d\n", threadIdx.x, blockIdx.x);
}

int main()
{
    hello<<<2, 4>>>();
    cudaDeviceSynchronize();
    return 0;
}
