// Catches loops that become one with wrong places: of an array with more dimensions, of rows that begin at another row,
// of windows whose parts are computed from one number, of two negative numbers of iterations, which have a positive
// product, or of products that do not fit.
// RUN: %same %s %t
// RUN: %same --fallback -DNEGATIVE %s %t
#include <limits.h>
#include <stdint.h>

#include "Inputs/checksum.h"

enum { ROOM = 40000 };
static float a[ROOM], b[ROOM];
static int numbers[ROOM];

static void channels_last(int count, int channels, int height, int width,
                          const float from[restrict count][channels][height][width],
                          float to[restrict count][height][width][channels])
{
#pragma curestruct schedule("collapse i j")
    for (int t = 0; t < count; t++)
        for (int c = 0; c < channels; c++)
            for (int i = 0; i < height; i++)
                for (int j = 0; j < width; j++)
                    to[t][i][j][c] = from[t][c][i][j] + i;
}

static void flat(int rows, int columns, const float *restrict from, float *restrict to)
{
#pragma curestruct schedule("collapse i j")
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            to[i * columns + j] = from[(i * columns + j) * 2 + 1] * j;
}

static void later_rows(long rows, long columns, float x[rows][columns])
{
#pragma curestruct schedule("collapse i j")
    for (long i = 2; i < rows; i++)
        for (long j = 0; j < columns; j++)
            x[i][j] = x[i][j] * 2 + 1;
}

static void window(int n, const float x[restrict n + 2][n + 2], const float w[restrict 3][3], float y[restrict n][n])
{
#pragma curestruct schedule("collapse p q")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int p = 0; p < 3; p++)
                for (int q = 0; q < 3; q++)
                    sum += x[i + p][j + q] * w[p][q];
            y[i][j] = sum;
        }
}

static void halves(unsigned rows, uint64_t columns, int *x)
{
#pragma curestruct schedule("collapse i j")
    for (unsigned i = 0; i < rows; i++)
        for (uint64_t j = 0; j < columns; j++)
            x[i * columns + j] += (int)(i * 3 + j);
}

static void versions(int rows, int columns, const float from[restrict rows][columns], float to[restrict rows][columns])
{
#pragma curestruct schedule("version one when columns < 8; collapse i j; tile i_j 64; bind i_j.tile block.x; " \
                            "bind i_j.elem thread.x; version two; collapse i j; bind i_j block.x")
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            to[i][j] = from[i][j] + j;
}

struct pair {
    float x, y[2];
};

static int members(int rows, int columns, struct pair p[rows][columns])
{
    int i, j;
#pragma curestruct schedule("collapse i j")
    for (i = 0; i < rows; i++)
        for (j = 0; j < columns; j++)
            p[i][j].y[1] = p[i][j].x + 3;
    return i * 1000 + j;
}

static void fill(void)
{
    for (int i = 0; i < ROOM; i++) {
        a[i] = (float)(i * 7 % 31);
        b[i] = (float)(i % 13);
        numbers[i] = i;
    }
}

int main(void)
{
    fill();
#ifdef NEGATIVE
    flat(-3, -5, a, b + 20000);
    flat(0, -5, a, b + 20000);
    flat(INT_MIN, INT_MIN, a, b + 20000);
    halves(0, UINT64_MAX, numbers);
#else
    channels_last(3, 5, 7, 9, (void *)a, (void *)b);
    SHOW(b);
    fill();
    printf("%d\n", members(21, 34, (void *)a));
    SHOW(a);
    fill();
    flat(31, 65, a, b);
    flat(0, 5, a, b + 20000);
    flat(-3, 5, a, b + 20000);
    SHOW(b);
    fill();
    later_rows(33, 17, (void *)a);
    SHOW(a);
    fill();
    window(40, (void *)a, (void *)(a + 30000), (void *)b);
    SHOW(b);
    fill();
    halves(17, 33, numbers);
    SHOW(numbers);
    fill();
    versions(50, 7, (void *)a, (void *)b);
    versions(7, 50, (void *)a, (void *)b);
#endif
    SHOW(a);
    SHOW(b);
    SHOW(numbers);
    return 0;
}
