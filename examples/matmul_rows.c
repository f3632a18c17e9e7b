// Matrix multiplication on arrays of row pointers, as many C courses teach it. Look at: a GPU would chase pointers
// here; the launcher packs the rows once, and the kernel is that of matmul.c.
void matmul_rows(int n, float **C, float **A, float **B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}
