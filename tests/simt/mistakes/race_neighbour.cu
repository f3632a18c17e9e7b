// Stencil in place: a thread loads what another one of the block stores.

__global__ void k(int *d)
{
    int i = threadIdx.x;
    if (i > 0)
        d[i] = d[i - 1] + 1; // mistake: race in global memory
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
