// Catches remainders by a size that are read as another number than C's: neighbours on a ring and on a torus, as (i +
// 1) % n, as (i - 1 + n) % n and as a choice, at sizes where these are one element or two; remainders of negative
// numbers; quotients.
// RUN: %same %s %t
// RUN: %same --fallback -DNEGATIVE %s %t
#include "Inputs/checksum.h"

enum { N = 40 };
static int cells[N * N], next[N * N];
static float u[N], v[N], w[N * N];
static unsigned char board[N][N], later[N][N];

static void life(int h, int w)
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int up = (y + h - 1) % h, down = (y + 1) % h, left = (x + w - 1) % w, right = (x + 1) % w;
            int n = cells[up * w + left] + cells[up * w + x] + cells[up * w + right] + cells[y * w + left] +
                    cells[y * w + right] + cells[down * w + left] + cells[down * w + x] + cells[down * w + right];
            next[y * w + x] = n == 3 || (n == 2 && cells[y * w + x]);
        }
}

static void around(int n)
{
#pragma curestruct
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            int sum = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    sum += board[(y + dy + n) % n][(x + dx + n) % n];
            later[y][x] = (unsigned char)sum;
        }
}

static void ring(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int after = i == n - 1 ? 0 : i + 1, before = i == 0 ? n - 1 : i - 1;
        v[i] = u[before] - 2 * u[i] + u[after];
    }
}

static void ring_unsigned(unsigned n)
{
#pragma curestruct
    for (unsigned i = 0; i < n; i++)
        v[(i + 2) % n] = u[i] + u[(i + n - 1) % n];
}

static void behind(int n, int m)
{
#pragma curestruct
    for (int i = 0; i < m; i++)
        u[i % n + 8] += v[i];
}

static void signs(int n)
{
#pragma curestruct
    for (int i = 0; i < 2 * n; i++)
        w[i] = u[(i - n) % n + n] + v[(i - n + 1) / n + 1];
}

static void few(int n)
{
#pragma curestruct
    for (int i = 0; i < 4; i++)
        w[i] = u[i % n] * (i / n);
}

int main(void)
{
    for (int i = 0; i < N * N; i++)
        cells[i] = i * i % 7 < 3, board[i / N][i % N] = i * i % 11, w[i] = 0;
    for (int i = 0; i < N; i++)
        u[i] = i % 13 + 1, v[i] = i % 5 * .5f;
#ifdef NEGATIVE
    few(-3);
#else
    static const int sizes[] = {1, 2, 3, 17, N};
    for (int k = 0; k < 5; k++) {
        life(sizes[k], sizes[4 - k]), around(sizes[k]), ring(sizes[k]), ring_unsigned((unsigned)sizes[k]);
        signs(sizes[k] / 2 + 1), behind(N / 2 - 10, sizes[k] / 2 + 1), few(sizes[k]);
        SHOW(next), SHOW(later), SHOW(v), SHOW(u), SHOW(w);
    }
#endif
    SHOW(w);
    return 0;
}
