// Catches rows that all write back a scalar to which one of them alone has added: they overwrite what that one made.
// RUN: %same %s %t
#include <stdio.h>

static long product(unsigned n, unsigned m, const long (*a)[n + 1], const signed char *signs, long *sums)
{
    long all = 1;
#pragma curestruct
    for (unsigned i = 1; i < n; i++) {
        long sum = 0;
        for (unsigned j = 0; j <= m; j++) {
            sum += a[i][i];
            if (i == 3)
                all *= signs[j * (n + 1) + i + 1] > 0 ? 1 : -1;
        }
        sums[i] = sum;
    }
    return all;
}

static int total(int n, int m, const int (*a)[m], int *rows)
{
    int all = 7;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int j = 0; j < m; j++) {
            sum += a[i][j];
            if (i == 2)
                all += a[i][j];
        }
        rows[i] = sum;
    }
    return all;
}

int main(void)
{
    enum { N = 67, M = 35 };
    static long a[N][N + 1], sums[N];
    static signed char signs[(M + 1) * (N + 1) + N];
    static int b[N][M], rows[N];
    for (int i = 0; i < N; i++)
        a[i][i] = i;
    for (int i = 0; i < (int)sizeof signs; i++)
        signs[i] = i % 5 < 2 ? 1 : -1;
    for (int i = 0; i < N * M; i++)
        b[i / M][i % M] = i % 11;
    for (unsigned m = 0; m <= M; m++)
        printf("%ld\n", product(N, m, a, signs, sums));
    printf("%d\n", total(N, M, b, rows));
    for (int i = 0; i < N; i++)
        printf("%ld %d\n", sums[i], rows[i]);
    return 0;
}
