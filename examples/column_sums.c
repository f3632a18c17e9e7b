// Sum of each column, in the order in which the array lies in memory. Look at: here the reduction is the outer loop,
// and each thread owns a column: no shared memory is needed for coalesced reads. Compare with row_sums.c.
void column_sums(int rows, int columns, const double *A, double *sums)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        sums[j] = 0;
        for (int i = 0; i < rows; i++)
            sums[j] += A[i * columns + j];
    }
}
