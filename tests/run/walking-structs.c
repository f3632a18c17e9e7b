// Catches pointers to structs that the nest moves, forward and back, also by strides that it gets: all of its members
// are those of the element that it has come to, and its value after the nest is that of the last one. So do pointers
// that one statement sets to one place.
// RUN: %same %s %t
// RUN: %same --host %s %t
#include "Inputs/checksum.h"

enum { N = 70, M = 5 };
struct pair {
    float re, im;
};
struct item {
    int count;
    double weight;
    short of[3];
};
static struct pair pairs[2 * N];
static struct item items[(N + 1) * M];
static double out[N * M];
static float line[4 * N];
static long places[8];

// The rows of a transform: two pointers move towards each other.
static void rotate(int n, int stride, const struct pair *from, const float *restrict angle, float *restrict to)
{
    const struct pair *restrict f = from;
    float *restrict low = to, *restrict high = to + stride * (2 * n - 1);
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float re = f->re * angle[i] - f->im * angle[n + i];
        *low = re;
        *high = f->im;
        f++;
        low += 2 * stride;
        high -= 2 * stride;
    }
}

static void count(int n, struct item *p)
{
#pragma curestruct
    for (int i = 0; i < n; i++, p++) {
        p->count += i;
        p->of[1] = (short)(p->count + p->of[0]);
        (*p).weight *= p->of[2];
    }
    places[0] += p - items;
}

// No work in the inner loop: the pointer stays, or goes back.
static void back(int n, int m, struct item *p)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            out[i * m + j] = p->weight + p->of[2];
            ++p;
        }
        p -= m - 1;
    }
    places[1] += p - items;
}

static void down(int n, int stride, const double *from, double *to)
{
    double *p = to + (n - 1) * stride;
#pragma curestruct
    for (int i = 0; i < n; i++, p -= stride)
        *p += from[i];
    places[2] += p - to;
}

static void chained(int n, int m, const float *from, double *to)
{
    const float *p, *q, *r;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        p = q = r = from + i;
        if (i + 1 < n)
            q += m;
        for (int j = 0; j < m; j++) {
            to[i * m + j] = *p + 2 * *q + 3 * *r;
            p++;
            q += 2;
            r++;
        }
    }
}

// A union with one member is a struct.
typedef union {
    float of[4];
} block;
struct holder {
    block *blocks;
    int count;
};

static void united(struct holder *h, int width, float *restrict to)
{
    const block *b = h->blocks;
#pragma curestruct
    for (int k = 0; k < h->count; k++, b++)
        for (int l = 0; l < 4; l++)
            to[k + width * l] = b->of[l] + h->blocks[0].of[3];
#pragma curestruct
    for (int k = 1; k < h->count; k++) {
        block copy = h->blocks[k];
        h->blocks[k].of[0] += copy.of[1];
    }
}

int main(void)
{
    static float angle[2 * N];
    static double source[N];
    for (int i = 0; i < 2 * N; i++) {
        pairs[i] = (struct pair){(float)(i % 7), (float)(i % 5)};
        angle[i] = (float)(i % 11);
        source[i / 2] = i;
    }
    for (int i = 0; i < (N + 1) * M; i++)
        items[i] = (struct item){i, i % 3, {(short)i, (short)(i % 4), (short)(i % 6)}};
    for (int n = 0; n <= N; n += N / 2) {
        rotate(n, n == N ? 2 : 1, pairs, angle, line);
        count(n, items);
        for (int m = 0; m <= M; m += M) {
            back(n, m, items + n + 1);
            SHOW(out);
            down(n / 2, m % 4 + 1, source, out);
            chained(n, m, angle, out);
        }
    }
    SHOW(line);
    static block blocks[N];
    for (int i = 0; i < N; i++)
        blocks[i].of[i % 4] = i;
    struct holder holder = {blocks, N / 2};
    united(&holder, N, line);
    SHOW(blocks);
    SHOW(line);
    SHOW(out);
    SHOW(items);
    SHOW(places);
}
