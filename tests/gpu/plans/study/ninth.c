// Nests of the study (study.py) that were written after those of eighth.c had been looked at; in the form of fitted.c.

// n=1800,m=2400
void rank_filter(int n, int m, const unsigned char in[n][m], unsigned char out[n][m])
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++) {
            int most = 0;
            for (int v = -1; v <= 1; v++)
                for (int u = -1; u <= 1; u++)
                    most = in[i + v][j + u] > most ? in[i + v][j + u] : most;
            out[i][j] = most;
        }
}

// n=400,m=600,p=128
void cosines(int n, int m, int p, const float a[n][p], const float b[m][p], float c[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float both = 0, left = 0, right = 0;
            for (int k = 0; k < p; k++) {
                both += a[i][k] * b[j][k];
                left += a[i][k] * a[i][k];
                right += b[j][k] * b[j][k];
            }
            c[i][j] = both / __builtin_sqrtf(left * right + 1e-6f);
        }
}

// n=3000000
void polar(int n, const float x[n], const float y[n], float radius[n], float turn[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float square = x[i] * x[i] + y[i] * y[i];
        radius[i] = __builtin_sqrtf(square);
        turn[i] = y[i] / (__builtin_sqrtf(square) + x[i] + 0.001f);
    }
}

// n=120,m=130,p=140
void curl(int n, int m, int p, const float u[n][m][p], const float v[n][m][p], const float w[n][m][p], float x[n][m][p],
          float y[n][m][p])
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            for (int k = 1; k < p - 1; k++) {
                x[i][j][k] = 0.5f * (w[i][j + 1][k] - w[i][j - 1][k] - v[i][j][k + 1] + v[i][j][k - 1]);
                y[i][j][k] = 0.5f * (u[i][j][k + 1] - u[i][j][k - 1] - w[i + 1][j][k] + w[i - 1][j][k]);
            }
}

// n=6000,m=900
void clipped_rows(int n, int m, const float x[n][m], float out[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        int count = 0;
        for (int j = 0; j < m; j++)
            if (x[i][j] > 0.2f) {
                sum += x[i][j];
                count++;
            }
        out[i] = sum / (count + 1);
    }
}

// n=40000,m=32 values=40000
void swapped_rows(int n, int m, const int order[n], const double in[n][m], double out[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i][j] = in[order[i]][j] + in[i][j];
}

// n=2500,m=2500
void corner_sums(int n, int m, const int t[n + 1][m + 1], int out[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i][j] = t[i + 1][j + 1] - t[i][j + 1] - t[i + 1][j] + t[i][j];
}

// n=300,m=200,p=64
void outer_updates(int n, int m, int p, const float a[p][n], const float b[p][m], float c[p][n][m])
{
#pragma curestruct
    for (int k = 0; k < p; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                c[k][i][j] += a[k][i] * b[k][j];
}
