// Catches an array whose range is not known, or known wrongly, because of one access: a last row of which a step that
// only the call knows leaves open how much is touched, an element that data choose beside every second one.
// RUN: %same %s %t
#include <stdio.h>

static void rows(int n, int m, int step, int (*a)[n + 3])
{
#pragma curestruct
    for (int i = 0; i < n; i += step)
        for (int j = 0; j < m; j++)
            if (i <= j)
                a[j][i] += i * j;
}

static int table[136];

static void beside(int n, const int *index, int *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = table[index[i]] + table[2 * i + 1];
}

int main(void)
{
    static int a[80][43], b[67], index[67];
    for (int i = 0; i < 136; i++)
        table[i] = i * i % 71;
    for (int i = 0; i < 67; i++)
        index[i] = i * 29 % 136;
    for (int step = 1; step < 6; step++)
        rows(40, 80, step, a);
    rows(40, 13, 3, a);
    beside(67, index, b);
    long sum = 0;
    for (int i = 0; i < 80 * 43; i++)
        sum = sum * 3 + a[i / 43][i % 43];
    for (int i = 0; i < 67; i++)
        sum = sum * 3 + b[i];
    printf("%ld\n", sum);
    return 0;
}
