// A kernel uses what is freed.

__global__ void k(int *d)
{
    d[threadIdx.x] = 1; // mistake: use after free
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    int *x;
    cudaMalloc(&x, sizeof h);
    cudaFree(x);
    k<<<1, 64>>>(x);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
