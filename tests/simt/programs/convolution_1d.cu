#include <cstdio>
#define MASK 5
#define N 300

__constant__ float mask[MASK];

__global__ void convolve(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N)
        return;
    float sum = 0;
    for (int j = 0; j < MASK; j++) {
        int k = i + j - MASK / 2;
        if (k >= 0 && k < N)
            sum += in[k] * mask[j];
    }
    out[i] = sum;
}

int main()
{
    float host[N], result[N], m[MASK] = {1, 2, 3, 2, 1};
    for (int i = 0; i < N; i++)
        host[i] = i % 9;
    float *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(mask, m, sizeof m);
    convolve<<<(N + 63) / 64, 64>>>(in, out);
    cudaMemcpy(result, out, sizeof host, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        float sum = 0;
        for (int j = 0; j < MASK; j++)
            if (i + j - 2 >= 0 && i + j - 2 < N)
                sum += host[i + j - 2] * m[j];
        wrong += sum != result[i];
    }
    cudaFree(in);
    cudaFree(out);
    printf("%d wrong\n", wrong);
    return wrong;
}
