// Catches pointers that walk and are read where they do not point: by post- and pre-increments, in nested loops, with
// strides, backwards, over rows of a matrix, and pointers that a loop declares.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 1200 };
static float a[N], b[N], A[40][30];
static int c[N];

static void copy(int n, float *to, const float *from)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        *to++ = *from++ * 2;
}

static void backwards(int n, float *restrict to, const float *restrict from)
{
    to += n;
#pragma curestruct
    for (int i = 0; i < n; i++)
        *--to = *from++ - 1;
}

static void plane(int n, int m, float *restrict to)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            *to++ = A[i][j] + i;
}

static void strided(int n, int stride, float *restrict to, const float *restrict from)
{
#pragma curestruct
    for (int i = 0; i < n; i++, from += stride) {
        to[0] = from[0] + from[1];
        to[1] = from[1];
        to += 2;
    }
}

static void matrix(int n, float (*rows)[30])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 30; j++)
            (*rows)[j] += rows[0][j] * j;
        rows++;
    }
}

static void declared(int n, int m, float *restrict to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float *row = to + i * m;
        const float *other = &A[i][m - 1];
        for (int j = 0; j < m; j++)
            *row++ = *other-- + j;
    }
}

static void mixed(int n, int *restrict p)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        *p = *p * 3 + i;
        p++;
        *p++ += 5;
        p[0] -= *(p - 3 + 3);
        ++p;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 13 + 1, b[i] = i % 7 * .5f, c[i] = i * 5 % 23;
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 30; j++)
            A[i][j] = i * 31 + j;
    copy(500, a, b), copy(0, a, b), copy(300, a + 600, a);
    SHOW(a);
    backwards(700, a, b), backwards(-3, a, b);
    SHOW(a);
    plane(40, 30, a), plane(3, -1, a);
    SHOW(a);
    strided(300, 3, a, b), strided(0, 3, a, b);
    SHOW(a);
    matrix(40, A), matrix(-2, A);
    SHOW(A);
    declared(40, 30, a), declared(2, 0, a);
    SHOW(a);
    mixed(400, c);
    SHOW(c);
    return 0;
}
