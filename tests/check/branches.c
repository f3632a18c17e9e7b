// Catches a barrier that is missing in a part of a kernel that few sizes lead to, and no size with a second iteration
// in it: here the rows of B are aligned.
// UNSUPPORTED: asan
// RUN: sh %S/Inputs/break.sh %s %t | FileCheck %s
// BREAK: aligned /crs_wait_copies<0>();/{N;N;/stage_1 == 1/s/__syncthreads();/;/}
// CHECK: == aligned
// CHECK: version large{{.*}}: the generated code ended
// CHECK: data race
void matmul(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] = 0;
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}
