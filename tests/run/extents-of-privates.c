// Catches a local array that is not private because a loop that reads it ends with a parameter: elements beyond its
// extents do not exist. And one that is private although some of its elements come from an earlier iteration, or
// would if a loop had no iterations.
// RUN: %same %s %t
// RUN: %same --fallback -DNONE %s %t.none
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

// The first vote is read in any case: private only if there is one.
static void vote(int n, int directions, const double *f, double *restrict to)
{
    double votes[8] = {5}, most;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int d;
        for (d = 0; d < directions; d++)
            votes[d] = f[i * 5 + d];
        for (d = 0; d < directions - 2; d++)
            if (votes[d] < votes[d + 2])
                votes[d] = 0;
            else if (votes[d] > votes[d + 2])
                votes[d + 2] = 0;
        for (most = votes[0], d = 1; d < directions; d++)
            if (most < votes[d])
                most = votes[d];
        to[i] = most;
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
    for (int directions = 1; directions <= 5; directions++) {
        vote(200, directions, f, to);
        SHOW(to);
    }
#ifdef NONE
    vote(200, 0, f, to);
    SHOW(to);
#endif
#ifdef KEPT
    carried(200, 3, f, to);
    SHOW(to);
#endif
    return 0;
}
