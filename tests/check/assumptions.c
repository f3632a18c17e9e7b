// Catches a launcher that does not test what a nest assumes: no sizes were tried for which an assumption does not hold.
// RUN: sh %S/Inputs/break.sh %s %t | FileCheck %s
// BREAK: assumption s/crs_assume(crs_now, .* >= .*, "/crs_assume(crs_now, true, "/
// CHECK: == assumption
// CHECK: scale: {{.*}} FAIL
// CHECK-NEXT: although {{.*}} does not hold:
void scale(int m, int n, int ld, double *A)
{
#pragma curestruct
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            A[i * ld + j] = 0.5 * A[i * ld + j] + j;
}
