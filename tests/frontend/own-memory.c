// Catches: memory of an iteration whose size the host cannot know, or that something outside of the iteration has, as
// memory of the device.
// RUN: %curestruct %s -o /dev/null 2>&1 | FileCheck %s
#include <stdlib.h>

void sizes(int m, int n, const int *size, double *out)
{
// CHECK: own-memory.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: the size of 't', which each iteration gets anew, is not known before the nest [-Wrefused]
#pragma curestruct
    for (int i = 0; i < m; i++) {
        double t[size[i]];
        for (int j = 0; j < size[i]; j++)
            t[j] = j;
        out[i] = t[0];
    }
// CHECK: own-memory.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it calls 'malloc' with a number of bytes that is not written as one of elements [-Wrefused]
#pragma curestruct
    for (int i = 0; i < m; i++) {
        double *t = malloc(n + 7);
        t[0] = i;
        out[i] = t[0];
        free(t);
    }
}
void outside(int m, int n, double *out, double *given)
{
// CHECK: own-memory.c:[[@LINE+1]]:1: warning: loop 'i' stays serial: it calls 'free' with memory from outside of it [-Wrefused]
#pragma curestruct
    for (int i = 0; i < m; i++) {
        out[i] = n;
        if (i == 0)
            free(given);
    }
// CHECK: own-memory.c:[[@LINE+1]]:1: note: the host runs a part of the region, and the rest becomes 1 nest: 't' gets its memory outside of its loops [-Wresidency]
#pragma curestruct begin
    double t[n];
    for (int i = 0; i < n; i++)
        t[i] = i;
    for (int i = 0; i < n; i++)
        out[i] = t[n - 1 - i];
#pragma curestruct end
}
