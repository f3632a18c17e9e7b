// Catches a pointer that the host computes before a nest and that is another one than the nest's: the wrong choice of
// two, a member of the wrong element, also in a function that is read in place, one that is followed where no iteration
// needs it, or a chosen array that another name of the nest writes, though that one is `restrict`; and a choice by an
// element that the nest writes under another name.
// RUN: %same --host %s %t
// RUN: %same --fallback -DOVERLAP %s %t
#include "Inputs/checksum.h"
#include <ctype.h>
#include <stddef.h>

enum { N = 33, M = 20 };
struct layer {
    int in, out;
    float *weights, *bias;
};
struct net {
    struct layer layers[3];
    float *rows[2][M];
};
static float a[N], b[N], to[N], weights[M * N], bias[M], cells[4][M * N];
static struct net net;

static void chosen(int n, int c, const float *restrict p, const float *restrict q, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const float *from = c > 2 ? p + c : q, *other = c ? q : p;
        y[i] += from[i] - 2 * (c & 1 ? q : c == 4 ? p : q)[i] + other[n - 1 - i];
    }
}

static void chosen_target(int n, int c, float *p, float *q, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float *y = c ? p : q;
        y[i] += x[i];
    }
}

// What is computed from a restrict pointer may overlap it.
static void restricted(int n, int c, float *restrict x, float *restrict y)
{
    float *from = y + n;
    from = c ? y : x;
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] += (c ? y : x)[n - i];
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] += from[n - i];
}

static void by_element(int n, const int *flags, const int *p, const int *q, int *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = (flags[1] ? p : q)[i] + (flags == NULL ? q : p)[i];
}

static void layer_forward(int l, const struct layer *layers, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < layers[l].out; i++) {
        float sum = layers[l].bias[i];
        for (int j = 0; j < layers[l].in; j++)
            sum += layers[l].weights[i * layers[l].in + j] * x[j];
        y[i] = sum;
    }
}

static void of_member(struct net *n, int k, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n->layers[1].out; i++)
        y[i] += n->layers[1].bias[i] + n->rows[1][k][i];
}

static void three_stars(int n, int m, int l, double ***deep)
{
#pragma curestruct
    for (int j = 1; j < m; j++)
        for (int i = 0; i < n; i++)
            deep[l][j][i] += deep[l + 1][0][i] + j;
}

// The tables of <ctype.h>, which go from -128 to 255.
static void kinds(int n, const signed char *text, int *kind)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        kind[i] = (isalpha((unsigned char)text[i]) != 0) + 2 * (isspace((unsigned char)text[i]) != 0) +
                  4 * (isdigit(text[i]) != 0) + 8 * (ispunct(text[i]) != 0);
}
// A function that is read in place gets a pointer to a struct, which holds another pointer.
struct window {
    const float *table;
    int oversample;
};
struct quality {
    int length;
    const struct window *window;
    struct {
        struct window own[2];
    } inner;
};
static const float first[8] = {1, 2, 3, 4, 5, 6, 7, 8}, second[8] = {8, 7, 6, 5, 4, 3, 2, 1};
static const struct window windows[2] = {{first, 2}, {second, 3}};

static float between(float x, const struct window *w)
{
    int at = (int)(x * w->oversample);
    return w->table[at & 7] * (1 - x) + w->table[(at + 1) & 7];
}

static void of_window(int n, int q, const struct quality *map, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = between(i * 0.125f, map[q].window) + between(i * 0.25f, &map[q].inner.own[q & 1]);
}

int main(void)
{
    static double values[2][M][N], *rows[2][M], **deep[2];
    for (int i = 0; i < N; i++)
        a[i] = (float)(i * 3), b[i] = (float)(100 - i * i), to[i] = (float)i;
    for (int i = 0; i < M * N; i++)
        weights[i] = (float)(i % 13), cells[1][i] = (float)(i % 7);
    for (int l = 0; l < 2; l++) {
        deep[l] = rows[l];
        for (int j = 0; j < M; j++) {
            rows[l][j] = values[l][j];
            for (int i = 0; i < N; i++)
                values[l][j][i] = l * 100 + j + i;
        }
    }
    int flags[4] = {0, 1, 2, 3}, other[4] = {4, 5, 6, 7}, ints[4];
    by_element(0, NULL, flags, other, ints);
#ifdef OVERLAP
    restricted(N - 1, 1, b, a);
    by_element(4, ints, flags, other, (ints[1] = 1, ints));
#else
    restricted(N - 1, 0, b, a);
    by_element(4, flags, flags, other, ints);
#endif
    SHOW(ints);
    for (int c = 0; c < 6; c++)
        chosen(N - 8, c, a, b, to);
    SHOW(to);
#ifdef OVERLAP
    chosen_target(N - 4, 1, a, b, a + 1);
#else
    chosen_target(N - 4, 1, a, b, to);
    chosen_target(N - 4, 0, a, b, to);
#endif
    SHOW(a);
    SHOW(b);
    net.layers[1] = (struct layer){N, M, weights, bias};
    for (int j = 0; j < M; j++)
        net.rows[1][j] = cells[1] + j;
    layer_forward(1, net.layers, a, bias);
    SHOW(bias);
    of_member(&net, 3, b);
    net.layers[1].out = 0;
    net.layers[1].bias = NULL;
    of_member(&net, 3, b);
    SHOW(b);
    of_window(0, 100000, NULL, b);
    for (int q = 0; q < 3; q++) {
        struct quality map[3] = {{1, windows, {{{a, 1}, {second, 1}}}},
                                 {2, windows + 1, {{{first, 1}, {second, 2}}}},
                                 {3, windows, {{{first, 4}, {NULL, 1}}}}};
        of_window(q == 1 ? N : N / 2, q, map, b);
        SHOW(b);
    }
    three_stars(0, M, 0, deep);
    three_stars(N, 1, 7, NULL);
    three_stars(N, M, 0, deep);
    SHOW(values);
    static signed char text[256];
    static int kind[256];
    for (int i = 0; i < 256; i++)
        text[i] = (signed char)(i - 128);
    kinds(256, text, kind);
    SHOW(kind);
    return 0;
}
