// Catches scratch memory for as many keys as only the source with divided sums measures: the launcher is that of the
// source as it was, and did not know the names.
// RUN: %same --host %s %t
// RUN: %curestruct check --on=cpu -w --schedule=%S/Inputs/unmeasured-keys.schedule --size m=9,p=20,step=1,width=40 %s \
// RUN:   | FileCheck %s
// CHECK: 1 of 1 size ran on the device{{.*}}PASS
#include <stdio.h>

static int key[6];
static float by_key[9], by_row[6];

static void sums(int m, int p, int step, int width, const float *restrict a, const float *restrict b)
{
    unsigned char j;
#pragma curestruct
    for (int i = 4 - 1; i >= 0; i -= step) {
        for (j = 0; j < (m / 2); j++) {
            by_key[key[i]] += b[(i + 1) * (p + 2) + (short)j] * a[i * width + 6];
            by_row[i + 1] += b[j * (p + 2) + j] * a[((p - 1) - i) * width + ((m - 1) - i + 4)];
        }
    }
}

static float a[64 * 64], b[64 * 64];

int main(void)
{
    for (int i = 0; i < 64 * 64; i++) {
        a[i] = (float)(i % 7);
        b[i] = (float)(i % 5);
    }
    for (int i = 0; i < 6; i++)
        key[i] = i * 2 % 9;
    sums(9, 20, 1, 40, a, b);
    sums(30, 25, 2, 50, a, b);
    for (int i = 0; i < 9; i++)
        printf("%g\n", by_key[i]);
    for (int i = 0; i < 6; i++)
        printf("%g\n", by_row[i]);
    return 0;
}
