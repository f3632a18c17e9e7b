// Catches a reduction that is no more one because its place stands in another integer type, as a truth value, beside a
// number or a remainder that its type holds; and x = x + 0, which keeps no iterations in order.
// RUN: %same %s %t
#include <stddef.h>
#include <stdio.h>

static int wide_sum(size_t n, int s)
{
#pragma curestruct
    for (size_t i = 0; i < n; i++)
        s = (int)((i * i) % 101 + s);
    return s;
}

static short bits(size_t n, const unsigned *a, short s)
{
#pragma curestruct
    for (size_t i = 0; i < n; i++)
        s = (short)(s ^ a[i]);
    return s;
}

static long either(int n, const long *a, long s)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        s = s || a[i];
    return s;
}

static unsigned both(int n, const int *a, unsigned s)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        s = s && a[i] > -3;
    return s;
}

static signed char least(int n, const int *a, signed char s)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        s = s <= a[i] % 100 ? s : a[i] % 100;
    return s;
}

static unsigned char greatest(int n, const unsigned *a, unsigned char s)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if ((a[i] & 127) > s)
            s = a[i] & 127;
    return s;
}

static int nothing(int n, int *b, int s)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        b[i] = i + 1;
        s = s + 0;
    }
    return s;
}

int main(void)
{
    static int a[3000], b[3000];
    static unsigned u[3000];
    static long l[3000];
    for (int i = 0; i < 3000; i++) {
        a[i] = i * 37 % 1001 - 500;
        u[i] = (unsigned)i * 2654435761u;
        l[i] = i == 2500 ? 1L << 40 : 0;
    }
    const int sizes[] = {0, 1, 2, 33, 257, 2400, 3000};
    for (int k = 0; k < 7; k++) {
        int n = sizes[k];
        printf("%d %d %ld %ld %u %d %d %d %d\n", wide_sum((size_t)n, -7), bits((size_t)n, u, 5), either(n, l, 0),
               either(n, l, 6), both(n, a, 9), least(n, a, 90), greatest(n, u, 3), nothing(n, b, 4), b[n / 2]);
    }
    return 0;
}
