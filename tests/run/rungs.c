// Catches a tree of partial results that leaves some out, reads one before it is there, or combines in an order that
// its operator does not allow: every rung that a clause may name, for operators and types of all kinds.
// RUN: %curestruct check --on cpu --size n=0 --size n=33 --size n=1025 --size m=33 --size m=300 %s | FileCheck %s
// CHECK-COUNT-11: PASS
#include <math.h>
float s_interleaved(int n, const float *a)
{
    float s = 0;
#pragma curestruct reduce(interleaved)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
int m_strided(int n, const int *a)
{
    int s = a[0];
#pragma curestruct reduce(strided)
    for (int i = 0; i < n; i++)
        s = s < a[i] ? a[i] : s;
    return s;
}
double p_tree(int n, const double *a, const double *b)
{
    double s = 1;
#pragma curestruct reduce(tree)
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}
unsigned x_first(int n, const unsigned *a)
{
    unsigned s = 1;
#pragma curestruct reduce(first_add)
    for (int i = 0; i < n; i++)
        s ^= a[i];
    return s;
}
float min_last(int n, const float *a)
{
    float s = INFINITY;
#pragma curestruct reduce(last_warp)
    for (int i = 0; i < n; i++)
        s = fminf(s, a[i]);
    return s;
}
int any_unrolled(int n, const int *a)
{
    int s = 0;
#pragma curestruct reduce(unrolled)
    for (int i = 0; i < n; i++)
        s = s || a[i] > 100;
    return s;
}
long at_cascade(int n, const float *a)
{
    long at = 0;
    float best = -1e30f;
#pragma curestruct reduce(cascade)
    for (int i = 0; i < n; i++)
        if (a[i] > best) {
            best = a[i];
            at = i;
        }
    return at;
}
void rows_last(int n, int m, const float *restrict a, float *restrict out)
{
#pragma curestruct reduce(last_warp)
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < m; j++)
            s += a[i * m + j];
        out[i] = s;
    }
}
void two_sums(int n, const float *a, float *out)
{
    float s = 0, t = 0;
#pragma curestruct reduce(unrolled)
    for (int i = 0; i < n; i++) {
        s += a[i];
        t += a[i] * a[i];
    }
    out[0] = s;
    out[1] = t;
}
short mean_bytes(int n, const signed char *a)
{
    short s = 0;
#pragma curestruct reduce(interleaved)
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            s += a[i];
    return s;
}
// The steps of the rung need directly nested loops: without them the nest is planned.
void last_under_condition(int n, int m, const int *restrict a, int *restrict out)
{
#pragma curestruct reduce(tree)
    for (int i = 0; i < n; i++)
        if (m > 3)
            for (int j = 0; j < m; j++)
                if (a[i * m + j] < 5)
                    out[i] = a[i * m + j];
}
