// Catches a tile that is turned on its way to shared memory and copied by eight threads, fewer than its rows are long.
// RUN: %same %s %t
#include <stdio.h>

enum { ROWS = 4, N = 19, DEEP = 40 };
static float few[ROWS + 1][DEEP];

static void product(unsigned n, unsigned deep, float *restrict sums, const float (*restrict many)[deep])
{
#pragma curestruct
    for (unsigned i = 0; i < ROWS; i++)
        for (unsigned j = 0; j < n; j++)
            for (unsigned k = 2; k < deep; k++)
                sums[j * (2 * n) + i] += few[i][k] * many[j][k];
}

int main(void)
{
    static float many[N][DEEP], sums[2 * N * N];
    for (int i = 0; i < N * DEEP; i++)
        many[i / DEEP][i % DEEP] = (float)(i % 7);
    for (int i = 0; i < ROWS * DEEP; i++)
        few[i / DEEP][i % DEEP] = (float)(i % 5);
    product(N, DEEP, sums, (const float (*)[DEEP])many);
    for (int i = 0; i < 2 * N * N; i++)
        printf("%g\n", sums[i]);
    return 0;
}
