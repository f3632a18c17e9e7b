// Catches a range of so many elements that the number of their bytes wraps around to a small one: arrays that stay on
// the device were found there, and nothing was copied.
// RUN: %same --fallback %s %t
#include <stdio.h>

enum { N = 400 };
static int A[N], B[N], c[N];

static void pick(int n, long far)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        A[i] = B[c[i] > 0 ? i + far : i] + 1;
}

static void add(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        A[i] += 3;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        B[i] = i * 7919 % 1013;
    for (int t = 0; t < 3; t++) {
        pick(N, t == 0 ? (1L << 62) - 300 : 0);
        add(N);
        B[7] += t;
        printf("%d %d %d\n", A[0], A[7], A[N - 1]);
    }
    return 0;
}
