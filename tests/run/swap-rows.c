// Catches pointers to rows that change places: of variable length, and tables of rows. Pointers to such rows are no
// C++.
// RUN: %same --host %s %t
#include "Inputs/checksum.h"
#include <stdlib.h>

static int a[30][17], b[30][17];

static int rows(int n, int m, int (*from)[m], int (*to)[m], int steps)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                to[i][j] = from[n - 1 - i][j] + t;
        int (*tmp)[m] = from;
        from = to;
        to = tmp;
    }
    return from[3][4];
}

static int table(int n, int m, int **from, int **to, int steps)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                to[i][j] = from[n - 1 - i][j] + t;
        int **tmp = from;
        from = to;
        to = tmp;
    }
    return from[3][4];
}

int main(void)
{
    int *left[30], *right[30];
    for (int i = 0; i < 30; i++)
        left[i] = a[i], right[i] = b[29 - i];
    for (int steps = 0; steps < 4; steps++) {
        for (int i = 0; i < 30; i++)
            for (int j = 0; j < 17; j++)
                a[i][j] = i * j, b[i][j] = i - j;
        printf("%d\n", rows(30, 17, a, b, steps));
        SHOW(a), SHOW(b);
        printf("%d\n", table(30, 17, left, right, steps));
        SHOW(a), SHOW(b);
    }
    return 0;
}
