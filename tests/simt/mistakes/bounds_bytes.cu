// cudaMalloc gets the number of elements instead of bytes.

__global__ void k(double *x)
{
    x[threadIdx.x] = 0; // mistake: out of bounds
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    double *x;
    cudaMalloc(&x, 64);
    k<<<1, 64>>>(x);
    cudaFree(x);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
