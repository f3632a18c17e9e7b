#ifndef NAME
#define NAME layers
#endif
void NAME(int n, int m, int p, const float A[n][m][p], float B[n][m][p])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                B[i][j][k] = 2 * A[i][j][k] + 1;
}
