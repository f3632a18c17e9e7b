// A tree without a barrier between its levels.

__global__ void k(int *d)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = d[t];
    __syncthreads();
    for (int w = 32; w > 0; w /= 2)
        if (t < w)
            s[t] += s[t + w]; // mistake: race in shared memory
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
