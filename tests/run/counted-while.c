// Catches while statements read as counting loops that run too often or not often enough, and variables that do not
// hold after them what they hold in C: no iterations, steps that pass the end, unsigned and narrow variables, bounds of
// other types.
// RUN: %same %s %t
#include <stdio.h>

enum { N = 37, M = 23 };
static int a[N][M], b[N], c[N], d[N];

static int last(int n, int m)
{
    int k = -7;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        k = m - 1;
        while (k >= i) {
            a[i][k] += i - k;
            k -= 3;
        }
        b[i] = k;
    }
    return k;
}

static void types(int n, unsigned m, short o)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        unsigned k = 1;
        unsigned char l = 0;
        int sum = 0, s = 0;
        while (m > k) {
            sum += a[i][k];
            k = k + 1;
        }
        while (l <= o)
            sum ^= a[i][l], l += 2;
        while (s < m) {
            sum += s * i;
            s++;
        }
        c[i] = sum * 3 + (int)k - l;
    }
}

static int region(int n, int steps)
{
    int t = 2;
#pragma curestruct begin
    while (t < steps) {
        for (int i = 1; i < n; i++)
            d[i] = b[i] + b[i - 1] + t;
        for (int i = 0; i < n; i++)
            b[i] = d[i] % 100;
        t++;
    }
#pragma curestruct end
    return t;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i * 7 + j * j % 11;
    for (int m = 0; m < M; m += 11)
        printf("%d %d %d\n", last(N, m), last(0, m), last(3, m));
    for (int m = 0; m < M; m += 11) {
        types(N, (unsigned)m, (short)(m - 1));
        printf("%d %d\n", c[3], c[N - 1]);
    }
    printf("%d %d %d\n", region(N, 0), region(N, 5), region(1, 4));
    for (int i = 0; i < N; i++)
        printf("%d %d %d %d\n", a[i][i % M], b[i], c[i], d[i]);
    return 0;
}
