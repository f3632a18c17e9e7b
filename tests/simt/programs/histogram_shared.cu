#include <cstdio>
#include <vector>
#define BINS 64

__global__ void histogram(const unsigned char *data, size_t n, unsigned *bins)
{
    __shared__ unsigned local[BINS];
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        local[i] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&local[data[i] % BINS], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        atomicAdd(&bins[i], local[i]);
}

int main()
{
    std::vector<unsigned char> data(4000);
    std::vector<unsigned> bins(BINS), expected(BINS);
    for (size_t i = 0; i < data.size(); i++) {
        data[i] = (unsigned char)(i * 37 + 11);
        expected[data[i] % BINS]++;
    }
    unsigned char *ddata;
    unsigned *dbins;
    cudaMalloc(&ddata, data.size());
    cudaMalloc(&dbins, BINS * sizeof(unsigned));
    cudaMemcpy(ddata, data.data(), data.size(), cudaMemcpyHostToDevice);
    cudaMemset(dbins, 0, BINS * sizeof(unsigned));
    histogram<<<3, 96>>>(ddata, data.size(), dbins);
    cudaMemcpy(bins.data(), dbins, BINS * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(ddata);
    cudaFree(dbins);
    printf(bins == expected ? "fine\n" : "wrong\n");
    return bins != expected;
}
