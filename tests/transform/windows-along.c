// Catches rows of a filter whose threads have one vector of results each, so that they load the coefficients for four
// results, and short filters with two vectors, which write halves of sectors for nothing.
// RUN: %curestruct -O1 --device=h200 --emit=schedule %s | FileCheck %s
// CHECK-LABEL: nest crs_filter_1 {
// CHECK-NEXT: unroll_fully v;
// CHECK-NEXT: tile j 8 as j.group j.lane;
// CHECK: vectorize j.lane;
void filter(int h, int w, const float a[h][w], const float c[17], float b[h][w])
{
#pragma curestruct
    for (int i = 0; i < h; i++)
        for (int j = 8; j < w - 8; j++) {
            float s = 0;
            for (int v = 0; v < 17; v++)
                s += c[v] * a[i][j + v - 8];
            b[i][j] = s;
        }
}

// CHECK-LABEL: nest crs_smooth_1 {
// CHECK-NEXT: tile j 4 as j.group j.lane;
void smooth(int h, int w, const float a[h][w], float b[h][w])
{
#pragma curestruct
    for (int i = 0; i < h; i++)
        for (int j = 1; j < w - 1; j++)
            b[i][j] = 0.25f * a[i][j - 1] + 0.5f * a[i][j] + 0.25f * a[i][j + 1];
}

// Other operands are read by vectors, too: two results of doubles are 16 bytes of each.
// CHECK-LABEL: nest crs_curl_1 {
// CHECK-NEXT: tile j 2 as j.group j.lane;
void curl(int h, int w, const double ex[h][w], const double ey[h][w], const double x[h][w],
          const double y[h][w], double hz[h][w])
{
#pragma curestruct
    for (int i = 0; i < h - 1; i++)
        for (int j = 0; j < w - 1; j++)
            hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + (ey[i][j] - x[i][j]) * y[i][j]);
}
