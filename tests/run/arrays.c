// Catches a wrong address or extent, in every way in which C writes an array.
// RUN: %same %s %t
#include "Inputs/checksum.h"

#define ROWS 37
#define COLUMNS 53
static int global[ROWS][COLUMNS], cube[5][7][11], flat[ROWS * COLUMNS + 100];

static void fixed(int (*pointer)[COLUMNS], int parameter[ROWS][COLUMNS], int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < COLUMNS; j++)
            pointer[i][j] = parameter[i][j] + global[i][j] + i * j;
}

static void leading(int rows, int columns, int ld, int *a, const int *b, int offset)
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[i * ld + j + offset] = 3 * b[j * ld + i];
}

static void pointers(int rows, int columns, int *a)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        int *row = a + i * columns;
        for (int j = 0; j < columns; j++)
            row[j] += i - j;
    }
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            *(a + i * columns + j) *= 2;
}

static void three(void)
{
#pragma curestruct
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 7; j++)
            for (int k = 0; k < 11; k++)
                cube[i][j][k] += 100 * i + 10 * j + k;
}

static void local(int n, int *out)
{
    int table[64];
#pragma curestruct
    for (int i = 0; i < 64; i++)
        table[i] = i * i;
#pragma curestruct
    for (int i = 0; i < n; i++)
        out[i] = table[i % 64] + table[(i * 7) & 63];
}

static void reversed(int n, const int *a, int *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[n - 1 - i] = a[2 * i + 1];
}

int main(void)
{
    static int one[ROWS][COLUMNS], two[ROWS][COLUMNS], out[1000];
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            two[i][j] = i * 100 + j;
            global[i][j] = i - j;
        }
    fixed(one, two, 20);
    SHOW(one);
    leading(30, 37, COLUMNS, flat, &two[0][0], 11);
    SHOW(flat);
    pointers(ROWS, COLUMNS, &one[0][0]);
    SHOW(one);
    three();
    SHOW(cube);
    local(1000, out);
    SHOW(out);
    reversed(300, &two[0][0], out);
    SHOW(out);
    return 0;
}
