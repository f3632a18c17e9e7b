// Catches counters that are 0 before the first call only, and an overlap that no launcher looks for: the sum of the
// second call is lost, and elements are read before they are written.
// UNSUPPORTED: asan
// RUN: sh %S/Inputs/break.sh %s %t | FileCheck %s
// BREAK-ALL: counters s/\*counter = 0;/;/
// CHECK: == counters
// CHECK: sum: {{.*}} FAIL
// CHECK: second call
// BREAK-ALL: overlaps s/if (!crs_overlap(a, b))/if (true)/
// CHECK: == overlaps
// CHECK: shift: {{.*}} FAIL
// CHECK-NEXT: with y = x + 1
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
