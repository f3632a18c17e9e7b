// The array has no room for the halo.

__global__ void k(const int *d, int *e)
{
    __shared__ int s[64];
    s[threadIdx.x + 1] = d[threadIdx.x]; // mistake: out of bounds
    __syncthreads();
    e[threadIdx.x] = s[threadIdx.x];
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
