// Counters of the block without atomics.

__global__ void k(int *d)
{
    __shared__ int bins[8];
    if (threadIdx.x < 8)
        bins[threadIdx.x] = 0;
    __syncthreads();
    bins[d[threadIdx.x] & 7]++; // mistake: race in shared memory
    __syncthreads();
    if (threadIdx.x < 8)
        d[threadIdx.x] = bins[threadIdx.x];
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
