// Catches a pointer to a row that is taken for the whole array where elements beyond the row are taken for those of no
// other iteration.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 300 };
static float rows[N][4], sums[N];

// Of an iteration, what the next one writes.
static void next_row(int n, float (*row)[4])
{
#pragma curestruct
    for (int i = 0; i < n - 1; i++) {
        float *p = row[i];
        float sum = 0;
        for (int j = 0; j < 8; j++)
            sum += p[j];
        p[1] = sum / 16;
        sums[i] = sum;
    }
}

// Rows that overlap.
static void scaled(int n, float (*row)[4])
{
#pragma curestruct
    for (int k = 0; k < n; k++) {
        float *p = row[k * 5];
        for (int i = 0; i < 40; i++)
            p[i] *= 2;
    }
}

int main(void)
{
    for (int i = 0; i < 4 * N; i++)
        rows[i / 4][i % 4] = i % 7;
    next_row(N, rows);
    scaled(20, rows);
    SHOW(rows);
    SHOW(sums);
}
