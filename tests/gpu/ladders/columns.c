#ifndef NAME
#define NAME columns
#endif
void NAME(int n, int m, const float A[n][m], float *sums)
{
#pragma curestruct
    for (int j = 0; j < m; j++) {
        float s = 0;
        for (int i = 0; i < n; i++)
            s += A[i][j];
        sums[j] = s;
    }
}
