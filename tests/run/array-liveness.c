// Catches elements of a local array that are lost although they are read after a nest: on a way without the assignment
// that comes before, after a loop that sets only some, in the next iteration of a loop around, or through a pointer;
// and temporaries of several loops that are not private although each loop sets them again.
// RUN: %same %s %t
#include <stdio.h>

static double *kept;

static void keep(double *p)
{
    kept = p;
}
static double first_kept(void)
{
    return kept[1];
}
static double sum_of(const double *p)
{
    return p[0] + 2 * p[1] + 3 * p[2] + 4 * p[3];
}

// The temporaries of each of the loops are private.
static double temporaries(int n, int groups, const int *group, const int *face, const double *w, double (*r)[4])
{
    double flux[3], m[2][3], unset[2];
    for (int g = 0; g < groups; g++) {
#pragma curestruct
        for (int t = 0; t < n; t++)
            for (int f = group[(t * groups + g) * 2]; f < group[(t * groups + g) * 2 + 1]; f++) {
                flux[0] = w[f];
                flux[1] = 2 * w[f] + 1;
                r[face[f]][0] += flux[0];
                r[face[f]][1] += flux[1] - flux[0];
            }
    }
    for (int g = 0; g < 2; g++) {
#pragma curestruct
        for (int t = 0; t < n; t++) {
            for (int a = 0; a < 2; a++)
                for (int b = 0; b < 3; b++)
                    m[a][b] = w[t] * (a + 2 * b);
            for (int b = 0; b < 3; b++)
                flux[b] = m[0][b] - m[1][b];
            r[t][2] += flux[0] + flux[1] * flux[2];
            r[t][3] += m[1][2] + m[0][1];
        }
        if (g == 0)
            unset[0] = unset[1] = flux[2] = 0;
        else
            unset[1] = flux[2] = unset[0] = 3;
        for (int a = 0; a < 2; a++) {
            for (int b = 0; b <= 2; b++)
                m[a][b] = a - b + flux[2];
            for (int b = 0; b <= 2; b++)
                flux[b] = m[a][b] * g;
        }
        r[g][0] += m[1][0] + m[0][2] + flux[0] + flux[1] + unset[g];
    }
    return flux[1] + m[1][1];
}

static double some_set(int n, const double *x)
{
    double t[4], all = 0;
    for (int c = 0; c < 8; c++) {
#pragma curestruct
        for (int i = 0; i < 4; i++)
            t[i] = x[i] + c;
        switch (c) {
        case 0: t[0] = 5; break;
        case 1:
            for (int k = 1; k < 4; k++)
                t[k] = k;
            break;
        case 2:
            for (int k = 0; k < 4; k++) {
                if (k == n)
                    break;
                t[k] = -k;
            }
            break;
        case 3:
            for (int k = 0; k < 4; k++) {
                if (k == n)
                    continue;
                t[k] = 2 * k;
            }
            break;
        case 4:
            for (int k = 0; k < n; k++)
                t[k] = 7;
            break;
        case 5:
            if (n > 3)
                t[3] = 4;
            break;
        case 6: all += n > 5 && (t[1] = 9) > 2; break;
        }
        all += t[0] + 2 * t[1] + 3 * t[2] + 5 * t[3];
    }
    return all;
}

static double next_iteration(const double *x)
{
    double t[4] = {1, 2, 3, 4}, all = 0;
    for (int c = 0; c < 3; c++) {
        if (c == 1)
            t[2] = 100;
        all += t[1] * (c + 1) + t[2];
#pragma curestruct
        for (int i = 0; i < 4; i++)
            t[i] = x[i] * (c + 2);
    }
    return all;
}

static double through_pointers(const double *x)
{
    double t[4], u[4], v[2][4], all = 0;
    double *p = t, *q = &u[1];
    const double *row = v[1];
#pragma curestruct
    for (int i = 0; i < 4; i++) {
        t[i] = x[i] + 1;
        u[i] = x[i] + 2;
        v[1][i] = x[i] + 3;
    }
    all += p[1] + q[2] + row[3];
    return all;
}

static double through_functions(const double *x)
{
    double t[4] = {0}, u[4] = {0};
    double before = sum_of(u);
    keep(t);
#pragma curestruct
    for (int i = 0; i < 4; i++) {
        t[i] = x[i] * 3;
        u[i] = x[i] * 4;
    }
    return before + first_kept();
}

static void product(double *sum, double *other, double a, double b)
{
    *sum = a * b;
    *other = a - b;
}
static void sometimes(double *p, int n)
{
    if (n > 100)
        *p = n;
}
static void early(double *p, int n)
{
    if (n < 100)
        return;
    *p = n;
}
static void nested(double *p, int n)
{
    int leaves;
    leaves = ({
        if (n < 100)
            return;
        n;
    });
    *p = leaves;
}
static void adds(double *p)
{
    *p = *p + 1;
}
static void beside(double *p)
{
    *p = 1;
    p[-1] += 2;
}
static void bytes(float *p)
{
    *p = 0;
}

// Each loop has its own t, because what follows sets both elements, or no way leads there.
static double own_by_address(int n, int way, const double *x, double *y)
{
    double t[2];
    if (way > 0) {
#pragma curestruct
        for (int i = 0; i < n; i++) {
            product(&t[0], &t[1], x[i], 2);
            y[i] = t[0] + 3 * t[1];
        }
        product(&t[0], &t[1], 3, n);
    } else {
        t[0] = 0;
        adds(&t[0]);
        t[1] = t[0];
    }
    return t[0] + t[1];
}

static double kept_by_address(int n, const double *x)
{
    double t[6], u[2], all;
#pragma curestruct
    for (int i = 0; i < 6; i++)
        t[i] = x[i % 4] + i;
    sometimes(&t[0], n);
    early(&t[1], n);
    nested(&t[2], n);
    all = t[0] + 2 * t[1] + 3 * t[2];
#pragma curestruct
    for (int i = 0; i < 6; i++)
        t[i] = x[i % 4] * i;
    adds(&t[3]);
    all += t[3];
#pragma curestruct
    for (int i = 0; i < 2; i++)
        u[i] = x[i] + 7;
    u[1] = 0;
    beside(&u[1]);
    all += u[0];
#pragma curestruct
    for (int i = 0; i < 2; i++)
        u[i] = x[i] + 1.7;
    bytes((void *)&u[1]);
    return all + u[1];
}

int main(void)
{
    static double w[40], r[40][4], x[4] = {3, 1, 4, 1};
    static int group[24], face[40];
    for (int i = 0; i < 40; i++) {
        w[i] = i % 7 - 2;
        face[i] = i * 3 % 11;
    }
    for (int i = 0; i < 12; i++) {
        group[2 * i] = 3 * i;
        group[2 * i + 1] = 3 * i + 2;
    }
    printf("%g\n", temporaries(6, 2, group, face, w, r));
    double all = 0;
    for (int i = 0; i < 40; i++)
        for (int k = 0; k < 4; k++)
            all += (i % 5 + k) * r[i][k];
    printf("%g\n", all);
    printf("%g %g %g\n", some_set(2, x), some_set(4, x), next_iteration(x));
    printf("%g %g\n", through_pointers(x), through_functions(x));
    all = own_by_address(40, 1, w, r[0]) + own_by_address(40, 0, w, r[10]);
    for (int i = 0; i < 40; i++)
        all += (i % 5) * r[i / 4][i % 4];
    printf("%g %g\n", all, kept_by_address(4, x));
    return 0;
}
