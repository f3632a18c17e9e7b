// Catches what a function around its nests does: it reads and writes elsewhere, starts loops before the array, computes
// what a later nest depends on; and data that does not fit: indices, divisors, arguments of logarithms.
// RUN: env CURESTRUCT_CHECK_SIZES=12 %curestruct check --on cpu %s -I %S/Inputs/inc | FileCheck %s
// RUN: env CURESTRUCT_SEED=2 CURESTRUCT_CHECK_SIZES=6 %curestruct check --on cpu --data special %s \
// RUN:     -I%S/Inputs/inc | FileCheck %s
// CHECK: shift: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: twice: 2 of 2 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: roots: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: product: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, {{.*}}, PASS
// CHECK: iproduct: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: variance: 3 of 3 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, {{.*}}, PASS
// CHECK: gather: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: scatter: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: spmv: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, {{.*}}, PASS
// CHECK: last: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: divide: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
#include <math.h>
#include <stdbool.h>
#include "real.h"
static real square(real x) { return x * x; }
void shift(int n, const real *a, real *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = a[i - 1] + a[i + 2];
}
void twice(int n, real *a, real *b, bool *flags, unsigned char *bytes)
{
    if (n > 2)
#pragma curestruct
        for (int i = 0; i < n; i++)
            a[i] = square(b[i]) + 1;
    else
        b[0] = 3;
    b[n] = 17;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        flags[i] = a[i] > 1.5;
        bytes[i] = bytes[i] * 3 + flags[i];
    }
}
void roots(int n, const double *x, double *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = sqrt(x[i]) + log(x[i]);
}
double product(int n, const double *x)
{
    double p = 1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        p *= x[i];
    return p;
}
int iproduct(int n, const int *x)
{
    int p = 1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        p *= x[i];
    return p;
}
void variance(int n, const float *x, float *mean, float *out)
{
    float s = 0, q = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += x[i];
    *mean = s / n;
#pragma curestruct
    for (int i = 0; i < n; i++)
        q += (x[i] - *mean) * (x[i] - *mean);
    *out = q / n;
#pragma curestruct
    for (int i = 0; i < n; i++)
        mean[i + 1] = (x[i] - mean[0]) / sqrtf(q + 1);
}
void gather(int n, int m, const int *idx, const float *x, float *y)
{
#pragma curestruct copyin(x[0:m])
    for (int i = 0; i < n; i++)
        y[i] = x[idx[i]];
}
void scatter(int n, int m, const int *idx, const float *x, float *y)
{
#pragma curestruct independent copy(y[0:m])
    for (int i = 0; i < n; i++)
        y[idx[i]] = x[i];
}
void spmv(int n, int nnz, const int *ptr, const int *col, const float *val, const float *x, float *y)
{
#pragma curestruct copyin(col[0:nnz], val[0:nnz], x[0:n], ptr[0:n+1])
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            s += val[k] * x[col[k]];
        y[i] = s;
    }
}
int last(int n, int *a)
{
    int i;
#pragma curestruct
    for (i = 0; i < n; i += 3)
        a[i] = i;
    return i;
}
void divide(int n, const int *a, const int *b, int *c)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        c[i] = a[i] / b[i] + (1 << (a[i] & 7));
}
