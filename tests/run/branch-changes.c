// Catches counters and pointers that both branches of an if move by the same amount, also by a loop in a branch: an
// element of the other branch, a change that is lost or counted twice, and an amount that only one branch has.
// RUN: %same %s %t
// RUN: %same --host %s %t
#include "Inputs/checksum.h"

enum { N = 333 };
static unsigned char in[4 * N], out[5 * N + 8];
static int a[3 * N + 4], ends[N], places[3];

static const unsigned char *divided(int n, const unsigned char *from, unsigned char *restrict to)
{
#pragma curestruct
    for (int x = 0; x < n; x++, from += 4) {
        unsigned alpha = from[3];
        if (alpha == 255 || alpha < 7) {
            *to++ = from[0];
            *to++ = from[1];
        } else if (alpha & 1) {
            to += 2;
            to[-2] = 255 * from[0] / alpha;
            to[-1] = alpha;
        } else {
            *to++ = from[2];
            if (from[1] > 9)
                *to++ = 1;
            else
                *to++ = 2;
        }
        *to++ = from[3];
    }
    return from;
}

static int counted(int n, int step, const unsigned char *c, int *restrict r)
{
    int k = 2;
    unsigned j = 3;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (c[i] & 1) {
            k++;
            for (int m = 0; m < 2; m++)
                r[k + m] = i + m;
            k = k + 2;
            j -= step;
        } else {
            k += 3;
            r[k - 3] = i;
            j = j - step;
        }
    }
    places[1] = j;
    return k;
}

// The change belongs to the iteration that leaves the loop.
static void left(int n, const unsigned char *restrict c, int *restrict r)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int k = 0;
        for (int m = 0; m < 4; m++) {
            if (c[4 * i + m] % 3 == 0) {
                k++;
                break;
            } else {
                k++;
            }
        }
        r[i] = k;
    }
}

// A row of weights that is left out where its factor is 0, as of neural networks.
static const int *rows(int n, unsigned width, const unsigned char *c, int *restrict sum, const int *w)
{
    unsigned j;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (c[i] % 3 == 0)
            w += width;
        else {
            int *to = sum;
            if (c[i] % 3 == 1)
                for (j = width; j; j--)
                    *to++ += *w++;
            else
                for (j = width; j; j--)
                    *to++ += *w++ * c[i];
        }
    }
    return w;
}

// Both run through rows of three, in different order.
static void rows_of_three(int n, const unsigned char *restrict c, int *restrict r)
{
    int k = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (c[i] & 2) {
            for (int j = 0; j < 3; j++)
                r[k++] = i * j;
        } else {
            k += 2;
            r[k] = i;
            k++;
        }
    }
}

int main(void)
{
    for (int i = 0; i < 4 * N; i++)
        in[i] = i * 37 + i / 11;
    places[0] = (int)(divided(N, in, out) - in);
    places[2] = counted(N, 2, in, a);
    left(N, in, ends);
    SHOW(a);
    rows_of_three(N, in, a);
    SHOW(a);
    static int sum[16], more[N * 16];
    for (int i = 0; i < N * 16; i++)
        more[i] = i % 17 - i % 5;
    printf("%d\n", (int)(rows(N, 9, in, sum, more) - more));
    SHOW(sum);
    SHOW(out);
    SHOW(a);
    SHOW(ends);
    SHOW(places);
    return 0;
}
