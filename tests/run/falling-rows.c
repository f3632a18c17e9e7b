// Catches counters that add up the lengths of rows where one row ends before it begins: its loop does not run, and the
// counter stays.
// RUN: %same --fallback %s %t
// RUN: %same --fallback --host %s %t
#include "Inputs/checksum.h"

enum { N = 12 };
static double out[200];
static int rows[N + 1] = {0, 3, 8, 6, 9, 9, 12, 2, 4, 20, 21, 21, 30};

static long follow(int n, const int *row)
{
    long k = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int m = row[i + 1] - row[i];
        for (int j = 0; j < m; j++)
            out[k++] = i * 10 + j;
    }
    return k;
}

int main(void)
{
    printf("%ld\n", follow(N, rows));
    SHOW(out);
    return 0;
}
