// Each reason for which neighbouring loops are not fused: one that is not asked for, or is given for another pair.
// RUN: %curestruct explain %s 2> %t.err | FileCheck %s

// CHECK: > i {{[0-9]+}} i#2 {{[0-9]+}} one each does little: 1 and 1 loads and stores an iteration
// CHECK-NEXT: i {{[0-9]+}} i#2 {{[0-9]+}} two one of them holds more loops than the other
// CHECK: i#2 {{[0-9]+}} i#3 {{[0-9]+}} two their parallel loops differ
// CHECK: i#5 {{[0-9]+}} i#6 {{[0-9]+}} two sums by key have a kernel of their own
// CHECK: i {{[0-9]+}} i#2 {{[0-9]+}} two the fused loop would not be parallel, or only if more is assumed
// CHECK-NEXT: i#2 {{[0-9]+}} i#3 {{[0-9]+}} two they share nothing, and each does enough
// CHECK: i#5 {{[0-9]+}} i#6 {{[0-9]+}} two products share their operands in kernels of their own
// CHECK: i#2 {{[0-9]+}} i#3 {{[0-9]+}} two threads would not walk along memory in both
// CHECK: i {{[0-9]+}} i#2 {{[0-9]+}} two one of them has loops next to other statements
// CHECK: i#3 {{[0-9]+}} i#4 {{[0-9]+}} two the fused loop cannot be analysed, or not in the time that is left
void reasons(int n, float *restrict b, float *restrict c, float (*restrict a)[n], float *restrict e, int *restrict h,
             const int *restrict k, float *restrict s, float *restrict t, float (*restrict p)[n],
             float (*restrict q)[n], float (*restrict r)[n], float (*restrict u)[n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        b[i] = 1;
    for (int i = 0; i < n; i++)
        c[i] = 2;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = 3;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            e[i] += a[i][j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            t[j] += a[i][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            p[i][j] = q[i][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            r[j][i] = u[j][i];
    for (int i = 0; i < n; i++)
        h[k[i]]++;
    for (int i = 0; i < n; i++)
        s[i] = 3;
#pragma curestruct end
}
void more_reasons(int n, float *restrict b, float *restrict d, float *restrict f, float *restrict g, float *restrict h,
                  float (*restrict p)[n], float (*restrict q)[n], float (*restrict v)[n], float (*restrict w)[n])
{
#pragma curestruct begin
    for (int i = 1; i < n; i++)
        b[i] = 1;
    for (int i = 1; i < n; i++)
        d[i] = 2;
    for (int i = 1; i < n; i++)
        f[i] = d[i] + d[i - 1];
    for (int i = 0; i < n; i++)
        g[i] = b[i] + b[i + 1] + b[i + 2] + b[i + 3] + b[i + 4];
    for (int i = 0; i < n; i++)
        h[i] = f[i] + f[i + 1] + f[i + 2] + f[i + 3] + f[i + 4];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                v[i][j] += p[i][k] * q[k][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                w[i][j] += p[i][k] * q[j][k];
#pragma curestruct end
}
void walk(int n, float *restrict x, float *restrict y, float (*restrict c)[n], float (*restrict d)[n],
          const float (*restrict a)[n], const float (*restrict b)[n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        x[i] = 1;
    for (int i = 0; i < n; i++)
        y[i] = 2;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c[i][j] = a[i][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[j][i] = b[j][i];
#pragma curestruct end
}
void beside(int n, int m, float (*restrict a)[m], float *restrict b)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        b[i] = 1;
    for (int i = 0; i < n; i++) {
        b[i] += 2;
        for (int j = 0; j < 3; j++)
            a[i][j] = b[i];
        for (int j = 0; j < 3; j++)
            a[i][j] += b[i];
    }
#pragma curestruct end
}
#define X(k) (x[i + (k)] + x[i + (k) + 1] + x[i + (k) + 2] + x[i + (k) + 3] + x[i + (k) + 4] + x[i + (k) + 5])
#define XX(k) (X(k) + X(k + 6) + X(k + 12) + X(k + 18) + X(k + 24))
void budget(int n, float *restrict b, float *restrict c, float *restrict d, float *restrict e, const float *restrict x)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        b[i] = 1;
    for (int i = 0; i < n; i++)
        c[i] = 2;
    for (int i = 0; i < n; i++)
        d[i] = XX(0) + XX(30) + XX(60) + XX(90) + XX(120) + XX(150) + XX(180);
    for (int i = 0; i < n; i++)
        e[i] = 2;
    for (int i = 0; i < n; i++)
        b[i] *= e[i];
#pragma curestruct end
}
