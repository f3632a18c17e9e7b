// The neighbour on the left of the first element.

__global__ void k(const int *d, int *e)
{
    int i = threadIdx.x;
    e[i] = d[i] - d[i - 1]; // mistake: out of bounds
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(d, e);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
