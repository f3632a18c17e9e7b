// Sum of each column. Look at: each thread owns a column, so at every step neighbouring threads read neighbouring
// elements, which is what the memory of a GPU is made for. Compare with row_sums.c.
void column_sums(int rows, int columns, const double *A, double *sums)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        sums[j] = 0;
        for (int i = 0; i < rows; i++)
            sums[j] += A[i * columns + j];
    }
}
