// The last block reads the sums of the others, and no fence precedes the counter.

__device__ unsigned count;
__global__ void k(int *d)
{
    if (threadIdx.x)
        return;
    d[blockIdx.x] = 1;
    if (atomicAdd(&count, 1u) == gridDim.x - 1)
        for (int b = 1; b < gridDim.x; b++)
            d[0] += d[b]; // mistake: race in global memory
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    k<<<4, 32>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
