// Catches lanes that share a row whose length is data and lose or repeat an element, or use another row's bounds: empty
// rows, one long row, bounds that go backwards, sums in elements, choices, what is written between and after, loops
// inside, and lengths that the row computes itself.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { ROWS = 150, COUNT = 6000 };

static int offsets[ROWS + 1], column[COUNT], a[COUNT], x[ROWS], sums[ROWS], least[ROWS], where[ROWS], scaled[COUNT],
    counts[ROWS];
static double real[COUNT], norm[ROWS];

static void sum(int rows)
{
#pragma curestruct copyin(a[0:COUNT], column[0:COUNT], x[0:ROWS])
    for (int r = 0; r < rows; r++) {
        int s = 7;
        for (int k = offsets[r]; k < offsets[r + 1]; k++)
            s += a[k] * x[column[k]];
        sums[r] = s;
    }
}

static void in_place(int rows)
{
#pragma curestruct copyin(a[0:COUNT])
    for (int r = 0; r < rows; r++)
        for (int k = offsets[r]; k <= offsets[r + 1] - 1; k++)
            sums[r] += a[k];
}

static void choose(int rows)
{
#pragma curestruct copyin(a[0:COUNT])
    for (int r = 0; r < rows; r++) {
        int m = 1000000, at = -1;
        for (int k = offsets[r]; k < offsets[r + 1]; k++)
            if (a[k] < m) {
                m = a[k];
                at = k;
            }
        least[r] = m;
        where[r] = at;
    }
}

static void scale(int rows)
{
#pragma curestruct copyin(a[0:COUNT]) copy(scaled[0:COUNT]) independent
    for (int r = 0; r < rows; r++) {
        int s = 1;
        for (int k = offsets[r]; k < offsets[r + 1]; k++)
            s += a[k] & 3;
        for (int k = offsets[r]; k < offsets[r + 1]; k++)
            scaled[k] = a[k] * s;
    }
}

static void blocks(int rows)
{
#pragma curestruct copyin(a[0:COUNT])
    for (int r = 0; r < rows; r++) {
        long s = 0;
        for (int k = offsets[r]; k < offsets[r + 1]; k++)
            for (int j = 0; j < 3; j++)
                s += a[k] * (j + 1L);
        counts[r] = (int)s;
    }
}

static void computed(int rows)
{
#pragma curestruct copyin(real[0:COUNT])
    for (int r = 0; r < rows; r++) {
        int first = offsets[r] + 1, end = offsets[r + 1];
        double s = 0;
        for (int k = first; k < end; k += 2)
            s += real[k];
        norm[r] = s;
    }
}

int main(void)
{
    for (int r = 0, at = 0; r <= ROWS; r++) {
        offsets[r] = at;
        at += r == 77 ? 2500 : r % 5 == 0 ? 0 : (r * 7919) % 37;
        at = at > COUNT ? COUNT : at;
    }
    offsets[120] = offsets[121] + 3;
    for (int k = 0; k < COUNT; k++) {
        a[k] = (int)((unsigned)k * 2654435761u >> 16) % 2000 - 1000;
        column[k] = (k * 31) % ROWS;
        real[k] = a[k] * 0.25;
    }
    for (int r = 0; r < ROWS; r++)
        x[r] = r % 11 - 5;
    sum(ROWS);
    SHOW(sums);
    in_place(ROWS - 1);
    SHOW(sums);
    choose(ROWS);
    SHOW(least);
    SHOW(where);
    scale(100);
    SHOW(scaled);
    blocks(ROWS);
    SHOW(counts);
    computed(ROWS);
    SHOW(norm);
    return 0;
}
