// One element too far.

__global__ void k(int *d, int n)
{
    int i = threadIdx.x;
    if (i <= n)
        d[i] = i; // mistake: out of bounds
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    k<<<1, 128>>>(d, 64);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
