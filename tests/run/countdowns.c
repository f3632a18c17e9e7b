// Catches a loop that counts down in its condition, 'for (i = n; i--;)': a lost first or last iteration, a wrong value
// of the variable after it, and a negative start, which does not end it.
// RUN: %same %s %t
// RUN: %same -DNEGATIVE %s %t.negative
#include "Inputs/checksum.h"

static int scale(int n, const float *restrict x, float *restrict y)
{
    int i;
#pragma curestruct
    for (i = n; i--;)
        y[i] = 2 * x[i];
    return i;
}

static unsigned char rows(unsigned char n, int m, const float *restrict x, float *restrict y)
{
    unsigned char i;
    int j;
#pragma curestruct
    for (i = n; i-- != 0;)
        for (j = m; j--;)
            y[i * m + j] += x[j * n + i];
    return i;
}

// With a negative start the loop ends for another reason.
static int found(int n, int start, const float *restrict x, int *restrict at)
{
    int total = 0;
#pragma curestruct copyin(x[-10 : 2000])
    for (int k = 0; k < n; k++) {
        int i;
        for (i = start; i--;)
            if (x[i] > 20)
                break;
        at[k] = i + k;
    }
    for (int k = 0; k < n; k++)
        total += at[k];
    return total;
}

int main(void)
{
    static float x[2000], y[2000];
    static int at[10];
    for (int i = 0; i < 2000; i++)
        x[i] = (float)(i * 37 % 101) / 4;
    x[3] = x[5] = 30;
#ifdef NEGATIVE
    printf("%d\n", found(10, -2, x + 10, at));
    return 0;
#endif
    for (int n = 0; n < 40; n++) {
        int last = scale(n, x, y), wide = rows((unsigned char)n, 41, x, y);
        printf("%d %d %d %d %016lx\n", n, last, wide, found(10, n, x + 10, at), checksum_bytes(y, sizeof y));
    }
    return 0;
}
