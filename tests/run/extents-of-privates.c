// Catches a local array that is not private because a loop that reads it ends with a parameter: elements beyond its
// extents do not exist. And one that is private although some of its elements come from an earlier iteration.
// RUN: %same %s %t
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s --allow-empty --check-prefix=PARALLEL
// RUN: %curestruct -DKEPT %s -o %t.cu 2>&1 | FileCheck %s
#include "Inputs/checksum.h"

// PARALLEL-NOT: [-Wsequential]
static void relaxed(int n, int directions, double omega, const double *f, double *restrict to)
{
    double equilibrium[5], moments[2][2];
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double density = 0;
        for (int k = 0; k < directions; k++)
            density += f[i * directions + k];
        moments[0][0] = density;
        moments[0][1] = density * density;
        moments[1][0] = 2 * density;
        moments[1][1] = 1;
        equilibrium[0] = density / 3;
        equilibrium[1] = density / 9;
        equilibrium[2] = density / 7;
        equilibrium[3] = -density;
        equilibrium[4] = density - 1;
        for (int k = 0; k < directions; k++)
            to[i * directions + k] = f[i * directions + k] + omega * equilibrium[k];
        for (int k = 0; k < directions - 3; k++)
            to[i * directions] += moments[k][k] * moments[k][1];
    }
}

#ifdef KEPT
// CHECK: {{stays serial|stays on the host|one thread}}
static void carried(int n, int directions, const double *f, double *restrict to)
{
    double kept[3] = {0, 0, 0};
#pragma curestruct
    for (int i = 0; i < n; i++) {
        kept[0] = f[i];
        kept[2] = 2 * f[i];
        double sum = 0;
        for (int k = 0; k < directions; k++)
            sum += kept[k];
        to[i] = sum;
        kept[1] = kept[1] * kept[1] / 100 + f[i];
    }
}
#endif

int main(void)
{
    static double f[200 * 5], to[200 * 5];
    for (int i = 0; i < 200 * 5; i++)
        f[i] = i * 37 % 101 / 4.0;
    relaxed(200, 5, 0.25, f, to);
    SHOW(to);
    relaxed(200, 3, 0.25, f, to);
    SHOW(to);
#ifdef KEPT
    carried(200, 3, f, to);
    SHOW(to);
#endif
    return 0;
}
