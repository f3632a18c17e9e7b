// The array is allocated with malloc: it is in the memory of the host, which a kernel cannot reach.
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = i; // mistake: host memory in a kernel
}

int main()
{
    const int n = 100;
    int *data = (int *)malloc(n * sizeof(int));
    fill<<<1, 128>>>(data, n);
    cudaDeviceSynchronize();
    printf("%d\n", data[7]);
    free(data);
    return 0;
}
