// Catches elements that isl adds when it joins sets with divisions: the even ones up to 8 and 0..1 are not 0..9.
// RUN: %curestruct --dump-after=analyze %s -o - | FileCheck %s
// CHECK: array A: read copyin, from 0 to 8

void sums(unsigned *restrict out, const unsigned *restrict A)
{
#pragma curestruct
    for (int i = 0; i <= 4; i++)
        out[i] = A[i + i] * A[i % 2];
}
