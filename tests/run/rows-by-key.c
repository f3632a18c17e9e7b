// Catches sums of rows by key (two loops as one) that lose a term, take another row or column, or round where floats in
// fixed point do not, and blocks that share what is carried from the lower word of a sum to the upper one. (All sums
// are exact in any order.)
// RUN: %same %s %t
// RUN: %curestruct --emit=schedule %s | FileCheck %s
// CHECK: collapse i q;
// CHECK: privatize sum shared fixed
// CHECK: collapse i q;
// CHECK: privatize few shared fixed
// CHECK: privatize node shared fixed
#include <stdio.h>

enum { ROWS = 900, COLUMNS = 9, KEYS = 301 };

static int key[ROWS * 8];
static float x[ROWS * COLUMNS], sum[KEYS * COLUMNS], few[5][4], node[KEYS];

static void rows(int n, int m, int keys)
{
    (void)keys;
#pragma curestruct copy(sum[0:keys * m])
    for (int i = 0; i < n; i++)
        for (int q = 0; q < m; q++)
            sum[key[i] * m + q] += x[i * m + q];
#pragma curestruct copyin(x[0:n * 4]) \
    schedule("collapse i q; privatize few shared fixed threads 64 blocks 3 keys 7 ranges 3; reduce few")
    for (int i = 0; i < n; i++)
        for (int q = 0; q < 4; q++)
            few[key[i] % 5][q] -= 1048576 * x[i * 4 + q];
#pragma curestruct copy(node[0:keys])
    for (int i = 0; i < n; i++) {
        float v = 0.125f * x[i];
        for (int k = 0; k < 8; k++)
            node[key[i * 8 + k]] += v;
    }
}

int main(void)
{
    static const int sizes[] = {0, 1, 33, ROWS}, columns[] = {1, 4, COLUMNS}, keys[] = {1, 40, KEYS};
    for (int round = 0; round < 12; round++) {
        int n = sizes[round % 4], m = columns[round % 3], some = keys[(round + round / 3) % 3];
        for (int i = 0; i < ROWS * 8; i++)
            key[i] = (int)(((unsigned)(i + round) * 2654435761u >> 9) % (unsigned)some);
        for (int i = 0; i < ROWS * COLUMNS; i++)
            x[i] = (float)((int)((unsigned)(i * 7 + round) * 2654435761u >> 20) - 2000) * 0.25f;
        rows(n, m, some);
        double all[3] = {0};
        for (int k = 0; k < KEYS * COLUMNS; k++)
            all[0] += sum[k] * (k % 97 + 1);
        for (int k = 0; k < 20; k++)
            all[1] += few[k / 4][k % 4] * (k + 1);
        for (int k = 0; k < KEYS; k++)
            all[2] += node[k] * (k % 89 + 1);
        printf("%d %d %d %.17g %.17g %.17g\n", n, m, some, all[0], all[1], all[2]);
    }
    return 0;
}
