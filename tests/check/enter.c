// Catches a proof of functions with `enter`, `exit` and `update` that is none: what a function leaves on the device for
// another one taken for lost, and a missing `update` not seen because both copies of the data are the same memory.
// RUN: %curestruct check --on cpu %s --size n=33 2>&1 | FileCheck %s
// CHECK-DAG: begins: 2 of 2 nests, {{.*}} ran on the device, bit for bit, PASS
// CHECK-DAG: ends: 1 of 1 nests, {{.*}} ran on the device, bit for bit, PASS
// CHECK-DAG: stepped: 1 of 1 nests, {{.*}} ran on the device, bit for bit, PASS
// RUN: sed '/update/d' %s > %t.c && not %curestruct check --on cpu %t.c --function stepped --size n=33 2>&1 \
// RUN:     | FileCheck --check-prefix=STALE %s
// STALE: stepped: 1 of 1 nests, {{.*}} ran on the device, FAIL
// STALE: the result: expected
static double work[64];

void begins(int n, double *a)
{
#pragma curestruct enter copyin(a[0:n], work)
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
#pragma curestruct
    for (int i = 0; i < 64; i++)
        work[i] = i;
}

void ends(int n, double *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
#pragma curestruct exit copyout(a[0:n])
}

double stepped(int n, double *a)
{
    double sum = 0;
#pragma curestruct enter copyin(a[0:n])
    for (int t = 0; t < 3; t++) {
#pragma curestruct
        for (int i = 0; i < n; i++)
            a[i] = 0.5 * a[i] + t;
#pragma curestruct update host(a[0:n])
        for (int i = 0; i < n; i++)
            sum += a[i];
    }
#pragma curestruct exit copyout(a[0:n])
    return sum;
}
