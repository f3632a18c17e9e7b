// Catches a kernel without the approximations that precision(fast) asks for, one that has them without it, a division
// by a root that loses its dividend, and a check that does not allow their errors: on the CPU they differ, too.
// RUN: %curestruct %s -o %t.cu && FileCheck %s < %t.cu
// RUN: %curestruct explain %s --section=kernels | FileCheck --check-prefix=EXPLAIN %s
// RUN: %curestruct check %s --on cpu | FileCheck --check-prefix=CHECKED %s
#include <math.h>

// CHECK: // crs_quotient approximates a / b, within 2 ulps; 0 where |b| is above 2^126.
// CHECK-NEXT: // crs_reciprocal_root approximates
// CHECK-NEXT: // crs_root approximates
// CHECK-NEXT: // crs_exponential approximates
// CHECK-NEXT: // crs_sine approximates
// CHECK-NEXT: // crs_cosine approximates
// CHECK: crs_all_1_k1(
// CHECK: = crs_quotient(a[i], b[i]) + crs_reciprocal_root(b[i]) + a[i] * crs_reciprocal_root(b[i])
// CHECK: crs_root(b[i]) + crs_exponential(-b[i])
// CHECK: crs_sine(a[i]) * crs_cosine(b[i]);
// CHECK: out[i] = crs_quotient(out[i], b[i]);
// EXPLAIN: crs_exponential approximates expf(a), within 2 + 1.173 |a| ulps.
// CHECKED: all: 1 of 1 nests, {{.*}} largest error {{.*}} PASS
void all(int n, const float a[n], const float b[n], float out[n])
{
#pragma curestruct precision(fast)
    for (int i = 0; i < n; i++) {
        float u = a[i] / b[i] + 1 / sqrtf(b[i]) + a[i] / sqrtf(b[i]);
        float v = sqrtf(b[i]) + expf(-b[i]);
        out[i] = u * v + sinf(a[i]) * cosf(b[i]);
        out[i] /= b[i];
    }
}

// CHECK: // rsqrt approximates 1 / sqrt(a) of doubles, within 1 ulp.
// CHECK: a[i] = 3.0 * rsqrt(a[i]) + a[i] / 7.0;
// CHECKED: doubles: 1 of 1 nests, {{.*}} PASS
void doubles(int n, double a[n], const float b[n])
{
#pragma curestruct precision(fast)
    for (int i = 0; i < n; i++)
        a[i] = 3 / sqrt(a[i]) + a[i] / 7;
}

// CHECK: crs_usual_1_k1(
// CHECK: a[i] = a[i] / sqrtf(b[i]);
// CHECKED: usual: 1 of 1 nests, {{.*}} bit for bit, PASS
void usual(int n, float a[n], const float b[n])
{
#pragma curestruct precision(ieee)
    for (int i = 0; i < n; i++)
        a[i] = a[i] / sqrtf(b[i]);
}

// A number that is added to squares comes first; the last sum is not one of squares, and the number may be below 0.
// CHECK: crs_plus_square approximates sums of n squares and a number above 0, within n + 1 ulps: a + b * b with one rounding.
// CHECK: crs_plus_square(crs_plus_square(crs_plus_square(0.25f, a[i]), b[i] - a[i]), b[i])
// CHECK: a[i] * a[i] + b[i] * c + 0.25f + (a[i] * a[i] + b[i] * b[i] - 0.25f)
// CHECKED: squares: 1 of 1 nests, {{.*}} PASS
void squares(int n, const float a[n], const float b[n], float c, float out[n])
{
#pragma curestruct precision(fast)
    for (int i = 0; i < n; i++) {
        float u = a[i] * a[i] + (b[i] - a[i]) * (b[i] - a[i]) + b[i] * b[i] + 0.25f;
        out[i] = u + (a[i] * a[i] + b[i] * c + 0.25f + (a[i] * a[i] + b[i] * b[i] - 0.25f));
    }
}
