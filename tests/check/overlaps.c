// Catches a missing test of overlap in a function that is too much work at the first sizes, and of rows that overlap.
// RUN: sh %S/Inputs/break.sh %s %t --size n=33 --size n=17 | FileCheck %s
// BREAK: pointers s/!crs_disjoint(.*) ||$/false ||/
// CHECK: == pointers
// CHECK: matmul: {{.*}} FAIL
// CHECK-NEXT: with {{[A-C]}} = {{[A-C]}}
// CHECK: add_rows: {{.*}} FAIL
// CHECK-NEXT: with a[1] = a[0]:
void matmul(int n, const float *A, const float *B, float *C)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += A[i * n + k] * B[k * n + j];
            C[i * n + j] = sum;
        }
}

void add_rows(int n, float **a, float **b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = 2 * a[i][j] + b[i][j];
}
