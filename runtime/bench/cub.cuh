// CUB as a rival: each call twice, first for the size of its scratch memory.
#ifndef CRS_BENCH_CUB_CUH
#define CRS_BENCH_CUB_CUH

#include <cub/cub.cuh> // before bench.cuh, which gives names of CUDA another meaning

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "bench.cuh"

namespace crs_bench
{

template <class Call> void with_scratch(const Call &call)
{
    static void *memory;
    static size_t size;
    size_t needed = 0;
    must(call(nullptr, needed), "CUB");
    if (needed > size) {
        must(cudaMalloc(&memory, needed), "cudaMalloc");
        size = needed;
    }
    must(call(memory, needed), "CUB");
}

template <class T> void sum(long n, const void *x, void *result)
{
    with_scratch([&](void *memory, size_t &size) { return cub::DeviceReduce::Sum(memory, size, (const T *)x, (T *)result, n); });
}

template <class T> void minimum(long n, const void *x, void *result)
{
    with_scratch([&](void *memory, size_t &size) { return cub::DeviceReduce::Min(memory, size, (const T *)x, (T *)result, n); });
}

template <class T> void maximum(long n, const void *x, void *result)
{
    with_scratch([&](void *memory, size_t &size) { return cub::DeviceReduce::Max(memory, size, (const T *)x, (T *)result, n); });
}

struct RowEnd {
    long row, length;
    __host__ __device__ long operator()(int i) const { return i * row + length; }
};

// Sums of n rows of m numbers each.
template <class T> void row_sums(long n, long m, const void *A, long row, void *sums)
{
    thrust::counting_iterator<int> count(0);
    auto begins = thrust::make_transform_iterator(count, RowEnd{row, 0});
    auto ends = thrust::make_transform_iterator(count, RowEnd{row, m});
    with_scratch([&](void *memory, size_t &size) {
        return cub::DeviceSegmentedReduce::Sum(memory, size, (const T *)A, (T *)sums, (int)n, begins, ends);
    });
}

} // namespace crs_bench

#endif
