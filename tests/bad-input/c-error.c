// Catches output written in spite of an error in the C text, or a report without its place.
// RUN: rm -f %t.cu
// RUN: %fails 1 %curestruct %s -o %t.cu | FileCheck %s
// RUN: test ! -e %t.cu
void scale(float *a, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        // CHECK: c-error.c:[[@LINE+1]]:16: error: use of undeclared identifier 'factor'
        a[i] = factor * a[i];
        // CHECK-NEXT: a[i] = factor * a[i];
        // CHECK-NEXT: {{^ *(\| *)?}}^
}
