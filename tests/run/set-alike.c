// Catches a data race between threads that store one value to one element: plain stores are one, relaxed ones are not.
// RUN: %curestruct -w %s -o %t.cu --host=%t.host.c
// RUN: FileCheck %s --check-prefix=STORE < %t.cu
// STORE: crs_set_alike(&f[p{{.*}}], 1);
// RUN: %curestruct check -w --on cpu %s | FileCheck %s
// CHECK: flags: 1 of 1 nests, {{.*}}, PASS
// CHECK-NEXT: numbers: 1 of 1 nests, {{.*}}, PASS
// CHECK-NEXT: complex_numbers: 1 of 1 nests, {{.*}}, PASS
// CHECK-NEXT: members: 1 of 1 nests, {{.*}}, PASS
#include <complex.h>

void flags(int n, const int *restrict p, char *restrict f)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        f[p[i]] = 1;
}

void numbers(int n, const int *restrict p, double *restrict x, double value)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[p[i]] = value;
}

void complex_numbers(int n, const int *restrict p, float complex *restrict x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[p[i]] = 0;
}

struct item {
    int key;
    short kind;
};

void members(int n, const int *restrict p, struct item *restrict items)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        items[p[i]].kind = 3;
}
