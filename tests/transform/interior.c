// Catches windows of which each element is tested for being inside of the array in all iterations: a version for large
// arrays has vectors in the interior. Without such tests there is none.
// RUN: %curestruct --emit=schedule -w %s 2>&1 | FileCheck %s

// CHECK-LABEL: nest crs_box_1 {
// CHECK: version interior when n * m >= 1048576;
// CHECK: interior j;
// CHECK-NEXT: distribute i
// CHECK-NEXT: interior i#2;
// CHECK: vectorize j#3.lane;
// CHECK: version
void box(int n, int m, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int di = -1; di <= 1; di++)
                for (int dj = -1; dj <= 1; dj++)
                    if (i + di >= 0 && i + di < n && j + dj >= 0 && j + dj < m)
                        s += a[(i + di) * m + j + dj];
            b[i * m + j] = s;
        }
}

// CHECK-LABEL: nest crs_positive_1 {
// CHECK-NOT: version interior
void positive(int n, int m, int k, const float a[n][m], float b[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] = a[i][j] > 0 && j < k ? a[i][j] : 0;
}
