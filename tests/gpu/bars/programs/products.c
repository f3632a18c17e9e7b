// Products and their relatives. One pattern, and so one speed: what is multiplied, added and stored is not the point.
#include <math.h>

void product(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}

// The same of doubles, by tensor cores.
void product_of_doubles(int n, int m, int p, double C[n][m], const double A[n][p], const double B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}

// A and B transposed or not.
void product_nt(int n, int m, int p, float C[n][m], const float A[n][p], const float B[m][p])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * B[j][k];
            C[i][j] = sum;
        }
}

void product_tn(int n, int m, int p, float C[n][m], const float A[p][n], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[k][i] * B[k][j];
            C[i][j] = sum;
        }
}

void product_tt(int n, int m, int p, float C[n][m], const float A[p][n], const float B[m][p])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[k][i] * B[j][k];
            C[i][j] = sum;
        }
}

void batched(int count, int n, float C[count][n][n], const float A[count][n][n], const float B[count][n][n])
{
#pragma curestruct
    for (int b = 0; b < count; b++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int k = 0; k < n; k++)
                    sum += A[b][i][k] * B[b][k][j];
                C[b][i][j] = sum;
            }
}

void batched_flat(int count, int n, float *restrict C, const float *restrict A, const float *restrict B)
{
#pragma curestruct
    for (int b = 0; b < count; b++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int k = 0; k < n; k++)
                    sum += A[b * n * n + i * n + k] * B[b * n * n + k * n + j];
                C[b * n * n + i * n + j] = sum;
            }
}

void alpha_beta(int n, float alpha, float beta, float C[n][n], const float A[n][n], const float B[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = alpha * sum + beta * C[i][j];
        }
}

void bias_relu(int n, float C[n][n], const float A[n][n], const float B[n][n], const float bias[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = bias[j];
            for (int k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum > 0 ? sum : 0;
        }
}

void bytes(int n, int C[n][n], const signed char A[n][n], const signed char B[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int sum = 0;
            for (int k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}

void shortest(int n, float C[n][n], const float A[n][n], const float B[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                if (A[i][k] + B[k][j] < C[i][j])
                    C[i][j] = A[i][k] + B[k][j];
}

void shortest_call(int n, float C[n][n], const float A[n][n], const float B[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                C[i][j] = fminf(C[i][j], A[i][k] + B[k][j]);
}

void greater(int n, float C[n][n], const float A[n][n], const float B[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                if (A[i][k] > 0)
                    sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}

void distances(int n, int p, float C[n][n], const float A[n][p])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += (A[i][k] - A[j][k]) * (A[i][k] - A[j][k]);
            C[i][j] = sum;
        }
}

void triangle(int n, int p, float C[n][n], const float A[n][p])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * A[j][k];
            C[i][j] = sum;
        }
}

// Few results of long sums: A^T A of a tall matrix.
void normal(int rows, int columns, float C[columns][columns], const float A[rows][columns])
{
#pragma curestruct
    for (int i = 0; i < columns; i++)
        for (int j = 0; j < columns; j++) {
            float sum = 0;
            for (int k = 0; k < rows; k++)
                sum += A[k][i] * A[k][j];
            C[i][j] = sum;
        }
}

// A sum over two loops, as contractions of tensors have them.
void two_sums(int n, int m, int p, float C[n][m], const float A[n][p][p], const float B[p][p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int q = 0; q < p; q++)
                for (int k = 0; k < p; k++)
                    sum += A[i][q][k] * B[q][k][j];
            C[i][j] = sum;
        }
}

// Of the columns of x: what has to be subtracted does not change along the sum.
void covariance(int rows, int columns, const float *restrict x, const float *restrict mean, float *restrict c)
{
#pragma curestruct
    for (int i = 0; i < columns; i++)
        for (int j = 0; j < columns; j++) {
            float sum = 0;
            for (int r = 0; r < rows; r++)
                sum += (x[r * columns + i] - mean[i]) * (x[r * columns + j] - mean[j]);
            c[i * columns + j] = sum / (rows - 1);
        }
}

// Of two lower triangles, of which the sums have what lies between the column and the row.
void triangles(int n, const float *restrict a, const float *restrict b, float *restrict c)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            float sum = 0;
            for (int k = j; k <= i; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}
