// Catches a long sum of which an eighth is lost, since the data are no longer exact and its bound is a large part of
// its value.
// UNSUPPORTED: asan
// RUN: sh %S/Inputs/break.sh %s %t --size n=5000000 | FileCheck %s
// BREAK: turns s/528); i_turn++/528) \&\& i_turn < 1; i_turn++/
// CHECK: == turns
// CHECK-NEXT: sum: {{.*}} FAIL
// CHECK-NEXT: n=5000000; exact data
float sum(const float *x, int n)
{
    float total = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        total += x[i];
    return total;
}
