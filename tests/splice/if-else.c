// Catches a replacement that is two statements: the nest is the whole branch of an `if` without braces, before `else`.
// RUN: %same %s %t
#include <stdio.h>

static void step(int *a, int n, int forward)
{
    if (forward)
#pragma curestruct
        for (int i = 0; i < n; i++)
            a[i] += i;
    else
#pragma curestruct
        for (int i = 0; i < n; i++)
            a[i] -= 2 * i;
}

int main(void)
{
    int a[1000] = {0};
    step(a, 1000, 1);
    printf("%d %d %d\n", a[1], a[500], a[999]);
    step(a, 1000, 0);
    printf("%d %d %d\n", a[1], a[500], a[999]);
    return 0;
}
