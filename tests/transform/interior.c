// Catches windows of which each element is tested for being inside of the array in all iterations: a version for large
// arrays has vectors in the interior. Without such tests there is none. Borders that are short share a launch, those
// that are as long as a parameter says have one each, and come before versions by other sizes; threads then have
// several results that share what windows read. Where sizes are known,
// there is nothing to choose.
// RUN: %curestruct --emit=schedule -w %s 2>&1 | FileCheck %s

// CHECK-LABEL: nest crs_box_1 {
// CHECK: version interior when n * m >= 4194304;
// CHECK: interior i;
// CHECK-NEXT: interior j#2;
// CHECK-NEXT: distribute i#2 {4 5 6} {1 2 3 7 8 9};
// CHECK-NEXT: unroll_fully dj#2;
// CHECK: vectorize j#2.lane;
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

// CHECK-LABEL: nest crs_radius_1 {
// CHECK: version interior when n * m >= 1048576;
// CHECK: interior j;
// CHECK-NEXT: distribute i {1 2 3} {4 5 6} {7 8 9};
// CHECK-NEXT: interior i#2;
// CHECK: cyclic j#3.elem 32 as j#3.thread j#3.lane;
// CHECK: interchange j#3.lane#2 u#3;
// CHECK-NEXT: interchange j#3.lane#2 v#3;
// CHECK: version few when
// CHECK: version many;
void radius(int n, int m, int r, const float a[n][m], float b[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int u = -r; u <= r; u++)
                for (int v = -r; v <= r; v++)
                    if (i + u >= 0 && i + u < n && j + v >= 0 && j + v < m)
                        s += a[i + u][j + v];
            b[i][j] = s;
        }
}

// CHECK-LABEL: nest crs_known_1 {
// CHECK-NEXT: interior i;
// CHECK-NOT: version
void known(const float a[4096][4096], float b[4096][4096])
{
#pragma curestruct
    for (int i = 0; i < 4096; i++)
        for (int j = 0; j < 4096; j++) {
            float s = 0;
            for (int u = -1; u <= 1; u++)
                for (int v = -1; v <= 1; v++)
                    s += a[i + u < 0 ? 0 : i + u > 4095 ? 4095 : i + u][j + v < 0 ? 0 : j + v > 4095 ? 4095 : j + v];
            b[i][j] = s;
        }
}
