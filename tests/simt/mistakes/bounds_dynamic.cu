// The launch asks for too little dynamic shared memory: elements instead of bytes.

__global__ void k(const int *d, int *e)
{
    extern __shared__ int s[];
    s[threadIdx.x] = d[threadIdx.x]; // mistake: out of bounds
    __syncthreads();
    e[threadIdx.x] = s[63 - threadIdx.x];
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 64, 64>>>(d, e);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
