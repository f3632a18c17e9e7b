// Catches a range of touched elements without the condition that any are touched, which is hard to say: the launcher
// copied 36 elements of A5 for sizes for which no iteration runs.
// RUN: %curestruct %s -o - 2>&1 | FileCheck %s
// CHECK: (w >= 31 && p == 36 && m >= 0 && n >= 18)) {
// CHECK: {{^        }}crs_touch(crs_array_A5, 0, w >= p && m >= p + 1L
// CHECK: {{^    }}}
double G[3][34][66];

void sums(int n, int m, int p, int w, const int *restrict A3, double *restrict A4, const double *restrict A5,
          const double *restrict A6, double *restrict r)
{
    int i;
    double s = 1.0;
#pragma curestruct
    for (i = 0; i < n; i = i + 5) {
        for (int j = 1; j < ((m > p) ? m : p); j++) {
            for (int k = 0; k < ((p < j) ? p : j); k += 5) {
                s += (float)((j - A3[(k + 1) * n * (2 * n) + (i) * (2 * n) + (j)]) % 10);
                A4[((i) * (2 * n) + j) * w + k] =
                    (A5[j] - A6[(j) * w * w + (k) * w + (k + 1)]) + (A5[i + k] - G[i % 2][k][k + m]);
            }
        }
    }
    r[0] = s;
}
