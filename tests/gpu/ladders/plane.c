#ifndef NAME
#define NAME plane
#endif
void NAME(int n, int m, const float A[n][m], float B[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[i][j] = 2 * A[i][j] + 1;
}
