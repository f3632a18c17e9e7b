// Catches reductions into different elements of one array that are taken for one, or refused for each other's sake; and
// a sum that loses what another one by key writes into the same array.
// RUN: %curestruct %s -o %t.cu 2>&1 | count 0
// RUN: %same %s %t
#include <stdio.h>

enum { N = 3000 };

static int a[N], result[8], table[20];
static float b[N], moments[4][3];

static void collect(int n, int k)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        result[0] += a[i];
        if (a[i] > result[1])
            result[1] = a[i];
        result[2] += a[i] * a[i];
        result[3] ^= a[i];
        if (a[i] < 0)
            result[5] = i;
    }
#pragma curestruct
    for (int i = 0; i < n; i++) {
        table[0] += a[i];
        table[k] += 2 * a[i];
    }
#pragma curestruct
    for (int i = 0; i < n; i++) {
        moments[0][0] += b[i];
        moments[0][1] = b[i] > moments[0][1] ? b[i] : moments[0][1];
        if (b[i] < moments[3][2]) {
            moments[3][2] = b[i];
            moments[2][0] = (float)i;
        }
    }
}

int main(void)
{
    static const int sizes[] = {0, 1, 31, 257, N};
    for (int s = 0; s < 5; s++) {
        for (int i = 0; i < N; i++) {
            a[i] = (int)((unsigned)i * 2654435761u >> 20) - 1500;
            b[i] = (float)(a[i] % 64);
        }
        collect(sizes[s], s % 2 ? 0 : 13);
        for (int i = 0; i < 8; i++)
            printf("%d ", result[i]);
        printf("%d %d %g %g %g %g\n", table[0], table[13], moments[0][0], moments[0][1], moments[3][2], moments[2][0]);
    }
    return 0;
}
