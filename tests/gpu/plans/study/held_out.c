// Nests of the study (study.py) that nobody looks at while the cost model is fitted; in the form of fitted.c.

// n=64,m=512,p=512
void transposes(int n, int m, int p, const double a[n][m][p], double b[n][p][m])
{
#pragma curestruct
    for (int e = 0; e < n; e++)
        for (int i = 0; i < m; i++)
            for (int j = 0; j < p; j++)
                b[e][j][i] = a[e][i][j];
}

// n=3000,m=4000
void smooth9(int n, int m, const double a[n][m], double b[n][m])
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i][j] = 0.25 * a[i][j] + 0.125 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) +
                      0.0625 * (a[i - 1][j - 1] + a[i - 1][j + 1] + a[i + 1][j - 1] + a[i + 1][j + 1]);
}

// h=256,w=256
void channels(int h, int w, const float in[16][h + 2][w + 2], const float k[32][16][3][3], float out[32][h][w])
{
#pragma curestruct
    for (int o = 0; o < 32; o++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                float sum = 0;
                for (int c = 0; c < 16; c++)
                    for (int v = 0; v < 3; v++)
                        for (int u = 0; u < 3; u++)
                            sum += k[o][c][v][u] * in[c][y + v][x + u];
                out[o][y][x] = sum;
            }
}

// n=20000,m=1000
void column_most(int n, int m, const float a[n][m], float most[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            most[j] = a[i][j] > most[j] ? a[i][j] : most[j];
}

// n=768,m=768,p=768
void product_double(int n, int m, int p, const double a[n][p], const double b[p][m], double c[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                c[i][j] += a[i][k] * b[k][j];
}

// n=100000,m=100
void row_norms(int n, int m, const float a[n][m], float norm[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < m; j++)
            sum += a[i][j] * a[i][j];
        norm[i] = __builtin_sqrtf(sum);
    }
}

// h=4000,w=6000
void blur(int h, int w, const unsigned char in[h][w], unsigned char out[h][w])
{
#pragma curestruct
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            int sum = 0;
            for (int v = 0; v < 5; v++)
                for (int u = 0; u < 5; u++)
                    sum += in[y + v - 2][x + u - 2];
            out[y][x] = sum / 25;
        }
}

// n=262144 values=262144
void sparse_rows(int n, const float value[16][n], const int column[16][n], const float x[n], float y[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < 16; k++)
            sum += value[k][i] * x[column[k][i]];
        y[i] = sum;
    }
}

// n=6000
void symmetric(int n, const float a[n][n], float b[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            b[i][j] = 0.5f * (a[i][j] + a[j][i]);
}

// n=4000000
void options(int n, const float price[n], const float strike[n], const float years[n], float call[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float root = __builtin_sqrtf(years[i] + 0.1f);
        float d = (__builtin_logf((price[i] + 0.1f) / (strike[i] + 0.1f)) + 0.07f * years[i]) / (0.3f * root);
        float left = 1.0f / (1.0f + __builtin_expf(-1.6f * d));
        float right = 1.0f / (1.0f + __builtin_expf(-1.6f * (d - 0.3f * root)));
        call[i] = price[i] * left - strike[i] * __builtin_expf(-0.02f * years[i]) * right;
    }
}
