// Catches a range that the launcher computes where conditions on data are left out, although the nest then does what it
// does not do otherwise: a division by zero, an assignment, a read of an index that need not be there; and a test that
// no two iterations write one element which also sees iterations that write none.
// RUN: %curestruct --dump-after=analyze %s -o - 2>%t.err | FileCheck %s
// RUN: FileCheck --check-prefix=REFUSED %s < %t.err
#include <math.h>

// REFUSED: widened.c:[[#@LINE+7]]:1: note: the nest runs on the device only if all that the subscripts of 'x' may reach is in memory: which elements it touches is not known before; a section such as copy(x[0:n]) says it [-Wassume]
// CHECK: measure x
// CHECK-NEXT: for i in 0..n {
// CHECK-NEXT: crs_measure(x_first, x_last, (long)(index[i] + 1))
// CHECK-NEXT: crs_measure(x_first, x_last, (long)index[i])
void both(int n, const double *m, const int *index, const double *x, double *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (sqrt(m[i]) > 0.5)
            out[i] = x[index[i] + 1];
        else
            out[i] = x[index[i]];
    }
}

// REFUSED: widened.c:[[#@LINE+3]]:1: warning: the nest stays serial: how much of 'x' it touches is not known
void divided(int n, const double *m, const int *index, const int *by, const double *x, double *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (sqrt(m[i]) > 0.5)
            out[i] = x[index[i] / by[i]];
}

// REFUSED: widened.c:[[#@LINE+3]]:1: warning: the nest stays serial: how much of 'x' it touches is not known
void set(int n, const double *m, const int *index, const double *x, double *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int at = index[i] * index[i];
        if (sqrt(m[i]) > 0.5)
            at = 0;
        out[i] = x[at];
    }
}

// What `continue` leaves out would set the number for the next iteration.
// REFUSED: widened.c:[[#@LINE+3]]:1: warning: the nest stays serial: how much of 'x' it touches is not known
void left_out(int n, const double *m, const int *index, const double *x, double *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int at = index[i];
        double sum = 0;
        for (int k = 0; k < 4; k++) {
            sum += x[at];
            if (sqrt(m[i] + k) > 0.5)
                continue;
            at = k * k;
        }
        out[i] = sum;
    }
}

// The first index says where the second one is: without the condition it may be anywhere.
// REFUSED: widened.c:[[#@LINE+3]]:1: warning: the nest stays serial: how much of {{.*}}'x' it touches is not known
void twice(int n, const double *m, const int *index, const int *other, const double *x, double *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (sqrt(m[i]) > 0.5)
            out[i] = x[other[index[i]]];
}

// REFUSED: widened.c:[[#@LINE+3]]:1: warning: loop 'i' stays serial: 'out[index[i]]' written here may be written again
void scattered(int n, const double *restrict m, const int *restrict index, double *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (sqrt(m[i]) > 0.5)
            out[index[i]] = m[i];
}
