// Catches sums of which elements are lost, in checks that allow for more rounding than there can be: long ones, whose
// data were no longer exact and whose bound was a large part of the value, and ones with square roots, exponentials and
// products of data.
// UNSUPPORTED: asan
// RUN: sh %S/Inputs/break.sh %s %t | FileCheck %s
// BREAK: last-thread s/int active = /int active = threadIdx.x != 255 \&\& /
// CHECK: == last-thread
// CHECK-NEXT: sum: {{.*}} FAIL
// CHECK: exact data
// CHECK: roots: {{.*}} FAIL
// CHECK: exact data
// CHECK: powers: {{.*}} FAIL
// CHECK: (within
#include <math.h>
float sum(const float *x, int n)
{
    float total = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        total += x[i];
    return total;
}

float roots(const float *x, int n)
{
    float total = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        total += sqrtf(fabsf(x[i]));
    return total;
}

float powers(const float *x, int n)
{
    float total = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        total += expf(0.25f * x[i]);
    return total;
}
