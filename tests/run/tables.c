// Catches constant tables in subscripts that are taken for data, or looked up at a wrong place: neighbours listed in
// one or two dimensions, global and local, of a byte's type, partly given; reads, and writes that go elsewhere for
// every entry.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 33 };
static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const signed char near[4][2] = {{1}, {-1, 0}, {0, 1}, {0, -1}};
static double f[9 * N * N], g[9 * N * N];
static int board[N * N], count[N * N];
static float grid[N][N], sums[N][N];

static void pull(int n)
{
#pragma curestruct
    for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < n - 1; x++)
            for (int k = 0; k < 9; k++)
                g[(k * n + y) * n + x] = f[(k * n + y - cy[k]) * n + x - cx[k]];
}

static void push(int n)
{
#pragma curestruct
    for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < n - 1; x++)
            for (int k = 0; k < 9; k++)
                f[(k * n + y + cy[k]) * n + x + cx[k]] = g[(k * n + y) * n + x];
}

static void knights(int n)
{
    static const int dx[8] = {1, 2, 2, 1, -1, -2, -2, -1}, dy[8] = {2, 1, -1, -2, -2, -1, 1, 2};
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int c = 0;
            for (int k = 0; k < 8; k++) {
                int a = i + dx[k], b = j + dy[k];
                if (a >= 0 && a < n && b >= 0 && b < n)
                    c += board[a * n + b];
            }
            count[i * n + j] = c;
        }
}

static void neighbours(void)
{
    const float weight[4] = {1, 2, 3, 4};
#pragma curestruct
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++) {
            sums[i][j] = 0;
            for (int k = 0; k < 4; k++)
                sums[i][j] += weight[k] * grid[i + near[k][0]][j + near[k][1]];
        }
}

static void every_third(int n)
{
    static const unsigned first[3] = {2, 0, 1};
#pragma curestruct
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < n; i++)
            count[3 * i + first[k]] += k;
}

int main(void)
{
    for (int i = 0; i < 9 * N * N; i++)
        f[i] = i % 101, g[i] = -i % 17;
    for (int i = 0; i < N * N; i++)
        board[i] = i % 7, grid[i / N][i % N] = i % 11 * .25f;
    pull(N), pull(3), pull(2);
    SHOW(g);
    push(N), push(7);
    SHOW(f);
    knights(N), neighbours();
    SHOW(count), SHOW(sums);
    every_third(300);
    SHOW(count);
    return 0;
}
