// Rivals of rows for which examples/handwritten/ has none.
#include <cublas_v2.h>

static cublasHandle_t handle()
{
    static cublasHandle_t made;
    if (!made)
        cublasCreate(&made);
    return made;
}

void transpose_double_cublas(int rows, int columns, const double *A, double *B)
{
    double one = 1, zero = 0;
    cublasDgeam(handle(), CUBLAS_OP_T, CUBLAS_OP_N, rows, columns, &one, A, columns, &zero, B, rows, B, rows);
}
