#ifndef NAME
#define NAME transposition
#endif
void NAME(int n, int m, const float A[n][m], float B[m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[j][i] = A[i][j];
}
