// The host copies from device memory with memcpy instead of cudaMemcpy.
#include <cstdio>
#include <cstring>

__global__ void k(int *d) { d[threadIdx.x] = threadIdx.x; }

int main(int argc, char **)
{
    int h[64] = {0}, *d;
    cudaMalloc(&d, sizeof h);
    k<<<1, 64>>>(d);
    cudaDeviceSynchronize();
    memcpy(h, d, argc * sizeof h); // mistake: device memory in the host's code
    cudaFree(d);
    return h[0];
}
