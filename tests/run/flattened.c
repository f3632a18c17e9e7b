// Catches a loop through rows and columns at once that is taken for two loops wrongly: other factors, other places, a
// remainder of more than one row, a row that has no elements, a product that wraps around.
// RUN: %same %s %t
// RUN: %same --fallback -DNONE %s %t
#include <stddef.h>
#include <stdio.h>

static void turned(int n, int m, const int *restrict a, int *restrict b)
{
#pragma curestruct
    for (int t = 0; t < n * m; t++) {
        int row = t / m, column = t - row * m;
        b[column * n + row] = a[t] + row;
    }
}

static void planes(size_t n, size_t m, size_t p, const int *a, int *b, int *c)
{
#pragma curestruct
    for (size_t t = 0; t < n * m * p; ++t) {
        size_t x = t / (m * p), y = t / p % m, z = t % p;
        b[(z * m + y) * n + x] = a[t] * 2;
        if (z > 0)
            c[t] = a[t % (m * p)] + (int)(t / p);
    }
}

static unsigned tens(unsigned n, const int *a, int *b)
{
    unsigned sum = 0;
#pragma curestruct
    for (unsigned t = 0; t < n * 10; t++) {
        b[t / 10 * 16 + t % 10] = a[t] - 1;
        sum += t % 10 * (unsigned)a[t];
    }
    return sum;
}

// All that is read of a is known only when the loop is two.
static void spread(int n, int m, const int *a, int *b)
{
#pragma curestruct
    for (int t = 0; t < n * m; t++)
        b[t] = a[t / m];
}

static int last(int n, int m, int *b)
{
    int t;
#pragma curestruct
    for (t = 0; t < m * n; t++) {
        if (t % m == 2)
            continue;
        b[t / m * m + t % m] += t;
    }
    return t;
}

// Eight dimensions in one subscript.
static void amplitudes(long o, long v, int *r)
{
#pragma curestruct
    for (long i = 0; i < o; i++)
        for (long j = 0; j < o; j++)
            for (long k = 0; k < o; k++)
                for (long l = 0; l < o; l++) {
                    long first = (((i * o + j) * o + k) * o + l) * v * v * v * v;
                    for (long a = 0; a < v; a++)
                        for (long b = 0; b < v; b++)
                            for (long c = 0; c < v; c++)
                                for (long d = 0; d < v; d++)
                                    r[first + ((a * v + b) * v + c) * v + d] +=
                                        (int)(i * 7 + j * 5 + k * 3 + l + a * 11 + b * 13 + c * 17 + d);
                }
}

int main(void)
{
    enum { N = 4000 };
    static int a[N], b[N], c[N];
    for (int i = 0; i < N; i++)
        a[i] = i * 31 % 101;
#ifdef NONE
    spread(7, 0, a, b);
#else
    const int sizes[][3] = {{1, 1, 1}, {3, 7, 2}, {33, 17, 5}, {0, 5, 4}, {64, 31, 2}, {5, 257, 3}};
    for (int k = 0; k < 6; k++) {
        int n = sizes[k][0], m = sizes[k][1], p = sizes[k][2];
        turned(n, m, a, b);
        planes((size_t)n, (size_t)m, (size_t)p, a, b, c);
        unsigned sum = tens((unsigned)n, a, c);
        spread(n, m, a, b);
        printf("%u %d\n", sum, last(n, m, b));
    }
    amplitudes(2, 3, b);
    amplitudes(3, 2, b);
#endif
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = (sum * 3 + b[i] - c[i]) % 1000003;
    printf("%ld\n", sum);
    return 0;
}
