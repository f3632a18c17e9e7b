// Catches a scalar's last value that every iteration of an outer loop stores: the last one of all loops around it is
// meant.
// RUN: %same %s %t
#include <stdio.h>

static short last_of(int n)
{
    short q = 1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 1; j++)
            q = (short)i;
    return q;
}

static int of_three(int n, int m, int *restrict A)
{
    int q = 1;
#pragma curestruct
    for (int i = n; i > 0; i -= 2)
        for (int j = 7; j >= 2; j--) {
            q = i * m + j;
            A[i * 8 + j] = q;
        }
    return q;
}

int main(void)
{
    static int A[1000 * 8 + 8];
    const int sizes[] = {0, 1, 2, 33, 256, 999};
    for (int k = 0; k < 6; k++)
        printf("%d %d\n", last_of(sizes[k]), of_three(sizes[k], 3, A));
    return 0;
}
