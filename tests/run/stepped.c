// Catches loops whose iterator is a pointer: one that misses the first or the last element, that steps by the wrong
// number of elements, or whose bound is taken from another array; and pointers that the head steps beside the iterator.
// RUN: %same %s %t
// RUN: %same --host %s %t
#include "Inputs/checksum.h"

enum { N = 900 };
struct pair {
    int x, y;
};
static int a[N], b[N], rows[60][8];
static struct pair pairs[N];

static void fill(int *p, int *end, int v)
{
#pragma curestruct
    for (; p < end; p++)
        *p = v;
}

static void scale(int *from, int n, int v)
{
    int *end = from + n;
#pragma curestruct
    for (int *p = from + 2; p != end; ++p)
        *p = *p * v + p[-1 + 1];
}

static int dot(const int *x, const int *y, int n)
{
    const int *px, *py, *end = x + n;
    int sum = 0;
#pragma curestruct
    for (px = x, py = y; px < end; px++, py++)
        sum += *px * *py;
    return sum;
}

static void down(int *from, int n)
{
#pragma curestruct
    for (int *p = from + n - 1; p >= from; p -= 3)
        *p += 1;
}

static void matrix(int *from, int n, int m, int *restrict sums)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        const int *p;
        int sum = 0;
        for (p = from + i * m; p < from + (i + 1) * m; p++)
            sum += *p;
        for (p = from + i * m; p < from + (i + 1) * m; p += 2)
            sum -= p[0] & 3;
        sums[i] = sum;
    }
}

static void declared_rows(int n)
{
#pragma curestruct
    for (int (*row)[8] = rows; row < rows + n; row++)
        for (int *p = *row; p < *row + 8; p++)
            *p = *p * 2 + (*row)[0] % 2;
}

static void members(struct pair *first, int n)
{
#pragma curestruct
    for (struct pair *p = first; p < first + n; p++) {
        p->x += p->y;
        p->y = p->x * 2;
    }
}

static void followed(int n, int *restrict to, const int *restrict from)
{
    const int *p;
    int i;
#pragma curestruct
    for (i = 0, p = from; i < n; i++, p += 2)
        to[i] = p[0] - p[1];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 17, b[i] = i * 3 % 11, pairs[i] = (struct pair){i, i % 5}, rows[i / 15][i % 8] = i;
    printf("%d %d\n", dot(a, b, N), dot(a, b, 0));
    fill(a + 3, a + 90, 4), fill(a + 3, a + 3, 5), fill(a + 9, a + 8, 6);
    SHOW(a);
    scale(a, N, 3), scale(a, 2, 5);
    SHOW(a);
    down(a, N), down(a, 0), down(a, 1);
    SHOW(a);
    matrix(a, 30, 30, b), matrix(a, 0, 5, b);
    SHOW(b);
    declared_rows(60), declared_rows(0);
    SHOW(rows);
    members(pairs, N), members(pairs, -1);
    SHOW(pairs);
    followed(N / 2, b, a);
    SHOW(b);
    return 0;
}
