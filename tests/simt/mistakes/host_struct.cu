// A struct is passed by value, and its pointer is to memory of the host.

struct Vector {
    int *data, n;
};
__global__ void k(Vector v, int *e)
{
    e[threadIdx.x] = v.data[threadIdx.x]; // mistake: host memory in a kernel
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    Vector v = {h, 64};
    k<<<1, 64>>>(v, e);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    return h[0];
}
