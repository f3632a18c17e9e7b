// Nests of the study (study.py) that were written after those of ninth.c had been looked at; in the form of fitted.c.

// n=900,m=700,p=320
void transposed_layer(int n, int m, int p, const float a[p][n], const float b[m][p], const float bias[m],
                      float out[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = bias[j];
            for (int k = 0; k < p; k++)
                sum += a[k][i] * b[j][k];
            out[i][j] = sum > 0 ? sum : 0.1f * sum;
        }
}

// h=1500,w=2000
void sheared(int h, int w, const unsigned char in[h][w], unsigned char out[h][w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int u = x + (y >> 2) - 180;
            out[y][x] = u >= 0 && u < w ? in[y][u] : 0;
        }
}

// h=2200,w=2600
void sharpened(int h, int w, const unsigned char in[h + 2][w + 2], unsigned char out[h][w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int v = 5 * in[y + 1][x + 1] - in[y][x + 1] - in[y + 2][x + 1] - in[y + 1][x] - in[y + 1][x + 2];
            out[y][x] = v < 0 ? 0 : v > 255 ? 255 : v;
        }
}

// n=60000,m=24 values=60000
void edge_fluxes(int n, int m, const int from[n], const int to[n], const float value[n][m], const float area[n],
                 float flux[n][m])
{
#pragma curestruct
    for (int e = 0; e < n; e++)
        for (int j = 0; j < m; j++)
            flux[e][j] = area[e] * (value[from[e]][j] - value[to[e]][j]);
}

// n=2600
void packed_transpose(int n, const float a[n][n], float b[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            b[j][i] = a[i][j] * 0.5f;
}

// n=5000,m=700
void row_skew(int n, int m, const double x[n][m], double skew[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double sum = 0, cubes = 0;
        for (int j = 0; j < m; j++) {
            double d = x[i][j] - 0.5;
            sum += d;
            cubes += d * d * d;
        }
        skew[i] = cubes / m - sum / m;
    }
}

// n=30000,m=90
void segment_sums(int n, int m, const float x[n * m], const float weight[m], float sum[n])
{
#pragma curestruct
    for (int s = 0; s < n; s++) {
        float total = 0;
        for (int j = 0; j < m; j++)
            total += x[s * m + j] * weight[j];
        sum[s] = total;
    }
}

// n=60000
void quadratic_forms(int n, const float a[n][8][8], const float x[n][8], float form[n])
{
#pragma curestruct
    for (int b = 0; b < n; b++) {
        float sum = 0;
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++)
                sum += a[b][i][j] * x[b][i] * x[b][j];
        form[b] = sum;
    }
}

// n=1600,m=3000
void smoothed_series(int n, int m, const float in[m][n], const float rate[n], float out[m][n])
{
#pragma curestruct
    for (int s = 0; s < n; s++) {
        float level = 0;
        for (int t = 0; t < m; t++) {
            level = level + rate[s] * (in[t][s] - level);
            out[t][s] = level;
        }
    }
}

// n=1200,m=1400,p=12
void phased(int n, int m, int p, const float re[p][n][m], const float im[p][n][m], const float turn[p][2],
            float out[n][m][2])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float x = 0, y = 0;
            for (int k = 0; k < p; k++) {
                x += re[k][i][j] * turn[k][0] - im[k][i][j] * turn[k][1];
                y += re[k][i][j] * turn[k][1] + im[k][i][j] * turn[k][0];
            }
            out[i][j][0] = x;
            out[i][j][1] = y;
        }
}
