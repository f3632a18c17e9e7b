// Catches a copy to shared memory that begins in front of the array, where blocks begin at sectors of memory of what is
// written and the loop that is aligned so moves rows of what is copied.
// RUN: %same %s %t
#include <stdio.h>

static void ends(int n, int m, int columns, const double *restrict rows, double *restrict last)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 1; j++)
            last[i] = rows[2 * i * columns + (m - 1) - j];
}

int main(void)
{
    enum { N = 67, COLUMNS = 37 };
    static double rows[2 * N * COLUMNS], last[N + 8];
    for (int i = 0; i < 2 * N * COLUMNS; i++)
        rows[i] = i;
    for (int from = 0; from < 8; from++) {
        ends(N, 35, COLUMNS, rows, last + from);
        for (int i = 0; i < N; i++)
            printf("%g\n", last[from + i]);
    }
    return 0;
}
