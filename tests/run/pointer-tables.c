// Catches tables of tables of rows (float ***) whose rows are looked up in the wrong table, packed at the wrong place
// of the device's copy, or lost where some rows of some tables are touched only; rows that are not evenly spaced; a
// table that a struct holds; two such tables that change places; a table that the host could find beside one that the
// nest chooses; and rows that are one memory.
// RUN: %same %s %t
// RUN: %same --fallback -DOVERLAP %s %t
#include "Inputs/checksum.h"
#include <stdlib.h>

enum { PLANES = 7, ROWS = 9, COLUMNS = 21 };
struct grid {
    int nz, ny, nx;
    float ***now, ***next;
};

// Planes from one block, rows of their own, and planes in the wrong order.
static float ***table(int kind)
{
    static float block[3][PLANES][ROWS][COLUMNS + 3];
    float ***planes = malloc(PLANES * sizeof *planes);
    for (int k = 0; k < PLANES; k++) {
        planes[k] = malloc(ROWS * sizeof **planes);
        for (int j = 0; j < ROWS; j++) {
            planes[k][j] = kind == 1 ? malloc((COLUMNS + j % 3 * 40) * sizeof ***planes)
                                     : block[kind][kind ? PLANES - 1 - k : k][j];
            for (int i = 0; i < COLUMNS; i++)
                planes[k][j][i] = (float)((k * 7 + j * 3 + i * 5 + kind) % 17);
        }
    }
    return planes;
}

static void average(struct grid *g)
{
#pragma curestruct
    for (int k = 1; k < g->nz - 1; k++)
        for (int j = 1; j < g->ny - 1; j++)
            for (int i = 1; i < g->nx - 1; i++)
                g->next[k][j][i] = g->now[k - 1][j][i] + g->now[k + 1][j][i] + g->now[k][j - 1][i] +
                                   2 * g->now[k][j + 1][i] - g->now[k][j][i - 1] - g->now[k][j][i + 1];
}

static void steps(int n, int steps, float ***from, float ***to)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int k = 2; k < PLANES; k++)
            for (int j = 1; j < n; j++)
                for (int i = 0; i < COLUMNS; i++)
                    to[k][j][i] = from[k][n - j][i] + t;
        float ***other = from;
        from = to;
        to = other;
    }
}

static void borders(int n, float ***a)
{
#pragma curestruct
    for (int j = 0; j < n; j++)
        for (int i = 0; i < COLUMNS; i++) {
            a[0][j][i] = a[1][j][i];
            a[PLANES - 1][j][i] = a[PLANES - 2][j][i] + 1;
        }
}

// One plane is another one: the host finds it, and the nest goes through it with the others.
static void beside(int n, float ***a)
{
#pragma curestruct
    for (int k = 1; k < PLANES; k++)
        for (int i = 0; i < n; i++)
            a[k][2][i] += a[0][1][i];
}

static float gathered(int n, const int *restrict at, float ***restrict a)
{
    float sum = 0;
#pragma curestruct copyin(a [0:PLANES] [1:2] [0:COLUMNS])
    for (int k = 0; k < PLANES; k++)
        for (int i = 0; i < n; i++)
            sum += a[k][2][at[i]];
    return sum;
}

static void show_rows(float ***a)
{
    for (int k = 0; k < PLANES; k++)
        for (int j = 0; j < ROWS; j++)
            printf("%016lx\n", checksum_bytes(a[k][j], COLUMNS * sizeof(float)));
}

int main(void)
{
    const int at[5] = {3, 20, 0, 7, 7};
    struct grid g = {PLANES, ROWS, COLUMNS, table(0), table(1)};
    float ***third = table(2);
#ifdef OVERLAP
    g.next[3][4] = g.next[3][5]; // two rows are one: kept serial
    average(&g);
    (void)at;
#else
    average(&g);
    steps(ROWS, 3, g.now, third);
    borders(ROWS, g.next);
    beside(COLUMNS - 2, third);
    float sum = gathered(5, at, g.next);
    printf("%.3f\n", sum);
#endif
    show_rows(g.now);
    show_rows(g.next);
    show_rows(third);
    return 0;
}
