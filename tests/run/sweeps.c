// Sweeps over rows whose outer loop carries values. Catches columns whose values pass to their neighbours, rows that
// are left out at the ends of parts, and first rows that change.
// RUN: %curestruct check --on cpu --size n=1 --size n=2 --size n=33 --size n=300 --size m=1 --size m=31 \
// RUN:     --size m=70 %s | FileCheck %s

// CHECK: down: 1 of 1 nests, {{.*}}PASS
void down(int n, int m, long s[n][m])
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            s[i][j] += s[i - 1][j];
}

// CHECK: right: 1 of 1 nests, {{.*}}PASS
void right(int n, int m, double *s)
{
#pragma curestruct
    for (int j = 1; j < m; j++)
        for (int i = 0; i < n; i++)
            s[i * m + j] = 0.5 * s[i * m + j - 1] + s[i * m + j];
}

// CHECK: up: 1 of 1 nests, {{.*}}PASS
void up(int n, int m, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = n - 2; i >= 0; i--)
        for (int j = 0; j < m; j++)
            y[i * m + j] = 0.25f * y[(i + 1) * m + j] + x[i * m + j];
}
