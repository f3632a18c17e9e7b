// Catches the inner iterator of a nest that is declared outside and read afterwards: it keeps the value of the last
// outer iteration, or its old one when there was none.
// RUN: %same %s %t
#include <stdio.h>

static int rows_done;

static int fill(int rows, int columns, int *a)
{
    int i, j = -1;
#pragma curestruct
    for (i = 0; i < rows; i++)
        for (j = 0; j < columns; j++)
            a[i * columns + j] = i - j;
    rows_done = i;
    return j;
}

int main(void)
{
    int a[600];
    for (int rows = 0; rows < 3; rows++)
        for (int columns = 0; columns < 300; columns += 123) {
            int j = fill(rows, columns, a);
            printf("%d %d: %d %d\n", rows, columns, rows_done, j);
        }
    return 0;
}
