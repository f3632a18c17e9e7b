// Catches clauses of a nest inside of a region that vanish without a word, and an `exact` there that does.
// RUN: %curestruct --emit=schedule %s -o - 2>&1 | FileCheck %s
// CHECK: region-clauses.c:[[#@LINE+7]]:20: warning: 'tile' has no effect on a nest inside of a region [-Wignored-clause]
// CHECK-NOT: warning: 'exact'
// CHECK-NOT: reduce
float region(int n, float *restrict x, const float *restrict y)
{
    float sum = 0;
#pragma curestruct begin
#pragma curestruct tile(64)
    for (int i = 0; i < n; i++)
        x[i] += y[i];
#pragma curestruct exact
    for (int i = 0; i < n; i++)
        sum += x[i];
#pragma curestruct end
    return sum;
}
