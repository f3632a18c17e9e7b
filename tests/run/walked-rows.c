// Catches counters and pointers that go through the rows of a sparse matrix, of which each adds row[i + 1] - row[i]:
// their values in the rows and after the nest, rows without elements, no rows at all, several changes in an iteration,
// and first rows that do not begin at 0.
// RUN: %same %s %t
// RUN: %same --host %s %t
#include "Inputs/checksum.h"

enum { N = 40, MOST = 2000 };
static double v[MOST], x[MOST], y[MOST], scale[N + 1];
static int row[N + 2], column[MOST];
static long wide[N + 2];
static unsigned narrow[N + 2];
static long places[16];

static void scaled(int from, int n, const int *r, double *p)
{
    double *w = p, s;
    int m, j, i;
#pragma curestruct
    for (i = from; i < n; i++) {
        s = scale[i];
        m = r[i + 1] - r[i];
        for (j = 0; j < m; j++)
            (*w++) *= s;
    }
    places[0] += w - p;
}

static void copied(int from, int n, const int *r, double *p, const double *q)
{
    double *w = p;
#pragma curestruct
    for (int i = from; i < n; i++)
        for (int j = r[i]; j < r[i + 1]; j++)
            *w++ = q[j] + i;
    places[1] += w - p;
}

// A pointer to the rows that walks, too, and columns beside the values.
static void products(int n, const int *r, const double *a, double *restrict out)
{
    const int *c = column;
    int m;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double sum = 0;
        m = r[1] - r[0];
        r++;
        for (int j = 0; j < m; j++)
            sum += *a++ * x[*c++];
        out[i] = sum;
    }
    places[2] += r - row;
    places[3] += c - column;
}

static void largest(int n, const int *r, const double *a, double *restrict out, int *restrict at)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int m = r[1] - r[0];
        r++;
        for (int j = 0; j < m; j++) {
            if (out[i] < *a) {
                out[i] = *a;
                at[i] = j;
            }
            a++;
        }
    }
}

// Blocks of six numbers.
static long blocks(int n, const long *r, const double *a, double *restrict out)
{
    const double *p = a;
    long count = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (long j = r[i]; j < r[i + 1]; j++)
            for (int k = 0; k < 3; k++) {
                sum += p[0] + 2 * p[1];
                p += 2;
            }
        count += r[i + 1] - r[i];
        out[i] = sum + count;
    }
    return count + (p - a);
}

// Before and after the change; these need not rise.
static long after(int n, const long *r, double *restrict out)
{
    long k = 3;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        out[2 * i] = k;
        k += 2 * (r[i + 1] - r[i]) + 1;
        out[2 * i + 1] = k;
        k -= 4;
    }
    return k;
}

static long twice(int n, const unsigned *r, double *restrict out)
{
    long k = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (unsigned j = r[i]; j < r[i + 1]; j++) {
            out[i] += k;
            k += 2;
        }
        for (unsigned j = r[i]; j < r[i + 1]; j++)
            k++;
    }
    return k;
}

// Two loops that go through the same offsets, and one that does so if it runs at all.
static void in_turn(int from, int n, const int *r, const double *a, const double *b, double *restrict out)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = r[i]; j < r[i + 1]; j++)
            out[i] += *a++;
    for (int i = from; i < n - 1; i++)
        for (int j = r[i]; j < r[i + 1]; j++)
            out[i] -= 2 * *b++;
#pragma curestruct end
}

static void perhaps(int n, int rows, const int *r, double *restrict out)
{
#pragma curestruct begin
    if (rows) {
        long k = 2;
        for (int i = 0; i < n; i++)
            for (int j = r[i]; j < r[i + 1]; j++)
                out[i] += k++;
    } else {
        for (int i = 0; i < n; i++)
            out[i] += i;
    }
#pragma curestruct end
}

// A variable holds where the row begins, and another value after that.
static int begins(int n, const int *r, double *restrict out)
{
    int k = 0, first;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        first = r[i];
        for (int j = first; j < r[i + 1]; j++)
            out[j] += ++k;
        k += r[i + 1] - first;
        first = 2;
        k -= first;
    }
    return k;
}

static void rows_of(int kind)
{
    for (int i = 0; i <= N + 1; i++) {
        row[i] = kind == 0 ? 5 + i * 3 : kind == 1 ? i * i / 2 : 9;
        wide[i] = row[i];
        narrow[i] = (unsigned)row[i];
    }
}

static void begin(void)
{
    for (int i = 0; i < MOST; i++) {
        v[i] = i % 17 + 1;
        x[i] = i % 13;
        y[i] = 0;
        column[i] = i * 37 % 1999;
    }
    for (int i = 0; i <= N; i++)
        scale[i] = i % 3 + 1;
}

int main(void)
{
    static int at[N];
    for (int kind = 0; kind < 3; kind++)
        for (int n = 0; n <= N; n += N / 2) {
            rows_of(kind);
            begin();
            scaled(n / 5, n, row, v + 3);
            copied(n / 5, n, row, v + 900, x);
            products(n, row, v, y);
            largest(n, row, v, y, at);
            SHOW(v);
            SHOW(y);
            printf("%ld\n", blocks(n / 2, wide, v, y));
            SHOW(y);
            printf("%ld %ld\n", after(n, wide, y), twice(n, narrow, y));
            SHOW(y);
            in_turn(n / 3, n, row, v, x, y);
            perhaps(n, n % 3, n % 3 ? row : NULL, y);
            SHOW(y);
            printf("%d\n", begins(n, row, y));
            SHOW(y);
            for (int i = 0; i <= N + 1; i++)
                wide[i] = 1000 - 7 * i * (i % 5);
            printf("%ld\n", after(n, wide, y));
            SHOW(y);
        }
    SHOW(at);
    SHOW(places);
    return 0;
}
