// Catches arrays whose extent only their block of memory tells and that no launcher finds, so that the check proves
// nothing; device pointers, which have no such block; an array without memory because nothing of it is touched; and
// a main whose command line is drawn.
// RUN: %curestruct check --on cpu --size n=40,m=3 --size n=40,m=0 %s 2>/dev/null | FileCheck %s
// CHECK: nearest: 1 of 1 nests, 2 of 4 sizes ran on the device, bit for bit, PASS
// CHECK: main: 1 of 1 nests, 1 of 1 size ran on the device, bit for bit, PASS
#include <math.h>
#include <stdlib.h>

static void nearest(int n, int m, const double *restrict at, const int *restrict table, int *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            out[i] += table[abs((int)rint(at[i] * k))];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10;
    double *at = calloc(10, sizeof *at);
    int *table = calloc(10, sizeof *table), *out = calloc(10, sizeof *out);
    nearest(n, 1, at, table, out);
#pragma curestruct
    for (int i = 0; i < n; i++)
        out[i] = out[i] * 2 + i;
    return out[n - 1];
}
