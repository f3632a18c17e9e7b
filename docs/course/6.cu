// The task of lesson 6. Each block adds up 256 elements. The result is right, and most threads are idle.
//
//     curestruct simt --profile 6.cu
#include <cstdio>

__global__ void sum(int n, const float *x, float *sums)
{
    __shared__ float part[256];
    int t = threadIdx.x, i = 256 * blockIdx.x + t;
    part[t] = i < n ? x[i] : 0;
    for (int s = 1; s < 256; s *= 2) {
        __syncthreads();
        if (t % (2 * s) == 0)
            part[t] += part[t + s];
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

int main()
{
    const int n = 1024, blocks = n / 256;
    float X[n], S[blocks], *x, *sums;
    for (int i = 0; i < n; i++)
        X[i] = 1;
    cudaMalloc(&x, sizeof X);
    cudaMalloc(&sums, sizeof S);
    cudaMemcpy(x, X, sizeof X, cudaMemcpyHostToDevice);
    sum<<<blocks, 256>>>(n, x, sums);
    cudaMemcpy(S, sums, sizeof S, cudaMemcpyDeviceToHost);
    printf("%g %g %g %g\n", S[0], S[1], S[2], S[3]);
    cudaFree(x);
    cudaFree(sums);
    return 0;
}
