// Matrix multiplication with C99's variable-length array parameters. Look at: the kernel keeps tiles of A and B in
// shared memory and the sums in registers. `--emit=schedule` prints the steps that lead there from these five lines.
void matmul(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] = 0;
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}
