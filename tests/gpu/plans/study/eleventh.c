// Nests of the study (study.py) that were written after those of tenth.c had been looked at; in the form of fitted.c.

// n=2500000 values=4096
void equalized(int n, const int level[n], const float curve[4096], const float gain[4096], float out[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        out[i] = curve[level[i]] * gain[level[i]];
}

// h=900,w=1100
void bilinear(int h, int w, const float in[h][w], const float dx[h][w], const float dy[h][w], float out[h][w])
{
#pragma curestruct
    for (int y = 0; y < h - 1; y++)
        for (int x = 0; x < w - 1; x++) {
            float a = dx[y][x], b = dy[y][x];
            float above = in[y][x] + a * (in[y][x + 1] - in[y][x]);
            float below = in[y + 1][x] + a * (in[y + 1][x + 1] - in[y + 1][x]);
            out[y][x] = above + b * (below - above);
        }
}

// n=1500,p=200
void upper_rank_update(int n, int p, const double a[p][n], double c[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < p; k++)
                sum += a[k][i] * a[k][j];
            c[i][j] -= sum;
        }
}

// n=3000,m=1024
void row_entropy(int n, int m, const float x[n][m], float entropy[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < m; j++)
            sum -= x[i][j] * __builtin_logf(x[i][j] + 1e-6f);
        entropy[i] = sum;
    }
}

// n=100000
void cross_products(int n, const double a[n][3], const double b[n][3], double c[n][3])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        c[i][0] = a[i][1] * b[i][2] - a[i][2] * b[i][1];
        c[i][1] = a[i][2] * b[i][0] - a[i][0] * b[i][2];
        c[i][2] = a[i][0] * b[i][1] - a[i][1] * b[i][0];
    }
}

// n=200,m=180,p=160
void laplacian27(int n, int m, int p, const float u[n + 2][m + 2][p + 2], const float weight[3], float out[n][m][p])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                out[i][j][k] = weight[0] * u[i + 1][j + 1][k + 1]
                    + weight[1] * (u[i][j + 1][k + 1] + u[i + 2][j + 1][k + 1] + u[i + 1][j][k + 1]
                                   + u[i + 1][j + 2][k + 1] + u[i + 1][j + 1][k] + u[i + 1][j + 1][k + 2])
                    + weight[2] * (u[i][j][k] + u[i + 2][j + 2][k + 2] + u[i][j][k + 2] + u[i + 2][j + 2][k]);
}

// b=400,n=40,m=48,p=56
void batched_products(int b, int n, int m, int p, const float x[b][n][p], const float y[b][p][m], float z[b][n][m])
{
#pragma curestruct
    for (int s = 0; s < b; s++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                float sum = 0;
                for (int k = 0; k < p; k++)
                    sum += x[s][i][k] * y[s][k][j];
                z[s][i][j] = sum;
            }
}

// h=1024,w=1536
void chroma(int h, int w, const unsigned char rgb[2 * h][2 * w][3], unsigned char u[h][w], unsigned char v[h][w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int r = 0, g = 0, b = 0;
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++) {
                    r += rgb[2 * y + i][2 * x + j][0];
                    g += rgb[2 * y + i][2 * x + j][1];
                    b += rgb[2 * y + i][2 * x + j][2];
                }
            u[y][x] = ((-38 * r - 74 * g + 112 * b) >> 10) + 128;
            v[y][x] = ((112 * r - 94 * g - 18 * b) >> 10) + 128;
        }
}

// n=2000,m=1800
void column_deviations(int n, int m, const float x[n][m], float mean[m], float deviation[m])
{
#pragma curestruct
    for (int j = 0; j < m; j++) {
        float sum = 0, squares = 0;
        for (int i = 0; i < n; i++) {
            sum += x[i][j];
            squares += x[i][j] * x[i][j];
        }
        mean[j] = sum / n;
        deviation[j] = squares / n - (sum / n) * (sum / n);
    }
}

// n=500,m=600,p=80
void box_distances(int n, int m, int p, const float low[n][p], const float high[n][p], const float x[p][m],
                   float far[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float most = 0;
            for (int k = 0; k < p; k++) {
                float under = low[i][k] - x[k][j], over = x[k][j] - high[i][k];
                float out = under > over ? under : over;
                most = out > most ? out : most;
            }
            far[i][j] = most;
        }
}
