// Catches a loop head that is read with a wrong bound, direction or step, or that loses C's conversions.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s
void heads(int n, unsigned u, unsigned long m, long lo, short *a, int s)
{
    int i;
    unsigned v;
#pragma curestruct
    for (i = 0; n > i; i++)
        a[i] = 1;
#pragma curestruct
    for (i = n; i >= lo; i -= 3)
        a[i] = 2;
#pragma curestruct
    for (v = 0; v < u - 1; ++v)
        a[v] = 3;
#pragma curestruct
    for (v = u; v-- > 0;)
        a[v] = 4;
#pragma curestruct
    for (unsigned char c = 0; c <= n; c = 2 + c)
        a[c] = 5;
#pragma curestruct
    for (unsigned long k = 3; k != m; k++)
        a[k] = 6;
#pragma curestruct
    for (i = lo + 1; i < n * 2; i += s)
        a[i] = 7;
#pragma curestruct
    for (i = 0; i < m; i++)
        for (int j = i; j < u; j++)
            a[j] = 8;
#pragma curestruct
    for (; i < 9; i++)
        a[i] = 9;
#pragma curestruct
    for (v = 100; v > 10; v += -5)
        a[v] = 10;
    a[v] = v;
}
// CHECK: nest crs_heads_1 in heads
// CHECK-NEXT:   array short a[?] host "a" live
// CHECK-NEXT:   param int n host "n" live
// CHECK-NEXT:   iterator int i host "i"
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..n {
// CHECK-NEXT:     a[i] = 1
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: nest crs_heads_2 in heads
// CHECK-NEXT:   array short a[?] host "a" live
// CHECK-NEXT:   param int n host "n" live
// CHECK-NEXT:   param long lo host "lo" live
// CHECK-NEXT:   iterator int i host "i"
// CHECK-NEXT: {
// CHECK-NEXT:   for i in n .. lo - 1 step -3 {
// CHECK-NEXT:     a[i] = 2
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: nest crs_heads_3 in heads
// CHECK-NEXT:   array short a[?] host "a" live
// CHECK-NEXT:   param unsigned int u host "u" live
// CHECK-NEXT:   iterator unsigned int v host "v"
// CHECK-NEXT: {
// CHECK-NEXT:   for v in 0 .. u - 1 {
// CHECK-NEXT:     a[v] = 3
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: nest crs_heads_4 in heads
// CHECK-NEXT:   array short a[?] host "a" live
// CHECK-NEXT:   param unsigned int u host "u" live
// CHECK-NEXT:   iterator unsigned int v host "v"
// CHECK-NEXT: {
// CHECK-NEXT:   for v in (long)u - 1 .. -1 step -1 {
// CHECK-NEXT:     a[v] = 4
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: nest crs_heads_5 in heads
// CHECK-NEXT:   array short a[?] host "a" live
// CHECK-NEXT:   param int n host "n" live
// CHECK-NEXT:   iterator unsigned char c
// CHECK-NEXT: {
// CHECK-NEXT:   for c in 0 .. (long)n + 1 step 2 [wraps] {
// CHECK-NEXT:     a[c] = 5
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: nest crs_heads_6 in heads
// CHECK-NEXT:   array short a[?] host "a" live
// CHECK-NEXT:   param unsigned long m host "m" live
// CHECK-NEXT:   iterator unsigned long k
// CHECK-NEXT: {
// CHECK-NEXT:   for k in 3..(long)m [not_equal] {
// CHECK-NEXT:     a[k] = 6
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: nest crs_heads_7 in heads
// CHECK-NEXT:   array short a[?] host "a" live
// CHECK-NEXT:   param long lo host "lo"
// CHECK-NEXT:   param int s host "s"
// CHECK-NEXT:   param int n host "n"
// CHECK-NEXT:   iterator int i host "i"
// CHECK-NEXT: {
// CHECK-NEXT:   for i in (int)(lo + 1) .. n * 2 step s rising {
// CHECK-NEXT:     a[i] = 7
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: nest crs_heads_8 in heads
// CHECK-NEXT:   array short a[?] host "a" live
// CHECK-NEXT:   param unsigned long m host "m"
// CHECK-NEXT:   iterator int i host "i" live
// CHECK-NEXT:   param unsigned int u host "u"
// CHECK-NEXT:   iterator int j
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..(long)m {
// CHECK-NEXT:     for j in i..u {
// CHECK-NEXT:       a[j] = 8
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: nest crs_heads_9 in heads
// CHECK-NEXT:   array short a[?] host "a" live
// CHECK-NEXT:   param int i_first host "i"
// CHECK-NEXT:   iterator int i host "i"
// CHECK-NEXT: {
// CHECK-NEXT:   for i in i_first..9 {
// CHECK-NEXT:     a[i] = 9
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: nest crs_heads_10 in heads
// CHECK-NEXT:   array short a[?] host "a" live
// CHECK-NEXT:   iterator unsigned int v host "v"
// CHECK-NEXT: {
// CHECK-NEXT:   for v in 100..10 step -5 {
// CHECK-NEXT:     a[v] = 10
// CHECK-NEXT:   }
// CHECK-NEXT: }
