// Catches directives that are written as the operator, inside a macro, or continued over lines being dropped.
// RUN: %same %s %t
#include <stdio.h>

#define PARALLEL _Pragma("curestruct")

static void fill(int *a, int n)
{
    _Pragma("curestruct") for (int i = 0; i < n; i++) a[i] = i;
    PARALLEL
    for (int i = 0; i < n; i++)
        a[i] += 2;
#  pragma   curestruct \
    name(third)
    for (int i = 0; i < n; i++)
        a[i] *= 3;
#if 0
#pragma curestruct nonsense
#endif
}

int main(void)
{
    int a[100];
    fill(a, 100);
    printf("%d %d\n", a[0], a[99]);
    return 0;
}
