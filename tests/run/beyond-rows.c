// Catches elements beyond a row that are taken for those of no other iteration: of a pointer to a row that is taken for
// the whole array, and of rows that do not begin with element 0.
// RUN: %same %s %t
// RUN: %same --fallback -DBEYOND=1 %s %t
#include "Inputs/checksum.h"

#ifndef BEYOND
#define BEYOND 0 // elements of a row that the next one has, too
#endif

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

// The rows are columns of Fortran. The last one of them may end with the first element of the next row.
static void from_first(int first, int m, int n, int ld, float *a)
{
    a -= ld;
#pragma curestruct
    for (int j = 1; j <= n; j++)
        for (int i = first; i <= m; i++)
            a[i + j * ld] = a[i + j * ld] / 2 + i;
}

// Three parts of each row. The length of a row that is the only one does not matter: it may be shorter than they are.
static void parts(int n, int m, int ld, float *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float *p = a + i * ld + j, s = p[m];
            p[m] = p[0] - p[2 * m];
            p[2 * m] = s / 2;
            p[0] = s;
        }
}

// It matters here: it is data as well.
static void measured(int n, int m, int ld, float *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * ld + j] += ld;
}

// And here: it says where the last row ends.
static int ended(int n, int m, int ld, float *a)
{
    int end = 0;
#pragma curestruct
    for (int i = 0; i < n; i++, end += ld)
        for (int j = 0; j < m; j++)
            a[i * ld + j] *= 2;
    return end;
}

int main(void)
{
    for (int i = 0; i < 4 * N; i++)
        rows[i / 4][i % 4] = i % 7;
    next_row(N, rows);
    scaled(20, rows);
    for (int first = -2; first < 4; first++)
        for (int m = first + 6; m < first + 10 + BEYOND; m++)
            from_first(first, m, 90, 10, rows[4]);
    parts(1, 30, 1, rows[3]);
    parts(1, 30, -2, rows[4]);
    parts(2, 30, 90, rows[5]);
    parts(1 + BEYOND, 30, 89, rows[6]);
    measured(2 - BEYOND, 20, 20 - BEYOND, rows[7]);
    printf("%d\n", ended(2 - BEYOND, 20, 20 - BEYOND, rows[8]));
    SHOW(rows);
    SHOW(sums);
}
