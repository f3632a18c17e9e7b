// CUB as a rival: each call twice, first for the size of its scratch memory.
#ifndef CRS_BENCH_CUB_CUH
#define CRS_BENCH_CUB_CUH

#include <cub/cub.cuh> // before bench.cuh, which gives names of CUDA another meaning

#include <cuda/std/functional>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <map>

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
    with_scratch(
        [&](void *memory, size_t &size) { return cub::DeviceReduce::Sum(memory, size, (const T *)x, (T *)result, n); });
}

template <class T> void minimum(long n, const void *x, void *result)
{
    with_scratch(
        [&](void *memory, size_t &size) { return cub::DeviceReduce::Min(memory, size, (const T *)x, (T *)result, n); });
}

template <class T> void maximum(long n, const void *x, void *result)
{
    with_scratch(
        [&](void *memory, size_t &size) { return cub::DeviceReduce::Max(memory, size, (const T *)x, (T *)result, n); });
}

template <class T> struct Products {
    const T *x, *y;
    __host__ __device__ T operator()(long i) const { return x[i] * y[i]; }
};

template <class T> void sum_of_products(long n, const void *x, const void *y, void *result)
{
    auto products =
        thrust::make_transform_iterator(thrust::counting_iterator<long>(0), Products<T>{(const T *)x, (const T *)y});
    with_scratch(
        [&](void *memory, size_t &size) { return cub::DeviceReduce::Sum(memory, size, products, (T *)result, n); });
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

// y[i] = the sum of x[offsets[i]] .. x[offsets[i + 1] - 1]
template <class T, class O> void segment_sums(long n, const void *offsets, const void *x, void *y)
{
    const O *begins = (const O *)offsets;
    with_scratch([&](void *memory, size_t &size) {
        return cub::DeviceSegmentedReduce::Sum(memory, size, (const T *)x, (T *)y, (int)n, begins, begins + 1);
    });
}

// Memory of this many bytes; the next call of the same kind reuses it.
template <class Kind> void *kept(size_t bytes)
{
    static void *memory;
    static size_t size;
    if (bytes > size) {
        must(cudaMalloc(&memory, bytes), "cudaMalloc");
        size = bytes;
    }
    return memory;
}

template <class T> __global__ void add_counts(const T *more, T *counts, long groups, long cleared)
{
    long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
    if (i < groups)
        counts[i] = (i < cleared ? 0 : counts[i]) + more[i];
}

// counts[keys[i]]++, after counts[0 .. cleared - 1] = 0. The library overwrites its counts; the nest adds to the old
// ones.
template <class T, class K> void histogram(long n, const void *keys, long groups, long cleared, void *counts)
{
    T *own = (T *)kept<T[1]>(groups * sizeof(T));
    with_scratch([&](void *memory, size_t &size) {
        return cub::DeviceHistogram::HistogramEven(memory, size, (const K *)keys, (int *)own, (int)groups + 1, 0,
                                                   (int)groups, (int)n);
    });
    add_counts<<<(unsigned)((groups + 255) / 256), 256>>>(own, (T *)counts, groups, cleared);
}

// Keys and values in the order of the keys, of the buffer `keys` as it was sorted last.
template <class T, class K> struct Sorted {
    K *keys, *unique;
    T *values, *totals;
    int *runs;
    long room;
};

template <class T, class K> Sorted<T, K> &sorted_by(const void *keys)
{
    static std::map<const void *, Sorted<T, K>> all;
    return all[keys];
}

template <class T, class K> void sort_by_key(long n, const void *keys, const void *values)
{
    Sorted<T, K> &sorted = sorted_by<T, K>(keys);
    if (n > sorted.room) {
        must(cudaMalloc((void **)&sorted.keys, n * sizeof(K)), "cudaMalloc");
        must(cudaMalloc((void **)&sorted.values, n * sizeof(T)), "cudaMalloc");
        must(cudaMalloc((void **)&sorted.unique, n * sizeof(K)), "cudaMalloc");
        must(cudaMalloc((void **)&sorted.totals, n * sizeof(T)), "cudaMalloc");
        must(cudaMalloc((void **)&sorted.runs, sizeof(int)), "cudaMalloc");
        sorted.room = n;
    }
    void *scratch = nullptr;
    size_t size = 0;
    for (int turn = 0; turn < 2; turn++) {
        must(cub::DeviceRadixSort::SortPairs(scratch, size, (const K *)keys, sorted.keys, (const T *)values,
                                             sorted.values, (int)n),
             "CUB");
        if (!turn)
            must(cudaMalloc(&scratch, size), "cudaMalloc");
    }
    must(cudaFree(scratch), "cudaFree");
}

template <class T, class K> __global__ void add_totals(const K *unique, const T *totals, const int *runs, T *sums)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < *runs; i += gridDim.x * blockDim.x)
        sums[unique[i]] += totals[i];
}

// sums[keys[i]] += values[i], for arrays that sort_by_key has sorted, after sums[0 .. cleared - 1] = 0.
template <class T, class K> void sums_by_key(long n, const void *keys, long cleared, void *sums)
{
    const Sorted<T, K> &sorted = sorted_by<T, K>(keys);
    must(cudaMemsetAsync(sums, 0, cleared * sizeof(T), 0), "cudaMemset");
    const cuda::std::plus<>
        plus; // with which CUB is fastest: float sums take 202 us of 2^26, by plus<float> 261, by one of our own 292
    with_scratch([&](void *memory, size_t &size) {
        return cub::DeviceReduce::ReduceByKey(memory, size, sorted.keys, sorted.unique, sorted.values, sorted.totals,
                                              sorted.runs, plus, (int)n);
    });
    add_totals<<<32, 256>>>(sorted.unique, sorted.totals, sorted.runs, (T *)sums);
}

} // namespace crs_bench

#endif
