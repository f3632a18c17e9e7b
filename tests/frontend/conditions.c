// Catches a condition that is taken apart although what it computes may wrap.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s

int refused(const int *a, unsigned first, unsigned n, unsigned k)
{
    int s = 0;
// CHECK: warning: {{.*}}what it compares with its bound is unsigned and may wrap
#pragma curestruct
    for (unsigned i = first; i + k < n; i++)
        s += a[i % 400];
// CHECK: warning: {{.*}}what it compares with its bound is unsigned and may wrap
#pragma curestruct
    for (unsigned i = 0; i - 1 < n; i++)
        s -= a[i % 400];
    return s;
}

// CHECK: 0 of 2 nests restructured
