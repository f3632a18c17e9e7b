// Only half of the tile is loaded.

__global__ void k(const int *d, int *e)
{
    __shared__ int s[64];
    if (threadIdx.x < 32)
        s[threadIdx.x] = d[threadIdx.x];
    __syncthreads();
    e[threadIdx.x] = s[63 - threadIdx.x]; // mistake: uninitialized memory
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(d, e);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
