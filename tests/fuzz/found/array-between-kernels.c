// Catches a local array that is declared in a serial loop around parallel ones: one kernel writes it, another reads it,
// and it was declared in neither.
// RUN: %same %s %t
// RUN: %curestruct -Werror=refused %s -o %t.cu
#include <stdio.h>

static void step(int n, int m, float *restrict a, const float *restrict b)
{
#pragma curestruct
    for (int i = 1; i < n; i++) {
        float local[8];
        for (int j = 0; j < 8; j++)
            local[j] = a[(i - 1) * m + j] * 2;
        for (int j = 0; j < m; j++)
            a[i * m + j] = local[j % 8] + b[j];
    }
}

int main(void)
{
    enum { ROWS = 5, COLUMNS = 67 };
    float a[ROWS * COLUMNS], b[COLUMNS];
    for (int i = 0; i < ROWS * COLUMNS; i++)
        a[i] = i % 13;
    for (int j = 0; j < COLUMNS; j++)
        b[j] = j;
    step(ROWS, COLUMNS, a, b);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        printf("%g\n", a[i]);
    return 0;
}
