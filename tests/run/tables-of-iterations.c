// Catches a table outside of the loop, with subscripts from data, that gets values of another iteration where each one
// sets all of it; and one that gets its own where an iteration keeps a part of what the one before left.
// RUN: %same %s %t
#include "Inputs/checksum.h"

#include <string.h>

enum { N = 500 };
static int kinds[N + 16], values[N + 16], sums[4 * N], found[N], kept[N];

static void all_set(int n)
{
    int row, i, sum[4];
#pragma curestruct
    for (row = 0; row < n; row++) {
        memset(sum, 0, sizeof sum);
        for (i = 0; i < 9; i++)
            sum[kinds[row + i]] += values[row + i];
        for (i = 0; i < 4; i++)
            sums[row * 4 + i] = sum[i];
    }
}

static void square(int n)
{
    int row, i, j, seen[4][2];
#pragma curestruct
    for (row = 0; row < n; row++) {
        for (i = 0; i < 4; i++)
            for (j = 0; j < 2; j++)
                seen[i][j] = i - j;
        for (i = 0; i < 5; i++)
            seen[kinds[row + i]][values[row + i] & 1] += i;
        found[row] = seen[kinds[row]][1] * 3 + seen[2][values[row] & 1];
    }
}

// The last element is that of an earlier iteration.
static void part_set(int n)
{
    int row, i, sum[4] = {0, 0, 0, 1};
#pragma curestruct
    for (row = 0; row < n; row++) {
        for (i = 0; i < 3; i++)
            sum[i] = values[row + i];
        sum[kinds[row]] += 5;
        kept[row] = sum[kinds[row + 1]];
    }
}

// Only where the condition holds.
static void set_under_condition(int n)
{
    int row, i, sum[4] = {0, 0, 0, 1};
#pragma curestruct
    for (row = 0; row < n; row++) {
        if (values[row] > 20)
            memset(sum, 0, sizeof sum);
        sum[kinds[row]] += values[row];
        kept[row] += sum[kinds[row + 1]];
    }
}

int main(void)
{
    for (int i = 0; i < N + 16; i++) {
        kinds[i] = i * i % 4 ^ i % 3 & 1;
        values[i] = i * 7 % 23;
    }
    all_set(N);
    square(N);
    part_set(N);
    set_under_condition(N);
    SHOW(sums);
    SHOW(found);
    SHOW(kept);
}
