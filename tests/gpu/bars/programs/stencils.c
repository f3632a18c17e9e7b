void jacobi5(int n, int m, const float old[n][m], float next[n][m])
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            next[i][j] = 0.2f * (old[i][j] + old[i][j - 1] + old[i][j + 1] + old[i - 1][j] + old[i + 1][j]);
}

void jacobi7(int n, int m, int p, const float old[n][m][p], float next[n][m][p])
{
#pragma curestruct
    for (int k = 1; k < n - 1; k++)
        for (int i = 1; i < m - 1; i++)
            for (int j = 1; j < p - 1; j++)
                next[k][i][j] = 0.125f * (2.0f * old[k][i][j] + old[k][i][j - 1] + old[k][i][j + 1] + old[k][i - 1][j] +
                                          old[k][i + 1][j] + old[k - 1][i][j] + old[k + 1][i][j]);
}

// What a stencil moves at least: the elements inside, the ends of whose rows are parts of sectors.
void copy_inside(int n, int m, int p, const float from[n][m][p], float to[n][m][p])
{
#pragma curestruct
    for (int k = 1; k < n - 1; k++)
        for (int i = 1; i < m - 1; i++)
            for (int j = 1; j < p - 1; j++)
                to[k][i][j] = from[k][i][j];
}
