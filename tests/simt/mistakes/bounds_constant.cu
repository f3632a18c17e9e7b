// A constant array is indexed by the thread.

__constant__ int table[16];
__global__ void k(int *d)
{
    d[threadIdx.x] = table[threadIdx.x]; // mistake: out of bounds
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    k<<<1, 64>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
