// A barrier is missing after the array is filled by one thread.

__global__ void k(int *d)
{
    extern __shared__ int s[];
    if (threadIdx.x == 0)
        for (int i = 0; i < 64; i++)
            s[i] = d[i];
    d[threadIdx.x] = s[63 - threadIdx.x]; // mistake: race in shared memory
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 64, 64 * sizeof(int)>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
