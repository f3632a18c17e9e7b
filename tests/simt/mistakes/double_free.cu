// Memory is freed twice.

__global__ void k(int *d) { d[threadIdx.x] = 1; }

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    int *x;
    cudaMalloc(&x, sizeof h);
    k<<<1, 64>>>(x);
    cudaFree(x);
    cudaFree(x); // mistake: use after free
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
