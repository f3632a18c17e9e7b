// The number of iterations, and so of barriers, depends on the thread.

__global__ void k(int *d)
{
    for (int i = 0; i < threadIdx.x % 3; i++) {
        d[threadIdx.x] = i;
        __syncthreads(); // mistake: barrier in divergent code
    }
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
