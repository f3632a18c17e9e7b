// Catches a nest that is refused because all threads of a block would set a scalar, as its outer loop, which has one
// iteration, is the only one in blocks, or that has a loop without iterations; and threads of a block for more rows
// than the one that there is.
// RUN: %curestruct --emit=schedule %s 2>&1 | FileCheck %s

// CHECK-NOT: warning
// CHECK-LABEL: nest crs_beside_a_scalar_1 {
// CHECK-NEXT: version vectors_8 when
// CHECK-NEXT: unroll_fully i;
// CHECK: version single;
// CHECK-NEXT: unroll_fully i;
int beside_a_scalar(int n, int m, int p, int *restrict a, int (*b)[2 * n])
{
    int s = 1;
#pragma curestruct
    for (int i = 0; i != 1; i++) {
        s = s - b[i][p - 1];
        for (int j = 0; j < m; ++j) {
            a[i * (m + 1) + j] = 2;
            for (int k = p - 1; k >= 0; k = k - 1)
                a[i * (m + 1) + j] = b[k][j] + a[i * (m + 1) + j];
        }
    }
    return s;
}

// CHECK-LABEL: nest crs_one_row_1 {
// CHECK-NEXT: unroll_fully i;
// CHECK-NOT: thread.y
// CHECK: }
void one_row(int m, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < 1; i++)
        for (int j = 0; j < m; ++j)
            b[i * m + j] = 2 * a[i * m + j];
}

// CHECK-LABEL: nest crs_beside_none_1 {
// CHECK-NEXT: version short when m <= 16;
// CHECK-NEXT: unroll_fully j;
int beside_none(int n, int m, const int *restrict a, int (*restrict b)[m])
{
    int s = 1;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 2; j < 1; j++)
            s = s > a[j] ? s : a[j];
        for (int j = 0; j < m; j++)
            b[i][j] = i;
    }
    return s;
}

// A loop that is alone stays.
// CHECK-LABEL: nest crs_one_alone_1 {
// CHECK-NOT: unroll_fully
// CHECK: }
void one_alone(float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < 1; i++)
        b[i] += 1;
}
