// The nests of random.tsv: functions of one parallel nest each, copied by plans.py for each schedule.

void permute_zyx(int n, int m, int p, const float a[n][m][p], float b[p][m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                b[k][j][i] = a[i][j][k];
}

void heat13(int n, const float a[n][n][n], float b[n][n][n])
{
#pragma curestruct
    for (int i = 2; i < n - 2; i++)
        for (int j = 2; j < n - 2; j++)
            for (int k = 2; k < n - 2; k++)
                b[i][j][k] = 0.5f * a[i][j][k] +
                             0.06f * (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] +
                                      a[i][j][k - 1] + a[i][j][k + 1]) +
                             0.02f * (a[i - 2][j][k] + a[i + 2][j][k] + a[i][j - 2][k] + a[i][j + 2][k] +
                                      a[i][j][k - 2] + a[i][j][k + 2]);
}

void conv5(int h, int w, const float in[h][w], const float c[5][5], float out[h][w])
{
#pragma curestruct
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float sum = 0;
            for (int v = 0; v < 5; v++)
                for (int u = 0; u < 5; u++)
                    sum += c[v][u] * in[y + v - 2][x + u - 2];
            out[y][x] = sum;
        }
}

void life(int h, int w, const unsigned char a[h][w], unsigned char b[h][w])
{
#pragma curestruct
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            int alive = a[y - 1][x - 1] + a[y - 1][x] + a[y - 1][x + 1] + a[y][x - 1] + a[y][x + 1] +
                        a[y + 1][x - 1] + a[y + 1][x] + a[y + 1][x + 1];
            b[y][x] = alive == 3 || (alive == 2 && a[y][x]);
        }
}
