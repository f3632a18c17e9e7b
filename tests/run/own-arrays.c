// Catches arrays of an iteration's own that are not found where the number of iterations depends on data; and arrays
// that are taken for own ones though an iteration may read what an earlier one has left.
// RUN: %same %s %t
// RUN: not %curestruct -Werror=refused %s -DLEFT -o %t.cu 2>&1 | FileCheck %s
#include <stdio.h>

enum { N = 100, PAIRS = 700 };

static void distances(int n, const int *first, const int *of, const double *r, double *out)
{
    double d[3], all[3];
    int j, end;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        out[i] = 0;
        end = first[i + 1];
        for (int k = first[i]; k < end; k++) {
            j = of[k];
            if (j != i) {
                d[0] = r[3 * i] - r[3 * j];
                d[1] = r[3 * i + 1] - r[3 * j + 1];
                d[2] = r[3 * i + 2] - r[3 * j + 2];
                for (int c = 0; c < 3; c++)
                    all[c] = 2 * d[c];
                for (int c = 0; c < 3; c++)
                    out[i] += d[c] * all[2 - c];
            }
        }
    }
}

#ifdef LEFT
static void left_over(int n, const int *first, const double *r, double *out)
{
    double d[2] = {1, 2};
// CHECK: error: loop 'i' stays serial: 'd[0]'
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = first[i]; k < first[i + 1]; k++) {
            if (r[k] > 0)
                d[0] = r[k];
            out[k] = d[0];
        }
}

static void broken(int n, const int *first, const double *r, double *out)
{
    double d[2] = {1, 2};
// CHECK: error: loop 'i' stays serial: 'd[c]'
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = first[i]; k < first[i + 1]; k++) {
            for (int c = 0; c < 2; c++) {
                if (r[k + c] < 0)
                    break;
                d[c] = r[k];
            }
            out[k] = d[0];
        }
}

static void later(int n, const int *first, const double *r, double *out)
{
    double d[2] = {1, 2};
// CHECK: error: loop 'i' stays serial: 'd[0]'
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = first[i]; k < first[i + 1]; k++) {
            out[k] = d[0];
            d[0] = r[k];
        }
}
#endif

static int first[N + 1], of[PAIRS];
static double r[3 * N], out[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        first[i + 1] = first[i] + i % 14;
    for (int k = 0; k < first[N]; k++)
        of[k] = (k * 37 + 5) % N;
    for (int k = 0; k < 3 * N; k++)
        r[k] = k % 19 * 0.25;
    distances(N, first, of, r, out);
#ifdef LEFT
    left_over(N, first, r, out);
    broken(N, first, r, out);
    later(N, first, r, out);
#endif
    for (int i = 0; i < N; i++)
        printf("%g ", out[i]);
    return 0;
}
