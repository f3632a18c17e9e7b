// Catches launchers that give wrong results, crash, stay silent or leak when a CUDA call fails, or memory is short: the
// serial loop has to take over. (A failure that is not reached leaves the device's result. So does an allocation that
// fails once: it is tried again.)
// RUN: sh %S/Inputs/failing.sh %s %t | FileCheck %s
// CHECK: sum none: same, status 0, 0 lines, device
// CHECK: sum devices: same, status 0, 1 lines, serial
// CHECK: sum malloc:1: same, status 0, 0 lines, device
// CHECK: sum memcpy:1: same, status 0, 1 lines,{{.*}} serial
// CHECK: sum launch:1: same, status 0, 1 lines,{{.*}} serial
// CHECK: sum memory:300: same, status 0, 1 lines, serial
// CHECK: product none: same, status 0, 0 lines, device
// CHECK: product devices: same, status 0, 1 lines, serial
// CHECK: product malloc:3: same, status 0, 0 lines, device
// CHECK: product memcpy:3: same, status 0, 1 lines,{{.*}} serial
// CHECK: product launch:1: same, status 0, 1 lines,{{.*}} serial
// CHECK: product memory:50000: same, status 0, 1 lines, serial
// CHECK: twice none: same, status 0, 0 lines, device
// CHECK: twice devices: same, status 0, 1 lines, serial
// CHECK: twice launch:2: same, status 0, 1 lines,{{.*}} serial
#include <stdio.h>
#include <string.h>
enum { N = 50 };
static double a[N][N], b[N][N], c[N][N], x[N], y[N];
double sum(int n, const double *v)
{
    double s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}
void product(void)
{
#pragma curestruct
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];
}
void twice(int n, double *restrict p, double *restrict q)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        p[i] = q[i] * 2 + p[i];
    for (int i = 1; i < n; i++)
        q[i] = p[i - 1] + p[i];
#pragma curestruct end
}
int main(int count, char **arguments)
{
    for (int i = 0; i < N; i++) {
        x[i] = i % 7 - 3;
        y[i] = i % 5 - 2;
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 3 + j) % 11 - 5;
            b[i][j] = (i + 5 * j) % 13 - 6;
            c[i][j] = i - j;
        }
    }
    const char *what = count > 1 ? arguments[1] : "";
    if (!strcmp(what, "sum"))
        printf("%g %g\n", sum(N, x), sum(N, y));
    else if (!strcmp(what, "product"))
        product();
    else
        twice(N, x, y);
    for (int i = 0; i < N; i++)
        printf("%g %g %g %g\n", x[i], y[i], c[i][0], c[i][N - 1 - i]);
    return 0;
}
