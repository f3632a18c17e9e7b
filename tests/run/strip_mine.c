// Catches strips that lose or repeat iterations at the edge of a strip, a loop inside that is cut before or after it,
// and what is beyond a strip computed from values that are not final.
// RUN: %curestruct check --on cpu %s | FileCheck %s
#include <math.h>

// CHECK: forward: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void forward(int n, const double l[n][n], double x[n])
{
#pragma curestruct begin schedule("strip_mine j 8; distribute j {1 2} {3}; bind i block.x; bind i#2 block.x")
    for (int j = 0; j < n; j++) {
        x[j] = x[j] / l[j][j];
        for (int i = j + 1; i < n; i++)
            x[i] -= l[i][j] * x[j];
    }
#pragma curestruct end
}

// What earlier strips have found is subtracted first.
// CHECK: left_looking: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, {{.*}}PASS
void left_looking(int n, const double l[n][n], double x[n])
{
#pragma curestruct begin schedule("strip_mine i 8; distribute i {1} {2 3}")
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
        x[i] = x[i] / l[i][i];
    }
#pragma curestruct end
}

// Panels, rows to their right, columns below and the rest.
// CHECK: lower_upper: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, {{.*}}PASS
void lower_upper(int n, double a[n][n])
{
#pragma curestruct begin schedule("strip_mine k 4; distribute k {1 3} {2 5} {4} {6}")
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++)
            a[i][k] /= a[k][k];
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
#pragma curestruct end
}

// Loops inside begin and end some iterations away from the one around, before and after it.
// CHECK: shifted: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void shifted(int n, unsigned a[n][n + 2])
{
#pragma curestruct begin schedule("strip_mine i 4; bind j block.x; bind j#2 block.x; bind j#3 block.x; "     \
                                  "bind j#4 block.x; bind j#5 block.x; bind j#6 block.x; bind j#7 block.x; " \
                                  "bind j#8 block.x")
    for (int i = 3; i < n; i++) {
        for (int j = i + 3; j < n; j++)
            a[i][j] += a[i - 1][j] + 1;
        for (int j = i - 2; j < n; j++)
            a[i][j] = 3 * a[i][j] + a[i - 1][j];
        for (int j = 1; j <= i + 1; j++)
            a[i][j] += a[i - 2][j] + 7;
        for (int j = 0; j < i - 2; j++)
            a[i][j] = 5 * a[i][j] + a[i - 3][j];
    }
#pragma curestruct end
}
