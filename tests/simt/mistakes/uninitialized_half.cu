// The copy moves elements instead of bytes.

__global__ void k(const int *d, int *e)
{
    e[threadIdx.x] = 2 * d[threadIdx.x]; // mistake: uninitialized memory
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    cudaMemcpy(d, h, 64, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(d, e);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
