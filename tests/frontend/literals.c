// Catches literals that change their value or type, or floating ones that lose the spelling of the source.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s
#include <math.h>
#define HALF(x) x##f
#define HEX 0x1.8p3
void literals(int n, double *d, float *f, long long *q, unsigned *u)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        d[i] = 1.50 + 1e-3 + HEX + .5 + 3.;
        f[i] = 1.5f + HALF(0.5) + 2.F;
        q[i] = 0x7fffffffffffffffLL - 9223372036854775807;
        u[i] = 0xffffffffu + 010 + '\n' + '\xff' + L'b';
        d[i] = INFINITY;
        f[i] = NAN;
        d[i] = HUGE_VAL;
    }
}
// CHECK: nest crs_literals_1 in literals
// CHECK-NEXT:   array double d[?] host "d" live
// CHECK-NEXT:   array float f[?] host "f" live
// CHECK-NEXT:   array long long q[?] host "q" live
// CHECK-NEXT:   array unsigned int u[?] host "u" live
// CHECK-NEXT:   param int n host "n"
// CHECK-NEXT:   iterator int i
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..n {
// CHECK-NEXT:     d[i] = 1.50 + 1e-3 + 0x1.8p3 + .5 + 3.
// CHECK-NEXT:     f[i] = 1.5f + 0.5f + 2.F
// CHECK-NEXT:     q[i] = 0
// CHECK-NEXT:     u[i] = 114
// CHECK-NEXT:     d[i] = INFINITY
// CHECK-NEXT:     f[i] = NAN
// CHECK-NEXT:     d[i] = INFINITY
// CHECK-NEXT:   }
// CHECK-NEXT: }
