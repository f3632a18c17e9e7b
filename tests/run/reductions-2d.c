// Catches a reduction along one of several loops whose partial results mix: rows, columns, a middle axis, a whole
// matrix, into an element that had a value before.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { MOST = 70 };
static float cube[MOST][MOST][MOST], row[MOST], column[MOST], middle[MOST][MOST], total[1], product[MOST][MOST];

static void sums(int n, int m, int p)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            row[i] += cube[0][i][j];
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            column[j] += cube[1][i][j];
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                middle[i][k] += cube[i][j][k];
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            total[0] += cube[2][i][j];
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            product[i][j] = 0;
            for (int k = 0; k < p; k++)
                product[i][j] += cube[i][k][0] * cube[0][k][j];
        }
}

// Blocks along both loops of a plane, shared by several blocks where there are few and the plane has many rows.
enum { MANY = 300 };
static float first[MANY], second[MANY];

static void moments(int n, int c, int p, const float *restrict a)
{
#pragma curestruct
    for (int j = 0; j < c; j++) {
        float s = 0, q = 0;
        for (int i = 0; i < n; i++)
            for (int k = 0; k < p; k++) {
                float x = a[(i * c + j) * p + k];
                s += x;
                q += x * x;
            }
        first[j] = s / 4;
        second[j] = q - s / 8;
    }
}

int main(void)
{
    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < MOST; j++)
            for (int k = 0; k < MOST; k++)
                cube[i][j][k] = (float)((i * 7 + j * 3 + k) % 16 - 5);
    sums(MOST, MOST, MOST);
    sums(1, 33, 7);
    sums(0, 5, 5);
    sums(17, 1, 65);
    moments(70, 5, 70, cube[0][0]);
    SHOW(first), SHOW(second);
    moments(11, MANY, 65, cube[0][0]);
    SHOW(first), SHOW(second);
    moments(7, 31, 70, cube[0][0]);
    SHOW(first), SHOW(second);
    SHOW(row), SHOW(column), SHOW(middle), SHOW(total), SHOW(product);
    return 0;
}
