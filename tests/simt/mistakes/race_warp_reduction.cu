// The last warp without __syncwarp, which was right before Volta.

__global__ void k(int *d)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = d[t];
    __syncthreads();
    if (t < 32)
        s[t] += s[t + 32];
    if (t < 16)
        s[t] += s[t + 16]; // mistake: race in shared memory
    if (t == 0)
        d[0] = s[0];
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
