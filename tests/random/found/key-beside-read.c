// Catches an accumulation by key whose value reads another row of the array, which was looked for in the worker's copy
// of the places.
// RUN: %same --host %s %t
#include <stdio.h>

static void gather(int n, int m, unsigned (*restrict a)[n])
{
#pragma curestruct
    for (int j = 0; j < m; j++)
        a[0][j % 3] ^= a[1][j];
}

int main(void)
{
    enum { N = 700 };
    static unsigned a[2][N];
    for (int i = 0; i < 2 * N; i++)
        (&a[0][0])[i] = (unsigned)i * 2654435761u;
    gather(N, N, a);
    printf("%u %u %u %u\n", a[0][0], a[0][1], a[0][2], a[0][3]);
    return 0;
}
