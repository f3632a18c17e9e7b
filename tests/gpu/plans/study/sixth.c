// Nests of the study (study.py) that were written after those of fifth.c had been looked at; in the form of fitted.c.

// n=3500,m=2500
void gated(int n, int m, const float x[n][m], const float gate[n][m], float out[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i][j] = x[i][j] * gate[i][j] / (1 + gate[i][j] * gate[i][j]);
}

// h=1200,w=1600
void enlarged(int h, int w, const float in[h][w], float out[2 * h][2 * w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int v = 0; v < 2; v++)
                for (int u = 0; u < 2; u++)
                    out[2 * y + v][2 * x + u] = in[y][x];
}

// n=6000
void potentials(int n, const float x[n], const float y[n], const float charge[n], float potential[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < n; j++) {
            float a = x[j] - x[i], b = y[j] - y[i];
            sum += charge[j] / (a * a + b * b + 0.01f);
        }
        potential[i] = sum;
    }
}

// n=3000,m=1500
void row_spread(int n, int m, const float x[n][m], float mean[n], float spread[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0, squares = 0;
        for (int j = 0; j < m; j++) {
            sum += x[i][j];
            squares += x[i][j] * x[i][j];
        }
        mean[i] = sum / m;
        spread[i] = squares / m - mean[i] * mean[i];
    }
}

// n=700,m=500,p=600
void scaled_product(int n, int m, int p, const float a[n][p], const float b[p][m], const float scale[m], float c[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = scale[j] * sum;
        }
}

// n=2000,m=2200
void lower_envelope(int n, int m, const float x[n][m], float least[n][m])
{
#pragma curestruct
    for (int j = 0; j < m; j++) {
        float low = 1e30f;
        for (int i = 0; i < n; i++) {
            low = x[i][j] < low ? x[i][j] : low;
            least[i][j] = low;
        }
    }
}

// n=160
void cube_means(int n, const float in[n + 2][n + 2][n + 2], float out[n][n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                float sum = 0;
                for (int a = 0; a < 3; a++)
                    for (int b = 0; b < 3; b++)
                        for (int c = 0; c < 3; c++)
                            sum += in[i + a][j + b][k + c];
                out[i][j][k] = sum / 27;
            }
}

// n=100000,m=40 values=5000
void looked_up(int n, int m, const int at[n], const float table[5000][m], float out[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i][j] = table[at[i]][j] * 0.5f;
}

// h=600,w=800
void block_means(int h, int w, const float in[4 * h][4 * w], float out[h][w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int v = 0; v < 4; v++)
                for (int u = 0; u < 4; u++)
                    sum += in[4 * y + v][4 * x + u];
            out[y][x] = sum / 16;
        }
}

// n=1800
void lower_product(int n, const double a[n][n], const double x[n], double y[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j <= i; j++)
            sum += a[i][j] * x[j];
        y[i] = sum;
    }
}
