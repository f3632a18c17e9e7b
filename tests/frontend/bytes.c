// Catches memset and memcpy that are read as loops where they are none: bytes of a number of another type, or of no
// number.
// RUN: %curestruct %s -o - 2>&1 | FileCheck %s
#include <string.h>
void bits(int n, const float *x, double *y)
{
// CHECK: [[@LINE+1]]:1: warning: loop 'i' stays serial: it calls 'memcpy' between elements that are not numbers of one type
#pragma curestruct
    for (int i = 0; i < n; i++)
        memcpy(&y[i], &x[i], sizeof(float));
}
void part(int n, int m, float *y)
{
// CHECK: [[@LINE+1]]:1: warning: loop 'i' stays serial: it calls 'memset' with a number of bytes that is not written as one of elements
#pragma curestruct
    for (int i = 0; i < n; i++)
        memset(y + i * m, 0, m + i);
}
void moved(int n, int m, float *y)
{
// CHECK: [[@LINE+1]]:1: warning: loop 'i' stays serial: it calls 'memmove' within one array, where the order of the elements matters [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        memmove(y + i * m, y + i * m + 1, m * sizeof(float));
}
void ones(int n, int m, float *y)
{
// CHECK: [[@LINE+1]]:1: warning: loop 'i' stays serial: it calls 'memset' with bytes that are not a floating-point zero
#pragma curestruct
    for (int i = 0; i < n; i++)
        memset(y + i * m, 1, m * sizeof(float));
}
void some(int n, int m, char *y)
{
// CHECK: [[@LINE+1]]:1: warning: loop 'i' stays serial: it calls 'memset' with a value that is not a constant
#pragma curestruct
    for (int i = 0; i < n; i++)
        memset(y + i * m, i, m);
}
void part_of_number(int n, float *y)
{
// CHECK: [[@LINE+1]]:1: warning: loop 'i' stays serial: it calls 'memset' for a part of a number [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++) {
        union { float f; unsigned char bytes[4]; } v = {y[i]};
        memset(&v.bytes[1], 0, 1);
        y[i] = v.f;
    }
}