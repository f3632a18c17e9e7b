// Catches pointers that a condition of the whole nest moves in one way or another, of which one version uses what the
// other one knows: another array, another offset, branches that are not taken; and rows of offsets that only one of
// them reads.
// RUN: %same %s %t
// RUN: %same --host %s %t
#include "Inputs/checksum.h"

enum { N = 60, MOST = 800 };
static double a[MOST], out[MOST], other[MOST];
static int row[N + 1], at[N];
struct matrix {
    int compressed, rows;
    const int *start, *place;
    const double *values;
};

// One version scatters blocks, the other one walks.
static void product(const struct matrix *m, const double *x, double *restrict y)
{
    double *z = NULL, sum1, sum2;
    const double *v = m->values;
    const int *first = m->start, *to = NULL;
    int i, j, n, compressed = m->compressed;
    if (compressed)
        to = m->place;
    else
        z = y;
#pragma curestruct
    for (i = 0; i < m->rows; i++) {
        n = first[1] - first[0];
        first++;
        sum1 = sum2 = 0;
        for (j = 0; j < n; j++) {
            sum1 += v[0] * x[j];
            sum2 += v[1] * x[j];
            v += 2;
        }
        if (compressed)
            z = y + 2 * to[i];
        z[0] = sum1;
        z[1] = sum2;
        if (!compressed)
            z += 2;
    }
}

// The version that walks is read first; nothing else follows the assignment.
static void walks_first(int n, int apart, double *restrict p, double *restrict q)
{
    double *w = p;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (!apart)
            w[0] += i;
        if (apart)
            w = q + 3 * i;
        w[1] = i + 0.5;
        if (!apart)
            w += 2;
    }
}

// Parts of conditions; a condition in an inner loop; a pointer of the loop's body.
static void parts(int n, int c, int d, double *restrict p, double *restrict q)
{
    double *w = q;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double *u = p + i;
        for (int k = 0; k < 2; k++) {
            if (c > 3 && n > 0)
                w = p + 4 * i + 2 * k;
            w[1] = (c > 3 ? 10 : 20) + (d && c > 3);
            if (!(c > 3))
                w += 2;
        }
        u[n * 4] += c;
    }
}

// Two conditions: four versions.
static void twice(int n, int c, int d, double *restrict p, double *restrict q, double *restrict r)
{
    double *v = p, *w = q;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (c)
            v = r + i;
        if (d)
            w = r + 400 + 2 * i;
        *v = *w + i;
        if (!c)
            v++;
        if (!d)
            w += 3;
    }
}

static void begin(void)
{
    for (int i = 0; i < MOST; i++) {
        a[i] = i % 13;
        out[i] = i % 7;
        other[i] = i % 5;
    }
    for (int i = 0; i < N; i++) {
        row[i + 1] = row[i] + i % 4;
        at[i] = (7 * i + 3) % N;
    }
}

int main(void)
{
    for (int n = 0; n <= N; n += N / 2)
        for (int c = 0; c < 2; c++) {
            struct matrix m = {c, n, row, c ? at : NULL, a};
            begin();
            product(&m, a, out);
            SHOW(out);
            walks_first(n, c, out, other);
            SHOW(out);
            SHOW(other);
            parts(n, 3 + c, n, out, other);
            SHOW(out);
            SHOW(other);
            twice(n, c, n < 50, out, other, a);
            SHOW(out);
            SHOW(a);
        }
    return 0;
}
