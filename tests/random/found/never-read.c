// Catches an array that is copied out but not in: what a written-out iteration reads is multiplied by 0, so that the
// nest does not read it any more, but the range that the source touches has elements that nobody writes.
// RUN: %curestruct check --on=cpu --size n=33 %s | FileCheck %s
// CHECK: PASS
void below(int n, int *restrict a, const int *restrict b)
{
#pragma curestruct
    for (short i = 0; i != 1; i++)
        for (short j = 1; j < n; j++)
            a[(i + 1) * (n + 2) + j] = ((i % 3) * a[i * (n + 2) + j]) % 10 + b[j];
}
