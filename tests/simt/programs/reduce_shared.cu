#include <cstdio>
#include <numeric>
#include <vector>

__global__ void reduce(const int *in, int *out, unsigned n)
{
    __shared__ int data[256];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    data[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            data[tid] += data[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = data[0];
}

int main()
{
    const unsigned n = 3000, blocks = (n + 255) / 256;
    std::vector<int> in(n), partial(blocks);
    for (unsigned i = 0; i < n; i++)
        in[i] = i % 11;
    int *din, *dout;
    cudaMalloc(&din, n * sizeof(int));
    cudaMalloc(&dout, blocks * sizeof(int));
    cudaMemcpy(din, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    reduce<<<blocks, 256>>>(din, dout, n);
    cudaMemcpy(partial.data(), dout, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    int sum = std::accumulate(partial.begin(), partial.end(), 0), expected = std::accumulate(in.begin(), in.end(), 0);
    printf("%d, expected %d\n", sum, expected);
    cudaFree(din);
    cudaFree(dout);
    return sum != expected;
}
