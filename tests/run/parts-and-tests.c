// Catches a divided sum whose launcher does not test what later steps on the source assume, or which is refused for it:
// the results are those of the loops as written, for sizes that pass the tests and for those that do not.
// RUN: %same --host --fallback %s %t
#include <stdio.h>

enum { MOST = 96 };

static void column_sums(int n, int m, const int a[n][m], int sums[m])
{
#pragma curestruct schedule( \
    "rfactor i 8; collapse i.part j; distribute j {1} {2} {3}; bind j block.x; bind j#2 block.x")
    for (int j = 0; j < m; j++) {
        int sum = 0;
        for (int i = 0; i < n; i++)
            sum += a[i][j];
        sums[j] = sum;
    }
}

static int sum_and_flat(int n, int m, const int *restrict x, int *restrict a)
{
    int s = 0;
#pragma curestruct begin schedule("rfactor i 4; uncollapse t by m; bind t_row block.x")
    for (int i = 0; i < n; i++)
        s += x[i];
    for (int t = 0; t < n * m; t++)
        a[t] = t / m;
#pragma curestruct end
    return s;
}

static int a[MOST * MOST], sums[MOST], flat[MOST * MOST];

int main(void)
{
    for (int i = 0; i < MOST * MOST; i++)
        a[i] = i * 7 % 31;
    for (int n = 0; n <= MOST; n += MOST / 4)
        for (int m = 0; m <= MOST; m += MOST / 3) {
            column_sums(n, m, (const int(*)[m])a, sums);
            int all = m ? sum_and_flat(n, m, a, flat) : 0;
            for (int i = 0; i < m; i++)
                all = all * 31 + sums[i];
            for (int i = 0; i < n * m; i++)
                all = all * 7 + flat[i];
            printf("%d %d %d\n", n, m, all);
        }
    return 0;
}
