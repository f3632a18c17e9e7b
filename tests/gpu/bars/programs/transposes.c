void transpose_double(int rows, int columns, const double A[rows][columns], double B[columns][rows])
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            B[j][i] = A[i][j];
}
