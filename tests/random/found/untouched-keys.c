// Catches elements that a divided sum by key adds nothing to but reads and writes: the last iterations add nothing, and
// the array need not have elements for them.
// RUN: %curestruct check --on=cpu --size n=33,m=8 --size n=5,m=8 %s | FileCheck %s
// CHECK: PASS
double product[11];

void products(long n, long m, double (*a)[m + 2])
{
#pragma curestruct
    for (long i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (i + 1 < n)
                product[i / 4] *= a[i + j][j];
}
