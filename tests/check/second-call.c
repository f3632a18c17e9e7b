// Catches counters that are 0 before the first call only, and an overlap that no launcher looks for: the sum of the
// second call is lost, and elements are read before they are written. That of rows was not tried, nor where 33
// of each size is much work.
// UNSUPPORTED: asan
// RUN: sh %S/Inputs/break.sh %s %t | FileCheck %s
// BREAK-ALL: counters s/\*counter = 0;/;/
// CHECK: == counters
// CHECK: sum: {{.*}} FAIL
// CHECK: second call
// BREAK-ALL: overlaps s/if (!crs_overlap(a, b) ||/if (true ||/
// CHECK: == overlaps
// CHECK: shift: {{.*}} FAIL
// CHECK-NEXT: with y = x + 1
// CHECK: turn_rows: {{.*}} FAIL
// CHECK-NEXT: with from = to:
// CHECK: turn_cube: {{.*}} FAIL
// CHECK-NEXT: with out = in:
float sum(const float *x, int n)
{
    float total = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        total += x[i];
    return total;
}

void shift(int n, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = x[i] + 1;
}

void turn_rows(int n, float **to, float **from)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            to[i][j] = from[i][n - 1 - j];
}

void turn_cube(int n, const float *in, float *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                out[(i * n + j) * n + k] = in[(k * n + j) * n + i];
}
