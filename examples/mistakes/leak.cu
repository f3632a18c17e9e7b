// Each call of the function allocates memory, and the early return does not free it.
#include <cstdio>

__global__ void clear(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = 0;
}

static bool run(int n, bool stop)
{
    int *data;
    cudaMalloc(&data, n * sizeof(int)); // mistake: leak
    clear<<<(n + 127) / 128, 128>>>(data, n);
    if (stop)
        return false;
    cudaFree(data);
    return true;
}

int main()
{
    printf("%d %d\n", run(100, false), run(200, true));
    return 0;
}
