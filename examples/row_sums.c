// Sum of each row. Look at: the outer loop is parallel and the inner one a reduction, so each thread sums a row of its
// own and nothing has to be combined. Compare with column_sums.c: only there do neighbouring threads read neighbours.
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
