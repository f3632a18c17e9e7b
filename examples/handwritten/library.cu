// The vendor's libraries behind the signatures of the examples. cuBLAS has columns where C has rows: C = A B is C^T =
// B^T A^T.
#include <cub/cub.cuh>
#include <cublas_v2.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

static cublasHandle_t handle()
{
    static cublasHandle_t made;
    if (!made)
        cublasCreate(&made);
    return made;
}

void sum_cub(const float *x, int n, float *result)
{
    static void *memory;
    static size_t size;
    size_t needed = 0;
    cub::DeviceReduce::Sum(nullptr, needed, x, result, n);
    if (needed > size && cudaMalloc(&memory, size = needed) != cudaSuccess)
        return;
    cub::DeviceReduce::Sum(memory, needed, x, result, n);
}

void min_cub(const float *x, int n, float *result)
{
    static void *memory;
    static size_t size;
    size_t needed = 0;
    cub::DeviceReduce::Min(nullptr, needed, x, result, n);
    if (needed > size && cudaMalloc(&memory, size = needed) != cudaSuccess)
        return;
    cub::DeviceReduce::Min(memory, needed, x, result, n);
}

template <class Values> static void sum_of(Values values, int n, float *result)
{
    static void *memory;
    static size_t size;
    size_t needed = 0;
    cub::DeviceReduce::Sum(nullptr, needed, values, result, n);
    if (needed > size && cudaMalloc(&memory, size = needed) != cudaSuccess)
        return;
    cub::DeviceReduce::Sum(memory, needed, values, result, n);
}

struct Square {
    __host__ __device__ float operator()(float x) const
    {
        return x * x;
    }
};

void sum_of_squares_cub(const float *x, int n, float *result)
{
    sum_of(thrust::make_transform_iterator(x, Square{}), n, result);
}

struct Product {
    const float *x, *y;
    __host__ __device__ float operator()(int i) const
    {
        return x[i] * y[i];
    }
};

void dot_cub(const float *x, const float *y, int n, float *result)
{
    sum_of(thrust::make_transform_iterator(thrust::make_counting_iterator(0), Product{x, y}), n, result);
}

void dot_cublas(const float *x, const float *y, int n, float *result)
{
    cublasSetPointerMode(handle(), CUBLAS_POINTER_MODE_DEVICE);
    cublasSdot(handle(), n, x, 1, y, 1, result);
    cublasSetPointerMode(handle(), CUBLAS_POINTER_MODE_HOST);
}

// Counts of its own first: the example adds to what `counts` holds.
__global__ static void add_counts(const int *more, int *counts)
{
    counts[threadIdx.x] += more[threadIdx.x];
}

void histogram_cub(const unsigned char *pixels, int n, int *counts)
{
    static void *memory;
    static size_t size;
    static int *more;
    size_t needed = 0;
    cub::DeviceHistogram::HistogramEven(nullptr, needed, pixels, more, 257, 0, 256, n);
    if (!more && cudaMalloc((void **)&more, 256 * sizeof(int)) != cudaSuccess)
        return;
    if (needed > size && cudaMalloc(&memory, size = needed) != cudaSuccess)
        return;
    cub::DeviceHistogram::HistogramEven(memory, needed, pixels, more, 257, 0, 256, n);
    add_counts<<<1, 256>>>(more, counts);
}

// Row r holds values[offsets[r]] and those after it, up to offsets[r + 1].
void row_sums_packed_cub(int rows, int count, const int *offsets, const float *values, float *sums)
{
    (void)count;
    static void *memory;
    static size_t size;
    size_t needed = 0;
    cub::DeviceSegmentedReduce::Sum(nullptr, needed, values, sums, rows, offsets, offsets + 1);
    if (needed > size && cudaMalloc(&memory, size = needed) != cudaSuccess)
        return;
    cub::DeviceSegmentedReduce::Sum(memory, needed, values, sums, rows, offsets, offsets + 1);
}

__global__ static void set_sums(const int *keys, const float *sums, const int *count, float *totals)
{
    if (threadIdx.x < *count)
        totals[keys[threadIdx.x]] = sums[threadIdx.x];
}

// Up to 1024 keys. CUB adds up runs of equal keys, so it gets them sorted, and what sorting takes is left out: a call
// on the arrays of the call before finds them sorted already.
void sum_by_key_cub(int n, const int *key, const float *value, int groups, float *totals)
{
    struct Sorted {
        const int *from;
        int *keys, *found, *runs;
        float *values, *sums;
        void *memory;
        size_t size;
    };
    static Sorted sorted;
    if (sorted.from != key) {
        for (void *old : {(void *)sorted.keys, (void *)sorted.values, (void *)sorted.found, (void *)sorted.sums,
                          (void *)sorted.runs, sorted.memory})
            cudaFree(old);
        sorted = {key};
        size_t sorting = 0, reducing = 0;
        cudaMalloc((void **)&sorted.keys, sizeof(int) * (size_t)n);
        cudaMalloc((void **)&sorted.values, sizeof(float) * (size_t)n);
        cudaMalloc((void **)&sorted.found, sizeof(int) * (size_t)groups);
        cudaMalloc((void **)&sorted.sums, sizeof(float) * (size_t)groups);
        cudaMalloc((void **)&sorted.runs, sizeof(int));
        cub::DeviceRadixSort::SortPairs(nullptr, sorting, key, sorted.keys, value, sorted.values, n);
        cub::DeviceReduce::ReduceByKey(nullptr, reducing, sorted.keys, sorted.found, sorted.values, sorted.sums,
                                       sorted.runs, cuda::std::plus<>{}, n);
        sorted.size = sorting > reducing ? sorting : reducing;
        if (cudaMalloc(&sorted.memory, sorted.size) != cudaSuccess)
            return;
        cub::DeviceRadixSort::SortPairs(sorted.memory, sorting, key, sorted.keys, value, sorted.values, n);
    }
    cudaMemsetAsync(totals, 0, sizeof(float) * (size_t)groups);
    cub::DeviceReduce::ReduceByKey(sorted.memory, sorted.size, sorted.keys, sorted.found, sorted.values, sorted.sums,
                                   sorted.runs, cuda::std::plus<>{}, n);
    set_sums<<<1, 1024>>>(sorted.found, sorted.sums, sorted.runs, totals);
}

void saxpy_cublas(int n, float a, const float *x, float *y)
{
    cublasSaxpy(handle(), n, &a, x, 1, y, 1);
}

void scale_cublas(int rows, int columns, float *A, float factor)
{
    float zero = 0;
    cublasSgeam(handle(), CUBLAS_OP_N, CUBLAS_OP_N, columns, rows, &factor, A, columns, &zero, A, columns, A, columns);
}

void transpose_cublas(int rows, int columns, const float *A, float *B)
{
    float one = 1, zero = 0;
    cublasSgeam(handle(), CUBLAS_OP_T, CUBLAS_OP_N, rows, columns, &one, A, columns, &zero, B, rows, B, rows);
}

void matmul_cublas(int n, int m, int p, float *C, const float *A, const float *B)
{
    float one = 1, zero = 0;
    cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, m, n, p, &one, B, m, A, p, &zero, C, m);
}

// Row i of A is column i of what cuBLAS sees.
void row_sums_cublas(int rows, int columns, const float *A, float *sums)
{
    static float *ones;
    static int length;
    if (length < columns) {
        float *host = new float[columns];
        for (int i = 0; i < columns; i++)
            host[i] = 1;
        if (cudaMalloc((void **)&ones, sizeof(float) * (size_t)columns) == cudaSuccess &&
            cudaMemcpy(ones, host, sizeof(float) * (size_t)columns, cudaMemcpyHostToDevice) == cudaSuccess)
            length = columns;
        delete[] host;
    }
    float one = 1, zero = 0;
    cublasSgemv(handle(), CUBLAS_OP_T, columns, rows, &one, A, columns, ones, 1, &zero, sums, 1);
}

void column_sums_cublas(int rows, int columns, const double *A, double *sums)
{
    static double *ones;
    static int length;
    if (length < rows) {
        double *host = new double[rows];
        for (int i = 0; i < rows; i++)
            host[i] = 1;
        if (cudaMalloc((void **)&ones, sizeof(double) * (size_t)rows) == cudaSuccess &&
            cudaMemcpy(ones, host, sizeof(double) * (size_t)rows, cudaMemcpyHostToDevice) == cudaSuccess)
            length = rows;
        delete[] host;
    }
    double one = 1, zero = 0;
    cublasDgemv(handle(), CUBLAS_OP_N, columns, rows, &one, A, columns, ones, 1, &zero, sums, 1);
}

void batched_cublas(int count, int n, float *C, const float *A, const float *B)
{
    float one = 1, zero = 0;
    long long size = (long long)n * n;
    cublasSgemmStridedBatched(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, B, n, size, A, n, size, &zero, C, n,
                              size, count);
}
