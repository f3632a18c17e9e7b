#include <cstdio>

int main()
{
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(error));
        return 1;
    }
    for (int i = 0; i < count; i++) {
        cudaDeviceProp prop;
        cudaGetDeviceProperties(&prop, i);
        cudaSetDevice(i);
        int least = 0, most = 0;
        cudaDeviceGetStreamPriorityRange(&least, &most);
        printf("device %d: %d threads per block, warps of %d, %zu bytes of shared memory\n", i,
               prop.maxThreadsPerBlock, prop.warpSize, prop.sharedMemPerBlock);
        printf("clock %s, memory %s\n", prop.clockRate > 0 ? "known" : "unknown",
               2.0 * prop.memoryClockRate * (prop.memoryBusWidth / 8) / 1.0e6 > 100 ? "fast" : "slow");
    }
    cudaDeviceReset();
    return count != 1;
}
