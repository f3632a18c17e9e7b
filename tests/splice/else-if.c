// Catches an `else` that moves to another `if`: the replacement must not begin with an `if` that is left open.
// RUN: %same %s %t
#include <stdio.h>

static void step(int *a, int n, int mode)
{
    if (mode > 0)
        if (mode == 2)
#pragma curestruct
            for (int i = 0; i < n; i++)
                a[i] = 3 * i;
        else
            a[0] = 7;
    else
        while (mode++ < 0)
#pragma curestruct
            for (int i = 0; i < n; i++)
                a[i] += 1;
}

int main(void)
{
    int a[300] = {0};
    for (int mode = -2; mode <= 2; mode++) {
        step(a, 300, mode);
        printf("%d: %d %d %d\n", mode, a[0], a[1], a[299]);
    }
    return 0;
}
