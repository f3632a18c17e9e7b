// heat [rows columns]: heats the upper edge of a plate, and steps until no temperature changes by more than 0.05.
// Both buffers go to the device once and come back once. Every 50 steps one row is copied for the line that is printed.
#include "heat.h"

#include <stdio.h>
#include <stdlib.h>

static void report(int step, int columns, double *row)
{
#pragma curestruct update host(row[0:columns])
    printf("step %d: %.6f in the middle of row 1\n", step, row[columns / 2]);
}

static double *solve(int rows, int columns, double *now, double *next)
{
    double change = 1;
#pragma curestruct enter copyin(now[0:rows * columns], next[0:rows * columns])
    for (int step = 0; change > 0.05; step++) {
        heat_source(rows, columns, step < 20 ? 5 * step : 100, now);
        change = heat_step(rows, columns, now, next);
        double *before = now;
        now = next;
        next = before;
        if (step % 50 == 0)
            report(step, columns, now + columns);
        if (step == 0)
            change = 1; // nothing has been warm so far
    }
#pragma curestruct exit copyout(now[0:rows * columns]) delete(next[0:rows * columns])
    return now;
}

int main(int count, char **words)
{
    int rows = count > 2 ? atoi(words[1]) : 40, columns = count > 2 ? atoi(words[2]) : 60;
    double *plates = calloc(2 * (size_t)rows * columns, sizeof *plates);
    if (!plates || rows < 3 || columns < 3)
        return 1;
    const double *plate = solve(rows, columns, plates, plates + (size_t)rows * columns);
    double sum = 0;
    for (int i = 1; i < rows - 1; i++)
        for (int j = 0; j < columns; j++)
            sum += plate[i * columns + j];
    printf("mean %.9f\n", sum / ((double)(rows - 2) * columns));
    free(plates);
}
