// Catches rows of data-dependent lengths in an array of rows of one length: elements of the next row that are taken for
// this one's, a row that is longer than its place and nevertheless runs in parallel, a length that is one off.
// RUN: %same %s %t
// RUN: %same --fallback -DLONG=1 %s %t
#include <stdio.h>
#include <stdlib.h>
#ifndef LONG
#define LONG 0
#endif
enum { ROWS = 90, MOST = 12 };

static void doubled(int rows, int most, const int *length, const float *x, float *y)
{
#pragma curestruct
    for (int r = 0; r < rows; r++)
        for (int t = 0; t < length[r]; t++)
            y[r * most + t] = x[r * most + t] * 2 + (float)r;
}
// An element is read again where it was written, at an index that has a name.
static void summed(int rows, int most, const int *length, const float *x, float *y, float *sums)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        float sum = 0;
        for (int t = 0; t < length[r] - 1; t++) {
            int at = t + r * (most - 1);
            y[at] = x[t + 1 + r * most] - x[t + r * most];
            sum += y[at];
        }
        sums[r] = sum;
    }
}

int main(void)
{
    int *length = malloc(ROWS * sizeof *length);
    float *x = malloc((ROWS * MOST + MOST) * sizeof *x), *y = malloc((ROWS * MOST + MOST) * sizeof *y);
    float *sums = malloc(ROWS * sizeof *sums);
    for (int i = 0; i < ROWS * MOST + MOST; i++) {
        x[i] = (float)(i * 7 % 31);
        y[i] = -1;
    }
    for (int r = 0; r < ROWS; r++)
        length[r] = r * 5 % (MOST + 1);
    length[40] = MOST + LONG;
    doubled(ROWS, MOST, length, x, y);
    double sum = 0;
    for (int i = 0; i < ROWS * MOST; i++)
        sum = sum * 0.75 + y[i];
    summed(ROWS, MOST, length, x, y, sums);
    for (int i = 0; i < ROWS * MOST; i++)
        sum = sum * 0.75 + y[i];
    for (int r = 0; r < ROWS; r++)
        sum = sum * 0.75 + sums[r];
    printf("%.17g\n", sum);
    free(length);
    free(x);
    free(y);
    free(sums);
    return 0;
}
