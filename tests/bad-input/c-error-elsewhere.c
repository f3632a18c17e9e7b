// Catches translating a file whose error stands in a function without directives: the tree that libclang gives
// after an error has holes anywhere.
// RUN: rm -f %t.cu
// RUN: %fails 1 %curestruct %s -o %t.cu | FileCheck %s
// RUN: test ! -e %t.cu
void scale(float *a, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
}
// CHECK: c-error-elsewhere.c:[[@LINE+1]]:{{[0-9]+}}: error: expected
int other(void) { return 1 +; }
