// Two votes in the branches of a condition are not one.

__global__ void k(int *d)
{
    int v;
    if (threadIdx.x & 1)
        v = __any_sync(0xffffffff, threadIdx.x > 5); // mistake: misuse of a warp operation
    else
        v = __all_sync(0xffffffff, threadIdx.x > 5);
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
