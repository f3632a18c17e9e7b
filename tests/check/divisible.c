// Catches a check that tries no size at which the launcher takes the nest: whole rows of 7 need a multiple of 7.
// RUN: %curestruct check --on cpu -w -v %s | FileCheck %s
// RUN: %fails 3 %curestruct check --on cpu -w --size=n=10 %s | FileCheck %s --check-prefix=NONE
// CHECK: 4 of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
// NONE: 0 of 1 size ran on the device, FAIL
// NONE-NEXT: n=10; {{.*}}: left to the serial original, which proves nothing: {{.*}}'t' counts whole rows of 7
void sevens(int n, float *restrict y, const float *restrict x)
{
#pragma curestruct schedule("uncollapse t by 7; bind t_row block.x; bind t_column thread.x")
    for (int t = 0; t < n; t++)
        y[t] = 2 * x[t];
}
