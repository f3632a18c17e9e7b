// Catches a statement of a header that is taken for a nest since its offset in the header is that of a nest in the main
// file: the arrays would come back from the device before each call of its function.
// RUN: rm -rf %t.d && split-file %s %t.d
// RUN: %curestruct %t.d/main.c -o %t.cu 2>&1 | count 0
// RUN: FileCheck %s < %t.cu
// CHECK: void steps(
// CHECK: scale(n, a);
// CHECK-NEXT: crs_host_reads("{{.*}}", 0, 0); total += middle(n, a);
//--- main.c
#include "middle.h"
static void scale(int n, double *a) {
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] *= 2;
}
static double total;
void steps(int n, double *a)
{
    for (int t = 0; t < 3; t++) {
        scale(n, a);
        total += middle(n, a);
    }
}
//--- middle.h
// At the offset of the nest in main.c:
static double middle(int n, const double *a) {
    return a[1];
}
