// The vendor's libraries behind the signatures of the examples. cuBLAS has columns where C has rows: C = A B is C^T = B^T A^T.
#include <cub/cub.cuh>
#include <cublas_v2.h>

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
