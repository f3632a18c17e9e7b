// Nests of the study (study.py) that were written after those of unseen.c had been looked at; in the form of fitted.c.

// n=240
void staggered(int n, float ex[n + 1][n + 1][n + 1], float ey[n + 1][n + 1][n + 1], float ez[n + 1][n + 1][n + 1],
               const float hx[n + 1][n + 1][n + 1], const float hy[n + 1][n + 1][n + 1],
               const float hz[n + 1][n + 1][n + 1])
{
#pragma curestruct
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            for (int k = 1; k <= n; k++) {
                ex[i][j][k] += 0.5f * (hz[i][j][k] - hz[i][j - 1][k] - hy[i][j][k] + hy[i][j][k - 1]);
                ey[i][j][k] += 0.5f * (hx[i][j][k] - hx[i][j][k - 1] - hz[i][j][k] + hz[i - 1][j][k]);
                ez[i][j][k] += 0.5f * (hy[i][j][k] - hy[i - 1][j][k] - hx[i][j][k] + hx[i][j - 1][k]);
            }
}

// n=64,c=128,p=2500
void channel_moments(int n, int c, int p, const float x[n][c][p], float sum[c], float squares[c])
{
#pragma curestruct
    for (int k = 0; k < c; k++) {
        sum[k] = 0;
        squares[k] = 0;
        for (int e = 0; e < n; e++)
            for (int i = 0; i < p; i++) {
                sum[k] += x[e][k][i];
                squares[k] += x[e][k][i] * x[e][k][i];
            }
    }
}

// n=700,m=900,k=500
void most_plus(int n, int m, int k, const int a[n][k], const int b[k][m], int c[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            c[i][j] = 0;
            for (int l = 0; l < k; l++)
                c[i][j] = a[i][l] + b[l][j] > c[i][j] ? a[i][l] + b[l][j] : c[i][j];
        }
}

// n=3000000
void drift(int n, float p[n][6], const float force[n][3])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int d = 0; d < 3; d++) {
            p[i][d + 3] += 0.01f * force[i][d];
            p[i][d] += 0.01f * p[i][d + 3];
        }
}

// h=1500,w=2000
void decimate(int h, int w, const float in[h][4 * w + 8], const float tap[8], float out[h][w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            out[y][x] = 0;
            for (int t = 0; t < 8; t++)
                out[y][x] += tap[t] * in[y][4 * x + t];
        }
}

// n=600,m=30000
void decay_columns(int n, int m, const float in[n][m], float state[n + 1][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            state[i + 1][j] = 0.9f * state[i][j] + in[i][j];
}

// c=96,h=240,w=240
void depthwise(int c, int h, int w, const float in[c][h + 2][w + 2], const float weight[c][3][3], float out[c][h][w])
{
#pragma curestruct
    for (int k = 0; k < c; k++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                float sum = 0;
                for (int dy = 0; dy < 3; dy++)
                    for (int dx = 0; dx < 3; dx++)
                        sum += weight[k][dy][dx] * in[k][y + dy][x + dx];
                out[k][y][x] = sum > 0 ? sum : 0;
            }
}

// n=2500
void symmetrized(int n, const double a[n][n], double out[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i][j] = 0.5 * (a[i][j] + a[j][i]);
}

// n=60000,m=48
void gram(int n, int m, const float x[n][m], float g[m][m])
{
#pragma curestruct
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            g[i][j] = 0;
            for (int k = 0; k < n; k++)
                g[i][j] += x[k][i] * x[k][j];
        }
}

// n=200000,m=40
void banded_vector(int n, int m, const float band[n][m], const float x[n + m], float y[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int k = 0; k < m; k++)
            y[i] += band[i][k] * x[i + k];
    }
}
