// UNSUPPORTED: asan
// Catches tests of remainders in all iterations of a long sum, where classes of iterations have none: a filter of which
// three of four terms are left out, and planes of which an element is in each class. Where the stores of classes would
// cost more than the tests, there are none.
// RUN: %curestruct --emit=schedule -w %s 2>&1 | FileCheck %s

// CHECK-LABEL: nest crs_filter_1 {
// CHECK: version classes when n >= 1048576;
// CHECK-NEXT: residues i 4;
// CHECK: version
void filter(int n, const float *restrict x, const float *restrict h, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = 0; k < 32; k++)
            if ((i + k) % 4 == 0)
                s += h[k] * x[(i + k) / 4];
        y[i] = s;
    }
}

// Before the version for short loops: there is less work in any case.
// CHECK-LABEL: nest crs_transposed_1 {
// CHECK-NEXT: version classes when
// CHECK-NEXT: residues j 2;
// CHECK-NEXT: residues i 2;
// CHECK-NEXT: distribute o
// CHECK: version short
void transposed(int c, int h, int w, const float x[restrict c][h][w], const float k[restrict c][4][4],
                float y[restrict c][2 * h][2 * w])
{
#pragma curestruct
    for (int o = 0; o < c; o++)
        for (int i = 0; i < 2 * h; i++)
            for (int j = 0; j < 2 * w; j++) {
                float acc = 0;
                for (int p = 0; p < 4; p++)
                    for (int q = 0; q < 4; q++) {
                        int u = i + 1 - p, v = j + 1 - q;
                        if (u % 2 == 0 && v % 2 == 0 && u >= 0 && v >= 0 && u / 2 < h && v / 2 < w)
                            acc += x[o][u / 2][v / 2] * k[o][p][q];
                    }
                y[o][i][j] = acc;
            }
}

// CHECK-LABEL: nest crs_planes_1 {
// CHECK: version classes
// CHECK-NEXT: residues i 3;
void planes(int n, const unsigned char *restrict p, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < 3 * n; i++)
        y[(i % 3) * n + i / 3] = p[i];
}

// CHECK-LABEL: nest crs_twice_1 {
// CHECK-NOT: residues
void twice(int h, int w, const float x[restrict h][w], float y[restrict 2 * h][2 * w])
{
#pragma curestruct
    for (int i = 0; i < 2 * h; i++)
        for (int j = 0; j < 2 * w; j++)
            y[i][j] = x[i / 2][j / 2];
}
