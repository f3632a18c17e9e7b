// Catches iterations lost at the borders of tiles: triangles, bounds that depend on outer iterators, stencils, long
// thin and short wide matrices.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { MOST = 150 };
static int a[MOST][MOST], b[MOST][MOST], thin[5000][3], wide[3][5000];

static void triangles(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i][j] += i + 1000 * j;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j += 2)
            a[i][j] -= j;
#pragma curestruct
    for (int i = n - 1; i >= 0; i--)
        for (int j = n - i; j < n; j++)
            b[i][j] += 7;
}

static void stencil(int n)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] - 4 * a[i][j];
}

static void lengths(void)
{
#pragma curestruct
    for (int i = 0; i < 5000; i++)
        for (int j = 0; j < 3; j++)
            thin[i][j] = i + j;
#pragma curestruct
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 5000; j++)
            wide[i][j] = thin[j][i] * 2;
}

int main(void)
{
    for (int n = 0; n <= MOST; n += n < 3 ? 1 : 49) {
        triangles(n);
        stencil(n);
    }
    lengths();
    SHOW(a), SHOW(b), SHOW(thin), SHOW(wide);
    return 0;
}
