// Catches pointers to void, and to structs that are not defined, of which functions know the type: parameters, members
// and results.
// RUN: %same %s %t
// RUN: %same --host %s %t
#include <stdio.h>
#include <stdlib.h>

typedef struct Values {
    float m[4], shift;
    int n;
    float *table;
} Values;
typedef struct Piece {
    void *data;
    int k;
} Piece;
struct unknown;
typedef struct Holder {
    struct unknown *hidden;
    void *elements;
} Holder;

static float element(const void *p, int i)
{
    return ((const float *)p)[i];
}
static void copy(int n, const void *restrict in, void *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        ((float *)out)[i] = element(in, n - 1 - i) + 1;
}

static void turn(const Piece *piece, const float *x, float *y)
{
    Values *d = (Values *)piece->data;
    float turned[] = {d->m[0], -d->m[1]};
    y[0] = turned[0] * x[0] + turned[1] * x[1] + d->shift;
}
static void points(int n, Piece *piece, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float in[2], out[2];
        in[0] = y[2 * i];
        in[1] = y[2 * i + 1];
        turn(piece, in, out);
        y[2 * i] = out[0];
    }
}

static void member(int n, const Piece *piece, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        Values *d = (Values *)piece->data;
        y[i] += d->shift + d->table[i];
    }
}

static int looked_up(Piece *piece, int at)
{
    Piece *same = piece;
    return ((unsigned char *)same->data)[at];
}
static void look_up(int n, Piece *piece, const int *x, int *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] += looked_up(piece, x[i] & 7);
}

static void *elements(Holder *holder)
{
    return holder->elements;
}
static void rows(int n, int m, Holder *a, Holder *b)
{
#pragma curestruct
    for (int x = 0; x < n; x++) {
        const double *p = (const double *)elements(a) + x * m;
        double *q = (double *)elements(b) + x * m;
        for (int i = 0; i < m; i++)
            q[i] += 2 * p[i];
    }
}

static int limited(struct unknown *hidden, int a, int b)
{
    const Values *values = (Values *)hidden;
    return a - b < values->n ? a + b + (int)values->m[2] : a;
}
static void hidden(int n, Holder *s, const int *x, int *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = limited(s->hidden, x[i], y[i]);
}

int main(void)
{
    static float in[64], out[64], table[64];
    static double a[60], b[60];
    static int x[64], y[64];
    Values values = {{1, 2, 3, 4}, 5, 6, table};
    Piece piece = {&values, 1};
    Holder first = {(struct unknown *)&values, a}, second = {NULL, b};
    for (int i = 0; i < 64; i++) {
        in[i] = i % 9;
        table[i] = i * 0.5f;
        x[i] = i % 13;
        y[i] = i % 7;
    }
    for (int i = 0; i < 60; i++)
        a[i] = b[i] = i;
    copy(64, in, out);
    points(30, &piece, out);
    member(63, &piece, out);
    rows(10, 6, &first, &second);
    hidden(64, &first, x, y);
    unsigned char bytes[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    Piece small = {bytes, 8};
    look_up(64, &small, x, y);
    double all = 0;
    for (int i = 0; i < 64; i++)
        all += (i % 5 + 1) * out[i] + y[i];
    for (int i = 0; i < 60; i++)
        all += (i % 3 + 1) * b[i];
    printf("%g\n", all);
    return 0;
}
