// Bytes that the pool of the device keeps, at most.
#include <cuda_runtime.h>
#include <stdint.h>

extern "C" unsigned long kept(void)
{
    cudaMemPool_t pool;
    uint64_t bytes = 0;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &bytes);
    return bytes;
}
