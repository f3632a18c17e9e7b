// Catches a place that is read and written although the inner one of two loops that add to it has no iterations: there
// may be no memory.
// RUN: %same %s %t
#include <stdio.h>

static int a[70 * 70], out[1];

static void add(int n, int m, int *to)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m / 2; j++)
            to[0] += a[i * m + j];
}

int main(void)
{
    for (int i = 0; i < 70 * 70; i++)
        a[i] = i * 7 % 31;
    for (int m = 0; m <= 70; m += m < 5 ? 1 : 13)
        for (int n = 0; n <= 70; n += 35) {
            add(n, m, out);
            printf("%d %d %d\n", n, m, out[0]);
        }
    add(2, 2, 0);
    return 0;
}
