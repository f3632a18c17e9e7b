#include <cstdio>

__device__ unsigned lcg(unsigned &state)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

__global__ void throwDarts(unsigned long long *hits, int darts)
{
    unsigned state = blockIdx.x * blockDim.x + threadIdx.x + 12345u;
    unsigned count = 0;
    for (int i = 0; i < darts; i++) {
        float x = lcg(state) / 16777216.0f, y = lcg(state) / 16777216.0f;
        count += x * x + y * y <= 1.0f;
    }
    atomicAdd(hits, (unsigned long long)count);
}

int main()
{
    unsigned long long *d_hits, hits = 0;
    cudaMalloc(&d_hits, sizeof hits);
    cudaMemcpy(d_hits, &hits, sizeof hits, cudaMemcpyHostToDevice);
    throwDarts<<<8, 64>>>(d_hits, 100);
    cudaMemcpy(&hits, d_hits, sizeof hits, cudaMemcpyDeviceToHost);
    cudaFree(d_hits);
    double pi = 4.0 * hits / (8 * 64 * 100);
    printf("pi is %s\n", pi > 3.0 && pi < 3.3 ? "about 3.1" : "wrong");
    return !(pi > 3.0 && pi < 3.3);
}
