// Catches an array of any shape that is given a wrong extent, host expression or subscript.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s
#define N 10
typedef double row[N];
static float global[N][N + 1];
const int table[3] = {1, 2, 3};
int *pointer;
void shapes(int n, int m, float a[n][2 * m], float (*b)[n][4], double c[N][N], row *d, const float *restrict e,
            float **f, int *g[], unsigned char h[static 7])
{
    short local[N];
#pragma curestruct
    for (int i = 0; i < n; i++) {
        a[i][2] = b[1][i][3] + c[i][0] + d[i][1] + e[i * m + 2];
        f[i][1] = g[i][2] + h[i] + global[i][N] + table[i % 3] + pointer[i] + local[i];
        *(a[i] + m) = (*b)[i][1] + *(e + i) + 2[e] + *f[i] + *(*(f + 1) + i) + (&global[1][2])[i];
    }
}
// CHECK: nest crs_shapes_1 in shapes
// CHECK-NEXT:   array float b[?][n][4] host "&b[0][0][0]" live
// CHECK-NEXT:   array double c[10][10] host "&c[0][0]" live
// CHECK-NEXT:   array double d[?][10] host "&d[0][0]" live
// CHECK-NEXT:   array float e[?] host "e" const restrict live
// CHECK-NEXT:   array float a[n][2 * m] host "&a[0][0]" live
// CHECK-NEXT:   array int g[?][?] host rows "g" live
// CHECK-NEXT:   array unsigned char h[7] host "h" live
// CHECK-NEXT:   array float global[10][11] host "&global[0][0]" object live
// CHECK-NEXT:   array int table[3] host "table" const object live
// CHECK-NEXT:   array int pointer[?] host "pointer" live
// CHECK-NEXT:   array short local[10] host "local" object
// CHECK-NEXT:   array float f[?][?] host rows "f" live
// CHECK-NEXT:   param int n host "n"
// CHECK-NEXT:   iterator int i
// CHECK-NEXT:   param int m host "m"
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..n {
// CHECK-NEXT:     a[i][2] = b[1][i][3] + c[i][0] + d[i][1] + e[i * m + 2]
// CHECK-NEXT:     f[i][1] = g[i][2] + h[i] + global[i][10] + table[i % 3] + pointer[i] + (int)local[i]
// CHECK-NEXT:     a[i][m] = b[0][i][1] + e[i] + e[2] + f[i][0] + f[1][i] + global[1][(long)i + 2]
// CHECK-NEXT:   }
// CHECK-NEXT: }

// Constants of each iteration, in the loop or in a function that it calls.
double weight(int k)
{
    static const double weights[3] = {1, 2, 4};
    static const int last = 2;
    return weights[k < last ? k : last];
}
void constants(int n, const int *q, double *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        static const struct {
            int from, to;
        } ranges[2] = {{1, 2}, {3, 4}};
        y[i] = weight(q[i]) * ranges[i & 1].to;
    }
}
// CHECK: nest crs_constants_1 in constants
// CHECK: function double weight(int k) pure {
// CHECK-NEXT: register double weights[3]
// CHECK: return weights[k < 2 ? k : 2]
// CHECK: ranges[1].to = 4
