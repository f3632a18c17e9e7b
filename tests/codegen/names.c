// Catches a kernel that the user's macros reach into, functions and types that CUDA's headers have as well, feature
// macros that they have defined, and a doc comment that is torn off its function.
// RUN: %same %s %t
// RUN: %same --host %s %t.host
// RUN: %curestruct %s -o - | FileCheck %s
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

#define active 7
#define i_tile 3
#define thread nonsense
#define block (
#define exp(x) (1 + exp(x))

struct float4 {
    float x, y;
};

static float max(float a, float b)
{
    return a > b ? a : b;
}

// CHECK: crs_call crs_now(
// CHECK: {{^}}// What it does,
// CHECK-NEXT: {{^}}// and how.
// CHECK-NEXT: static void run(
// What it does,
// and how.
static void run(double *c, struct float4 *v, int n, const float *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        c[i] = exp(a[i]) + max(a[i], 0.25f);
        v[i].x += a[i];
    }
}

int main(void)
{
    enum { N = 500 };
    static float a[N];
    static double c[N];
    static struct float4 v[N];
    for (int i = 0; i < N; i++) {
        a[i] = 0.001f * (float)i;
        v[i].y = (float)i;
    }
    run(c, v, N, a);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += c[i] + (double)(v[i].x * 3 + v[i].y);
    printf("%.17g\n", sum);
    return 0;
}
