// Catches an analysis that crashes, or answers wrong, where its allowance of operations ends in the middle of a
// question, and a limit that is not taken as the user gives it.
// RUN: for limit in 1 10 40 100 160 250 400 640 1000 1600 2500 4000 6400 10000 16000 25000 40000; do \
// RUN:     %curestruct -w --analysis-limit=$limit %s -o %t.cu || exit 1; done
// RUN: %curestruct --analysis-limit=1 %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=LITTLE
// LITTLE: warning: loop 'i' stays serial: 'b[i][j]' written here may be written again by another iteration, as far as
// LITTLE: 1 of 2 nests restructured
// RUN: CURESTRUCT_CHECK_SIZES=4 %curestruct check -w --on cpu --analysis-limit=20000 %s > %t.out
// RUN: FileCheck %s < %t.out
// CHECK: windows: 1 of 1 nests, {{.*}} PASS
// CHECK: triangle: 1 of 1 nests, {{.*}} PASS
// RUN: %fails 2 %curestruct --analysis-limit=0 %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=WORD
// WORD: curestruct: error: '--analysis-limit=0': expected a number of operations, 1 at least

void windows(int n, int m, float b[restrict n][m], const float a[restrict n][m])
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

void triangle(int n, int m, int stride, double *restrict x, const double *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = i; j < m; j++)
            for (int k = 0; k < j; k++)
                x[i * stride + j] += y[(k + 1) * stride + i] * y[j * stride + k];
}
