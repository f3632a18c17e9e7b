// Catches a choice between flat subscripts that is taken apart wrongly: neighbours held at the edges of rows, planes
// and spaces, by whole subscripts that a condition chooses, and nested ones.
// RUN: %same %s %t
// RUN: %curestruct --emit=schedule %s -o - 2>&1 | FileCheck %s
// CHECK-NOT: warning
#include "Inputs/checksum.h"

enum { N = 4000 };
static float from[N], to[N];

static void space(float *restrict out, const float *restrict in, int nx, int ny, int nz)
{
    int at, left, right, above, below, front;
#pragma curestruct
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++) {
                at = x + y * nx + z * nx * ny;
                left = x == 0 ? at : at - 1;
                right = x == nx - 1 ? at : at + 1;
                above = y == 0 ? at : at - nx;
                if (y == ny - 1)
                    below = at;
                else
                    below = at + nx;
                front = z == nz - 1 ? at : at + nx * ny;
                out[at] = in[at] * 2 - in[left] + in[right] * 3 - in[above] * .5f + in[below] - in[front] * .25f;
            }
}

static void around(float *restrict out, const float *restrict in, int nx, int ny)
{
#pragma curestruct
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            int above = y == 0 ? (ny - 1) * nx + x : y > 2 ? (y - 2) * nx + x : x;
            out[y * nx + x] = in[above] + in[y * nx + (x == 0 ? nx - 1 : x - 1)];
        }
}

static void mirrored(float *restrict out, const float *restrict in, unsigned nx, unsigned ny)
{
#pragma curestruct
    for (unsigned y = 0; y < ny; y++)
        for (unsigned x = 0; x < nx; x++)
            out[y * nx + x] = in[x < y ? y * nx + x : (ny - 1 - y) * nx + x];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        from[i] = (float)((i * 31) % 17) - 5;
    space(to, from, 13, 11, 9);
    SHOW(to);
    space(to, from, 1, 30, 1);
    SHOW(to);
    around(to, from, 50, 33), around(to, from, 3, 1);
    SHOW(to);
    mirrored(to, from, 40, 60);
    SHOW(to);
    return 0;
}
