// Catches a loop that counts down to 0 in an unsigned type and is split where it would end below: no iteration is left.
// RUN: %curestruct check --on=cpu --size n=16,m=32,width=48 %s | FileCheck %s
// CHECK: PASS
void twice(unsigned n, unsigned m, unsigned width, int (*a)[width])
{
#pragma curestruct
    for (unsigned i = n; i-- > 0;)
        for (unsigned j = m; j-- > 0;)
            a[i][j + n] = (a[i][3 * i] - a[i][j % 2]) % 7;
}
