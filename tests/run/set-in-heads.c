// Catches first parts of loops and conditions that set several variables, where one of these is lost or is set too
// often; and ranges of arrays whose subscripts are counted on in a variable from outside of the nest.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 300, K = 3 };
static float table[4 * N], rows[4 * N * K], sums[N], outs[8 * N * K];
static int state[N];

// The second target is the iterator, the first one counts beside it.
static void chained(int n, int kinds)
{
    int k, c, h;
#pragma curestruct
    for (k = h = 0; k < kinds; k++)
        for (c = 0; c < n; c++) {
            outs[h++] = table[c] + k;
            outs[h++] = table[c] * 2;
        }
}

static void counted_on(int n, int kinds)
{
    int k, c, i, h;
#pragma curestruct
    for (k = h = 0; k < kinds; k++)
        for (c = 0; c < n; c++) {
            i = state[c] + k * 20;
            outs[h++] += rows[i++] * table[c];
            outs[h++] += rows[i++] * table[c];
        }
}

// In each iteration of the inner loop, from the value that the row says.
static void from_rows(int n, int m)
{
    int c, i, j, h;
    float sum;
#pragma curestruct
    for (c = 0; c < n; c++) {
        i = state[c];
        sum = 0;
        for (j = h = 0; j < m; j++)
            sum += rows[i++] * table[h++];
        sums[c] = sum;
    }
}

static float after(int n)
{
    int i, last = 0, twice = 0;
    float found = 0;
    for (int t = 0; t < 3; t++) {
#pragma curestruct
        for (i = 0; i < n; i++) {
            last = state[i];
            twice = last * 2;
            sums[i] += twice;
        }
        if ((last = t) > 1)
            found += last;
        else
            twice = 3;
        found += last + twice;
    }
    return found;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        state[i] = i * 7 % 200;
    for (int i = 0; i < 4 * N; i++)
        table[i] = i % 11;
    for (int i = 0; i < 4 * N * K; i++)
        rows[i] = i % 13;
    chained(N, K);
    counted_on(N, K);
    from_rows(N, 17);
    float found = after(N);
    SHOW(outs);
    SHOW(sums);
    printf("%g\n", found);
}
