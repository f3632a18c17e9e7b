// Catches iterations with runs of whole rows (for j from off[i] to off[i + 1], a[j * m + k]) that are kept in order;
// runs that overlap and are taken for apart; lanes along the elements of a row that miss some of them; and a bound
// that is no whole number of rows.
// RUN: %same %s %t
// RUN: %same --fallback -DOVERLAP=7 %s %t
#include <stdio.h>

#ifndef OVERLAP
#define OVERLAP 0
#endif

enum { ROWS = 37, MOST = 200, WIDEST = 70 };

static void add_to_rows(int n, int m, const int *off, const float *restrict of_row, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = off[i]; j < off[i + 1]; j++)
            for (int k = 0; k < m; k++)
                y[j * m + k] = 2 * y[j * m + k] + of_row[i * m + k];
}

static void turn_rows(int n, const int *off, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = off[i]; j < off[i + 1]; j++) {
            float of_row[4];
            for (int k = 0; k < 4; k++)
                of_row[k] = x[4 * j + k] + (float)i;
            for (int k = 0; k < 4; k++)
                y[4 * j + k] = of_row[3 - k];
        }
}

static void sum_rows(int n, int m, const int *off, const float *restrict x, float *restrict sum)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = off[i]; j < off[i + 1]; j++)
            for (int k = 0; k < m; k++)
                s += x[j * m + k];
        sum[i] = s;
    }
}

static void add_columns(int n, int m, const int *off, const int *to, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) {
            float s = 0;
            for (int j = off[i]; j < off[i + 1]; j++)
                s += (float)(j % 3) * x[to[j] * m + k];
            y[i * m + k] = s;
        }
}

static void shuffle(int n, int c, int groups, int m, const float *restrict x, float *restrict y)
{
    int per = c / groups;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < c; j++)
            for (int k = 0; k < m; k++)
                y[(i * c + j % per * groups + j / per) * m + k] = x[(i * c + j) * m + k];
}

static void show(const char *name, int m, const float *y, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (i % 13 + 1) * (double)y[i];
    printf("%s %d %.1f\n", name, m, sum);
}

static float x[MOST * WIDEST], y[MOST * WIDEST];

static void fill(void)
{
    for (int i = 0; i < MOST * WIDEST; i++) {
        x[i] = (float)(i * 37 % 101);
        y[i] = (float)(i * 41 % 89);
    }
}

int main(void)
{
    int off[ROWS + 1] = {0}, to[MOST];
    for (int i = 0; i < ROWS; i++)
        off[i + 1] = off[i] + i * 7 % 11; // some are empty
    for (int j = 0; j < MOST; j++)
        to[j] = j * 59 % MOST;
    off[ROWS / 2] -= OVERLAP; // such a run begins in the run before
    for (int m = 1; m <= WIDEST; m += 23) {
        fill();
        add_to_rows(ROWS, m, off, x, y);
        show("add", m, y, MOST * m);
        sum_rows(ROWS, m, off, x, y);
        show("sum", m, y, ROWS);
        add_columns(ROWS, m, off, to, x, y);
        show("columns", m, y, ROWS * m);
    }
    fill();
    turn_rows(ROWS, off, x, y);
    show("turn", 4, y, 4 * MOST);
    if (OVERLAP) {
        fill();
        shuffle(3, 11, 2, 70, x, y); // 11 is not a multiple of 11 / 2
        show("shuffle", 11, y, 3 * 12 * 70);
    }
    for (int groups = 2; groups <= (OVERLAP ? 5 : 4); groups++) {
        fill();
        shuffle(3, 12, groups, 70, x, y); // with 5 groups, places are written twice
        show("shuffle", groups, y, 3 * 12 * 70);
    }
}
