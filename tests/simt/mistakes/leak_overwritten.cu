// The pointer is overwritten before the memory is freed.

__global__ void k(int *d) { d[threadIdx.x] = 1; }

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    int *x;
    cudaMalloc(&x, sizeof h); // mistake: leak
    k<<<1, 64>>>(x);
    cudaMalloc(&x, sizeof h);
    k<<<1, 64>>>(x);
    cudaFree(x);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
