// Operands that are copied to shared memory 16 bytes at once where they and their rows are aligned. Catches copies of
// 16 bytes that are not aligned or reach beyond a row's end, and rows of which the last elements are not there.
// RUN: %same --host %s %t
#include <stdio.h>
#include <stdlib.h>

#define COPIES "tile i 64; tile j 64; interchange i.elem j.tile; tile i.elem 4 as i.thread i.lane; \
tile j.elem 4 as j.thread j.lane; interchange i.lane j.thread; bind i.tile block.y; bind j.tile block.x; \
bind i.thread thread.y; bind j.thread thread.x; distribute j.lane at 1; distribute i.lane at 1; \
interchange j.lane#2 k; interchange i.lane#2 k; peel k 16; tile k 16; unroll k.elem; stage C register at j.thread; "

void rows(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct schedule(COPIES "stage A shared at k.tile transpose; stage B shared at k.tile wide; \
    pipeline k.tile 3")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] = 0;
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}

void both(int n, int m, int p, double C[n][m], const double A[p][n], const double B[p][m])
{
#pragma curestruct schedule(COPIES "stage A shared at k.tile wide; stage B shared at k.tile wide; pipeline k.tile 2")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] = 0;
            for (int k = 0; k < p; k++)
                C[i][j] += A[k][i] * B[k][j];
        }
}

void planned(int n, int m, int p, float *restrict C, int ldc, const float *restrict A, int lda, const float *restrict B,
             int ldb)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[k * lda + i] * B[k * ldb + j];
            C[i * ldc + j] = sum;
        }
}

enum { MOST = 150 };

static float A[MOST * MOST], B[MOST * MOST], C[MOST * MOST];
static double X[MOST * MOST], Y[MOST * MOST], Z[MOST * MOST];

static void fill(void)
{
    unsigned seed = 1;
    for (int i = 0; i < MOST * MOST; i++) {
        X[i] = A[i] = (float)((seed = seed * 1103515245u + 12345u) >> 27) - 15;
        Y[i] = B[i] = (float)((seed = seed * 1103515245u + 12345u) >> 27) - 15;
        Z[i] = C[i] = 7;
    }
}

static void print(void)
{
    unsigned sum = 0;
    for (int i = 0; i < MOST * MOST; i++)
        sum = sum * 31 + (unsigned)(int)C[i] + 17 * (unsigned)(int)Z[i];
    printf("%u\n", sum);
}

int main(void)
{
    static const int sizes[][3] = {{64, 64, 16}, {70, 68, 19}, {68, 70, 24}, {61, 132, 25},
                                   {132, 61, 8}, {4, 4, 8},    {66, 64, 33}, {1, 4, 40}};
    for (int s = 0; s < (int)(sizeof sizes / sizeof *sizes); s++) {
        int n = sizes[s][0], m = sizes[s][1], p = sizes[s][2];
        for (int shift = 0; shift < 3; shift++) {
            fill();
            rows(n, m, p, (void *)(C + shift), (void *)(A + shift), (void *)(B + shift % 2));
            both(n, m, p, (void *)(Z + shift), (void *)(X + shift / 2), (void *)(Y + shift));
            print();
            fill();
            planned(n, m, p, C + shift, m + shift, A + shift % 2, n + 4 * shift, B, m + 2 * shift);
            print();
        }
    }
    return 0;
}
