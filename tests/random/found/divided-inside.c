// Catches a sum that is taken apart into parts although its place moves along a loop inside of it that is none of the
// parts' own: the parts had no room for it, and the second nest asked for an iterator that it does not have.
// RUN: %same --host %s %t
#include <stdio.h>

static int total[20][40], left[70][40], right[20][70];

static void products(int n, int m, int p)
{
#pragma curestruct
    for (int i = 2; i < n; ++i)
        for (int j = 0; j != m; ++j)
            for (int k = 1; k <= p / 2 - 1; ++k)
                total[j][k] += left[i][k] * right[j][i] % 100;
}

int main(void)
{
    for (int i = 0; i < 70 * 40; i++)
        (&left[0][0])[i] = i * 7 % 31;
    for (int i = 0; i < 20 * 70; i++)
        (&right[0][0])[i] = i * 5 % 23;
    for (int n = 0; n <= 70; n += 35)
        products(n, 19, 77);
    for (int i = 0; i < 20 * 40; i++)
        printf("%d\n", (&total[0][0])[i]);
    return 0;
}
