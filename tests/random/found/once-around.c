// Catches the repetition of a loop, to settle a tie of zeros, outside of a part of the loop around it that has one
// iteration and was moved inside.
// RUN: %same %s %t
#include <stdio.h>

static double smallest(int n, const double *restrict rows)
{
    double least = 9;
#pragma curestruct
    for (int i = 0; i < 1; i++)
        for (int j = 0; j < n; j++)
            least = rows[j * (n + 2) + i] < least ? rows[j * (n + 2) + i] : least;
    return least;
}

static double smallest_of(int m, double (*restrict rows)[m + 2])
{
    double least = 9;
#pragma curestruct
    for (int i = 0; i < 1; i++)
        for (int j = 0; j < m; j++)
            least = rows[j][i] < least ? rows[j][i] : least;
    return least;
}

int main(void)
{
    enum { N = 70 };
    static double rows[N * (N + 2)];
    for (int k = 0; k < N * (N + 2); k++)
        rows[k] = k % 3 ? 0.0 : k % 2 ? -0.0 : 5.0;
    printf("%g %g\n", smallest(N, rows), smallest_of(N, (double (*)[N + 2])rows));
    return 0;
}
