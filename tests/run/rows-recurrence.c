// Catches vectors of rows that begin where the row is aligned although the thread that had the element in the row
// before is another one then: what it wrote there is needed.
// RUN: %same %s %t
#include "Inputs/checksum.h"

static void recur(int n, int m, float *a, float *b)
{
#pragma curestruct schedule("interchange i j; tile j 4 as g l; tile g 32 as gt t; bind gt block.x; \
    bind t thread.x; interchange l i; vectorize l")
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i * m + j] = b[i * m + j] + b[(i - 1) * m + j];
            a[i * m + j] = 3.0f * b[i * m + j];
        }
}

int main(void)
{
    enum { N = 9 };
    static float a[N * 300], b[N * 300];
    for (int m = 5; m < 300; m += 58) {
        for (int k = 0; k < N * m; k++) {
            a[k] = 0;
            b[k] = (float)(k % 13);
        }
        recur(N, m, a, b);
        SHOW(a);
        SHOW(b);
    }
    return 0;
}
