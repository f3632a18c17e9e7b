// Catches a check that passes without having compared anything.
// RUN: %fails 77 %curestruct check --on cpu -w %s | FileCheck %s
// RUN: %fails 77 %curestruct check --on cpu -w --function recurrence %s | FileCheck %s --check-prefix=ONE
// RUN: %fails 2 %curestruct check --on cpu -w --function recurence %s 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: %fails 2 %curestruct check --on cpu -w --function nobody %s 2>&1 | FileCheck %s --check-prefix=NOBODY
// RUN: %fails 3 %curestruct check --on cpu --size n=0 --function add %S/alias.c | FileCheck %s --check-prefix=EMPTY
// RUN: %curestruct check --on cpu --size rows=3,columns=0 %examples/row_sums.c | FileCheck %s --check-prefix=PART
// RUN: %fails 1 %curestruct check --on cpu --size m=3 %S/alias.c | FileCheck %s --check-prefix=SIZE
// CHECK: nothing to compare: no nest was restructured
// ONE: nothing to compare: no nest of recurrence was restructured
// NEAR: error: the input has no function 'recurence'; did you mean 'recurrence'?
// NOBODY: error: the input has no function 'nobody'
// EMPTY: 0 of 1 size ran on the device, FAIL
// EMPTY-NEXT: the loops had no iteration at any size, which proves nothing
// PART: PASS, but 1 of 6 kernels did not run
// PART-NEXT: {{^}}  note: no size gave every loop an iteration{{$}}
// SIZE: error: --size m: no function to check has such an integer
void recurrence(int n, float *a)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1] * a[i - 1] + 1;
}
