// Catches a kernel for loops without terms that is only tried where the other sizes are small, too.
// UNSUPPORTED: asan
// RUN: sh %S/Inputs/break.sh %s %t | FileCheck %s
// BREAK: zeros s/&sums\[(int)(512 \* j_group_tile + 2/\&sums[(int)(511 * j_group_tile + 2/
// CHECK: == zeros
// CHECK: columns: {{.*}} FAIL
void columns(int n, int m, double *restrict sums, const double A[n][m])
{
#pragma curestruct
    for (int j = 0; j < m; j++) {
        sums[j] = 0;
        for (int i = 0; i < n; i++)
            sums[j] += A[i][j];
    }
}
