// Catches a reduction that loses or repeats an iteration, has a wrong identity, forgets the value before, or wraps in
// another type: every operator, several in one loop, conditions, over sizes around a warp and a block.
// RUN: %same %s %t
#include "Inputs/checksum.h"

#include <math.h>

static int a[5000];
static unsigned char b[5000];
static double d[5000];

static void integers(int n, int start)
{
    unsigned product = 1;
    int sum = start, all_bits = -1, any_bits = 0, odd_bits = start, difference = start;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        sum += a[i];
        product *= (unsigned)a[i] | 1u;
        all_bits &= a[i] | 0x0f0f;
        any_bits |= a[i];
        odd_bits ^= a[i];
        difference -= a[i] * 2;
    }
    unsigned char narrow = 200;
#pragma curestruct
    for (int i = 0; i < n; i++)
        narrow += b[i];
    unsigned wrapped = 1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        wrapped *= 2 * b[i] + 1u;
    int every = 1, some = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        every = every && b[i] < 255;
        some = some || a[i] == 77;
    }
    printf("%d: %d %u %d %d %d %d %d %u %d %d\n", n, sum, product, all_bits, any_bits, odd_bits, difference, narrow,
           wrapped, every, some);
}

static void extremes(int n, int least, int most)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (a[i] < least)
            least = a[i];
        most = a[i] > most ? a[i] : most;
    }
    double top = -1e300, bottom = HUGE_VAL;
#pragma curestruct
    for (int i = 0; i < n; i++)
        top = fmax(top, d[i]);
#pragma curestruct
    for (int i = n - 1; i >= 0; i--)
        if (bottom > d[i])
            bottom = d[i];
    long count = 0;
    double positive = 0, all = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        all += d[i];
        if (d[i] > 0) {
            positive += d[i];
            count++;
        }
    }
    printf("%d: %d %d %g %g %ld %g %g\n", n, least, most, top, bottom, count, positive, all);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 31, 32, 33, 127, 255, 256, 257, 1000, 1024, 1025, 4999};
    for (int i = 0; i < 5000; i++) {
        a[i] = (int)(i * 2654435761u >> 12) - 400000;
        b[i] = (unsigned char)(i * 37 % 255);
        d[i] = a[i] / 4.0;
    }
    for (unsigned k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        integers(sizes[k], (int)k);
        extremes(sizes[k], 5, -5);
    }
    return 0;
}
