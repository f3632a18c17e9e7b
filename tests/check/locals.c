// Catches kernels that leave an array in registers or shared memory, or use a local variable that nothing has set: either reads a zero
// by chance.
// RUN: sh %S/Inputs/break.sh %s %t --size rows=33 --size rows=0 --size columns=40 | FileCheck %s
// BREAK: beyond s/sums_lanes\[j_lane\] = 0.0;/sums_lanes[j_lane + 1] = 0.0;/
// BREAK: unset s/sums_lanes\[j_lane\] = 0.0;/;/
// CHECK: == beyond
// CHECK: column_sums: {{.*}} FAIL
// CHECK: == unset
// CHECK: column_sums: {{.*}} FAIL
void column_sums(int rows, int columns, const double *restrict A, double *restrict sums)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        sums[j] = 0;
        for (int i = 0; i < rows; i++)
            sums[j] += A[i * columns + j];
    }
}
