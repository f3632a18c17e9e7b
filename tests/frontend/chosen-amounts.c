// Catches an amount that is chosen by a condition that changes, or that is read in other iterations than it was.
// RUN: %curestruct %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: chosen-amounts.c:[[@LINE+3]]:1: warning: loop 'i' stays serial: it changes a pointer by amounts that are not known before the nest
void changes(int n, int c, const int *b, const float *q, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[i] = *q;
        if (c)
            q += 2;
        c = b[i];
    }
}

// CHECK: chosen-amounts.c:[[@LINE+3]]:1: warning: loop 'i' stays serial: it changes a pointer by amounts that are not known before the nest
void of_iteration(int n, const float *q, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[i] = *q;
        if (i % 3)
            q += 2;
    }
}

// CHECK: chosen-amounts.c:[[@LINE+3]]:1: warning: loop 'i' stays serial: it changes a pointer by amounts that are not known before the nest
void one_unknown(int n, int c, const int *b, const float *q, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[i] = *q;
        if (c)
            q += 2;
        else
            q += b[i];
    }
}
// CHECK: 0 of 3 nests restructured
