// Catches -O2 where it does not look for another way to share the iterations of a nest among blocks and threads:
// threads of a transposition that load or store far apart, and neighbours of a stencil that load the same elements
// again. Also one whose schedule cannot be read back.
// RUN: %curestruct -O2 %s --emit=schedule -o %t.a && FileCheck %s --input-file %t.a
// RUN: %curestruct --schedule=%t.a --emit=schedule %s | cmp - %t.a
// RUN: %curestruct %s --emit=schedule 2>&1 | FileCheck %s --check-prefix=USUAL

// USUAL-LABEL: nest crs_turned_1 {
// USUAL-NOT: stage
// USUAL-LABEL: nest crs_smoothed_1 {
// CHECK-LABEL: nest crs_turned_1 {
// CHECK: bind i.thread thread.x;
// CHECK: stage a shared at
void turned(int n, int m, int p, const float a[n][m][p], float b[p][m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                b[k][j][i] = a[i][j][k];
}

// CHECK-LABEL: nest crs_smoothed_1 {
// CHECK-DAG: as x.thread x.reg;
// CHECK-DAG: stage in shared
// CHECK-DAG: unroll x.reg
void smoothed(int h, int w, const float in[h][w], const float c[5][5], float out[h][w])
{
#pragma curestruct
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float sum = 0;
            for (int v = 0; v < 5; v++)
                for (int u = 0; u < 5; u++)
                    sum += c[v][u] * in[y + v - 2][x + u - 2];
            out[y][x] = sum;
        }
}
