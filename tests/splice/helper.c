// Catches a static function that is lost on one side: it is called in the kernel and by the host, and calls another
// one.
// RUN: %same %s %t
#include <stdio.h>

static int clamp(int x, int low, int high)
{
    if (x < low)
        return low;
    return x > high ? high : x;
}

static inline int blend(int a, int b)
{
    int mean = (a + b) / 2;
    return clamp(mean, -100, 100);
}

static void mix(int *a, const int *b, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = blend(a[i], b[i]);
}

int main(void)
{
    int a[400], b[400];
    for (int i = 0; i < 400; i++) {
        a[i] = i - 200;
        b[i] = 3 * i % 501 - 250;
    }
    mix(a, b, 400);
    long sum = 0;
    for (int i = 0; i < 400; i++)
        sum += (long)clamp(a[i], -50, 1000) * i + blend(a[i], b[i]);
    printf("%ld %d %d\n", sum, a[0], a[399]);
    return 0;
}
