// Some threads return before the barrier.

__global__ void k(int *d, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    d[i] = i;
    __syncthreads(); // mistake: barrier in divergent code
    d[i] += 1;
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    k<<<1, 64>>>(d, 40);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
