// Blocks wait for each other with __syncthreads, which orders one block only.

__global__ void k(int *d)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    d[i] = i;
    __syncthreads();
    int next = d[(i + 32) % 64]; // mistake: race in global memory
    __syncthreads();
    if (next < 0)
        d[i] = 0;
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    k<<<2, 32>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
