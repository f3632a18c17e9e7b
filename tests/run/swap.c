// Catches pointers that change places in a time loop and do so wrongly on the device: results in the other buffer, a
// buffer that is not copied back, a pointer of the caller with its old value, a stale pointer into the buffer of the
// step before.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 40 };

static float first[N * N], second[N * N];
static double before[300], now[300], after[300];

// The temporary is declared inside, and both pointers are read after the loop.
static float *heat(float *a, float *b, int n, int steps)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i * n + j] = a[i * n + j] + 0.1f * (a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] +
                                                      a[i * n + j + 1] - 4 * a[i * n + j]);
        float *tmp = a;
        a = b;
        b = tmp;
    }
    printf("%d %d\n", a == first, b == first);
    return a;
}

// Three buffers, the temporary outside, in one statement; c is not wanted any more.
static double wave(double *p, double *c, double *n, int size, int steps)
{
    double *tmp;
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < size - 1; i++)
            n[i] = 2 * c[i] - p[i] + 0.25 * (c[i - 1] - 2 * c[i] + c[i + 1]);
        tmp = p, p = c, c = n, n = tmp;
    }
    return p[5] - n[5];
}

struct grid {
    float *cur, *next;
    int n;
};

// Members; the swap is in the middle, so that the second loop sees what the first one wrote.
static void members(struct grid *g, int steps)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < g->n - 1; i++)
            g->next[i] = (g->cur[i - 1] + g->cur[i + 1]) * 0.5f;
        float *swap = g->cur;
        g->cur = g->next;
        g->next = swap;
        for (int i = 0; i < g->n; i++)
            g->cur[i] += 1;
    }
}

// In a region, under a condition, with a local pointer that is set anew in each step, and through a macro.
#define SWAP(type, x, y) \
    do { \
        type *swapped = x; \
        x = y; \
        y = swapped; \
    } while (0)

static float region(float *x, float *y, int n, int steps)
{
    float total = 0;
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        y[i] = 0;
    for (int t = 0; t < steps; t++) {
        const float *from = x;
        for (int i = 0; i < n; i++)
            y[i] = from[n - 1 - i] + t;
        if (t + 1 < steps)
            SWAP(float, x, y);
    }
    for (int i = 0; i < n; i++)
        total += y[i];
#pragma curestruct end
    return total + x[3];
}

// One temporary at the top for two loops.
static float twice(float *a, float *b, int n, int steps)
{
    float *tmp;
    int t, i;
#pragma curestruct
    for (t = 0; t < steps; t++) {
        for (i = 0; i < n; i++)
            b[i] = a[i] * 2;
        tmp = a;
        a = b;
        b = tmp;
    }
#pragma curestruct
    for (t = 0; t < steps + 1; t++) {
        for (i = 1; i < n; i++)
            b[i] = a[i - 1] + 1;
        tmp = b;
        b = a;
        a = tmp;
    }
    return a[7] - b[8];
}

static double *current = before, *other = now;

static void globals(int steps)
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < 100; i++)
            other[i + 1] = current[i] * 0.5;
        double *tmp = current;
        current = other;
        other = tmp;
    }
}

int main(void)
{
    for (int steps = 0; steps < 5; steps++) {
        for (int i = 0; i < N * N; i++)
            first[i] = (float)(i % 13), second[i] = (float)(i % 7);
        for (int i = 0; i < 300; i++)
            before[i] = i % 5, now[i] = i % 11, after[i] = -i;
        printf("%d\n", heat(first, second, N, steps) == first);
        SHOW(first), SHOW(second);
        printf("%g\n", wave(before, now, after, 299, steps));
        SHOW(before), SHOW(now), SHOW(after);
        struct grid g = {first, second, 100};
        members(&g, steps);
        printf("%d %d\n", g.cur == first, g.next == first);
        SHOW(first), SHOW(second);
        printf("%.4g\n", region(first, second, 500, steps));
        SHOW(first), SHOW(second);
        printf("%g\n", twice(first, second, 900, steps));
        SHOW(first), SHOW(second);
        globals(steps);
        printf("%d %d\n", current == before, other == before);
        SHOW(before), SHOW(now);
    }
    return 0;
}
