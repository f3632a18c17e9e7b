// The last block adds the sums of the others: __threadfence and an atomic counter order them.
#include <cstdio>

__device__ unsigned int done = 0;

__global__ void sum(const int *in, volatile int *partial, int *out, int n)
{
    __shared__ int data[64];
    __shared__ bool last;
    int tid = threadIdx.x, i = blockIdx.x * 64 + tid;
    data[tid] = i < n ? in[i] : 0;
    for (int s = 32; s > 0; s /= 2) {
        __syncthreads();
        if (tid < s)
            data[tid] += data[tid + s];
    }
    if (tid == 0) {
        partial[blockIdx.x] = data[0];
        __threadfence();
        last = atomicInc(&done, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && tid == 0) {
        int total = 0;
        for (int b = 0; b < gridDim.x; b++)
            total += partial[b];
        *out = total;
        done = 0;
    }
}

int main()
{
    const int n = 1000, blocks = (n + 63) / 64;
    int h[n], *in, *partial, *out, result, expected = 0;
    for (int i = 0; i < n; i++)
        expected += h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&partial, blocks * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    for (int k = 0; k < 2; k++)
        sum<<<blocks, 64>>>(in, partial, out, n);
    cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in), cudaFree(partial), cudaFree(out);
    printf("%d, expected %d\n", result, expected);
    return result != expected;
}
