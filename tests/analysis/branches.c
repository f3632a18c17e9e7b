// Catches a dependence that is not seen since the same text stands in the other branch of the condition, where it never
// runs.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s
// CHECK: warning: {{.*}}'x[i + 1]' written here is read as 'x[i]' by a later iteration, distance 1 [-Wrefused]
void chain(int n, double *restrict x, const double *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i + 1] = i == n ? (y[i] > 0 ? x[i] : 1) : x[i] * 0.5 + 1;
}
