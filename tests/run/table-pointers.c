// Catches a table that a pointer of the file leads to: elements from its beginning instead of from where the pointer
// is, and a pointer that changes.
// RUN: %same %s %t
// RUN: %same --host %s %t
#include "Inputs/checksum.h"

enum { N = 500 };
unsigned char table[1280];
unsigned char *middle = &table[640];
static const short small[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
static const short *const eighth = small + 8, *first = small;
static double rows[2][N], *current = rows[0];
static double *moved = &rows[1][0];
static int in[N];
static unsigned char out[N];
static int sums[N];

static void clip(int n, const int *restrict x, unsigned char *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = 0; k <= i % 7; k++)
            sum += x[i - k] << 3;
        y[i] = middle[sum >> 7];
    }
}

static void both(int n, const int *restrict x, int *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = 0; k <= i % 5; k++)
            sum += x[i - k];
        y[i] = eighth[sum & 7] - 100 * eighth[-(sum & 7)] + 10000 * first[sum & 15];
    }
}

static void walks(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        current[i] = i;
    moved += 3;
#pragma curestruct
    for (int i = 0; i < n - 3; i++)
        moved[i] = i;
}

int main(void)
{
    for (int i = 0; i < 1280; i++)
        table[i] = i * 7 + i / 256;
    for (int i = 0; i < N; i++)
        in[i] = (i * i * 31 % 2000 - 1000);
    clip(N, in, out);
    both(N, in, sums);
    walks(N);
    SHOW(out);
    SHOW(sums);
    SHOW(rows);
    return 0;
}
