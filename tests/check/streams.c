// Catches a stream of the C library that `check` takes for data of the program: it would print its own messages to it.
// RUN: %curestruct check --on cpu %s 2>&1 | FileCheck %s
// CHECK: {{^}}smoothed: 1 of 1 nests, {{.*}}PASS
#include <stdio.h>
#include <stdlib.h>

void smoothed(int n, const float *x, float *y)
{
    if (n < 0) {
        fprintf(stderr, "no elements\n");
        exit(1);
    }
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = x[i] / 2;
}
