// Catches a kernel that is wrong only for device pointers at addresses that are not multiples of 16 bytes.
// RUN: sh %S/Inputs/break.sh %s %t --size rows=4 --size columns=4 | FileCheck %s
// BREAK: rest s/j_rest_1 += crs_min_long/j_rest_1 += 2 * crs_min_long/
// CHECK: == rest
// CHECK: jacobi: {{.*}} FAIL
// CHECK-NEXT: in device memory
void jacobi(int rows, int columns, const double *restrict old, double *restrict next)
{
#pragma curestruct
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++)
            next[i * columns + j] = 0.25 * (old[(i - 1) * columns + j] + old[(i + 1) * columns + j] +
                                            old[i * columns + j - 1] + old[i * columns + j + 1]);
}
