// Catches calls that are not recognized, or read with other arguments: math functions, the compiler's functions behind
// macros of math.h, helpers that become device functions, helpers that are read in place.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s
#include <math.h>
#include <stdlib.h>
typedef struct {
    float re, im;
} complex_number;
static int global;
static float square(float x) { return x * x; }
static int clamp(int v, int high)
{
    if (v > high)
        return high;
    while (v < 0)
        v += square(v);
    return v;
}
static float length(complex_number z) { return z.re > 0 ? sqrtf(square(z.re) + square(z.im)) : 0; }
static void add(float *to, int i, float by) { to[i] += by; }
static int scaled(int x)
{
    int twice = 2 * x;
    return twice + global;
}
static complex_number multiply(complex_number a, complex_number b)
{
    return (complex_number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
void calls(int n, float *f, double *d, int *k, complex_number *z)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        d[i] = pow(d[i], 2) + fabs(f[i]) + sqrtf(f[i]) + fmax(d[i], 1) + abs(k[i]) + lround(d[i]) + ldexp(d[i], i);
        k[i] = isnan(f[i]) + isinf(d[i]) + !!signbit(d[i]) + isless(d[i], f[i]) + clamp(k[i], n);
        add(f, i, 2);
        k[i] += scaled(i) + clamp(i, 3);
        f[i] = length(z[i]);
        z[i] = multiply(z[i], z[0]);
    }
}
// CHECK: nest crs_calls_1 in calls
// CHECK-NEXT: type complex_number size 8 align 4 { float re; float im; }
// CHECK-NEXT:   array double d[?] host "d" live
// CHECK-NEXT:   array float f[?] host "f" live
// CHECK-NEXT:   array int k[?] host "k" live
// CHECK-NEXT:   array complex_number z[?] host "z" live
// CHECK-NEXT:   param int n host "n"
// CHECK-NEXT:   iterator int i
// CHECK-NEXT:   local int twice
// CHECK-NEXT:   param int global host "global" live address_taken
// CHECK-NEXT:   local int scaled_result
// CHECK-NEXT:   local float a_re
// CHECK-NEXT:   local float a_im
// CHECK-NEXT:   local float b_re
// CHECK-NEXT:   local float b_im
// CHECK-NEXT:   local float value_re
// CHECK-NEXT:   local float value_im
// CHECK-NEXT:   function float square(float x) pure {
// CHECK-NEXT:     return x * x
// CHECK-NEXT:   }
// CHECK-NEXT:   function int clamp(int v, int high) pure {
// CHECK-NEXT:     if (v > high) {
// CHECK-NEXT:       return high
// CHECK-NEXT:     }
// CHECK-NEXT:     while (v < 0) {
// CHECK-NEXT:       v += square((float)v)
// CHECK-NEXT:     }
// CHECK-NEXT:     return v
// CHECK-NEXT:   }
// CHECK-NEXT:   function float length(float z_re, float z_im) pure by_members {
// CHECK-NEXT:     return z_re > 0 ? sqrtf(square(z_re) + square(z_im)) : 0
// CHECK-NEXT:   }
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..n {
// CHECK-NEXT:     d[i] = pow(d[i], (double)2) + fabs((double)f[i]) + sqrtf(f[i]) + fmax(d[i], (double)1) + abs(k[i]) + lround(d[i]) + ldexp(d[i], i)
// CHECK-NEXT:     k[i] = (isnan(f[i]) != 0) + (isinf(d[i]) != 0 ? d[i] < 0.0 ? -1 : 1 : 0) + !!(signbit(d[i]) != 0) + (d[i] < f[i]) + clamp(k[i], n)
// CHECK-NEXT:     f[i] += 2
// CHECK-NEXT:     int twice = 2 * i
// CHECK-NEXT:     int scaled_result = twice + global
// CHECK-NEXT:     k[i] += scaled_result + clamp(i, 3)
// CHECK-NEXT:     f[i] = length(z[i].re, z[i].im)
// CHECK-NEXT:     float a_re
// CHECK-NEXT:     float a_im
// CHECK-NEXT:     a_re = z[i].re
// CHECK-NEXT:     a_im = z[i].im
// CHECK-NEXT:     float b_re
// CHECK-NEXT:     float b_im
// CHECK-NEXT:     b_re = z[0].re
// CHECK-NEXT:     b_im = z[0].im
// CHECK-NEXT:     float value_re
// CHECK-NEXT:     float value_im
// CHECK-NEXT:     value_re = a_re * b_re - a_im * b_im
// CHECK-NEXT:     value_im = a_re * b_im + a_im * b_re
// CHECK-NEXT:     z[i].re = value_re
// CHECK-NEXT:     z[i].im = value_im
// CHECK-NEXT:   }
// CHECK-NEXT: }
