// An inclusive scan of a block with two buffers, and an exclusive one in place.
#include <cstdio>
#define N 128

__global__ void hillisSteele(const int *in, int *out)
{
    __shared__ int temp[2 * N];
    int tid = threadIdx.x, pout = 0, pin = 1;
    temp[tid] = in[tid];
    __syncthreads();
    for (int offset = 1; offset < N; offset *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        temp[pout * N + tid] = temp[pin * N + tid] + (tid >= offset ? temp[pin * N + tid - offset] : 0);
        __syncthreads();
    }
    out[tid] = temp[pout * N + tid];
}

__global__ void blelloch(const int *in, int *out)
{
    extern __shared__ int data[];
    int tid = threadIdx.x, offset = 1;
    data[2 * tid] = in[2 * tid];
    data[2 * tid + 1] = in[2 * tid + 1];
    for (int d = N >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d)
            data[offset * (2 * tid + 2) - 1] += data[offset * (2 * tid + 1) - 1];
        offset *= 2;
    }
    if (tid == 0)
        data[N - 1] = 0;
    for (int d = 1; d < N; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1, t = data[a];
            data[a] = data[b];
            data[b] += t;
        }
    }
    __syncthreads();
    out[2 * tid] = data[2 * tid];
    out[2 * tid + 1] = data[2 * tid + 1];
}

int main()
{
    int in[N], inclusive[N], exclusive[N], *din, *dout, wrong = 0, sum = 0;
    for (int i = 0; i < N; i++)
        in[i] = i % 5 + 1;
    cudaMalloc(&din, sizeof in);
    cudaMalloc(&dout, sizeof in);
    cudaMemcpy(din, in, sizeof in, cudaMemcpyHostToDevice);
    hillisSteele<<<1, N>>>(din, dout);
    cudaMemcpy(inclusive, dout, sizeof in, cudaMemcpyDeviceToHost);
    blelloch<<<1, N / 2, N * sizeof(int)>>>(din, dout);
    cudaMemcpy(exclusive, dout, sizeof in, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) {
        wrong += exclusive[i] != sum;
        sum += in[i];
        wrong += inclusive[i] != sum;
    }
    cudaFree(din);
    cudaFree(dout);
    printf("%d wrong\n", wrong);
    return wrong;
}
