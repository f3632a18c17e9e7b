// Recurrences that parts of a loop compute from a wrong factor, in another order where integers overflow, or that see
// what was before an assignment that forgets it (NaN, too); factors of a part that overflow although the value is 0.
// RUN: %curestruct check --on cpu %s --size n=1 --size n=33 --size n=1024 --size n=1025 --size n=2049 \
// RUN:     > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=ERR < %t.err
// RUN: %curestruct check --on cpu %s --function segments --data special --size n=2500 | FileCheck %s --check-prefix=NAN
#include <math.h>

// CHECK: {{^}}filter: {{.*}}allowed, PASS
float filter(int n, float a, const float *x, float *y)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s = a * s + x[i];
        y[i] = s;
    }
    return s;
}

// CHECK: {{^}}factors: {{.*}}allowed, PASS
void factors(int n, const float *a, const float *x, float *y, double *z)
{
    float s = 0.5f;
    double t = 1;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        t = 0.25 - t * 0.5;
        s = fmaf(a[i], s, x[i]);
        y[i] = s;
        z[i] = t;
    }
}

// CHECK: {{^}}sweep: {{.*}}allowed, PASS
void sweep(int n, const double *l, const double *d, double *x)
{
#pragma curestruct
    for (int i = n - 2; i >= 0; i--)
        x[i] = (d[i] - l[i] * x[i + 1]) / 2.5;
}

// CHECK: {{^}}in_place: {{.*}}allowed, PASS
void in_place(int n, float *x)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        x[i] += 0.5 * x[i - 1];
}

// CHECK: {{^}}generator: {{.*}}bit for bit, PASS
unsigned generator(int n, unsigned seed, unsigned *y, unsigned char *z)
{
    unsigned char c = 3;
#pragma curestruct exact
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        c = (unsigned char)(5 * c - i);
        y[i] = seed;
        z[i] = c;
    }
    return seed;
}

// Differences of signed numbers: those of a part overflow, those of the source do not.
// CHECK: {{^}}alternating: {{.*}}bit for bit, PASS
void alternating(int n, const int *x, int *y)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        y[i] = x[i] % 100 - y[i - 1];
}

// CHECK: {{^}}segments: {{.*}}allowed, PASS
// NAN: segments: {{.*}}PASS
float segments(int n, const int *flag, const float *x, float *y)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (flag[i] % 16 == 0)
            s = 0;
        s += x[i];
        y[i] = s;
    }
    return s;
}

// CHECK: {{^}}peaks: {{.*}}bit for bit, PASS
void peaks(int n, const int *flag, const float *x, float *y)
{
    float most = -1;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (x[i] > most)
            most = x[i];
        y[i] = most;
        if (flag[i] == 3)
            most = 0.25f;
    }
}

// CHECK: {{^}}mixed: {{.*}}allowed, PASS
void mixed(int n, const float *x, float *y)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s *= 0.75f;
        if (x[i] < -0.9f)
            s = 1;
        else
            s -= x[i];
        y[i] = s;
    }
}

// CHECK: {{^}}filled: {{.*}}bit for bit, PASS
int filled(int n, const int *x, int *y)
{
    int last = -1;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (x[i] > 20)
            last = x[i];
        y[i] = last;
    }
    return last;
}

// The value of one recurrence is a term of the other.
// ERR: [[#@LINE+4]]:1: warning: loop 'i' stays serial: 's' written here is read by a later iteration
void second_order(int n, const float *x, float *y)
{
    float s = 0, t = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float next = 0.5f * s - 0.25f * t + x[i];
        t = s;
        s = next;
        y[i] = s;
    }
}

// ERR: [[#@LINE+3]]:1: warning: loop 'i' stays serial: 'y[i]' written here is read as 'y[i - 1]'
void squares(int n, const float *x, float *y)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        y[i] = x[i] - y[i - 1] * y[i - 1];
}

// ERR: [[#@LINE+4]]:1: warning: loop 'i' stays serial: 's'
void cut(int n, const float *x, int *y)
{
    int s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s = 0.5f * s + x[i];
        y[i] = s;
    }
}
// ERR: 10 of 13 nests restructured
// UNSUPPORTED: asan
