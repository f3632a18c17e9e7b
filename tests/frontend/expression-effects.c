// Catches side effects inside of expressions that are lost or put in the wrong order.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s
void effects(int n, int *a, int *b)
{
    int k = 0, p, q;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        p = q = a[i];
        b[k++] = p;
        b[i] = --q + 1;
        p = i, q += 2;
        a[i] = (p += 3) * 2;
    }
}
// CHECK: nest crs_effects_1 in effects
// CHECK-NEXT:   array int a[?] host "a" live
// CHECK-NEXT:   array int b[?] host "b" live
// CHECK-NEXT:   param int n host "n"
// CHECK-NEXT:   iterator int i
// CHECK-NEXT:   scalar int q host "q"
// CHECK-NEXT:   scalar int p host "p"
// CHECK-NEXT:   param int k host "k"
// CHECK-NEXT:   local int k_old
// CHECK-NEXT: entry k = 0
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..n {
// CHECK-NEXT:     q = a[i]
// CHECK-NEXT:     p = q
// CHECK-NEXT:     int k_old = i
// CHECK-NEXT:     b[k_old] = p
// CHECK-NEXT:     q -= 1
// CHECK-NEXT:     b[i] = q + 1
// CHECK-NEXT:     p = i
// CHECK-NEXT:     q += 2
// CHECK-NEXT:     p += 3
// CHECK-NEXT:     a[i] = p * 2
// CHECK-NEXT:   }
// CHECK-NEXT: }
