// More dynamic shared memory than a block has.

__global__ void k(int *d)
{
    extern __shared__ int s[];
    s[threadIdx.x] = d[threadIdx.x];
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 64, 100000>>>(d); // mistake: launch that fails
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
