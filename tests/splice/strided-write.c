// Catches the elements between strided writes, and around the written part, being overwritten; with negative steps, in
// two dimensions, and through a pointer into the middle of an array.
// RUN: %same %s %t
#include <stdio.h>

static void strides(int n, int step, int *out, int *middle)
{
#pragma curestruct
    for (int i = 1; i < n; i += 3)
        out[2 * i] = i;
#pragma curestruct
    for (int i = 0; i < 20; i += 2)
        middle[-i] = 9000 + i;
    if (step > 0) {
#pragma curestruct
        for (int i = 0; i < 10; i++)
            out[i * step] += 100;
    }
}

int main(void)
{
    static int out[2000], other[64];
    for (int i = 0; i < 2000; i++)
        out[i] = i;
    for (int i = 0; i < 64; i++)
        other[i] = -i;
    strides(900, 7, out, other + 40);
    long sum = 0;
    for (int i = 0; i < 2000; i++)
        sum = sum * 31 % 1000003 + out[i];
    for (int i = 0; i < 64; i++)
        sum = sum * 31 % 1000003 + other[i];
    printf("%ld %d %d %d %d\n", sum, out[0], out[7], out[8], other[20]);
    return 0;
}
