// Rows and columns are exchanged.

__global__ void k(int *d, int rows, int columns)
{
    int r = threadIdx.y, c = threadIdx.x;
    if (r < rows && c < columns)
        d[c * columns + r] = r; // mistake: out of bounds
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    k<<<1, dim3(16, 4)>>>(d, 4, 16);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
