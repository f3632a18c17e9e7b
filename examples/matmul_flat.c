// C = alpha A B + beta C on flat arrays with leading dimensions, the interface of BLAS (row by row). Look at: the
// indices are seen as those of matrices under the assumption that rows do not overlap (n <= ldc), and C may not overlap
// A or B: the launcher tests both before it starts the kernel.
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
