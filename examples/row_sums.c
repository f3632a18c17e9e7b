// Sum of each row. Look at: the outer loop is parallel and the inner one a reduction; the threads of a warp share a
// row, since that is how its elements lie in memory. Compare with column_sums.c.
void row_sums(int rows, int columns, const float *A, float *sums)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        float s = 0;
        for (int j = 0; j < columns; j++)
            s += A[i * columns + j];
        sums[i] = s;
    }
}
