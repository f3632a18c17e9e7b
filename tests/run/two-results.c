// Catches a result of modf, frexp or sincos that is not the library's: of zeros of both signs, infinities, NaN, whole
// numbers and the smallest ones, and a result that is stored before the argument is read.
// RUN: %same %s %t
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck --check-prefix=SAID --allow-empty %s
// SAID-NOT: -Wrefused
// SAID-NOT: -Wsequential
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "Inputs/checksum.h"
#include <math.h>

enum { N = 203, SPECIAL = 12 };
static double x[N], rest[N], whole[N], scaled[N], sines[N], cosines[N];
static float narrow[N], part[N];
static int exponents[N], powers[N];

static void split(int n, const double *restrict from, double *restrict a, double *restrict b, double *restrict c,
                  int *restrict e)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double v;
        a[i] = modf(from[i], &v);
        b[i] = v;
        c[i] = frexp(from[i], &e[i]);
    }
}

static void in_place(int n, float *restrict to, float *restrict other, int *restrict e)
{
    int power;
    float v;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (to[i] >= 0)
            modff(to[i] + 0.5f, &to[i]);
        else
            modff(to[i] - 0.5f, to + i);
        v = frexpf(to[i] * 3, &power) + modff(other[i], &other[i]);
        other[i] += v;
        e[i] = power;
    }
}

static void turn(int n, const double *restrict from, double *restrict s, double *restrict c)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        sincos(from[i] * 0.25, &s[i], &c[i]);
}

int main(void)
{
    const double special[SPECIAL] = {0.0,     -0.0, INFINITY, -INFINITY,    NAN, 4.9406564584124654e-324,
                                     -1e-310, 1,    -7,       -0.999999999, 2.5, 1.7976931348623157e308};
    for (int i = 0; i < N; i++) {
        x[i] = i < SPECIAL ? special[i] : (i - 100) * 1.37 * pow(10, i % 19 - 9);
        narrow[i] = (i - 97) * 0.75f;
        part[i] = i * 1.3f;
    }
    split(N, x, rest, whole, scaled, exponents);
    for (int i = 0; i < N; i++) {
        rest[i] = rest[i] != rest[i] ? 3 : rest[i];
        whole[i] = whole[i] != whole[i] ? 3 : whole[i];
        scaled[i] = scaled[i] != scaled[i] ? 3 : scaled[i];
    }
    SHOW(rest);
    SHOW(whole);
    SHOW(scaled);
    SHOW(exponents);
    in_place(N, narrow, part, powers);
    SHOW(narrow);
    SHOW(part);
    SHOW(powers);
    for (int i = 0; i < SPECIAL; i++)
        x[i] = i;
    turn(N, x, sines, cosines);
    for (int i = 0; i < N; i++) {
        sines[i] = (int)(sines[i] * 1e9);
        cosines[i] = (int)(cosines[i] * 1e9);
    }
    SHOW(sines);
    SHOW(cosines);
    return 0;
}
