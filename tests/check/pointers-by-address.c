// Catches a pointer that the nest steps although it also changes or reads it by another name, and one that is refused
// because a function got its address before the nest.
// RUN: %curestruct check --on cpu %s 2>%t.log | FileCheck %s
// RUN: FileCheck %s --check-prefix=REFUSED <%t.log
#include <math.h>

static void get(const double *from, const double **to)
{
    *to = from;
}

static void put(double *from, double **to)
{
    *to = from;
}

// CHECK: sum: 1 of 1 nests, {{.*}}PASS
void sum(int n, const double *a, double *restrict c)
{
    const double *v;
    double total = 0;
    get(a, &v);
#pragma curestruct
    for (int i = 0; i < n; i++) {
        total += fabs(*v) * *v;
        v++;
    }
    c[0] = total + (v - a);
}

// CHECK: scale: 1 of 1 nests, {{.*}}PASS
void scale(int n, double *restrict a, const double *restrict r, const int *restrict jj)
{
    double *v;
    put(a, &v);
#pragma curestruct
    for (int i = 0; i < n; i++)
        (*v++) *= r[i] + *jj++;
    put(v, &v);
}

// REFUSED: [[@LINE+4]]:1: warning: loop 'i' stays serial: it changes a pointer other than by fixed amounts
void by_other_name(int n, double *restrict a, double *restrict c)
{
    double *v = a, **rows = &v;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        c[i] = rows[0][0];
        v++;
    }
}

// REFUSED: [[@LINE+4]]:1: warning: loop 'i' stays serial: it changes a pointer other than by fixed amounts
void by_deref(int n, double *restrict a, double *restrict c)
{
    double *v = a, **where = &v;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        c[i] = *v;
        v++;
        c[i] += **where;
    }
}

static int step(double **which)
{
    ++*which;
    return 1;
}

// REFUSED: [[@LINE+4]]:1: warning: loop 'i' stays serial: it
void by_call(int n, double *restrict a, double *restrict c)
{
    double *v = a;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        step(&v);
        c[i] = *v++;
    }
}

// REFUSED: [[@LINE+5]]:1: warning: loop 'i' stays serial: it changes a pointer other than by fixed amounts
void by_bytes(int n, double *restrict a, double *restrict c)
{
    double *v = a;
    unsigned char *bytes = (unsigned char *)&v;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        bytes[i & 7] = 0;
        c[i] = *v++;
    }
}

static double *kept, **place = &kept;
static double next(double x)
{
    ++*place;
    return x;
}

// REFUSED: [[@LINE+5]]:1: warning: loop 'i' stays serial: it
void by_global(int n, double *restrict a, double *restrict c)
{
    double *v = a;
    place = &v;
#pragma curestruct
    for (int i = 0; i < n; i++)
        c[i] = next(*v++);
}
