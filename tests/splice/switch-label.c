// Catches a replacement after a label or a case, and after `do`, where a statement but no declaration may stand.
// RUN: %same %s %t
#include <stdio.h>

static int step(int *a, int n, int mode)
{
    int rounds = 0;
    switch (mode) {
    case 1:
#pragma curestruct
        for (int i = 0; i < n; i++)
            a[i] = i * i;
        break;
    case 2:
    default:
    again:
#pragma curestruct
        for (int i = 0; i < n; i++)
            a[i] += 5;
        if (++rounds < 3)
            goto again;
    }
    do
#pragma curestruct
        for (int i = 0; i < n; i++)
            a[i] ^= 1;
    while (++rounds < 6);
    return rounds;
}

int main(void)
{
    int a[257] = {0};
    for (int mode = 0; mode < 3; mode++) {
        int rounds = step(a, 257, mode);
        printf("%d %d %d %d\n", rounds, a[0], a[100], a[256]);
    }
    return 0;
}
