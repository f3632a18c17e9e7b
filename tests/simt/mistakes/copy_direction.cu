// The direction of the copy is the wrong one.

__global__ void k(int *d) { d[threadIdx.x] = 1; }

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    k<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyHostToDevice); // mistake: copy that fails
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
