// Nests of many kinds, for launches.test.
#include <math.h>

void map(int n, float *restrict y, const float *restrict x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

void plane(int n, int m, double a[n][m], const double b[n][m], const double c[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = b[i][j] * c[i][j] + 1;
}

void volume(int p, int n, int m, short c[p][n][m])
{
#pragma curestruct
    for (int h = 0; h < p; h++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                c[h][i][j] += 1;
}

void four(int n, float a[n][n][n][n])
{
#pragma curestruct
    for (int g = 0; g < n; g++)
        for (int h = 0; h < n; h++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
                    a[g][h][i][j] *= 3;
}

void turn(int n, int m, const double a[n][m], double b[m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j][i] = a[i][j];
}

void turn_two(int n, const double a[n][n], const double b[n][n], double c[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c[i][j] = a[j][i] + b[j][i] * 2;
}

void turn_bytes(int n, const char a[n][n], char b[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[j][i] = a[i][j];
}

void product(int n, int m, int p, float c[n][m], const float a[n][p], const float b[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                c[i][j] += a[i][k] * b[k][j];
}

void product_of_doubles(int n, double c[n][n], const double a[n][n], const double b[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i][j] += a[k][i] * b[j][k];
}

void product_of_three(int n, double c[n][n], const double a[n][n], const double b[n][n], const double d[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j] * d[i][k];
}

void products(int z, int n, float c[z][n][n], const float a[z][n][n], const float b[z][n][n])
{
#pragma curestruct
    for (int h = 0; h < z; h++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int k = 0; k < n; k++)
                    sum += a[h][i][k] * b[h][k][j];
                c[h][i][j] = sum;
            }
}

void small_product(float c[256][256], const float a[256][256], const float b[256][256])
{
#pragma curestruct
    for (int i = 0; i < 256; i++)
        for (int j = 0; j < 256; j++)
            for (int k = 0; k < 256; k++)
                c[i][j] += a[i][k] * b[k][j];
}

void stencil(int n, int m, float b[n][m], const float a[n][m])
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i][j] = a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

double sum(int n, const double *x)
{
    double s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

float greatest(int n, int m, const float a[n][m])
{
    float most = -INFINITY;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (a[i][j] > most)
                most = a[i][j];
    return most;
}

int where(int n, const int *x)
{
    int best = -1, at = -1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] > best) {
            best = x[i];
            at = i;
        }
    return at;
}

void rows(int n, int m, const float a[n][m], float *restrict s)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s[i] = 0;
        for (int j = 0; j < m; j++)
            s[i] += a[i][j];
    }
}

void columns(int n, int m, const double a[n][m], double *restrict s)
{
#pragma curestruct
    for (int j = 0; j < m; j++) {
        s[j] = 0;
        for (int i = 0; i < n; i++)
            s[j] += a[i][j];
    }
}

void count(int n, const unsigned char *restrict key, int bins[256])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        bins[key[i]]++;
}

void add_by_key(int n, const int *restrict key, const double *restrict x, double sums[16])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        sums[key[i] & 15] += x[i];
}

void steps(int n, int t, float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int s = 0; s < t; s++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = (a[i - 1] + a[i + 1]) / 2;
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
    }
}

void escape(int n, int m, int *restrict count)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double x = 0, y = 0;
            int k = 0;
            while (x * x + y * y < 4 && k < 100) {
                double next = x * x - y * y + i * 0.01;
                y = 2 * x * y + j * 0.01;
                x = next;
                k++;
            }
            count[i * m + j] = k;
        }
}
