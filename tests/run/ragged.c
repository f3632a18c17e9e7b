// Catches rows of a table that are copied beyond their ends, or of which the launcher takes the first iterations for
// all of them; rows that no iteration touches and that are followed all the same; pointers of a table in structs that
// are looked for without the rest of the structs between; and subscripts that the launcher reads in the wrong row.
// RUN: %same %s %t
// RUN: %same --fallback -DONE %s %t
// RUN: %curestruct %s -o - | FileCheck %s
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 41, MOST = 30 };

struct cell {
    int count;
    double weight;
    int *near;
    double *forces;
};

struct grid {
    int cells;
    struct cell *cell;
};

// CHECK: crs_array_rows(crs_now, "rows", rows
// CHECK: crs_measure_row(rows_first, rows_last
static void sum_rows(int n, double **rows, const int *length, double *sums)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < length[i]; j++)
            sum += rows[i][j];
        sums[i] = sum;
    }
}

// The rows are chosen by data, and some are not there.
static void gather_rows(int n, int m, double **rows, const int *index, double *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 2; j < m; j++)
            out[i * m + j] = 3 * rows[index[i]][j - 1];
}

// The subscripts lie in rows of a table.
static void gather_by_rows(int n, int **index, const int *length, const double *x, double *sums)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < length[i]; j++)
            sum += x[index[i][j]];
        sums[i] += sum;
    }
}

static void scale_rows(int n, double **rows, const int *length, double factor)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = length[i] / 2; j < length[i]; j += 2)
            rows[i][j] *= factor;
}

// CHECK: crs_array_g_cell_near.spacing = 32;
static void interact(struct grid *g, const double *at)
{
#pragma curestruct
    for (int i = 0; i < g->cells; i++)
        for (int k = 0; k < g->cell[i].count; k++)
            g->cell[i].forces[k] = g->cell[i].weight * (at[g->cell[i].near[k]] - at[i]);
}

static void collect(int n, struct cell *cell, const double *x, double *out)
{
    double part[2];
    int near;
#pragma curestruct
    for (int i = 1; i < n; i++) {
        out[i] = 0;
        for (int k = 0; k < cell[i].count; k++) {
            near = cell[i].near[k];
            part[0] = x[near] - x[i];
            part[1] = x[near] + x[i];
            out[i] += part[0] * part[1];
        }
    }
}

static double *rows[ROWS];
static int *lists[ROWS], length[ROWS], index_of[ROWS];
static struct cell cells[ROWS];
static double x[ROWS], sums[ROWS], out[ROWS * MOST];

int main(void)
{
    for (int i = 0; i < ROWS; i++) {
        length[i] = i % 5 == 3 ? 0 : (i * 7 + 3) % MOST;
        rows[i] = length[i] ? malloc(sizeof(double) * length[i]) : NULL;
        lists[i] = length[i] ? malloc(sizeof(int) * length[i]) : NULL;
        cells[i].count = length[i];
        cells[i].weight = i * 0.5;
        cells[i].near = lists[i];
        cells[i].forces = rows[i];
        x[i] = i * 1.25 - 7;
        sums[i] = i;
        for (int j = 0; j < length[i]; j++) {
            rows[i][j] = i * 100 + j;
            lists[i][j] = (i * 11 + j * 5) % ROWS;
        }
    }
#ifdef ONE
    rows[8] = rows[7] + 12; // a row that overlaps another one is written: the serial loop runs
    lists[8] = lists[7];
    length[8] = 3;
#endif
    for (int i = 0; i < ROWS; i++) {
        index_of[i] = (i * 3 + 4) % ROWS;
        while (length[index_of[i]] < 12)
            index_of[i] = (index_of[i] + 1) % ROWS;
    }
    sum_rows(ROWS, rows, length, sums);
    gather_rows(ROWS, 13, rows, index_of, out);
    gather_by_rows(ROWS, lists, length, x, sums);
    scale_rows(ROWS, rows, length, 1.5);
#ifndef ONE
    struct grid grid = {ROWS, cells};
    interact(&grid, x);
    collect(ROWS, cells, x, out + ROWS * 20);
#endif
    double total = 0;
    for (int i = 0; i < ROWS; i++) {
        printf("%g ", sums[i]);
        for (int j = 0; j < length[i]; j++)
            total += (j + 1) * rows[i][j];
    }
    for (int i = 0; i < ROWS * MOST; i++)
        total += out[i] * (i % 17);
    printf("%.10g\n", total);
    return 0;
}
