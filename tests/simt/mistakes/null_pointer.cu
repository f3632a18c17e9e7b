// cudaMalloc fails, and the null pointer is used.

__global__ void k(int *d)
{
    d[threadIdx.x] = 1; // mistake: host memory in a kernel
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    int *huge = nullptr;
    cudaMalloc(&huge, (size_t)1 << 50);
    k<<<1, 64>>>(huge);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
