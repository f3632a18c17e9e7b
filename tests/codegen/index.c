// Catches 32-bit index arithmetic where rows times columns overflows, and a wrong order of dimensions.
// RUN: %curestruct --plan=first %s -o - | FileCheck %s
// RUN: %same %s %t
#include <stdio.h>

static void add(int n, int m, int p, float (*restrict cube)[3][5], float flat[restrict n * m],
                const float table[restrict n][m])
{
    // CHECK: cube[(i * 3L + j) * 5 + k] +=
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 5; k++)
                cube[i][j][k] += (float)(i + p);
    // CHECK: flat[i * m + j] = table[(long)i * m + j];
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            flat[i * m + j] = table[i][j];
}

int main(void)
{
    static float cube[7][3][5], flat[7 * 40], table[7][40];
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 40; j++)
            table[i][j] = (float)(i * 100 + j);
    add(7, 40, 2, cube, flat, table);
    printf("%g %g %g %g\n", (double)cube[6][2][4], (double)cube[0][0][0], (double)flat[39], (double)flat[279]);
    return 0;
}
