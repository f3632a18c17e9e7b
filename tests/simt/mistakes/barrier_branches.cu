// Two barriers in the branches of a condition are not one.

__global__ void k(int *d)
{
    if (threadIdx.x < 32) {
        d[threadIdx.x] = 1;
        __syncthreads();
    } else {
        d[threadIdx.x] = 2;
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
