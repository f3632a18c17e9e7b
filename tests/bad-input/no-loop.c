// Catches a directive that names no loop being dropped without a word.
// RUN: rm -f %t.cu
// RUN: %fails 1 %curestruct %s -o %t.cu | FileCheck %s
// RUN: test ! -e %t.cu
void scale(float *a, int n)
{
// CHECK: no-loop.c:[[@LINE+1]]:{{[0-9]+}}: error:
#pragma curestruct
    a[0] = (float)n;
}
