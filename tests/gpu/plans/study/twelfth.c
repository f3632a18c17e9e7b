// Nests of the study (study.py) that were written after those of eleventh.c had been looked at; in the form of
// fitted.c.

// n=1800,m=1100
void gated_units(int n, int m, const float x[n][2 * m], float out[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i][j] = x[i][j] / (1 + __builtin_expf(-x[i][j])) * x[i][m + j];
}

// h=12,n=300,p=64
void attention_scores(int h, int n, int p, const float q[h][n][p], const float k[h][n][p], float score[h][n][n])
{
#pragma curestruct
    for (int a = 0; a < h; a++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int d = 0; d < p; d++)
                    sum += q[a][i][d] * k[a][j][d];
                score[a][i][j] = 0.125f * sum;
            }
}

// n=1500,h=16,m=32
void rotary(int n, int h, int m, const float cosine[n][m], const float sine[n][m], float x[n][h][2][m])
{
#pragma curestruct
    for (int t = 0; t < n; t++)
        for (int a = 0; a < h; a++)
            for (int d = 0; d < m; d++) {
                float u = x[t][a][0][d], v = x[t][a][1][d];
                x[t][a][0][d] = u * cosine[t][d] - v * sine[t][d];
                x[t][a][1][d] = u * sine[t][d] + v * cosine[t][d];
            }
}

// n=1400,m=1300
void limited_fluxes(int n, int m, const double u[n][m + 3], double flux[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double left = u[i][j + 1] - u[i][j], right = u[i][j + 2] - u[i][j + 1];
            double slope = left * right > 0 ? (left * left < right * right ? left : right) : 0;
            flux[i][j] = u[i][j + 1] + 0.5 * slope;
        }
}

// n=2500,m=1200
void drawdowns(int n, int m, const float price[m][n], float deepest[n])
{
#pragma curestruct
    for (int s = 0; s < n; s++) {
        float top = 0, most = 0;
        for (int t = 0; t < m; t++) {
            top = price[t][s] > top ? price[t][s] : top;
            most = top - price[t][s] > most ? top - price[t][s] : most;
        }
        deepest[s] = most;
    }
}

// n=1200000,m=60000 values=60000
void splines(int n, int m, const int knot[n], const float at[n], const float c[m + 3], float value[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float t = at[i], s = 1 - t;
        value[i] = (s * s * s * c[knot[i]] + (3 * t * t * t - 6 * t * t + 4) * c[knot[i] + 1]
                    + (3 * s * s * s - 6 * s * s + 4) * c[knot[i] + 2] + t * t * t * c[knot[i] + 3]) / 6;
    }
}

// n=150000
void short_transforms(int n, const float in[n][8], const float base[8][8], float out[n][8])
{
#pragma curestruct
    for (int b = 0; b < n; b++)
        for (int k = 0; k < 8; k++) {
            float sum = 0;
            for (int j = 0; j < 8; j++)
                sum += base[k][j] * in[b][j];
            out[b][k] = sum;
        }
}

// h=60,w=80
void block_matches(int h, int w, const unsigned char a[8 * h][8 * w], const unsigned char b[8 * h + 8][8 * w + 8],
                   int sum[h][w][8][8])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int u = 0; u < 8; u++)
                for (int v = 0; v < 8; v++) {
                    int total = 0;
                    for (int i = 0; i < 8; i++)
                        for (int j = 0; j < 8; j++) {
                            int d = a[8 * y + i][8 * x + j] - b[8 * y + u + i][8 * x + v + j];
                            total += d < 0 ? -d : d;
                        }
                    sum[y][x][u][v] = total;
                }
}

// h=1700,w=1900
void vertical_bytes(int h, int w, const unsigned char in[h + 6][w], unsigned char out[h][w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = (in[y][x] + in[y + 6][x] + 6 * (in[y + 1][x] + in[y + 5][x])
                         + 15 * (in[y + 2][x] + in[y + 4][x]) + 20 * in[y + 3][x] + 32) >> 6;
}

// h=1500,w=1600
void dilated(int h, int w, const unsigned char in[h + 2][w + 2], unsigned char out[h][w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int most = 0;
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    most = in[y + i][x + j] > most ? in[y + i][x + j] : most;
            out[y][x] = most;
        }
}

// n=400000
void hooke(int n, const float strain[n][6], const float lame[n], const float shear[n], float stress[n][6])
{
#pragma curestruct
    for (int e = 0; e < n; e++) {
        float volume = lame[e] * (strain[e][0] + strain[e][1] + strain[e][2]);
        for (int k = 0; k < 3; k++)
            stress[e][k] = volume + 2 * shear[e] * strain[e][k];
        for (int k = 3; k < 6; k++)
            stress[e][k] = shear[e] * strain[e][k];
    }
}

// n=50000,m=30000 values=30000
void element_products(int n, int m, const int node[n][8], const float matrix[n][8][8], const float x[m], float y[n][8])
{
#pragma curestruct
    for (int e = 0; e < n; e++)
        for (int i = 0; i < 8; i++) {
            float sum = 0;
            for (int j = 0; j < 8; j++)
                sum += matrix[e][i][j] * x[node[e][j]];
            y[e][i] = sum;
        }
}

// n=4000,m=300 values=2
void co_occurrences(int n, int m, const unsigned char has[n][m], int both[m][m])
{
#pragma curestruct
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            int sum = 0;
            for (int k = 0; k < n; k++)
                sum += has[k][i] & has[k][j];
            both[i][j] = sum;
        }
}

// n=200000,m=12 values=200000
void padded_sparse(int n, int m, const float value[m][n], const int column[m][n], const float x[n], float y[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < m; k++)
            sum += value[k][i] * x[column[k][i]];
        y[i] = sum;
    }
}

// n=700000,m=25
void complex_filter(int n, int m, const float in[n + m][2], const float tap[m][2], float out[n][2])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float re = 0, im = 0;
        for (int k = 0; k < m; k++) {
            re += tap[k][0] * in[i + k][0] - tap[k][1] * in[i + k][1];
            im += tap[k][0] * in[i + k][1] + tap[k][1] * in[i + k][0];
        }
        out[i][0] = re;
        out[i][1] = im;
    }
}

// h=800,w=1000
void local_variances(int h, int w, const unsigned char in[h + 6][w + 6], float variance[h][w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int sum = 0, squares = 0;
            for (int i = 0; i < 7; i++)
                for (int j = 0; j < 7; j++) {
                    int v = in[y + i][x + j];
                    sum += v;
                    squares += v * v;
                }
            variance[y][x] = (49.0f * squares - (float)sum * sum) / 2401;
        }
}

// h=1100,w=1300
void planar_floats(int h, int w, const unsigned char in[h][w][3], const float mean[3], float out[3][h][w])
{
#pragma curestruct
    for (int c = 0; c < 3; c++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                out[c][y][x] = in[y][x][c] * 0.00392157f - mean[c];
}

// h=1000,w=1200
void edge_preserving(int h, int w, const float in[h + 2][w + 2], float out[h][w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float at = in[y + 1][x + 1], n = in[y][x + 1] - at, s = in[y + 2][x + 1] - at;
            float a = in[y + 1][x] - at, b = in[y + 1][x + 2] - at;
            out[y][x] = at + 0.2f * (n * __builtin_expf(-n * n) + s * __builtin_expf(-s * s)
                                     + a * __builtin_expf(-a * a) + b * __builtin_expf(-b * b));
        }
}

// n=256,m=600,p=500
void quantized_layer(int n, int m, int p, const unsigned char a[n][p], const unsigned char weight[m][p],
                     const float scale[m], float out[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int sum = 0;
            for (int k = 0; k < p; k++)
                sum += a[i][k] * (weight[j][k] - 128);
            out[i][j] = scale[j] * sum;
        }
}

// n=2000,m=40
void traces(int n, int m, const double a[n][m][m], const double b[n][m][m], double trace[n])
{
#pragma curestruct
    for (int s = 0; s < n; s++) {
        double sum = 0;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++)
                sum += a[s][i][j] * b[s][j][i];
        trace[s] = sum;
    }
}
