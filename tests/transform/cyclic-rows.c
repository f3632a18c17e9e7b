// Catches elements of a row that no thread computes: the threads of a loop that is distributed cyclically do not all
// have the last iteration, so none of them may leave its share of the row to another. With sizes that are no multiple
// of 64 the last row of 64 elements lost some. tests/run/steps-rows.test runs it.
// RUN: %curestruct --schedule=%S/Inputs/cyclic-rows.sched %s -o - | FileCheck %s
// CHECK: for (long j_group_turn = 0;
// CHECK: if (crs_aligned(&b[{{.*}}], 16) && crs_aligned(&a[
// CHECK-NOT: j_rest
// CHECK: Runs twice
// CHECK-CPU: twice: 1 of 1 nests, {{.*}} PASS
void twice(int n, int m, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i * m + j] = a[i * m + j] * 2.0f;
}
