// The number of blocks is rounded down to 0.

__global__ void k(int *d) { d[threadIdx.x] = 1; }

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    int n = 63;
    k<<<n / 64, 64>>>(d); // mistake: launch that fails
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
