// The host stores to device memory.

__global__ void k(int *d) { d[0]++; }

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    for (int i = 0; i < 64; i++)
        d[i] = i; // mistake: device memory in the host's code
    k<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
