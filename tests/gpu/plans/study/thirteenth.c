// Nests of the study (study.py) that were written after those of twelfth.c had been looked at; in the form of fitted.c.

// n=3000,m=1300
void running_maxima(int n, int m, const float x[m][n], float most[m][n])
{
#pragma curestruct
    for (int s = 0; s < n; s++) {
        float best = x[0][s];
        for (int t = 0; t < m; t++) {
            best = x[t][s] > best ? x[t][s] : best;
            most[t][s] = best;
        }
    }
}

// n=2400,m=2100
void damped_jacobi(int n, int m, const float b[n][m], const float u[n + 2][m + 2], float next[n + 2][m + 2])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            next[i + 1][j + 1] = 0.3f * u[i + 1][j + 1] + 0.175f * (u[i][j + 1] + u[i + 2][j + 1] + u[i + 1][j] +
                                                                     u[i + 1][j + 2] - b[i][j]);
}

// n=900,m=700,p=500
void masked_product(int n, int m, int p, const float a[n][p], const float b[p][m], const unsigned char keep[n][m],
                    float c[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = keep[i][j] > 100 ? sum : 0;
        }
}

// n=6000,m=900
void row_deviations(int n, int m, const float x[n][m], float deviation[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0, squares = 0;
        for (int j = 0; j < m; j++) {
            sum += x[i][j];
            squares += x[i][j] * x[i][j];
        }
        deviation[i] = squares / m - sum / m * (sum / m);
    }
}

// n=2000,m=1500 values=200
void shifted_copies(int n, int m, const int from[n], const float x[n][m], const float weight[n], float y[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i][j] = x[i][j] + weight[i] * x[from[i]][j];
}

// n=160
void elastic_force(int n, const float u[n + 2][n + 2][n + 2], const float k[n][n][n], float f[n][n][n])
{
#pragma curestruct
    for (int x = 0; x < n; x++)
        for (int y = 0; y < n; y++)
            for (int z = 0; z < n; z++)
                f[x][y][z] = k[x][y][z] * (u[x + 2][y + 1][z + 1] + u[x][y + 1][z + 1] + u[x + 1][y + 2][z + 1] +
                                           u[x + 1][y][z + 1] + u[x + 1][y + 1][z + 2] + u[x + 1][y + 1][z] -
                                           6 * u[x + 1][y + 1][z + 1]);
}

// n=400000,m=24
void horner(int n, int m, const float c[m], const float x[n], float y[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < m; k++)
            sum = sum * x[i] + c[k];
        y[i] = sum;
    }
}

// n=1500,m=1100
void column_products(int n, int m, const double a[n][m], const double w[n], double out[m])
{
#pragma curestruct
    for (int j = 0; j < m; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += w[i] * a[i][j] * a[i][j];
        out[j] = sum;
    }
}

// h=1400,w=1900
void sharpened_bytes(int h, int w, const unsigned char in[h + 2][w + 2], unsigned char out[h][w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int v = 5 * in[y + 1][x + 1] - in[y][x + 1] - in[y + 2][x + 1] - in[y + 1][x] - in[y + 1][x + 2];
            out[y][x] = v < 0 ? 0 : v > 255 ? 255 : v;
        }
}

// b=64,n=300,m=48
void weighted_sets(int b, int n, int m, const float w[b][n], const float v[b][n][m], float out[b][m])
{
#pragma curestruct
    for (int s = 0; s < b; s++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int i = 0; i < n; i++)
                sum += w[s][i] * v[s][i][j];
            out[s][j] = sum;
        }
}

// n=700,m=9000
void two_histories(int n, int m, const float in[m][n], float slow[n], float fast[n])
{
#pragma curestruct
    for (int s = 0; s < n; s++) {
        float a = 0, b = 0;
        for (int t = 0; t < m; t++) {
            a += 0.01f * (in[t][s] - a);
            b += 0.3f * (in[t][s] - b);
        }
        slow[s] = a;
        fast[s] = b;
    }
}
