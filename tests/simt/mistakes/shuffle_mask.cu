// The mask names other lanes than those that come.

__global__ void k(int *d)
{
    int v = threadIdx.x;
    if (threadIdx.x >= 16)
        v = __shfl_xor_sync(0x0000ffff, v, 1); // mistake: misuse of a warp operation
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
