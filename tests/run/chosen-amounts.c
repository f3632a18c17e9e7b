// Catches counters and pointers that move by an amount that a condition of the whole nest chooses: the amount of the
// other branch, a change that uses before it in the branch see, the values after the nest, and no change at all.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 50, MOST = 400 };
static double in[MOST], out[MOST], more[MOST];
static long ends[8];

static long gathered(int n, int c, const double *x, double *restrict y)
{
    long k = 3;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[i] = x[k];
        if (c > 1)
            k += 2;
        else if (c)
            k++;
    }
    return k;
}

static long scattered(int n, int c, const double *x, double *restrict y)
{
    double *p = y;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (c) {
            *p = x[i];
            p += 3;
            p[-1] = x[i] + 1;
        } else {
            *p++ = -x[i];
        }
    }
    return p - y;
}

static int inner(int n, int c, int from, const double *x, double *restrict y)
{
    int k = from;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++) {
            if (c != 2)
                k += 1;
            y[3 * i + j] += x[k];
            if (c == 1)
                k++;
        }
    return k;
}

// The loop sets this one, too.
static int set_again(int n, int c, const double *x, double *restrict y)
{
    int v = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        v = (int)x[i];
        if (c)
            v += 100;
        y[i] += v;
    }
    return v;
}

int main(void)
{
    for (int n = 0; n <= N; n += N / 2)
        for (int c = 0; c < 3; c++) {
            for (int i = 0; i < MOST; i++) {
                in[i] = i * 7 % 31;
                out[i] = more[i] = i;
            }
            ends[0] += gathered(n, c, in, out);
            ends[1] += scattered(n, c, in, more);
            SHOW(out);
            SHOW(more);
            ends[2] += inner(n, c, 5, in, out);
            ends[3] += set_again(n, c, in, more);
            SHOW(out);
            SHOW(more);
            SHOW(ends);
        }
    return 0;
}
