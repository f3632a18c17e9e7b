// One Jacobi sweep of the heat equation on a grid. Look at: neighbouring threads read the same elements. The borders
// are not written, and so are copied in before anything is copied out.
void jacobi(int rows, int columns, const double *restrict old, double *restrict next)
{
#pragma curestruct
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++)
            next[i * columns + j] = 0.25 * (old[(i - 1) * columns + j] + old[(i + 1) * columns + j] +
                                            old[i * columns + j - 1] + old[i * columns + j + 1]);
}
