void transpose_double(int rows, int columns, const double A[rows][columns], double B[columns][rows])
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            B[j][i] = A[i][j];
}

void transpose_batched(int count, int rows, int columns, const float A[count][rows][columns],
                       float B[count][columns][rows])
{
#pragma curestruct
    for (int t = 0; t < count; t++)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                B[t][j][i] = A[t][i][j];
}

void reverse_dimensions(int n, int m, int p, const float A[n][m][p], float B[p][m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                B[k][j][i] = A[i][j][k];
}

void channels_last(int count, int channels, int height, int width, const float A[count][channels][height][width],
                   float B[count][height][width][channels])
{
#pragma curestruct
    for (int t = 0; t < count; t++)
        for (int c = 0; c < channels; c++)
            for (int i = 0; i < height; i++)
                for (int j = 0; j < width; j++)
                    B[t][i][j][c] = A[t][c][i][j];
}

void shuffle_channels(int images, int channels, int groups, int per, int size, const float *restrict x,
                      float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < images; i++)
        for (int c = 0; c < channels; c++)
            for (int p = 0; p < size; p++)
                y[(i * channels + c % per * groups + c / per) * size + p] = x[(i * channels + c) * size + p];
}
