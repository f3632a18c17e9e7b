// Catches a place that is read and written although the inner one of two loops that add to it has no iterations, or
// although the condition of a loop that does not count is false at first, or although loops that become one have none:
// there may be no memory.
// RUN: %same %s %t
#include <stdio.h>

static int a[70 * 70], out[1];

static void add(int n, int m, int *to)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m / 2; j++)
            to[0] += a[i * m + j];
}

static size_t until_even(size_t n, size_t m, size_t step, const int *from, int *to)
{
    size_t j = 0;
#pragma curestruct
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < m; k++)
            for (j = 2; j < n; j += step) {
                if (k % 2 == 0)
                    break;
                *to += from[2] + (int)j;
            }
    return j;
}

static int of_two(int n, int m, int p, const int *from)
{
    int s = 0;
#pragma curestruct schedule( \
    "collapse j k; cyclic i 132; cyclic j_k 2048; tile j_k.worker 256 as j_k.block j_k.thread; \
    interchange i.turn j_k.block; interchange i.turn j_k.thread; bind i.worker block.y; bind j_k.block block.x; \
    bind j_k.thread thread.x; reduce s shuffle;")
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m / 2; j++)
            for (int k = 0; k < p; k++)
                for (int l = 0; l < (n > p ? n : p); l++)
                    s += from[l * 3 + i] % 10;
    return s;
}

int main(void)
{
    for (int i = 0; i < 70 * 70; i++)
        a[i] = i * 7 % 31;
    for (int m = 0; m <= 70; m += m < 5 ? 1 : 13)
        for (int n = 0; n <= 70; n += 35) {
            add(n, m, out);
            printf("%d %d %d\n", n, m, out[0]);
        }
    add(2, 2, 0);
    size_t j = until_even(2, 9, 1, NULL, out) + until_even(70, 3, 2, a, out);
    printf("%zu %d\n", j, out[0]);
    printf("%d %d\n", of_two(3, 2, 4, NULL), of_two(3, 9, 4, a));
    return 0;
}
