// Catches a right-looking nest that subtracts before the value is final, that runs statements of one step in the wrong
// order, or that loses or adds iterations where the statements have ranges of their own.
// RUN: %curestruct check --on cpu %s | FileCheck %s
// RUN: %curestruct -w --no-versions --emit=schedule %s -o %t.a && FileCheck %s --check-prefix=PLAN --input-file %t.a
#include <math.h>

// CHECK: lower_upper: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void lower_upper(int n, double a[n][n])
{
#pragma curestruct begin schedule("right_look i")
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[k][j];
            a[i][j] /= a[j][j];
        }
        for (int j = i; j < n; j++)
            for (int k = 0; k < i; k++)
                a[i][j] -= a[i][k] * a[k][j];
    }
#pragma curestruct end
}

// The last statement of the text is the first one of each step.
// CHECK: cholesky: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void cholesky(int n, double a[n][n])
{
#pragma curestruct begin schedule("right_look i")
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
        for (int k = 0; k < i; k++)
            a[i][i] -= a[i][k] * a[i][k];
        a[i][i] = sqrt(a[i][i]);
    }
#pragma curestruct end
}

// CHECK: forward: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void forward(int n, const double l[n][n], double x[n], const double b[n])
{
#pragma curestruct begin schedule("distribute i {1} {2 3}; right_look i#2")
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
        x[i] = x[i] / l[i][i];
    }
#pragma curestruct end
}

// One statement has fewer steps than the other one, and begins later.
// CHECK: ranges: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void ranges(int n, int m, double a[n][n], double b[n][n])
{
#pragma curestruct begin schedule("right_look i; bind i block.x; bind i#2 block.x")
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            a[i][k] += 1;
        for (int k = 2; k < m; k++)
            b[i][k] += a[i][k];
    }
#pragma curestruct end
}

// The planner's own: sums in scalars are sums in elements first.
// PLAN: nest crs_in_scalars_1
// PLAN-NEXT: in_place i;
// PLAN-NEXT: right_look i;
// CHECK: in_scalars: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, {{.*}}PASS
void in_scalars(int n, double a[n][n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            double w = a[i][j];
            for (int k = 0; k < j; k++)
                w -= a[i][k] * a[k][j];
            a[i][j] = w / a[j][j];
        }
        for (int j = i; j < n; j++) {
            double w = a[i][j];
            for (int k = 0; k < i; k++)
                w -= a[i][k] * a[k][j];
            a[i][j] = w;
        }
    }
#pragma curestruct end
}
