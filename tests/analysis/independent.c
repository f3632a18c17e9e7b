// An assertion that is plainly false and is believed.
// RUN: %fails 1 %curestruct %s -o %t.cu | FileCheck %s

void f(int n, float *A)
{
// CHECK: independent.c:[[#@LINE+1]]:20: error: loop 'i' is not independent: 'A[i]' written here is read as 'A[i-1]' by a later iteration, distance 1
#pragma curestruct independent
    for (int i = 1; i < n; i++)
        A[i] = A[i-1];
}
