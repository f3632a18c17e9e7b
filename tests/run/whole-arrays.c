// Catches arrays that are declared as a whole and refused where data say which of their elements are read, and elements
// of them that come back as something else: those around what is written keep their values.
// RUN: %curestruct -v %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %same %s %t
// CHECK: 2 of 2 nests restructured
#include <stdio.h>

enum { ROWS = 20, MOST = 90, COLUMNS = 30 };
static int start[ROWS + 1], column[MOST];
static float value[MOST], x[COLUMNS], marks[MOST];

static void multiply(int n, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static void mark(int n)
{
#pragma curestruct independent
    for (int i = 0; i < n; i++)
        for (int k = start[i]; k < start[i + 1]; k++)
            marks[k] = (float)i;
}

int main(void)
{
    float y[ROWS] = {0};
    for (int i = 0; i < ROWS; i++)
        start[i + 1] = start[i] + i % 4 + (i == 7) * 9;
    for (int k = 0; k < MOST; k++) {
        column[k] = k * 7 % COLUMNS;
        value[k] = (float)(k % 5) - 2;
        marks[k] = -3;
    }
    for (int j = 0; j < COLUMNS; j++)
        x[j] = (float)(j % 3) + 0.5f;
    multiply(ROWS, y);
    mark(ROWS - 2);
    for (int i = 0; i < ROWS; i++)
        printf("%g\n", y[i]);
    for (int k = 0; k < MOST; k++)
        printf("%g\n", marks[k]);
    return 0;
}
