// Catches a value at the end of a loop that nothing of the loop computes any more, and that the reference leaves out:
// "a bug of the compiler" in a program that is right.
// RUN: %curestruct check --on cpu %s | FileCheck %s
// CHECK: count: 1 of 1 nests, {{.*}} bit for bit, PASS
// CHECK: last: 1 of 1 nests, {{.*}} bit for bit, PASS
int count(int n, float *y)
{
    int v = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        v += 10;
        y[i] = 2 * y[i];
    }
    return v;
}

int last(int n, float *y)
{
    int i, j = -1;
#pragma curestruct begin
    for (i = 0; i < n; i++)
        y[i] = 2 * y[i];
    j = i;
#pragma curestruct end
    return j;
}
