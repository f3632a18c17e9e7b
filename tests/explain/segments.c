// Catches: a sum over a segment that is said to run in order, because the segment's bounds are data.
// RUN: %curestruct explain %s | FileCheck %s
// CHECK: no iteration touches what another one writes. k may be divided among threads whose
// CHECK-NEXT: partial results are combined.
void segments(int n, const int *start, const float *x, float *sums)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            s += x[k];
        sums[i] = s;
    }
}
