// A float2 at an address that is not a multiple of 8.

__global__ void k(float *x)
{
    x[0] = ((float2 *)(x + 1))->y; // mistake: misaligned access
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    float *x;
    cudaMalloc(&x, 64 * sizeof(float));
    cudaMemset(x, 0, 64 * sizeof(float));
    k<<<1, 1>>>(x);
    cudaFree(x);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
