// Catches what an iterator holds after its loop, where that is read in the same iteration of a loop around it: the
// value of another loop or iteration, the bound instead of the first value beyond it, and the value of an empty loop.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { ROWS = 60, COLUMNS = 91 };
static unsigned char in[ROWS * COLUMNS], *rows[ROWS];
static int out[ROWS * COLUMNS], count[ROWS];

static void reduce(int n, int m, int scale, unsigned char *const *restrict line, int columns, int *restrict to)
{
    int y, x, yy, xx;
#pragma curestruct
    for (y = 0; y < n / scale; y++) {
        int top = y * scale;
        for (x = 0; x < m / scale; x++) {
            int left = x * scale;
            unsigned sum = 0;
            for (yy = top; yy < top + scale - 1; yy += 2) {
                for (xx = left; xx < left + scale - 1; xx += 2)
                    sum += line[yy][xx] + 3 * line[yy][xx + 1] + 5 * line[yy + 1][xx] + 7 * line[yy + 1][xx + 1];
                if (scale & 1)
                    sum += 11 * line[yy][xx] + 13 * line[yy + 1][xx];
            }
            if (scale & 1) {
                for (xx = left; xx < left + scale - 1; xx += 2)
                    sum += 17 * line[yy][xx];
                sum += 19 * line[yy][xx];
            }
            to[y * columns + x] = sum;
        }
    }
}

static void tails(int n, int step, const unsigned char *restrict from, int *restrict to)
{
    int i, k;
#pragma curestruct
    for (i = 0; i < n; i++) {
        int last = i % 7 - 2;
        for (k = 0; k < last; k += 3)
            to[i] += from[i + k];
        to[i] += 100 * k;
        if (from[i] > 100) {
            for (k = last; k > -step; k--)
                to[i] ^= k;
            to[i] -= 1000 * k;
        }
        to[i] += k;
    }
}

int main(void)
{
    for (int i = 0; i < ROWS * COLUMNS; i++)
        in[i] = i * 37 + i / 13;
    for (int y = 0; y < ROWS; y++)
        rows[y] = in + y * COLUMNS;
    for (int scale = 1; scale < 8; scale++) {
        reduce(ROWS, COLUMNS, scale, rows, COLUMNS, out);
        SHOW(out);
    }
    tails(ROWS, 2, in, count);
    SHOW(count);
    return 0;
}
