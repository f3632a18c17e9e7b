// Catches a loop whose iterator is unsigned (or narrow) and which is split where it has no value: in front of its
// beginning.
// RUN: %same %s %t
#include <stdio.h>

enum { N = 37 };
static int grid[N + 1][N];

static void mirror(unsigned long n, unsigned long m)
{
#pragma curestruct
    for (unsigned long i = 0; i < n; ++i)
        for (unsigned long j = 2; j < m; ++j)
            grid[j + 1][i] = ~grid[i][j] % 7;
}

static void far(unsigned char from, unsigned char to, int by, int *a)
{
#pragma curestruct
    for (unsigned char i = from; i < to; i++)
        a[i] = a[by + 100] + 1;
}

int main(void)
{
    static int a[512];
    for (int i = 0; i < N * N; i++)
        grid[i / N][i % N] = i % 23;
    mirror(N, N);
    mirror(1, N);
    for (int by = -100; by < 400; by += 37)
        far(3, 200, by, a);
    for (int i = 0; i < 512; i++)
        printf("%d\n", a[i]);
    for (int i = 0; i < (N + 1) * N; i++)
        printf("%d\n", grid[i / N][i % N]);
    return 0;
}
