// Catches a tile that is copied to shared memory where the loop that reads it has no iteration: nothing of the array is
// on the device.
// RUN: %same --host %s %t
#include <stdio.h>

enum { N = 70 };

static void sums(int n, int m, double (*restrict a)[n + 2], const double (*restrict b)[4], double *restrict marks,
                 double *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int k = 1; k < n; k++) {
                sum += a[j][i] + b[i][k];
                marks[(i * N + j) * 3 + k] = j;
            }
            out[i * N + j] = sum;
        }
}

int main(void)
{
    static double a[N * N], b[N][4], marks[N * N * 3], out[N * N];
    for (int i = 0; i < N * N; i++)
        a[i] = i % 11;
    for (int n = 0; n <= 3; n++) {
        sums(n, N, (void *)a, (void *)b, marks, out);
        printf("%g %g %g\n", out[5], out[N * N - 1], marks[N * 3 + 2]);
    }
    return 0;
}
