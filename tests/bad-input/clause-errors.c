// Catches a malformed directive that is taken for a comment, or reported at the wrong column.
// RUN: rm -f %t.cu
// RUN: %fails 1 %curestruct %s -o %t.cu | FileCheck %s
// RUN: test ! -e %t.cu
void scale(float *a, int n)
{
// CHECK: clause-errors.c:[[@LINE+1]]:20: error: {{.*}}paralel
#pragma curestruct paralel
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:{{[0-9]+}}: error:
#pragma curestruct tile(i:
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:{{[0-9]+}}: error:
#pragma curestruct block(0)
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:{{[0-9]+}}: error:
#pragma curestruct reduction(%:n)
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
}
