// Catches names of ours that the user's macros reach into: in kernels, in launchers, in device functions, in prototypes
// of --host, and in the statement that replaces the nest.
// RUN: %same %s %t
// RUN: %same --host %s %t.host
// RUN: %same -Dtotal_part=7 %s %t.defined
// RUN: %curestruct %s -o - | FileCheck %s
// CHECK: #pragma push_macro("x")
// CHECK-NEXT: #undef x
// CHECK: __global__
// CHECK: #pragma pop_macro("x")
// CHECK: static double run(
#include <math.h>
#include <stdio.h>

#define x 3
#define y blockIdx
#define first 1
#define cudaErrorInvalidValue 5
#define cell(a, b) nothing
#define exp(v) (1 + exp(v))
struct image {
    int rows;
    float weight[4];
};
#define rows image->rows
#define weight image->weight
#define grid(a)

static float scaled(float value, int i_tile)
{
    return value * (float)i_tile;
}
#define value !
#define i_tile 3
#define sum total

static double run(double *c, struct image *image, int n, const float *a)
{
    double sum = 0;
#pragma curestruct
    for (int i = 0; i < rows; i++)
        c[i] = exp(a[i]) + scaled(a[i], i) + weight[2] + x;
#pragma curestruct
    for (int i = 0; i < n; i++)
        sum += c[i];
    return sum + x + first;
}

int main(void)
{
    enum { N = 500 };
    static float a[N];
    static double c[N];
    struct image image = {N, {1, 2, 3, 4}}, *view = &image;
    for (int i = 0; i < N; i++)
        a[i] = 0.001f * (float)i;
    printf("%.9g\n", run(c, view, N, a));
    return 0;
}
