// Catches minima and maxima in one element of an array that are not the serial loop's: of zeros of both signs and NaN,
// of which the order of the iterations decides, with the element's first value, beside other elements of the array.
// RUN: %same %s %t
// RUN: %curestruct %s -o %t.cu 2> %t.err
// RUN: FileCheck %s < %t.err --allow-empty
// CHECK-NOT: warning
#include "Inputs/checksum.h"
#include <math.h>
#define MIN2(a, b) ((a) <= (b) ? (a) : (b))
#define MAX2(a, b) ((a) >= (b) ? (a) : (b))

enum { N = 3000 };
typedef struct Range {
    double least, most;
} Range;
static double x[N], limits[3][4];
static float y[N];

static void at_most(int n, const double *v, double *restrict least)
{
    double d1, d2;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (v[i] != 3) {
            d1 = *least, d2 = v[i] * 2;
            *least = MIN2(d1, d2);
        }
        if (v[i] > 1) {
            d1 = *least, d2 = v[i] / 4;
            *least = MIN2(d1, d2);
        }
    }
}

static void range_of(int n, int k, const double *v, Range *r)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (v[i] < r[k].least)
            r[k].least = v[i];
        r[k].most = MAX2(v[i], r[k].most);
    }
}

static void of_rows(int n, int m, const float *v, float most[16])
{
#pragma curestruct
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            most[j] = most[j] < v[i * 16 + j] ? v[i * 16 + j] : most[j];
}

static void fill(int kind)
{
    for (int i = 0; i < N; i++) {
        x[i] = (i * 37 % 101) / 8.0;
        if (kind == 1)
            x[i] = i % 5 == 2 ? -0.0 : 0.0;
        if (kind == 2)
            x[i] = i % 700 == 3 ? NAN : -(i % 3 == 1 ? 0.0 : x[i]);
        if (kind == 3)
            x[i] = i > N / 2 ? 0.0 : -0.0;
        y[i] = (float)x[i];
    }
}

int main(void)
{
    for (int kind = 0; kind < 4; kind++)
        for (int from = 0; from < 3; from++) {
            double first = from == 0 ? 1e30 : from == 1 ? -0.0 : NAN;
            Range ranges[3];
            float most[16];
            fill(kind);
            for (int k = 0; k < 3; k++)
                ranges[k] = (Range){first, -first};
            for (int k = 0; k < 16; k++)
                most[k] = (float)-first;
            limits[1][2] = first;
            at_most(N, x, &limits[1][2]);
            range_of(N, 1, x, ranges);
            of_rows(N / 16, 16, y, most);
            SHOW(limits);
            SHOW(ranges);
            SHOW(most);
        }
    return 0;
}
