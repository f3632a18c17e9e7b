#include <algorithm>
#include <cstdio>
#include <vector>

__global__ void bitonicStep(unsigned *values, int j, int k)
{
    unsigned i = threadIdx.x + blockDim.x * blockIdx.x, partner = i ^ j;
    if (partner > i) {
        bool ascending = (i & k) == 0;
        if ((values[i] > values[partner]) == ascending) {
            unsigned temp = values[i];
            values[i] = values[partner];
            values[partner] = temp;
        }
    }
}

int main()
{
    const int n = 256;
    std::vector<unsigned> values(n);
    unsigned seed = 1;
    for (unsigned &value : values)
        value = seed = seed * 1664525u + 1013904223u;
    std::vector<unsigned> expected = values;
    std::sort(expected.begin(), expected.end());
    unsigned *device;
    cudaMalloc(&device, n * sizeof(unsigned));
    cudaMemcpy(device, values.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    for (int k = 2; k <= n; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1)
            bitonicStep<<<n / 64, 64>>>(device, j, k);
    cudaMemcpy(values.data(), device, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(device);
    printf(values == expected ? "sorted\n" : "not sorted\n");
    return values != expected;
}
