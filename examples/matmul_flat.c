// C = alpha A B + beta C on flat arrays with leading dimensions, the interface of BLAS (row by row). Look at: A[i * lda
// + k] is seen as A[i][k] under the assumption k < lda, which the launcher tests before it starts the kernel; the
// pointers may overlap as far as C is concerned, and that is tested too.
void matmul_flat(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb, float beta,
                 float *C, int ldc)
{
#pragma curestruct
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int l = 0; l < k; l++)
                sum += A[i * lda + l] * B[l * ldb + j];
            C[i * ldc + j] = alpha * sum + beta * C[i * ldc + j];
        }
}
