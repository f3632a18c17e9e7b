// Catches a condition such as `i + 8 - 1 < n` or `n - i > 0` that is refused, or whose bound is off by one; and a
// difference of unsigned numbers, which wraps, taken for one of integers.
// RUN: %curestruct --emit=ir %s -o - 2>&1 | FileCheck %s
// CHECK: sum-conditions.c:[[#@LINE+23]]:1: warning: {{.*}}: what it compares with its bound is unsigned and may wrap
void sums(int n, int k, int m, int *a)
{
// CHECK: for i in 0 .. (long)n - 7 step 8
#pragma curestruct
    for (int i = 0; i + 8 - 1 < n; i += 8)
        a[i] = 1;
// CHECK: for i in 0 .. (long)n - (k - m)
#pragma curestruct
    for (int i = 0; k + i - m < n; i++)
        a[i] = 2;
// CHECK: for i in 0 .. (long)n - 2 {
#pragma curestruct
    for (int i = 0; n > i - 1 + 3; i++)
        a[i] = 3;
// CHECK: for i in 0..n {
#pragma curestruct
    for (int i = 0; n - i > 0; i++)
        a[i] = 4;
// CHECK: for i in 0 .. (long)n - 3 {
#pragma curestruct
    for (int i = 0; 4 <= n - i; i++)
        a[i] = 5;
#pragma curestruct
    for (unsigned i = 0; (unsigned)n - i > 3; i++)
        a[i % 400] = 6;
}
