// Catches a wrong trip count or iterator: every integer type, each comparison, steps up and down, symbolic ones, bounds
// that an iterator's type just holds, loops that do not run.
// RUN: %same %s %t
#include "Inputs/checksum.h"

static int a[5000];

static void types(long n)
{
#pragma curestruct
    for (signed char i = -100; i < 100; i++)
        a[i + 100] += i;
#pragma curestruct
    for (unsigned char i = 0; i < 255; i++)
        a[i] += 2 * i;
#pragma curestruct
    for (short i = 300; i >= 5; i -= 5)
        a[i] += 3;
#pragma curestruct
    for (unsigned short i = 7; i <= 4000; i += 13)
        a[i] += i;
#pragma curestruct
    for (unsigned i = 10; i != 400; i++)
        a[i] -= (int)i;
#pragma curestruct
    for (long i = n - 1; i > -1; i--)
        a[i] ^= (int)(i << 3);
#pragma curestruct
    for (unsigned long i = 0; i < (unsigned long)n; ++i)
        a[i] += 5;
}

static void steps(int n, int step, int start, int end)
{
    if (step > 0) {
#pragma curestruct
        for (int i = start; i < n; i += step)
            a[i] += 11;
    }
#pragma curestruct
    for (int i = n; i > end; i--)
        a[i] = -1;
#pragma curestruct
    for (int i = start; i < end - n; i += 4)
        a[i] = -2;
#pragma curestruct
    for (int i = n - 2; i >= start; i = i - 2)
        a[i] += 17;
#pragma curestruct
    for (int i = start; n > i; i = 3 + i)
        a[i] += 19;
}

int main(void)
{
    for (long n = 0; n <= 2000; n += 400) {
        types(n + 1);
        SHOW(a);
    }
    for (int step = -1; step < 9; step += 2) {
        steps(1000 + step, step, 3, 1000 + step);
        SHOW(a);
    }
    return 0;
}
