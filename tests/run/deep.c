// Catches parallel loops beyond the third: they have no dimension of the grid left, and must neither be lost nor refuse
// the nest. The fifth one is bounded by the first.
// RUN: %same %s %t
#include "Inputs/checksum.h"

static int four[5][7][9][34], five[3][4][5][6][7];

static void deep(int a, int b, int c, int d)
{
#pragma curestruct
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++)
                for (int l = 0; l < d; l++)
                    four[i][j][k][l] += 1 + i + 10 * j + 100 * k + 1000 * l;
#pragma curestruct
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 5; k++)
                for (int l = 0; l < 6; l++)
                    for (int m = 0; m <= i + l && m < 7; m++)
                        five[i][j][k][l][m] -= i + 10 * j + 100 * k + 1000 * l + 10000 * m;
}

int main(void)
{
    deep(5, 7, 9, 34);
    deep(4, 1, 2, 33);
    SHOW(four), SHOW(five);
    return 0;
}
