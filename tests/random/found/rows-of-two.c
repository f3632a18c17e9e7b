// Catches rows so short that one thread is all that adds one up: the team of one had a first thread without a
// condition, an internal error.
// RUN: %curestruct check --on cpu %s | FileCheck %s

// CHECK: rows: 1 of 1 nests, {{.*}}PASS
float sums[4];
void rows(long m, float (*restrict A)[m + 2], const float *restrict b)
{
    short i;
#pragma curestruct
    for (i = 0; i < 4; ++i) {
        float sum = 0;
        for (short j = 1; j < ((m < i) ? m : i); j = j + 1)
            sum = sum + A[i][j];
        sums[i] = sum + b[i];
    }
}
