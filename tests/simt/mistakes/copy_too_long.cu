// The copy is longer than the allocation.

__global__ void k(int *d) { d[threadIdx.x] = 1; }

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    long long big[64] = {0};
    cudaMemcpy(d, big, sizeof big, cudaMemcpyHostToDevice); // mistake: copy that fails
    k<<<1, 64>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
