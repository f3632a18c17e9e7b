// Catches a scatter by a permutation that is refused or runs in one thread; one that runs in parallel although two
// iterations write one element: the last one decides; and exchanges of pairs that are lost. With TWICE elements are
// written twice, and the serial loop runs.
// RUN: %same %s %t
// RUN: %same --fallback -DTWICE %s %t
#include <stdio.h>

enum { N = 3000, ROWS = 60, ROOM = 9 };

static void permuted(int n, const int *p, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[p[i]] = x[i];
}

// All iterations of the inner loop write, not only the first and the last one.
static void selected(int rows, const int *first, const int *keep, const float *x, float *restrict y)
{
#pragma curestruct
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < ROOM; k++)
            if (keep[r * ROOM + k])
                y[first[r] - k] = x[r * ROOM + k];
}

// An array of a declared length.
static void into(int n, int m, const int p[n], const float x[n], float y[m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[p[i]] = x[i] + 1;
}

// Rows of a sparse matrix, which lie one after another.
static void scaled(int rows, const int *start, const float *by, float *v)
{
#pragma curestruct
    for (int r = 0; r < rows; r++)
        for (int k = start[r]; k < start[r + 1]; k++)
            v[k] *= by[r];
}

// Several loops over a row; one of them runs backwards.
static void without_mean(int rows, int m, const int start[rows], const int length[rows], float v[m])
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        float sum = 0;
        for (int k = start[r]; k < start[r] + length[r]; k++)
            sum += v[k];
        for (int k = start[r] + length[r] - 1; k >= start[r]; k--)
            v[k] -= sum;
    }
}

static void inverse(int n, const int *p, int *q)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        q[p[i]] = i;
}

// Members of one element are stored one by one, and a struct as all of its members.
struct point {
    float x;
    int count;
};

static void members(int n, const int *p, const float *x, struct point *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (p[i] % 4) {
            y[p[i]].x = x[i];
            y[p[i]].count = 7;
        }
}

static void whole(int n, const int *p, const struct point *from, struct point *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[p[i]] = from[i];
}

// Elements beside each other, of which the launcher tests each; one branch or the other one; and two stores to one
// element, which keep their order.
static void blocks(int n, const int *p, const float *x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[3 * p[i]] = x[i];
        y[1 + 3 * p[i]] = 2 * x[i];
        y[3 * p[i] + 2] = 3 * x[i];
    }
}

static void one_way(int n, int moved, const int *p, const float *x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (moved)
            y[p[i]] = x[i];
        else
            y[i] = -x[i];
}

static void stored_again(int n, int moved, const int *p, const float *x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (moved) {
            y[p[i]] = x[i];
        } else {
            y[i] = -x[i];
            y[i] = x[i] + 5;
        }
}

// A bitonic network: the iteration of the first element of each pair exchanges both.
static void sorted(int n, float *a)
{
    for (int k = 2; k <= n; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
#pragma curestruct copy(a[0:n])
            for (int i = 0; i < n; i++) {
                int other = i ^ j;
                if (other <= i)
                    continue;
                float left = a[i], right = a[other];
                if ((i & k) == 0 ? left > right : left < right) {
                    a[i] = right;
                    a[other] = left;
                }
            }
        }
}

int main(void)
{
    static int p[N], q[N], first[ROWS], keep[ROWS * ROOM];
    static float x[N], y[N], z[N];
    for (int i = 0; i < N; i++)
        p[i] = (int)(i * 1237L % N), x[i] = i, z[i] = -1;
#ifdef TWICE
    p[N - 1] = p[0];
    p[3] = p[2];
#endif
    for (int r = 0; r < ROWS; r++)
        first[r] = ROOM * ((r * 7) % ROWS) + ROOM - 1;
#ifdef TWICE
    first[7] = first[5] + 4; // the inner iterations meet in the middle
#endif
    for (int i = 0; i < ROWS * ROOM; i++)
        keep[i] = i % 5 != 2;
    permuted(N, p, x, y);
    inverse(N, p, q);
    selected(ROWS, first, keep, x, z);
    static int start[ROWS + 1], length[ROWS];
    static float v[N], w[N];
    for (int r = 0; r <= ROWS; r++)
        start[r] = 20 * r + r % 3;
    for (int r = 0; r < ROWS; r++)
        length[r] = r % 9 ? start[r + 1] - start[r] - r % 2 : 0;
#ifdef TWICE
    start[8] -= 30; // the rows before and after it share elements
    length[9] = 25;
#endif
    for (int i = 0; i < N; i++)
        v[i] = (float)(i % 13);
    into(N, N, p, x, w);
    scaled(ROWS, start, x + 3, v);
    without_mean(ROWS, N, start, length, v);
    static float triples[3 * N], ways[4][N];
    blocks(N, p, x, triples);
    one_way(N, 0, p, x, ways[0]);
    one_way(N, 1, p, x, ways[1]);
    stored_again(N, 0, p, x, ways[2]);
    stored_again(N, 1, p, x, ways[3]);
    sorted(2048, v);
    static struct point points[N], others[N];
    members(N, p, x, points);
    whole(N, p, points, others);
    double inside = 0;
    for (int i = 0; i < N; i++)
        inside += (points[i].x + 5 * points[i].count + 11 * others[i].x + 13 * others[i].count) * (i % 101);
    printf("%.17g\n", inside);
    inside = 0;
    for (int i = 0; i < N; i++)
        inside += (triples[i] + 7 * triples[2 * N + i] + ways[0][i] + 3 * ways[1][i] + 5 * ways[2][i] + ways[3][i]) *
                  (i % 101);
    printf("%.17g\n", inside);
    printf("%g %g %g\n", v[0], v[1000], v[2047]);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += (v[i] + w[i]) * (i % 31);
    for (int i = 0; i < N; i++)
        sum += (y[i] + 3 * q[i] + 7 * z[i]) * (i + 1);
    printf("%.17g %g %d %g\n", sum, y[p[0]], q[p[2]], z[first[7]]);
    return 0;
}
