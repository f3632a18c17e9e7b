// Catches an offset of all accesses to an array that reads as 0 where the allowance of operations has ended before it
// is asked for.
// RUN: %curestruct %s -o - --host=%t.c | grep 'crs_touch(crs_array_largest' | FileCheck %s
// CHECK: crs_touch(crs_array_largest, m + (b + (-(long)p + m + 2)) * (b + 3),
#include <math.h>
void allowance(int n, int m, int p, int a, int d, int b, int c, int e, double *restrict out, double *restrict x,
               double *restrict y, double *restrict largest, double (*restrict z)[c][e])
{
#pragma curestruct
    for (long i = 0; i < 7; i = i + 1) {
        for (long j = 1; j < m; j++) {
            for (long k = 0; k < p; ++k) {
                for (long l = 0; l < p; l += 5) {
                    out[(((i) * (m + 1) + j) * a + (3 * k) + 1) * d + l] =
                        (float)(x[l + n] - y[((l - 1) * d + l) * (a + 1) + i]);
                    largest[((j) * b + (m - 1) - k + 2) * (b + 3) + l + m] =
                        fmax(largest[((j) * b + (m - 1) - k + 2) * (b + 3) + l + m], z[k + 1][k + 2][2]);
                }
            }
        }
    }
}
