// cuBLAS as a rival. The matrices are row-major, but cuBLAS expects column-major ones, so it sees their transposes.
#ifndef CRS_BENCH_CUBLAS_CUH
#define CRS_BENCH_CUBLAS_CUH

#include <cublas_v2.h>

#include "bench.cuh"

namespace crs_bench
{

inline cublasHandle_t cublas()
{
    static cublasHandle_t handle;
    if (!handle && cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) {
        fprintf(stderr, "bench: error: cublasCreate\n");
        exit(1);
    }
    return handle;
}

inline void must(cublasStatus_t status, const char *what)
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return;
    fprintf(stderr, "bench: error: %s: status %d\n", what, (int)status);
    exit(1);
}

// A vector of ones on the device.
template <class T> const T *ones(size_t count)
{
    static T *memory;
    static size_t length;
    if (length < count) {
        std::vector<T> values(count, (T)1);
        must(cudaMalloc((void **)&memory, count * sizeof(T)), "cudaMalloc");
        must(cudaMemcpy(memory, values.data(), count * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
        length = count;
    }
    return memory;
}

struct Batch {
    long count, A, B, C; // the number of products, and the distances between the matrices of each operand
};

// C = op(A) op(B), or C += of it: C is n x m, and k numbers go into each of its elements.
template <class T>
void product(bool turn_a, bool turn_b, long n, long m, long k, const void *A, long row_a, const void *B, long row_b,
             bool add, void *C, long row_c, Batch batch)
{
    const T one = 1, first = add ? 1 : 0;
    cublasOperation_t a = turn_a ? CUBLAS_OP_T : CUBLAS_OP_N, b = turn_b ? CUBLAS_OP_T : CUBLAS_OP_N;
    if constexpr (sizeof(T) == 4) {
        if (batch.count == 1)
            must(cublasSgemm(cublas(), b, a, (int)m, (int)n, (int)k, &one, (const T *)B, (int)row_b, (const T *)A,
                             (int)row_a, &first, (T *)C, (int)row_c),
                 "gemm");
        else
            must(cublasSgemmStridedBatched(cublas(), b, a, (int)m, (int)n, (int)k, &one, (const T *)B, (int)row_b,
                                           batch.B, (const T *)A, (int)row_a, batch.A, &first, (T *)C, (int)row_c,
                                           batch.C, (int)batch.count),
                 "gemm");
    } else {
        if (batch.count == 1)
            must(cublasDgemm(cublas(), b, a, (int)m, (int)n, (int)k, &one, (const T *)B, (int)row_b, (const T *)A,
                             (int)row_a, &first, (T *)C, (int)row_c),
                 "gemm");
        else
            must(cublasDgemmStridedBatched(cublas(), b, a, (int)m, (int)n, (int)k, &one, (const T *)B, (int)row_b,
                                           batch.B, (const T *)A, (int)row_a, batch.A, &first, (T *)C, (int)row_c,
                                           batch.C, (int)batch.count),
                 "gemm");
    }
}

// y = A x (rows) or A^T x, or y += of it; without x: sums.
template <class T>
void matrix_vector(bool rows, long n, long m, const void *A, long row, const void *x, bool add, void *y)
{
    const T one = 1, first = add ? 1 : 0;
    const T *with = x ? (const T *)x : ones<T>((size_t)(rows ? m : n));
    cublasOperation_t turn = rows ? CUBLAS_OP_T : CUBLAS_OP_N;
    if constexpr (sizeof(T) == 4)
        must(cublasSgemv(cublas(), turn, (int)m, (int)n, &one, (const T *)A, (int)row, with, 1, &first, (T *)y, 1),
             "gemv");
    else
        must(cublasDgemv(cublas(), turn, (int)m, (int)n, &one, (const T *)A, (int)row, with, 1, &first, (T *)y, 1),
             "gemv");
}

// y[i][j] = the sum of A[i][k][j] over m values of k, or += of it; A has `rows` rows of `row` numbers for each i.
template <class T>
void middle_sums(long n, long m, long p, const void *A, long rows, long row, bool add, void *y, long row_y)
{
    const T one = 1, first = add ? 1 : 0;
    if constexpr (sizeof(T) == 4)
        must(cublasSgemvStridedBatched(cublas(), CUBLAS_OP_N, (int)p, (int)m, &one, (const T *)A, (int)row, rows * row,
                                       ones<T>((size_t)m), 1, 0, &first, (T *)y, 1, row_y, (int)n),
             "gemv");
    else
        must(cublasDgemvStridedBatched(cublas(), CUBLAS_OP_N, (int)p, (int)m, &one, (const T *)A, (int)row, rows * row,
                                       ones<T>((size_t)m), 1, 0, &first, (T *)y, 1, row_y, (int)n),
             "gemv");
}

// to = factor * from, or of from transposed; `to` is n x m.
template <class T>
void matrix_copy(bool turned, long n, long m, double factor, const void *from, long row_from, void *to, long row_to)
{
    const T scale = (T)factor, zero = 0;
    cublasOperation_t turn = turned ? CUBLAS_OP_T : CUBLAS_OP_N;
    if constexpr (sizeof(T) == 4)
        must(cublasSgeam(cublas(), turn, CUBLAS_OP_N, (int)m, (int)n, &scale, (const T *)from, (int)row_from, &zero,
                         (const T *)to, (int)row_to, (T *)to, (int)row_to),
             "geam");
    else
        must(cublasDgeam(cublas(), turn, CUBLAS_OP_N, (int)m, (int)n, &scale, (const T *)from, (int)row_from, &zero,
                         (const T *)to, (int)row_to, (T *)to, (int)row_to),
             "geam");
}

template <class T> void axpy(long n, double factor, const void *x, void *y)
{
    const T scale = (T)factor;
    if constexpr (sizeof(T) == 4)
        must(cublasSaxpy(cublas(), (int)n, &scale, (const T *)x, 1, (T *)y, 1), "axpy");
    else
        must(cublasDaxpy(cublas(), (int)n, &scale, (const T *)x, 1, (T *)y, 1), "axpy");
}

// The result stays on the device.
template <class T> void dot(long n, const void *x, const void *y, void *result)
{
    cublasSetPointerMode(cublas(), CUBLAS_POINTER_MODE_DEVICE);
    if constexpr (sizeof(T) == 4)
        must(cublasSdot(cublas(), (int)n, (const T *)x, 1, (const T *)y, 1, (T *)result), "dot");
    else
        must(cublasDdot(cublas(), (int)n, (const T *)x, 1, (const T *)y, 1, (T *)result), "dot");
    cublasSetPointerMode(cublas(), CUBLAS_POINTER_MODE_HOST);
}

} // namespace crs_bench

#endif
