// Catches an index set split at the wrong place or run in another order: all pairs of shortest paths, in the forms that
// textbooks have, on graphs in which the order of the parts changes the answer.
// RUN: %same %s %t
#include "Inputs/checksum.h"

#include <math.h>

enum { N = 45 };
static int d[N][N], flat[N * N];
static float f[N * N], rows[N][N];
static _Bool reach[N][N];

static void by_if(int n)
{
#pragma curestruct
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
}

static void by_choice(int n, int *p)
{
#pragma curestruct
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                p[i * n + j] = p[i * n + j] < p[i * n + k] + p[k * n + j] ? p[i * n + j] : p[i * n + k] + p[k * n + j];
}

static void by_function(int n, float *p)
{
#pragma curestruct
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                p[i * n + j] = fminf(p[i * n + j], p[i * n + k] + p[k * n + j]);
}

static void through_local(int n, float p[N][N])
{
#pragma curestruct
    for (int k = 0; k < n; k++)
        for (int i = n - 1; i >= 0; i--) {
            float through = p[i][k];
            for (int j = 0; j < n; j++)
                p[i][j] = p[i][j] < through + p[k][j] ? p[i][j] : through + p[k][j];
        }
}

static void closure(int n)
{
#pragma curestruct
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            d[i][j] = (i * 7919 + j * 104729) % 1009 + 1;
            flat[i * N + j] = d[i][j] - 3; // circles that get shorter for ever: the order shows
            f[i * N + j] = (i * 37 + j * 101) % 211 - 1.5f;
            rows[i][j] = f[i * N + j] + 3;
            reach[i][j] = (i * 31 + j * 17) % 23 == 0;
        }
    by_if(N), by_choice(21, flat), by_function(31, f), through_local(N, rows), closure(N);
    SHOW(d), SHOW(flat), SHOW(f), SHOW(rows), SHOW(reach);
    return 0;
}
