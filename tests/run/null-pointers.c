// Catches pointers that the nest sets to null, or passes as null, where they are not or no more, and members of a
// struct that are read through a pointer which is null, or of another struct than the function was passed.
// RUN: %same %s %t
#include "Inputs/checksum.h"

#include <stdlib.h>

struct grid {
    double scale;
    int n;
    const double *weights;
    long shape[2][3];
};

// ---- memory of an iteration

static void fill(double *t, int m, int i)
{
    for (int j = 0; j < m; j++)
        t[j] = (i + 1) * j + 1;
}

static double weighed(const double *t, int m, const double *extra)
{
    double sum = 0;
    for (int j = 0; j < m; j++) {
        if (extra)
            sum += t[j] * extra[j];
        else
            sum += t[j];
    }
    return sum;
}

static void freed(int n, int m, double *out, const double *extra)
{
    double *t;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        t = (double *)malloc(sizeof(double) * m);
        fill(t, m, i);
        out[i] = weighed(t, m, extra) - 2 * weighed(t, m, NULL);
        free(t);
        t = NULL;
    }
}

static void tables(int n, int m, double *out)
{
    double(*t)[2][3] = NULL;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        t = (double(*)[2][3])malloc(sizeof(double[2][3]) * m);
        for (int j = 0; j < m; j++)
            for (int k = 0; k < 6; k++)
                t[j][k / 3][k % 3] = i + j * k;
        double sum = 0;
        for (int j = 0; j < m; j++)
            sum += t[j][1][2] - t[j][0][1];
        out[i] = sum;
        if (t) {
            free(t);
            t = NULL;
        }
        if (t)
            out[i] = -1;
    }
}

// ---- other objects

static void in_turn(int n, int m, double *out, const double *a, const double *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const double *p = 0;
        double sum = p ? 1 : 2;
        p = a;
        for (int j = 0; j < m; j++)
            sum += p[j];
        p = (void *)0;
        if (!p)
            p = b;
        for (int j = 0; j < m; j++)
            sum += 3 * p[j];
        out[i] = sum * i;
    }
}

static void left_early(int n, double *out, const double *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const double *p = a + i;
        if (a[i] < 0) {
            p = NULL;
            out[i] = 7;
            continue;
        }
        out[i] = p[0] + 1;
    }
}

// ---- structs

static double member(const struct grid *g, int i)
{
    return g->scale * g->weights[i % g->n] + g->shape[1][2];
}

static double twice(const struct grid *g, int i)
{
    return g ? member(g, i) + member(g, i + 1) : -1;
}

static void inlined(int n, double *out, const struct grid *g)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        out[i] = twice(g, i) + i;
}

static void tested(int n, double *out, const struct grid *g, const struct grid *h)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        out[i] = 0;
        if (g)
            out[i] = g->shape[0][i % 3] * member(h, i);
        else if (h)
            out[i] = h->n;
    }
}

static void counted(int n, const double *a, struct grid *g)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (g)
            g->scale += a[i];
}

static void marked(int n, const double *a, double *out, int where[])
{
    int i;
#pragma curestruct
    for (i = 0; i < n; i++) {
        out[i] = a[i] + 1;
        if (where)
            where[i] = i + 1;
    }
}

int main(void)
{
    enum { N = 300, M = 7 };
    static int where[N];
    static double a[N], b[N], out[N], scale[1];
    struct grid g = {0.5, 5, a, {{1, 2, 3}, {4, 5, 6}}}, h = {0.25, 3, b, {{9, 8, 7}, {6, 5, 4}}};
    for (int i = 0; i < N; i++) {
        a[i] = i % 11 - 4;
        b[i] = i % 13;
    }
    for (int k = 0; k < 2; k++) {
        freed(N, M, out, k ? a : NULL);
        SHOW(out);
        inlined(N, out, k ? &g : NULL);
        SHOW(out);
        counted(N, b, k ? &h : NULL);
        scale[0] = h.scale;
        SHOW(scale);
    }
    for (int k = 0; k < 2; k++) {
        marked(N, a, out, k ? where : NULL);
        SHOW(out);
        SHOW(where);
    }
    tables(N, M, out);
    SHOW(out);
    in_turn(N, M, out, a, b);
    SHOW(out);
    left_early(N, out, a);
    SHOW(out);
    for (int k = 0; k < 3; k++) {
        tested(N, out, k == 1 ? &g : NULL, k ? &h : NULL);
        SHOW(out);
    }
    return 0;
}
