// Scaling a matrix in place. Look at: rows lie in memory one after the other, so the inner loop runs along the
// threads of a warp and a warp reads whole cache lines.
void scale(int rows, int columns, float A[rows][columns], float factor)
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            A[i][j] *= factor;
}
