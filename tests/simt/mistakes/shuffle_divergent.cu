// A shuffle of the whole warp in a branch that half of it takes.

__global__ void k(int *d)
{
    int v = threadIdx.x;
    if (threadIdx.x < 16)
        v += __shfl_down_sync(0xffffffff, v, 8); // mistake: misuse of a warp operation
    d[threadIdx.x] = v;
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    k<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
