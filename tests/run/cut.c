// Catches a split that loses or repeats an iteration, or runs the parts in another order: loops whose iterations
// conflict with one of them only, counted up and down, at places that are inside, at an end and outside; and a tile
// that is copied as far as the end of a part which later rows do not have.
// RUN: %same %s %t
#include "Inputs/checksum.h"
#include <stdlib.h>

enum { N = 300 };
static float a[N], b[N], m[20][40];

static void first(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = a[i] * .5f + a[0];
}

static void last(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = a[i] / a[n - 1];
}

static void both(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = b[i] * .5f + b[0] - b[n - 1];
}

static int down(int n)
{
    int i;
#pragma curestruct
    for (i = n - 1; i >= 0; i--)
        b[i] = b[i] - b[n / 2];
    return i;
}

static unsigned at(unsigned n, unsigned k)
{
    unsigned i;
#pragma curestruct
    for (i = 2; i < n; i++)
        a[i] = a[i] * .25f + a[k];
    return i;
}

static void rows(int n, int w)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < w; j++)
            m[i][j] = m[i][j] / m[i][0];
}

static void eliminate(int n)
{
#pragma curestruct
    for (int k = 0; k < n; k++) {
        for (int j = k; j < n; j++)
            m[k][j] /= m[k][k];
        for (int i = 0; i < n; i++)
            if (i != k)
                for (int j = k; j < n; j++)
                    m[i][j] -= m[i][k] * m[k][j];
    }
}

// A row has no part before its own diagonal: the end of that part is where it begins, beyond the elements of `from`.
static void above_diagonal(int n, int w, const int *from)
{
#pragma curestruct schedule("cut j at 1; tile j 128; bind j.tile block.x; bind j.elem thread.x; \
                            stage from shared at j.elem; bind j#2 block.x")
    for (int i = 0; i < n; i++)
        for (int j = i; j < w; j++)
            m[i][j] = m[i][j] * 2 + b[from[j]];
}

int main(void)
{
    int *from = malloc(5 * sizeof *from);
    for (int j = 0; j < 5; j++)
        from[j] = 4 * j;
    for (int i = 0; i < N; i++)
        a[i] = 1 + i % 7, b[i] = 2 + i % 5;
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 40; j++)
            m[i][j] = 1 + (i * 7 + j * 3) % 11 + (i == j) * 20;
    first(N), last(N - 1), both(N), both(1), both(0);
    printf("%d %d %u %u %u %u\n", down(N), down(0), at(N, 7), at(N, 2), at(N, 0), at(1, 1));
    rows(20, 40), rows(3, 0), eliminate(19), above_diagonal(20, 5, from), free(from);
    SHOW(a), SHOW(b), SHOW(m);
    return 0;
}
