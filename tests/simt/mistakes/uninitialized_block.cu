// Shared memory does not outlive its block.

__global__ void k(int *e)
{
    __shared__ int s;
    if (blockIdx.x == 0)
        s = 5;
    e[blockIdx.x] = s; // mistake: uninitialized memory
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    k<<<2, 1>>>(e);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
