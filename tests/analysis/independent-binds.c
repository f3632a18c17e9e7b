// Catches an assertion that nothing disproves and that does not bind, since the loop is taken for part of a reduction
// that runs along another loop.
// RUN: %curestruct %s --dump-after=analyze -o - | FileCheck %s

#include <math.h>

// CHECK: loop b: parallel
// CHECK: loop i: opaque
void forces(int boxes, const int *restrict count, int neighbour[][27], const double *restrict r, double *restrict u)
{
#pragma curestruct independent copyin(count[0:boxes], neighbour[0:boxes], r[0:64*boxes]) copy(u[0:64*boxes])
    for (int b = 0; b < boxes; b++)
        for (int q = 0; q < 27; q++)
            for (int i = 64 * b; i < 64 * b + count[b]; i++)
                for (int j = 64 * neighbour[b][q]; j < 64 * neighbour[b][q] + count[neighbour[b][q]]; j++)
                    if (i != j)
                        u[i] += 1 / (1 + fabs(r[i] - r[j]));
}
