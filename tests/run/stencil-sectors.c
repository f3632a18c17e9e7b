// Catches columns that no tile of a row computes, or that two do: tiles of a stencil begin and end where sectors of
// memory do, the first and the last one where the row does, and a last tile of few threads has more lanes than these
// take. All widths of up to three tiles.
// RUN: %same %s %t
#include "Inputs/checksum.h"

static void row(int rows, int columns, const float old[rows][columns], float next[rows][columns])
{
#pragma curestruct
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++)
            next[i][j] = old[i][j - 1] + old[i][j + 1] + 2.0f * old[i - 1][j] + 3.0f * old[i + 1][j];
}

static void late(int rows, int columns, const float old[rows][columns], float next[rows][columns])
{
#pragma curestruct
    for (int i = 2; i < rows; i++)
        for (int j = 7; j < columns - 1; j++)
            next[i][j] = old[i][j - 7] + old[i][j + 1] + 2.0f * old[i - 1][j] + 3.0f * old[i - 2][j];
}

static void doubles(int rows, int columns, const double old[rows][columns], double next[rows][columns])
{
#pragma curestruct
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++)
            next[i][j] = old[i][j - 1] + old[i][j + 1] + 2.0 * old[i - 1][j] + 3.0 * old[i + 1][j];
}

int main(void)
{
    enum { ROWS = 6, MOST = 270, ROOM = ROWS * MOST + 8 };
    static float old[ROOM], next[ROOM];
    static double old_doubles[ROOM], next_doubles[ROOM];
    for (int i = 0; i < ROOM; i++)
        old_doubles[i] = old[i] = (float)(i * 7 % 64);
    for (int columns = 1; columns <= MOST; columns++) {
        int from = columns % 7;
        for (int i = 0; i < ROOM; i++)
            next_doubles[i] = next[i] = -1;
        row(ROWS, columns, (void *)(old + from), (void *)(next + columns % 3));
        SHOW(next);
        late(ROWS, columns, (void *)(old + from), (void *)(next + columns % 5));
        SHOW(next);
        doubles(ROWS, columns / 2, (void *)(old_doubles + from), (void *)(next_doubles + columns % 2));
        SHOW(next_doubles);
    }
    return 0;
}
