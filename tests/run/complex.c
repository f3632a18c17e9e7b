// Catches complex numbers whose parts are exchanged, stored before both are known, or rounded otherwise than C says:
// products and quotients with infinities and NaN, real operands that would get an imaginary part, assignments of both
// kinds, conversions between precisions, sums, comparisons, functions that return one, also early, local structs and
// arrays, values that stay and values that come back.
// RUN: %same --host %s %t
#include "Inputs/checksum.h"
#include <complex.h>
#include <math.h>

enum { N = 40 };
static double complex x[N], y[N], z[N], table[7][5];
static float complex f[N];
static double r[N];

static double complex rotated(double complex value, double angle)
{
    double complex turn = cos(angle) + I * sin(angle);
    if (angle == 0)
        value += 1;
    return value * turn;
}

static double size(double complex value) { return creal(value) * creal(value) + cimag(value) * cimag(value); }

static void exchange(double complex *a, double complex *b)
{
    double complex kept = *a;
    *a = *b * I;
    *b = kept / 3;
}

static void arithmetic(int n, const double complex *a, const double complex *b, double complex *to, double w)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        to[i] = a[i] * b[i] - w * a[i] + b[i] / 2 - (3 - a[i]) + ~a[i] * (I * b[i]);
}

static void special(int n, const double complex *a, const double complex *b, double complex *to)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            to[i * n + j] = j % 2 ? a[i] * b[j] : a[i] / b[j];
}

static void in_place(int n, double complex *a, double complex factor)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        a[i] = -conj(a[i]) * a[i] + CMPLX(i, cimag(a[i]));
        a[i] *= factor;
        a[i] /= 1 + I * i;
        a[i] += 2;
        a[i] -= I;
    }
}

// Each part counts, a NaN as well; and literals of integers.
static void truths(int n, const double complex *a, double *to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        to[i] = (_Bool)a[i];
        if (a[i])
            to[i] += 2;
        if (!a[i] || (i % 3 && a[i]))
            to[i] += 4;
        to[i] += a[i] ? 8 : 16;
    }
}

static void integers(int n, float complex *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (i % 2)
            a[i] *= 3i;
        else
            a[i] *= -2i;
        a[i] = 5i + a[i] * 2;
    }
}

static void singles(int n, float complex *a, const double complex *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        a[i] = b[i];
        a[i] = a[i] * a[i] + 0.5f * a[i] / b[i];
        a[i] += i % 2 ? a[i] : (float complex)i;
    }
}

static double complex total(int n, const double complex *a, double complex start)
{
    double complex step;
#pragma curestruct reduction(+ : start) private(step)
    for (int i = 0; i < n; i++) {
        step = 1 + 2 * I;
        start += (int)creal(a[i]) * step;
    }
    return start;
}

static int equal(int n, const double complex *a, const double complex *b)
{
    int count = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] == conj(b[i]) || a[i] != a[i])
            count++;
    return count;
}

static void functions(int n, const double complex *a, double *to, double complex *other)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        struct {
            double complex value;
            int count;
        } first = {a[i] / 2, 2};
        double complex moved[3] = {first.value * first.count, 0, 1};
        for (int k = 1; k < 3; k++)
            moved[k] = rotated(moved[k - 1], k - 1);
        exchange(&moved[0], &moved[2]);
        to[i] = size(moved[2]) + __real__ moved[0] + (double)moved[1];
        other[i] = moved[0] + moved[1];
    }
}

static double complex last(int n, const double complex *a)
{
    double complex kept = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (creal(a[i]) > 1)
            kept = a[i];
    return kept;
}

static void weighted(int n, const double complex *w, double *to, const double complex *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (creal(w[0]) > 1)
            to[i] = cimag(a[i] * w[0]) + creal(w[1]);
}

static void columns(int n, double complex (*a)[5])
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        for (int j = 0; j < 5; j++)
            a[i][j] = a[i - 1][j] * I + a[i][j];
}

static double complex turned(const double complex *from, int k)
{
    if (creal(from[k]) > 1)
        return 3;
    for (int l = k; l < k + 3; l++)
        if (cimag(from[l]) > 6)
            return from[l] * I;
    return conj(from[k]);
}

static void turns(int n, const double complex *restrict from, double complex *restrict to)
{
#pragma curestruct
    for (int i = 0; i < n - 2; i++)
        to[i] = turned(from, i);
}

int main(void)
{
    static const double odd[] = {0, -0.0, 1, -2.5, INFINITY, -INFINITY, NAN, 1e308, 3e-310};
    static double complex left[81], to[81 * 81];
    for (int i = 0; i < N; i++) {
        x[i] = CMPLX(i % 7 - 3, i * 5 % 11);
        y[i] = CMPLX(i % 5, 3 - i % 8);
    }
    for (int i = 0; i < 81; i++)
        left[i] = CMPLX(odd[i / 9], odd[i % 9]);
    for (int i = 0; i < 35; i++)
        table[i / 5][i % 5] = CMPLX(i, -i);
    arithmetic(N, x, y, z, 1.5);
    SHOW(z);
    special(81, left, left, to);
    for (int i = 0; i < 81 * 81; i++) // the sign of a NaN is not said
        to[i] = CMPLX(isnan(creal(to[i])) ? 7 : creal(to[i]), isnan(cimag(to[i])) ? 7 : cimag(to[i]));
    SHOW(to);
    in_place(N, x, 1 - 2 * I);
    SHOW(x);
    singles(N, f, y);
    SHOW(f);
    double complex sum = total(N, y, 4 * I), found = last(N, y);
    printf("%g %g %g %g %d\n", creal(sum), cimag(sum), creal(found), cimag(found), equal(N, x, y));
    functions(N, y, r, z);
    SHOW(r), SHOW(z);
    weighted(N, &(double complex[2]){2 - I, 7}[0], r, y);
    SHOW(r);
    static const double odd_parts[] = {0, 2, -0.0, NAN, INFINITY, -0.0, 0, 3, NAN};
    static double complex parts[4 * 5];
    static double true_ones[4 * 5];
    for (int i = 0; i < 20; i++)
        parts[i] = CMPLX(odd_parts[i % 5], odd_parts[5 + i / 5]);
    truths(20, parts, true_ones);
    SHOW(true_ones);
    integers(N, f);
    SHOW(f);
    columns(7, table);
    SHOW(table);
    turns(N, x, z);
    SHOW(z);
    return 0;
}
