// CUB's scans behind the signatures of scans.c.
#include <cub/cub.cuh>

template <class Element> static void inclusive_sum(long n, const Element *x, Element *y)
{
    static void *memory;
    static size_t size;
    size_t needed = 0;
    cub::DeviceScan::InclusiveSum(nullptr, needed, x, y, n);
    if (needed > size && cudaMalloc(&memory, size = needed) != cudaSuccess)
        return;
    cub::DeviceScan::InclusiveSum(memory, needed, x, y, n);
}

void inclusive_cub(long n, const float *x, float *y)
{
    inclusive_sum(n, x, y);
}

void inclusive_int_cub(long n, const unsigned *x, unsigned *y)
{
    inclusive_sum(n, x, y);
}

void exclusive_cub(long n, const float *x, float *y)
{
    static void *memory;
    static size_t size;
    size_t needed = 0;
    cub::DeviceScan::ExclusiveSum(nullptr, needed, x, y, n);
    if (needed > size && cudaMalloc(&memory, size = needed) != cudaSuccess)
        return;
    cub::DeviceScan::ExclusiveSum(memory, needed, x, y, n);
}

struct Positive {
    __device__ bool operator()(float value) const { return value > 0; }
};

long compact_cub(long n, const float *x, float *y)
{
    static void *memory;
    static size_t size;
    static long *count;
    size_t needed = 0;
    cub::DeviceSelect::If(nullptr, needed, x, y, count, n, Positive());
    if (needed > size && (cudaMalloc(&memory, size = needed) != cudaSuccess ||
                          cudaMalloc(&count, sizeof *count) != cudaSuccess))
        return -1;
    cub::DeviceSelect::If(memory, needed, x, y, count, n, Positive());
    long kept = -1;
    cudaMemcpy(&kept, count, sizeof kept, cudaMemcpyDeviceToHost);
    return kept;
}
