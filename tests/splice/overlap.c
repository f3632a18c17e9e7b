// Catches a kernel that runs although its arrays overlap: the launcher must leave the loop to the serial original.
// RUN: %same --fallback %s %t
#include <stdio.h>

static void shift(int *to, const int *from, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}

int main(void)
{
    int a[200] = {1}, b[200];
    shift(a + 1, a, 199);
    shift(b, a, 200);
    printf("%d %d %d %d\n", a[0], a[1], a[199], b[199]);
    return 0;
}
