void turned(int n, int m, int p, const float a[n][m][p], float b[p][m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                b[k][j][i] = a[i][j][k];
}
