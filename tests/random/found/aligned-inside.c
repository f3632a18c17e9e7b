// Catches parts of a loop that begin where the memory of an access is aligned which a loop further inside chooses:
// there is no such access before the loop.
// RUN: %curestruct --schedule=%S/Inputs/aligned-inside.schedule %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %same %s %t
// CHECK: align_tiles j refused: no element of the array moves by one with each iteration
#include <stdio.h>

static float a[40][9][40];

static void add(int n, int m, int p, const float *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; ++j)
            for (int k = 0; k < p; ++k)
                a[i][p - 1 - k][j] += b[j * 9 + k];
}

int main(void)
{
    float b[360];
    for (int i = 0; i < 360; i++)
        b[i] = (float)(i % 13);
    for (int p = 1; p < 9; p += 3)
        add(37 - p, 41 - p, p, b);
    for (int i = 0; i < 40; i += 3)
        for (int k = 0; k < 9; k++)
            printf("%g %g %g\n", a[i][k][0], a[i][k][1], a[i][k][39]);
    return 0;
}
