#include <cstdio>

__global__ void sum(int n, const float *x, float *sums)
{
    __shared__ float part[256];
    int t = threadIdx.x, i = 256 * blockIdx.x + t;
    part[t] = i < n ? x[i] : 0;
    for (int s = 128; s > 0; s /= 2) {
        __syncthreads();
        if (t < s)
            part[t] += part[t + s];
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}
