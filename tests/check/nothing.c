// Catches a check that passes without having compared anything.
// RUN: %fails 77 %curestruct check --on cpu -w %s | FileCheck %s
// RUN: %fails 77 %curestruct check --on cpu -w --function nobody %s | FileCheck %s --check-prefix=NOBODY
// RUN: %fails 1 %curestruct check --on cpu --size m=3 %S/alias.c | FileCheck %s --check-prefix=SIZE
// CHECK: nothing to compare: no nest was restructured
// NOBODY: nothing to compare: no nest of nobody was restructured
// SIZE: error: --size m: no function to check has such an integer
void recurrence(int n, float *a)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1] * 0.5f + 1;
}
