// Catches a place that is held in a register around a loop, under the condition that an inner loop runs at all, which
// then decides about the loop's other statements too.
// RUN: %same %s %t
#include <stdio.h>

static void both(int n, int m, unsigned out[restrict 16], unsigned marks[restrict 16][16])
{
#pragma curestruct
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < m; j++) {
            marks[i][j] ^= 3;
            for (int k = 0; k < n; k++)
                out[i] = (out[i] >> 1) + (unsigned)(j ^ k);
        }
}

int main(void)
{
    static unsigned out[16], marks[16][16];
    for (int n = 0; n < 3; n++) {
        both(n, 5, out, marks);
        for (int i = 0; i < 16; i++)
            printf("%u %u %u\n", out[i], marks[i][4], marks[i][5]);
    }
    return 0;
}
