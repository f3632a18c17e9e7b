// A maximum without an atomic operation.

__device__ int best;
__global__ void k(const int *d)
{
    if (d[threadIdx.x] > best)
        best = d[threadIdx.x]; // mistake: race in global memory
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    for (int i = 0; i < 64; i++)
        h[i] = i;
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
