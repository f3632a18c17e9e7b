// Catches a launcher that crashes where the serial loop does not: rows and tables of rows that data leave out may be
// null pointers, and the launcher looks at them before it knows.
// RUN: %same --fallback %s %t
// RUN: %same --fallback -DTABLES %s %t.tables
#include <stdio.h>
#include <stdlib.h>

enum { X = 10, Y = 8 };

static void doubled(int n, int m, const int *solid, double ***node)
{
#pragma curestruct
    for (int x = 0; x < n; x++)
        for (int y = 0; y < m; y++)
            if (solid[x * m + y])
                node[x][y][1] *= 2;
}

int main(void)
{
    static int solid[X * Y];
    static double cells[X * Y][3], *rows[X][Y], **node[X];
    for (int x = 0; x < X; x++) {
#ifdef TABLES
        int any = x % 3 == 0;
#else
        int any = 1;
#endif
        node[x] = any ? rows[x] : NULL;
        for (int y = 0; y < Y; y++) {
            solid[x * Y + y] = any && y % 2;
            rows[x][y] = y % 2 ? cells[x * Y + y] : NULL;
            cells[x * Y + y][1] = x + y;
        }
    }
    doubled(X, Y, solid, node);
    for (int i = 0; i < X * Y; i++)
        printf("%g ", cells[i][1]);
    return 0;
}
